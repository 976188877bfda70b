import { both, type Condition, meets, QUESTIONS, usefulEngines, without } from './classes.ts';
import { learnOrder } from './greedy.ts';
import { inSlices, type Policy, type Slice } from './policies.ts';
import type { Sample } from './samples.ts';

/** A class of systems with its schedule. Each system meets the condition of exactly one class. */
export interface LearnedClass {
  readonly condition: Condition;
  readonly order: readonly Slice[];
  /** Samples of the class. */
  readonly tasks: number;
}

/** Budgets in seconds of CPU within which tasks should be solved. */
export const BUDGETS: readonly number[] = [2, 10, 60];

/**
 * Least tasks of a class with a learned schedule of its own.
 * A smaller class keeps its schedule, or takes that of the class above it.
 */
const LEAST_TASKS = 10;
const MOST_CLASSES = 10;
/**
 * Weight of the outermost class's tasks in a class's schedule: they order the engines without results
 * in the class.
 */
const OTHERS_WEIGHT = 0.1;
/**
 * Least gain in further solved tasks, in cross-validation over the mean of the budgets, for which a
 * question is asked.
 */
const LEAST_GAIN = 0.3;

/** Systems without loops always form a class, divided by floats, because other engines suit them. */
const LOOP_FREE: Condition = { loops: ['none'] };
/**
 * Each of these questions is always asked for the systems with loops that answer no to those before
 * it.
 */
const GIVEN: readonly Condition[] = [{ floats: [true] }, { products: [true] }, { arrays: [true] }, { cases: [true] }];

/** Gives a class a schedule that is not learned. */
export type Base = (condition: Condition) => readonly Slice[];

/**
 * A class in the unfinished tree: its condition, with those of the classes above it, the innermost
 * last.
 */
interface Leaf {
  readonly condition: Condition;
  readonly above: readonly Condition[];
  readonly score: number;
}

/**
 * Learns classes and their schedules from samples. The samples come in parts for cross-validation
 * (`folds`). A class is divided by the question that solves most further tasks on the folds that were
 * not learned from, as long as one does. `base` gives the schedule that follows once samples give no
 * further slices.
 */
export function learnClasses(folds: readonly (readonly Sample[])[], base: Base = () => []): readonly LearnedClass[] {
  const samples = folds.flat();
  const scored = (condition: Condition, above: readonly Condition[]): Leaf => ({
    condition,
    above,
    score: crossScore(folds, [...above, condition], base),
  });
  let leaves = givenPaths().map((path) => scored(path[path.length - 1], path.slice(0, -1)));
  while (leaves.length < MOST_CLASSES) {
    const best = leaves.flatMap((leaf) => divisions(leaf, samples, scored)).reduce(larger, null);
    if (best === null || best.gain < LEAST_GAIN) break;
    leaves = leaves.flatMap((leaf) => (leaf === best.leaf ? best.parts : [leaf]));
  }
  return leaves.map(({ condition, above }) => ({
    condition,
    order: orderFor(samples, [...above, condition], base),
    tasks: samples.filter((sample) => meets(sample.class, condition)).length,
  }));
}

/** The schedules of classes, each for its systems. */
export function byClass(classes: readonly LearnedClass[]): Policy {
  const policies = classes.map(({ condition, order }) => ({ condition, policy: inSlices(order) }));
  return (sample) => {
    const found = policies.find(({ condition }) => meets(sample.class, condition));
    return found === undefined ? Number.POSITIVE_INFINITY : found.policy(sample);
  };
}

/**
 * Quality of a time: the share of the budgets that it meets, plus a little for speed, to distinguish
 * equals.
 */
function worth(seconds: number): number {
  const last = BUDGETS[BUDGETS.length - 1];
  return (
    BUDGETS.filter((budget) => seconds <= budget).length / BUDGETS.length +
    (0.01 * (last - Math.min(seconds, last))) / last
  );
}

/** The classes that always exist, each with those above it. */
function givenPaths(): readonly (readonly Condition[])[] {
  const halves = (path: readonly Condition[], question: Condition): readonly (readonly Condition[])[] => {
    const condition = path[path.length - 1];
    return [both(condition, question), without(condition, question)].map((half) => [...path, half]);
  };
  const paths = [...halves([LOOP_FREE], GIVEN[0])];
  let rest: readonly Condition[] = [without({}, LOOP_FREE)];
  for (const question of GIVEN) {
    const [yes, no] = halves(rest, question);
    paths.push(yes);
    rest = no;
  }
  return [...paths, rest];
}

interface Division {
  readonly leaf: Leaf;
  readonly parts: readonly Leaf[];
  readonly gain: number;
}

function larger(best: Division | null, next: Division): Division | null {
  return next.gain > (best?.gain ?? 0) ? next : best;
}

function divisions(
  leaf: Leaf,
  samples: readonly Sample[],
  scored: (condition: Condition, above: readonly Condition[]) => Leaf,
): readonly Division[] {
  return QUESTIONS.flatMap((question) => {
    const parts = [both(leaf.condition, question), without(leaf.condition, question)];
    const sizes = parts.map((condition) => samples.filter((sample) => meets(sample.class, condition)).length);
    if (sizes.some((size) => size < LEAST_TASKS)) return [];
    const leaves = parts.map((condition) => scored(condition, [...leaf.above, leaf.condition]));
    return [{ leaf, parts: leaves, gain: leaves.reduce((sum, { score }) => sum + score, 0) - leaf.score }];
  });
}

/**
 * Returns the worth of a class's schedules on the folds that they were not learned from. `path`:
 * conditions from the outermost to that of the class.
 */
function crossScore(folds: readonly (readonly Sample[])[], path: readonly Condition[], base: Base): number {
  const condition = path[path.length - 1];
  return folds
    .map((fold, index) => {
      const tested = fold.filter((sample) => meets(sample.class, condition));
      if (tested.length === 0) return 0;
      const policy = inSlices(orderFor(folds.filter((_, other) => other !== index).flat(), path, base));
      return tested.reduce((sum, sample) => sum + worth(policy(sample)), 0);
    })
    .reduce((sum, score) => sum + score, 0);
}

/**
 * The schedule of the innermost class of a path. A class with too few samples has its schedule from
 * `base`. If `base` has none, the class has the schedule that is learned for the next class above with
 * enough samples.
 */
function orderFor(samples: readonly Sample[], path: readonly Condition[], base: Base): readonly Slice[] {
  const [outermost] = path;
  const condition = path[path.length - 1];
  const within = (condition: Condition): readonly Sample[] =>
    samples.filter((sample) => meets(sample.class, condition));
  const known = base(condition);
  if (within(condition).length < LEAST_TASKS && known.length > 0) return known;
  const own = new Set(within(path.findLast((one) => within(one).length >= LEAST_TASKS) ?? outermost));
  const weighted = within(outermost).map((sample) => ({ sample, weight: own.has(sample) ? 1 : OTHERS_WEIGHT }));
  return learnOrder(weighted, usefulEngines(condition), base(condition));
}
