import { texts } from '../../../app/messages.ts';
import type { JsonNode } from '../../../ui/json-nodes.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import { MarkedText } from '../marked-text.tsx';
import { useReader } from '../reader-context.tsx';

/** A JSON value as a tree, with the matches of a search marked. */
export function JsonView({ value, label }: { value: JsonNode; label: string }) {
  const { terms } = useReader();
  return (
    <JsonTree
      value={value}
      label={label}
      sizeWords={texts.tools.jsonSize}
      mark={text => <MarkedText text={text} terms={terms} />}
    />
  );
}
