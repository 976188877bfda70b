import { mkdirSync, mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadZ3 } from '../src/logic/z3/index.ts';
import { type Comparison, compareFiles } from '../test/conformance/files/compare.ts';
import { prepare } from '../test/conformance/fuzz/native.ts';

/**
 * Splits random programs over two to four files, whose declarations are shuffled and repeated in other words,
 * and compares verdicts with those about one file: `node scripts/run.mjs scripts/several-files.ts [FIRST] [COUNT]
 * [FOLDER]`, seeds from FIRST on. Needs gcc, whose code says what is right. FOLDER gets programs whose verdicts
 * differ. Refused claims and internal errors count apart. Exit code 1 if there is any of these.
 * FILES_MILLISECONDS is the limit of an engine, of processor time, which other work on the machine does not shorten.
 */

const [first = '1', count = '1000', output = '/tmp/lemmata-files'] = process.argv.slice(2);
const limit = Number(process.env.FILES_MILLISECONDS ?? 1000);
const folder = mkdtempSync(join(tmpdir(), 'lemmata-files-'));
prepare(folder);
mkdirSync(output, { recursive: true });
const clock = (): number => process.cpuUsage().user / 1000;
const options = { z3: await loadZ3(), limit, seed: 1, ownSolver: true, clock };
const counts = new Map<string, number>();
const note = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
const print = (): void => {
  for (const [what, number] of [...counts].sort()) writeSync(1, `${number} ${what}\n`);
  const flaws = ['different', 'refused claim', 'internal error'].map((what) => `${what}: ${counts.get(what) ?? 0}`);
  writeSync(1, `${counts.get('programs') ?? 0} programs; ${flaws.join(', ')}\n`);
};
/** Seeds after which counts are printed, so that a run that is stopped has told of most. */
const PRINTED = 50;
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  if (seed > Number(first) && (seed - Number(first)) % PRINTED === 0) print();
  let compared: Comparison;
  try {
    compared = compareFiles(seed, folder, options);
  } catch (error) {
    note('internal error');
    writeSync(1, `seed ${seed}: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
    continue;
  }
  if (compared.kind === 'skipped') {
    note(`skipped: ${compared.why}`);
    continue;
  }
  note('programs');
  for (const { task, outcome, decisions, files } of compared.tasks) {
    note(outcome);
    if (decisions.some(({ verdict }) => verdict === 'refused')) note('refused claim');
    if (outcome !== 'different') continue;
    writeSync(1, `seed ${seed} ${task}: ${decisions.map(({ verdict, why }) => `${verdict} (${why})`).join(', ')}\n`);
    for (const [i, text] of files.entries())
      writeFileSync(join(output, `${seed}-${task.replace(' ', '-')}-${i}.c`), text);
    process.exitCode = 1;
  }
}
rmSync(folder, { recursive: true });
print();
// The solver's own handles would keep the thread alive.
process.exit();
