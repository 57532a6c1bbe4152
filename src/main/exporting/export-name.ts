import type { ExportFormat } from '../../shared/contract/exporting.ts';

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  json: 'json',
  jsonl: 'jsonl',
  markdown: 'md',
  html: 'html',
};
/** Names that Windows keeps for devices, whatever stands behind the dot. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const LONGEST = 80;

/** Extension of a format, without the dot. */
export function extensionOf(format: ExportFormat): string {
  return EXTENSIONS[format];
}

/**
 * A file name that every system takes: of the title of a single conversation, else of how many there are.
 *
 * @param title - null where there are several, or the one has no title.
 */
export function suggestedName(title: string | null, format: ExportFormat): string {
  const clean = (title ?? '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const short = [...clean]
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const name = short === '' || DEVICES.test(short) ? 'Hermes sessions' : short;
  return `${name}.${extensionOf(format)}`;
}
