/** A stretch of a message in a document for people. */
export type Block =
  /** What somebody said. */
  | { readonly kind: 'prose'; readonly text: string }
  /** Shown as it is, under a label. */
  | { readonly kind: 'code'; readonly label: string; readonly text: string }
  /** The same, folded away. */
  | { readonly kind: 'folded'; readonly label: string; readonly text: string }
  | { readonly kind: 'image'; readonly dataUrl: string }
  /** A remark of ours about what is not shown. */
  | { readonly kind: 'note'; readonly text: string };

/** A message as a document shows it. */
export interface DocumentMessage {
  readonly speaker: string;
  /** Seconds; null where it is not known. */
  readonly time: number | null;
  readonly blocks: readonly Block[];
}

/** How a document is written. Everything that is handed over may be hostile and comes out as text. */
export interface DocumentFormat {
  readonly begin: (title: string) => string;
  readonly conversation: (title: string, facts: readonly (readonly [name: string, value: string])[]) => string;
  readonly segment: (heading: string) => string;
  readonly message: (message: DocumentMessage) => string;
  readonly end: () => string;
}

/** A time of day that means the same everywhere. */
export function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * Characters that would be seen as something else, or turn the text around them, are shown as what they are: control
 * characters, line separators and marks of direction. Line ends and tabs stay.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g,
      mark => {
        const code = mark.charCodeAt(0);
        return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\\u${code.toString(16).padStart(4, '0')}`;
      },
    );
}
