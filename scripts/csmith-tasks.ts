import { mkdirSync, mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Answer, askCommand, type CsmithTask, csmithTasks } from '../test/conformance/csmith-tasks.ts';
import { neededHeaders } from './csmith-arguments.ts';

/**
 * Programs of csmith as verification tasks, two for each seed: `csmith-tasks FIRST COUNT [--float]
 * [--timeout SECONDS] [--keep FOLDER]`, seeds from FIRST on until COUNT programs made tasks. Runs
 * dist/cli.js (build it first), prints a line for each task with a flaw, and counts. FOLDER keeps
 * these tasks. Run it by `node scripts/run.mjs`.
 */
const { argv } = process;
const option = (name: string): string | undefined => {
  const at = argv.indexOf(name);
  return at < 0 ? undefined : argv[at + 1];
};
const first = Number(argv[2] ?? 1);
const wanted = Number(argv[3] ?? 20);
const floats = argv.includes('--float');
const seconds = Number(option('--timeout') ?? 20);
const keep = option('--keep');
const cli = resolve('dist/cli.js');

const headers = neededHeaders();
if (keep !== undefined) mkdirSync(keep, { recursive: true });

const counts = { right: 0, unknown: 0, wrong: 0 };
const reasons = new Map<string, number>();
let programs = 0;
let skipped = 0;
let slowest = 0;

/** A reason without the places that differ from program to program. */
const kindOf = (why: string): string => why.replace(/ at \S+:\d+:\d+/g, '').replace(/\d+/g, 'N');

function record(seed: number, task: CsmithTask, answer: Answer): void {
  slowest = Math.max(slowest, answer.seconds);
  const { verdict, why } = answer;
  const result = verdict === task.expected ? 'right' : verdict === 'UNKNOWN' ? 'unknown' : 'wrong';
  counts[result]++;
  if (result === 'right') return;
  if (result === 'unknown') reasons.set(kindOf(why), (reasons.get(kindOf(why)) ?? 0) + 1);
  writeSync(1, `seed ${seed}: ${verdict} instead of ${task.expected}: ${why} (${answer.seconds.toFixed(1)} s)\n`);
  if (keep !== undefined)
    writeFileSync(join(keep, `${result}-${seed}${floats ? '-float' : ''}-${task.expected}.c`), task.text);
}

const folder = mkdtempSync(join(tmpdir(), 'lemmata-csmith-'));
try {
  for (let seed = first; programs < wanted; seed++) {
    const tasks = csmithTasks(seed, { headers, floats });
    if (tasks === null) {
      skipped++;
      continue;
    }
    programs++;
    for (const task of tasks) record(seed, task, askCommand(cli, task, join(folder, 'program.c'), seconds));
    // The loop never yields, so that only a synchronous write is seen while it runs.
    writeSync(2, `${seed}: ${JSON.stringify(counts)}, at most ${slowest.toFixed(1)} s\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const [why, count] of [...reasons].sort(([, a], [, b]) => b - a)) console.log(`${count} unknown: ${why}`);
const all = 2 * programs;
console.log(
  `${programs} programs${floats ? ' with floats' : ''} (${skipped} skipped): ${counts.right} of ${all} tasks right, ${counts.unknown} unknown, ${counts.wrong} wrong; at most ${slowest.toFixed(1)} s`,
);
process.exitCode = counts.wrong === 0 ? 0 : 1;
