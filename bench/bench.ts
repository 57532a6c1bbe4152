// npm run bench: measures the app against its budgets. Needs a display and the built app; started by scripts/tasks/tools.mjs.
import { resolveElectron } from '../scripts/electron-runtime.mjs';
import { givenDatabase, ownDatabase } from './database/bench-database.ts';
import { machineFacts } from './machine.ts';
import { parseOptions, USAGE, type BenchOptions } from './options.ts';
import { peerTrouble } from './peer/ask-peer.ts';
import { MEASUREMENTS } from './registry.ts';
import { formatReport, makeReport } from './report/report.ts';
import { runMeasurements } from './run-measurements.ts';

/** The whole run, making the database not counted; what would begin later is missing. */
const WITHIN_MS = 20 * 60_000;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  let options: BenchOptions;
  try {
    options = parseOptions(words);
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  const report = await measure(options);
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : formatReport(report)}\n`);
  return 0;
}

async function measure({ only, db, peer }: BenchOptions) {
  const isWanted = (id: string) => only === null || only.has(id);
  const machine = machineFacts(await resolveElectron());
  const database = db === null ? ownDatabase(say) : givenDatabase(db);
  const found = await runMeasurements(MEASUREMENTS, { database, peer, isWanted, say, withinMs: WITHIN_MS });
  const missing = new Map(found.missing);
  const noPeer =
    peer === null ? 'No --peer folder was given, so nothing is compared with Hermes itself.' : peerTrouble();
  if (noPeer !== null) missing.set('peer', noPeer);
  return makeReport(machine, database.facts, { measured: found.measured, missing });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
