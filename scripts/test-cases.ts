import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCaseList } from '../test/case-runner/case-file.ts';
import { runCase, type CaseOptions } from '../test/case-runner/run-case.ts';

const USAGE = `usage: npm run -s test:cases -- <file> [--only ID,…] [--offered] [--patience N]
  runs every case of a file of the form of test/fixtures/cases.json; ui.* actions in the built app
  --offered   leaves out actions that the app does not offer, and says which
  --patience  allows N times the time that a case allows, on a busy machine`;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        offered: { type: 'boolean', default: false },
        patience: { type: 'string', default: '1' },
      },
    });
    const [file] = positionals;
    if (file === undefined) throw new Error('Say which file of cases to run.');
    return await run(resolve(process.env['INIT_CWD'] ?? process.cwd(), file), values.only?.split(',') ?? null, {
      onlyOffered: values.offered,
      patience: patienceOf(values.patience),
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    return 2;
  }
}

function patienceOf(text: string): number {
  const patience = Number(text);
  if (!(patience >= 1)) throw new Error(`--patience must be a number of at least 1, not "${text}".`);
  return patience;
}

async function run(path: string, only: readonly string[] | null, options: CaseOptions): Promise<number> {
  const list = readCaseList(path);
  const cases = list.cases.filter(one => only === null || only.includes(one.id));
  let passed = 0;
  let failed = 0;
  for (const one of cases) {
    const { problems, notOffered, hasRun } = await runCase(list, one, options);
    const left =
      options.onlyOffered && notOffered.length > 0 ? ` (without ${[...new Set(notOffered)].join(', ')})` : '';
    if (!hasRun) {
      process.stdout.write(`--   ${one.id} ${one.title}${left}\n`);
      continue;
    }
    process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${one.id} ${one.title}${left}\n`);
    for (const problem of problems) process.stdout.write(`     ${problem}\n`);
    if (problems.length === 0) passed += 1;
    else failed += 1;
  }
  process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
  return failed === 0 ? 0 : 1;
}
