import type { numbersBelow } from '../../src/base/xorshift.ts';
import { classOf, type SystemFacts } from '../../src/race/facts.ts';
import { CHOICES, isUseful } from './classes.ts';
import { begunKey, type EngineChoice, type Matrix, type RunRecord } from './matrix.ts';

type Random = ReturnType<typeof numbersBelow>;

/** Methods with little in common: a task that none of them decides is hard for all engines. */
const DIVERSE: readonly EngineChoice[] = ['sim', 'houdini', 'ic3', 'kind', 'bmc'];
/** Share of the limit for the other engines where all of these failed. */
const HARD_PART = 0.5;
/** An engine that is slower than another one on a task by this factor is of no use to it. */
const USEFUL_TIMES = 4;
const LEAST_SECONDS = 0.3;
/** Attempts after which a task, or an engine on it, that ends the process is left out. */
const MOST_ATTEMPTS = 2;

/** The engines for a system: first those with little in common, then the others in random order. */
export function choices(facts: SystemFacts, random: Random): readonly EngineChoice[] {
  const system = classOf(facts);
  const all = CHOICES.filter((engine) => isUseful(engine, system));
  const first = all.filter((engine) => DIVERSE.includes(engine));
  const others = all.filter((engine) => !DIVERSE.includes(engine));
  return [...shuffled(first, random), ...shuffled(others, random)];
}

/**
 * Seconds of CPU for the next engine on a task, of at most `most`. It is a few times as long as
 * another engine took that has decided the task. It is less where the first few engines failed at the
 * full limit.
 */
export function limitOf(engine: EngineChoice, runs: ReadonlyMap<EngineChoice, RunRecord>, most: number): number {
  const solved = [...runs.values()].filter(({ verdict }) => verdict !== null).map(({ seconds }) => seconds);
  if (solved.length > 0) return Math.min(most, Math.max(LEAST_SECONDS, USEFUL_TIMES * Math.min(...solved)));
  const first = DIVERSE.flatMap((other) => runs.get(other) ?? []);
  const hard = !DIVERSE.includes(engine) && first.length > 0 && first.every((run) => run.limit >= most);
  return hard ? HARD_PART * most : most;
}

/** Whether an engine must still be run on a task with this limit. */
export function isOpen(matrix: Matrix, task: string, engine: EngineChoice, limit: number): boolean {
  if ((matrix.unfinished.get(begunKey(task, engine)) ?? 0) >= MOST_ATTEMPTS) return false;
  const run = matrix.runs.get(task)?.get(engine);
  return run === undefined || (run.end === 'limit' && run.limit < limit);
}

/** Whether a task has ended the process less often than the limit of attempts. */
export function isTried(matrix: Matrix, task: string): boolean {
  return (matrix.unfinished.get(begunKey(task, null)) ?? 0) < MOST_ATTEMPTS;
}

/**
 * Returns the tasks in random order, such that each prefix has equally many tasks of all families, as
 * far as possible.
 */
export function evenly<T>(tasks: readonly T[], familyOf: (task: T) => string, random: Random): readonly T[] {
  const families = new Map<string, T[]>();
  for (const task of shuffled(tasks, random)) {
    const family = familyOf(task);
    families.set(family, [...(families.get(family) ?? []), task]);
  }
  const order = shuffled([...families.values()], random);
  const rounds = Math.max(0, ...order.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => order.flatMap((family) => family.slice(round, round + 1))).flat();
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const keyed = items.map((item) => ({ item, key: random(2 ** 30) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
