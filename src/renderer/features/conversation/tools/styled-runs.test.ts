import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleText } from '../../../ui/visible-text.ts';
import { hasStyles, styledRuns } from './styled-runs.ts';
import { terminalText, withoutStyles } from './terminal-text.ts';

const SEQUENCES = [
  '\u001b[0m',
  '\u001b[1;31m',
  '\u001b[38;5;208m',
  '\u001b[48;2;10;200;30m',
  '\u001b[38:2::255:0:0m',
  '\u001b[4:3m',
  '\u001b[7m',
  '\u001b[2K',
  '\u001b[1A',
  '\u001b[?25l',
  '\u001b[3;4H',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://example.org/\u001b\\',
  '\u001b(B',
  '\u001b7',
  '\u009b33m',
  '\u001bP1$r0m\u001b\\',
];

/** Controls other than tabs and line ends, and what turns the direction of text. */
const ACTIVE = new RegExp('[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e]');

/** Text that no sequence can be made of, whatever stands before it. */
const words = fc.stringMatching(/^[ a-zA-Z\u00e9\u0416\u6f22<>&{}"'=/\n-]{0,12}$/u);

function shownOf(text: string): string {
  return styledRuns(terminalText(text, true).text)
    .runs.map(run => run.text)
    .join('');
}

describe('styled runs', () => {
  it('show the text without its sequences, nothing more and nothing less', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...SEQUENCES), words)), parts => {
        const text = parts.map(([sequence, word]) => sequence + word).join('');
        expect(shownOf(text)).toBe(parts.map(([, word]) => word).join(''));
      }),
    );
  });

  it('show any text as it is shown elsewhere, where it has no escape characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        const plain = text.replace(new RegExp('[\\u001b\\u0080-\\u009f\\r]', 'g'), '');
        expect(shownOf(plain)).toBe(visibleText(plain));
      }),
    );
  });

  it('leave no character that a terminal or a browser would act on', () => {
    const unit = fc.constantFrom('\u001b', '[', ']', ';', 'm', '3', '1', '\u009b', '\u009d', '\u0007', '\\', 'x', '\r');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), text => {
        expect(shownOf(text)).not.toMatch(ACTIVE);
      }),
    );
  });

  it('are the same whether the text is read whole or in pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...SEQUENCES), words), { minLength: 2 }), parts => {
        const texts = parts.map(([sequence, word]) => terminalText(sequence + word, false).text);
        const whole = styledRuns(texts.join('')).runs;
        let style = '';
        const pieces = texts.flatMap(text => {
          const piece = styledRuns(text, style);
          style = piece.style;
          return piece.runs;
        });
        expect(spelled(pieces)).toBe(spelled(whole));
      }),
    );
  });

  it('name colours and styles by classes', () => {
    const { runs } = styledRuns(terminalText('\u001b[1;31mred\u001b[0m plain \u001b[38;5;46;4mgreen', false).text);
    expect(runs).toEqual([
      { text: 'red', styles: ['fg-red', 'bold'] },
      { text: ' plain ', styles: [] },
      { text: 'green', styles: ['fg-bright-green', 'underline'] },
    ]);
  });

  it('take only known names, whatever the numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(260), { maxLength: 6 }), codes => {
        const { runs } = styledRuns(terminalText(`\u001b[${codes.join(';')}mx`, false).text);
        for (const name of runs.flatMap(run => run.styles)) {
          expect(name).toMatch(
            /^(?:[fb]g-(?:(?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white)|page|ink)|bold|dim|italic|underline|strikethrough|hidden)$/,
          );
        }
      }),
    );
  });

  it('are known to be there', () => {
    expect(hasStyles('a\u001b[31mb')).toBe(true);
    expect(hasStyles('a\u001b[31mb')).toBe(true);
    expect(hasStyles('a[31mb')).toBe(false);
  });
});

/** Each character with its styles, so that it does not matter where runs are cut. */
function spelled(runs: ReturnType<typeof styledRuns>['runs']): string {
  return runs.flatMap(run => [...run.text].map(character => `${character}<${run.styles.join(' ')}>`)).join('');
}

describe('lines that were written over', () => {
  it('are folded into the last one, and counted', () => {
    const text = 'start\r\nstep 1\rstep 2\r\u001b[Kstep 3\nend\r\n';
    expect(terminalText(text, true)).toEqual({ text: 'start\nstep 3\nend\n', folded: 2 });
  });

  it('keep the style that was set in one of them', () => {
    expect(terminalText('\u001b[31ma\rb', true)).toEqual({ text: '\u001b[31mb', folded: 1 });
  });

  it('stay lines where no terminal wrote them', () => {
    expect(terminalText('one\rtwo\r\nthree', false)).toEqual({ text: 'one\ntwo\nthree', folded: 0 });
  });

  it('keep a line that ends in a carriage return', () => {
    expect(terminalText('done\r', true).text).toBe('done');
  });

  it('lose nothing of a text without them', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const plain = text.replaceAll('\r', '');
        expect(withoutStyles(terminalText(plain, true).text)).toBe(withoutStyles(terminalText(plain, false).text));
      }),
    );
  });
});
