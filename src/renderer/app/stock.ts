/** Sizes, weights and shapes of letters that conversations and searches need beside those of the list. */
const LETTERS = [
  'var(--fw-regular) var(--fs-14) var(--font-ui)',
  'var(--fw-semibold) var(--fs-14) var(--font-ui)',
  'var(--fw-semibold) var(--fs-13) var(--font-ui)',
  'var(--fw-semibold) var(--fs-12) var(--font-ui)',
  'var(--fw-semibold) var(--fs-15) var(--font-ui)',
  'italic var(--fw-regular) var(--fs-13) var(--font-ui)',
  'var(--fw-regular) var(--fs-11) var(--font-mono)',
  'var(--fw-regular) var(--fs-12) var(--font-mono)',
  'var(--fw-regular) calc(0.95 * var(--fs-13)) var(--font-mono)',
  'var(--fw-regular) calc(0.95 * var(--fs-14)) var(--font-mono)',
] as const;
/** A letter of each script for which the browser looks for another font. */
const SAMPLE = 'xя漢か한';

/**
 * Has the browser get ready what the first messages need of it, icons and fonts, so that the first conversation opens
 * as fast as those after it; a little at a time, while there is nothing else to do. Adds one element to the document,
 * however many files are opened.
 */
export function stockUp(): void {
  if (document.querySelector('.glyph-stock') !== null) return;
  const stock = document.createElement('div');
  stock.className = 'glyph-stock';
  stock.ariaHidden = 'true';
  document.body.append(stock);
  const steps = LETTERS.values();
  const step = (): void => {
    const { value: font } = steps.next();
    if (font === undefined) return;
    const sample = document.createElement('span');
    sample.style.font = font;
    sample.textContent = SAMPLE;
    stock.replaceChildren(sample);
    sample.getBoundingClientRect();
    stock.replaceChildren();
    requestIdleCallback(step);
  };
  requestIdleCallback(step);
}
