import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resumeCommand } from './resume-command.ts';

/** The arguments that a shell would start `hermes` with, for each of some commands. */
function argumentsOf(commands: readonly string[]): string[][] {
  const script = ['hermes() { printf \'%s\\0\' "$#" "$@"; }', ...commands].join('\n');
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' };
  const said = execFileSync('bash', ['--norc', '--noprofile'], { encoding: 'utf8', input: script, env }).split('\0');
  return commands.map(() => said.splice(0, 1 + Number(said[0])).slice(1));
}

const ODD = ["a'; touch /tmp/x; '", '$(id)', '`id`', '-x', '--help', 'a b', 'a\nb', "\u001b[31m'", '', 'д’а', 'a\\'];

describe('resumeCommand', () => {
  it('is as plain as the id is', () => {
    expect(resumeCommand('20261112_130502_a1b2c3', 'linux')).toBe('hermes --resume 20261112_130502_a1b2c3');
    expect(resumeCommand('cron_daily-report_20261112', 'win32')).toBe('hermes --resume cron_daily-report_20261112');
  });

  it('reaches hermes with the very id, whatever that would say to a shell', () => {
    const any = fc.string({ unit: 'grapheme' }).map(id => id.replace(/[\0\p{Surrogate}]/gu, ''));
    const ids = [...ODD, ...fc.sample(any, 500)];
    const said = argumentsOf(ids.map(id => resumeCommand(id, 'linux')));
    const expected = ids.map(id => (/^\w[\w.:+=/-]*$/.test(id) ? ['--resume', id] : [`--resume=${id}`]));
    expect(said).toEqual(expected);
  });

  it('is quoted for PowerShell on Windows', () => {
    expect(resumeCommand("it's; rm", 'win32')).toBe("hermes --resume='it''s; rm'");
  });
});
