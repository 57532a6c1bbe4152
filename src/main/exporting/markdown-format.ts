import { timeText, visibleText, type Block, type DocumentFormat } from './document-format.ts';

/** Conversations as Markdown. Nothing in them can end the place it stands in, and nothing becomes a link or a picture. */
export const markdownFormat: DocumentFormat = {
  begin: title => `# ${inline(title)}\n`,
  conversation: (title, facts) =>
    `\n## ${inline(title)}\n\n${facts.map(([name, value]) => `- ${name}: ${inline(value)}\n`).join('')}`,
  segment: heading => `\n---\n\n### ${inline(heading)}\n`,
  message: ({ speaker, time, blocks }) =>
    `\n#### ${inline(speaker)}${time === null ? '' : ` · ${timeText(time)}`}\n${blocks.map(block => `\n${blockText(block)}`).join('')}`,
  end: () => '',
};

function blockText(block: Block): string {
  switch (block.kind) {
    case 'prose':
      return isHarmless(block.text) ? quote(block.text) : fence(block.text);
    case 'code':
      // In bold, so that no mark at its beginning makes a heading or a list of it.
      return `${strong(block.label)}${fence(block.text)}`;
    case 'folded':
      return `<details><summary>${inline(block.label)}</summary>\n\n${fence(block.text)}\n</details>\n`;
    case 'image':
      return `_An image of the conversation, ${String(block.dataUrl.length)} characters of data, is not shown here._\n`;
    case 'note':
      return `_${inline(block.text)}_\n`;
  }
}

/**
 * Markdown of a conversation is kept as Markdown only where it cannot do more than look: no markup, no pictures, no
 * addresses but of the web and of mail, and no character references that could hide one.
 */
function isHarmless(text: string): boolean {
  return !/[<\\]|!\[|&[#a-z]|\]\s*[(:[](?!\s*(?:https?:\/\/|mailto:))|^[ \t]*\[[^\]\n]{0,999}\]:/im.test(text);
}

/** A fence or list left open inside a quote ends with the quote. */
function quote(text: string): string {
  return `${visibleText(text)
    .split('\n')
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n')}\n`;
}

/** Longer than any run of backticks inside, so nothing inside can end it. */
function fence(text: string): string {
  const shown = visibleText(text);
  let longest = 2;
  for (const run of shown.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  const mark = '`'.repeat(longest + 1);
  return `${mark}text\n${shown}${shown.endsWith('\n') ? '' : '\n'}${mark}\n`;
}

function strong(label: string): string {
  const text = inline(label);
  return text === '' ? '' : `**${text}**\n\n`;
}

/** One line in which nothing means anything. */
function inline(text: string): string {
  const line = visibleText(text).replaceAll(/\s+/g, ' ').trim();
  return line.replaceAll(/[\\`*_[\]<>&!|~]/g, mark => `\\${mark}`).replaceAll('://', ':\\//');
}
