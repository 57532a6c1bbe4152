import { timeText, visibleText, type Block, type DocumentFormat } from './document-format.ts';

/** No script, nothing from elsewhere: pictures only where they stand in the page itself. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";
const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; } h3 { border-top: 1px solid; padding-top: 1rem; } h4 { margin: 1.5rem 0 .25rem; }
h4 time { font-weight: normal; opacity: .7; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .25rem 0; }
pre.code { border-left: 3px solid; padding-left: .75rem; font: 13px/1.45 ui-monospace, monospace; }
pre.prose { font: inherit; } img { max-width: 100%; } dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }`;

/** Conversations as one page that runs nothing and loads nothing. */
export const htmlFormat: DocumentFormat = {
  begin: title =>
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
    `<title>${escaped(title)}</title>\n<style>${STYLE}\n</style>\n</head>\n<body>\n<h1>${escaped(title)}</h1>\n`,
  conversation: (title, facts) =>
    `<h2>${escaped(title)}</h2>\n<dl>\n${facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>\n`).join('')}</dl>\n`,
  segment: heading => `<h3>${escaped(heading)}</h3>\n`,
  message: ({ speaker, time, blocks }) =>
    `<h4>${escaped(speaker)}${time === null ? '' : ` <time>${timeText(time)}</time>`}</h4>\n${blocks.map(blockHtml).join('')}`,
  end: () => '</body>\n</html>\n',
};

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'prose':
      return `<pre class="prose">${escaped(block.text)}</pre>\n`;
    case 'code':
      return `<p>${escaped(block.label)}</p>\n<pre class="code">${escaped(block.text)}</pre>\n`;
    case 'folded':
      return `<details><summary>${escaped(block.label)}</summary><pre class="code">${escaped(block.text)}</pre></details>\n`;
    case 'image':
      return `<p><img alt="Image of the conversation" src="${escaped(block.dataUrl)}"></p>\n`;
    case 'note':
      return `<p><em>${escaped(block.text)}</em></p>\n`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The line break in front keeps one that a text begins with: a parser drops the first in a `pre`. */
function escaped(text: string): string {
  const safe = visibleText(text).replaceAll(/[&<>"']/g, mark => ENTITIES[mark] ?? '');
  return safe.startsWith('\n') ? `\n${safe}` : safe;
}
