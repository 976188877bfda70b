import { basename, dirname } from 'node:path';
import { gatherTasks } from '../src/apps/compete/input/gather.ts';
import type { CompetitionTask } from '../src/apps/compete/task.ts';
import { numbersBelow } from '../src/base/xorshift.ts';
import type { SystemFacts } from '../src/race/facts.ts';
import { appendRecord, type EngineChoice, readMatrix, type TaskRecord } from './schedule/matrix.ts';
import { choices, evenly, isOpen, isTried, limitOf } from './schedule/pairs.ts';
import { Host, Solo } from './schedule/solo.ts';

/**
 * Runs each engine alone on verification tasks, for `learn-schedule.ts`.
 *
 *     node scripts/run.mjs scripts/engine-matrix.ts JOURNAL SECONDS TASKS...
 *
 * TASKS are task definitions, lists or patterns as for `lemmata compete`. An engine has at most SECONDS
 * of its thread's CPU time on a task. JOURNAL gets a JSON line for each task and each run. Runs in it
 * are not repeated, so that the script may be stopped at any time. A larger limit repeats only runs
 * that ended at a smaller one. Tasks that the quick stage decides need no engines. If SECONDS is 0, the
 * script runs no engine, but computes the facts of the journal's tasks again. It uses the built workers
 * (`npm run build`), and works on Linux only. `scripts/schedule/journal.jsonl` is a journal to go on with.
 */

const [journal, secondsText, ...inputs] = process.argv.slice(2);
const most = Number(secondsText);
if (journal === undefined || !(most >= 0) || inputs.length === 0)
  throw new Error('engine-matrix.ts JOURNAL SECONDS TASKS...');

const SEED = 19;
const host = new Host();
const { tasks, problems } = gatherTasks(inputs, { kind: 'all' });
for (const { message } of problems) console.error(message);
const familyOf = ({ definition }: CompetitionTask): string => basename(dirname(definition));
const order = evenly(tasks, familyOf, numbersBelow(SEED));
for (const [index, task] of order.entries()) {
  const solved = await runTask(task, index);
  if (solved !== null) console.log(`${index + 1}/${order.length} ${task.name}: ${solved}`);
}
process.exit(0);

/** Returns the outcome of the task in a few words; null if there was nothing to do. */
async function runTask(task: CompetitionTask, index: number): Promise<string | null> {
  const matrix = readMatrix(journal);
  const known = matrix.tasks.get(task.id);
  if (most === 0) return known === undefined || known.facts === null ? null : renewFacts(task, known);
  if (!isTried(matrix, task.id) || (known !== undefined && (known.facts === null || known.quick !== null))) return null;
  if (known?.facts && open(task, known.facts, index).length === 0) return null;
  appendRecord(journal, { kind: 'begun', task: task.id, engine: null });
  const expected = task.property?.expected?.holds ?? null;
  const common = { kind: 'task', task: task.id, family: familyOf(task), expected } as const;
  const solo = await compiled(task);
  if (solo === null) {
    appendRecord(journal, { ...common, facts: null, compile: 0, quick: null });
    return 'not compiled';
  }
  try {
    const { facts, compileSeconds: compile } = solo;
    const quick = known === undefined ? await solo.quick() : null;
    if (quick !== null && quick.verdict !== (expected ?? quick.verdict)) throw new Error(`wrong verdict: ${task.id}`);
    appendRecord(journal, { ...common, facts, compile, quick: quick?.seconds ?? null });
    return quick === null ? await runEngines(solo, task, index) : 'quick';
  } finally {
    solo.close();
  }
}

/** Null if the task cannot be compiled. */
function compiled({ id, files, property, dataModel }: CompetitionTask): Promise<Solo | null> {
  const options = { files, dataModel: dataModel ?? undefined, propertyFile: property?.file };
  return Solo.open(host, options).catch((error: unknown) => {
    console.error(id, error);
    return null;
  });
}

async function renewFacts(task: CompetitionTask, known: TaskRecord): Promise<string> {
  const solo = await compiled(task);
  appendRecord(journal, { ...known, facts: solo?.facts ?? null });
  solo?.close();
  return 'facts';
}

/** The engines that have not been run on a task yet, in their order. */
function open(task: CompetitionTask, facts: SystemFacts, index: number): readonly EngineChoice[] {
  const matrix = readMatrix(journal);
  const runs = matrix.runs.get(task.id) ?? new Map();
  return choices(facts, numbersBelow(SEED + index)).filter((engine) =>
    isOpen(matrix, task.id, engine, limitOf(engine, runs, most)),
  );
}

async function runEngines(solo: Solo, task: CompetitionTask, index: number): Promise<string> {
  const solvers: string[] = [];
  for (const engine of open(task, solo.facts, index)) {
    const matrix = readMatrix(journal);
    const limit = limitOf(engine, matrix.runs.get(task.id) ?? new Map(), most);
    // Decisions of other engines have made the limit smaller meanwhile.
    if (!isOpen(matrix, task.id, engine, limit)) continue;
    appendRecord(journal, { kind: 'begun', task: task.id, engine });
    const result = await solo.run(engine, limit);
    appendRecord(journal, { kind: 'run', task: task.id, engine, ...result, limit });
    const { verdict, seconds } = result;
    if (verdict === null) continue;
    if (verdict !== (task.property?.expected?.holds ?? verdict))
      console.error(`WRONG VERDICT: ${engine} on ${task.id}`);
    solvers.push(`${engine} ${seconds.toFixed(2)}`);
  }
  return solvers.length === 0 ? '-' : solvers.join(', ');
}
