import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './fixtures.ts';

let built: string | undefined;

/**
 * The loadable tokenizer `cjk_unicode61`, compiled once a process with the system's C compiler and the headers that
 * better-sqlite3 brings.
 *
 * @returns its path, under the name that Hermes gives it.
 */
export function cjkTokenizerPath(): string {
  built ??= compile(join(temporaryFolder(), 'libfts5_cjk.so'));
  return built;
}

function compile(target: string): string {
  const sqlite = join(dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json')), 'deps/sqlite3');
  const source = join(import.meta.dirname, 'cjk-tokenizer', 'cjk_unicode61.c');
  const compiler = spawnSync('cc', ['-O1', '-fPIC', '-shared', '-I', sqlite, source, '-o', target], {
    encoding: 'utf8',
  });
  if (compiler.status !== 0)
    throw new Error(`cc could not build the tokenizer: ${compiler.error?.message ?? compiler.stderr}`);
  return target;
}
