import { describe, expect, it } from 'vitest';
import { argumentSummary, prettyJson } from './argument-text.ts';
import { longOutput, toolOutput } from './tool-output.ts';
import { writeJson } from '../../ui/json-nodes.ts';

describe('arguments of a call', () => {
  it('names the argument that matters', () => {
    expect(argumentSummary('{"timeout": 5, "command": "docker\\n build ."}')).toBe('docker build .');
    expect(argumentSummary('{"anything": "only one"}')).toBe('only one');
    expect(argumentSummary('{}')).toBe('');
    expect(argumentSummary('{"a": 1, "b": 2}')).toBe('{"a": 1, "b": 2}');
  });

  it('shows broken JSON as it is', () => {
    expect(argumentSummary('{"cmd": "ls')).toBe('{"cmd": "ls');
    expect(prettyJson('{"cmd": "ls')).toBe('{"cmd": "ls');
  });

  it('never changes a number that JavaScript cannot hold', () => {
    expect(prettyJson('{"id":12345678901234567890}')).toBe('{\n  "id": 12345678901234567890\n}');
    expect(toolOutput('{"output":"","id":12345678901234567890}', false).fields).toEqual([
      { name: 'id', value: '12345678901234567890' },
    ]);
  });

  it('names it where the rest is cut off', () => {
    expect(argumentSummary('{"path": "src/a.ts", "content": "first li')).toBe('src/a.ts');
  });
});

describe('output of a tool', () => {
  it('shows the text of a JSON answer and keeps its other fields', () => {
    expect(toolOutput('{"output": "a\\nb", "exit_code": 1, "error": null}', false)).toEqual({
      text: 'a\nb',
      fields: [
        { name: 'exit_code', value: '1' },
        { name: 'error', value: 'null' },
      ],
      json: null,
    });
  });

  it('reads the beginning of a cut answer, wherever the cut fell', () => {
    const whole = '{"output": "a\\nb \\u00e9 c"}';
    for (let end = 12; end < whole.length - 2; end += 1) {
      expect(toolOutput(whole.slice(0, end), true).text).not.toContain('\\');
    }
  });

  it('leaves everything else as it is', () => {
    expect(toolOutput('plain {text}', false).text).toBe('plain {text}');
    const list = toolOutput('[1,{"a":2.0}]', false);
    expect(list.json === null ? null : writeJson(list.json)).toBe('[1,{"a":2.0}]');
  });

  it('takes the text out of a long one, where nothing is lost by it', () => {
    expect(longOutput('{"output": "a\\nb", "exit_code": 1}')).toBe('a\nb\nexit_code: 1');
    for (const text of [
      '{"output": "a", "id": 12345678901234567890}',
      '{"output": "a", "l": [1]}',
      '{"output": "a',
      'x',
    ]) {
      expect(longOutput(text)).toBe(text);
    }
  });
});
