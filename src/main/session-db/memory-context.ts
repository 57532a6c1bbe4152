import { PYTHON_SPACE } from './python-text.ts';

const S = `[${PYTHON_SPACE}]*`;
const openTag = new RegExp(`<${S}memory-context${S}>`, 'giu');
const closeTag = new RegExp(`</${S}memory-context${S}>`, 'giu');
const strayTag = new RegExp(`</?${S}memory-context${S}>`, 'giu');
const systemNote = new RegExp(
  String.raw`\[System note:${S}The following is recalled memory context,${S}NOT new user input\.${S}` +
    String.raw`Treat as (?:informational background data|authoritative reference data[^\]]*)\.\]${S}`,
  'giu',
);

/**
 * Takes out what Hermes injected from its memory: whole `<memory-context>` blocks, the note that introduces recalled
 * memory, and tags left over. For display and replay only; the stored text keeps them.
 *
 * spec: api §2 (get_messages_as_conversation), compat-notes 25
 */
export function stripMemoryContext(text: string): string {
  return removeBlocks(text).replace(systemNote, '').replace(strayTag, '');
}

/** Walks tag by tag: one lazy expression for the whole block is quadratic on a text of many opening tags. */
function removeBlocks(text: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    openTag.lastIndex = at;
    const open = openTag.exec(text);
    closeTag.lastIndex = openTag.lastIndex;
    const close = open === null ? null : closeTag.exec(text);
    if (open === null || close === null) return kept + text.slice(at);
    kept += text.slice(at, open.index);
    at = close.index + close[0].length;
  }
}
