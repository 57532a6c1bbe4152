import { describe, expect, it } from 'vitest';
import { toolOutput } from './tool-output.ts';

describe('toolOutput', () => {
  it('shows the lines of an answer that is cut, with the short fields that stand before them', () => {
    const cut = '{"exit_code": 1, "cwd": "/srv", "output": "first\\nsecond\\u00e9\\nthi';
    expect(toolOutput(cut, true)).toEqual({
      text: 'first\nsecondé\nthi',
      fields: [
        { name: 'exit_code', value: '1' },
        { name: 'cwd', value: '/srv' },
      ],
      json: null,
    });
  });

  it('cuts no escape in half', () => {
    expect(toolOutput('{"output": "a\\', true).text).toBe('a');
    expect(toolOutput('{"output": "a\\u00', true).text).toBe('a');
  });

  it.each(['{"exit_code": 01, "output": "a', '{"files": ["x"], "output": "a', '{"a": "\\n", "output": "b', 'plain'])(
    'leaves %j as it is stored',
    cut => {
      expect(toolOutput(cut, true)).toEqual({ text: cut, fields: [], json: null });
    },
  );

  it('takes no longer for many fields', () => {
    const cut = `{${'"a":1,'.repeat(20_000)}"b":`;
    const start = performance.now();
    expect(toolOutput(cut, true).text).toBe(cut);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
