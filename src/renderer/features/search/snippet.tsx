import type { SnippetPart } from '../../../shared/contract/search.ts';
import { visibleText } from '../../ui/visible-text.ts';

/** A snippet: text nodes, and `<mark>` where it matched. */
export function Snippet({ parts }: { parts: readonly SnippetPart[] }) {
  return parts.map((part, at) => (part.mark ? <mark key={at}>{visibleText(part.text)}</mark> : visibleText(part.text)));
}
