import { gatherTasks } from '../src/apps/compete/input/gather.ts';
import type { CompetitionTask } from '../src/apps/compete/task.ts';
import { numbersBelow } from '../src/base/xorshift.ts';
import { answers, appendRun, keyOf, type RunRecord, readRuns, type Setting } from './exchange/journal.ts';
import { report } from './exchange/report.ts';
import { runTask } from './exchange/runs.ts';

/**
 * Runs tasks with and without the exchange of lemmas, at equal CPU time, and prints its worth.
 *
 *     node scripts/run.mjs scripts/exchange-ablation.ts JOURNAL SECONDS COUNT THREADS TASKS...
 *
 * COUNT tasks are drawn by a fixed seed from TASKS (definitions, lists or patterns as for `lemmata
 * compete`). Tasks that the quick stage decides do not count. THREADS is a list such as `1,2,4`. Each
 * run is a process of its own with SECONDS of CPU time, including the threads of the audit. JOURNAL
 * gets a JSON line for each run. Existing runs are not repeated, so that the script may be stopped at
 * any time. If COUNT is 0, it prints the tables of the journal. Uses the built library (`npm run
 * build`).
 */

const [journal, secondsText, countText, threadsText, ...inputs] = process.argv.slice(2);
const limit = Number(secondsText);
const count = Number(countText);
const threads = (threadsText ?? '').split(',').map(Number);
if (journal === undefined || !(limit > 0) || !(count >= 0) || !threads.every((n) => n >= 1))
  throw new Error('exchange-ablation.ts JOURNAL SECONDS COUNT THREADS TASKS...');

const SEED = 4;
const settings = threads.flatMap((n): Setting[] => [
  { exchange: false, threads: n },
  { exchange: true, threads: n },
]);
const known = new Map(readRuns(journal).map((run) => [keyOf(run.task, run), run]));
let done = 0;
for (const task of drawn()) {
  if (done >= count) break;
  if (await runAll(task)) done += 1;
}
console.log(report([...known.values()].filter(({ threads: n }) => threads.includes(n))));
process.exit(0);

/** All tasks in the order of the draw. */
function drawn(): readonly CompetitionTask[] {
  if (count === 0) return [];
  const { tasks, problems } = gatherTasks(inputs, { kind: 'all' });
  for (const { message } of problems) console.error(message);
  const random = numbersBelow(SEED);
  const keyed = tasks.map((task) => ({ task, key: random(2 ** 30) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ task }) => task);
}

/**
 * Makes the runs of a task that the journal lacks; false if the task does not count, because no race
 * decides it.
 */
async function runAll(task: CompetitionTask): Promise<boolean> {
  for (const setting of settings) {
    const key = keyOf(task.id, setting);
    let run: RunRecord | undefined = known.get(key);
    if (run === undefined || !answers(run, limit)) {
      run = await runTask(task, setting, limit);
      appendRun(journal, run);
      known.set(key, run);
      const { verdict, engine, seconds } = run;
      console.error(
        `${done + 1} ${task.name} ${JSON.stringify(setting)}: ${verdict} ${engine ?? ''} ${seconds.toFixed(2)} s`,
      );
    }
    if (run.stage === 'quick') return false;
  }
  return true;
}
