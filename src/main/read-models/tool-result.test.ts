import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longToolOutcome, toolOutcome } from './tool-result.ts';

const succeeded = { failed: false, exitCode: 0 };
const failedWith = (exitCode: number) => ({ failed: true, exitCode });
const silent = { failed: null, exitCode: null };

describe('toolOutcome', () => {
  it.each([
    ['{"output": "x", "exit_code": 0, "error": null}', succeeded],
    ['{"output": "x", "exit_code": 2}', failedWith(2)],
    ['{"exit_code": 1, "success": true}', failedWith(1)],
    ['{"returncode": -9}', failedWith(-9)],
    ['{"success": true, "data": {}}', { failed: false, exitCode: null }],
    ['{"success": false}', { failed: true, exitCode: null }],
    ['{"error": "no such file"}', { failed: true, exitCode: null }],
    ['{"error": null, "content": "x"}', silent],
    ['{"content": "exit code 1"}', silent],
    ['[{"exit_code": 1}]', silent],
    ['exit code 1', failedWith(1)],
    ['boom\nExit code: 127', failedWith(127)],
    ['Process exited with code 0\nfine', succeeded],
    ['Command failed with exit status 3.', failedWith(3)],
    ['[exit code: 0]', succeeded],
    ['the manual says that exit code 1 means trouble', silent],
    ['', silent],
    ['a.txt\nb.txt', silent],
    ['{"exit_code": 1', silent],
  ])('reads %j', (text, outcome) => {
    expect(toolOutcome(text)).toEqual(outcome);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), text => {
        const { failed, exitCode } = toolOutcome(text);
        if (exitCode !== null) expect(failed).toBe(exitCode !== 0);
      }),
    );
  });
});

describe('longToolOutcome', () => {
  it('reads the last fields of a long JSON object', () => {
    expect(longToolOutcome('{"output": "aaaa', 'aaaa", "exit_code": 1, "error": null}')).toEqual(failedWith(1));
    expect(longToolOutcome('{"output": "aaaa', 'aaaa\\"exit_code\\": 1"}')).toEqual(silent);
    expect(longToolOutcome('{"output": "aaaa', '"exit_code": 1, "more": {"x": 1}}')).toEqual(silent);
  });

  it('reads a line at the end of a long text', () => {
    expect(longToolOutcome('lots of lines', 'more\nexit code 4\n')).toEqual(failedWith(4));
    expect(longToolOutcome('lots of lines', 'more')).toEqual(silent);
  });
});
