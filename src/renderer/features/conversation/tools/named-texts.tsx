import type { NamedText } from '../../../ui/json-nodes.ts';
import { visibleText } from '../../../ui/visible-text.ts';
import { MarkedText } from '../marked-text.tsx';
import { useReader } from '../reader-context.tsx';
import card from '../tool-card.module.css';

/** What stands beside that which a card shows in its own way, a line each. */
export function NamedTexts({ all }: { all: readonly NamedText[] }) {
  const { terms } = useReader();
  return all.map(({ name, value }, at) => (
    <p key={at} className={card['field']}>
      <b>{visibleText(name)}</b> <MarkedText text={visibleText(value)} terms={terms} />
    </p>
  ));
}
