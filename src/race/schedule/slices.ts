import { descriptionOf } from '../../engines/register.ts';
import { classOf, type SystemClass, type SystemFacts } from '../facts.ts';
import type { EngineOptions, PortfolioSet, SliceEntry, StageCondition } from '../options/portfolio-set.ts';
import type { EngineName } from './engine-names.ts';

/** An engine with its options, as it takes part in a race. */
export interface RacingEngine {
  /** Unique in the race: the engine's name, followed by `.2`, `.3` if it takes part several times. */
  readonly id: string;
  readonly engine: EngineName;
  readonly options: EngineOptions;
}

/** A slice of CPU time of an engine in the race. */
export interface Slice {
  /** Id of the engine. */
  readonly engine: string;
  /** CPU time of the engine's thread, ms. */
  readonly milliseconds: number;
}

/**
 * The engines that race on a system, in order of their first slices, and all slices; both lists are
 * empty if none takes part.
 */
export interface Slices {
  readonly engines: readonly RacingEngine[];
  readonly slices: readonly Slice[];
  /** The slices that come next, once, when nearly all checks are decided. */
  readonly nearlyAll: readonly Slice[];
  /** The slices that come next once few checks are left. */
  readonly fewLeft: readonly Slice[];
}

/** One of several machines that verify the same program at the same time. */
export interface Machine {
  /** Index from 0. */
  readonly index: number;
  readonly of: number;
}

/** The slices of a set for a system with these facts: those of the first stage whose condition holds. */
export function slicesFor(set: PortfolioSet, facts: SystemFacts): Slices {
  const system = classOf(facts);
  const stage = set.stages.find(({ when = {} }) => conditionHolds(when, system));
  const { order = [], nearlyAll = [], fewLeft = [] } = stage ?? {};
  const engines = new Map<string, RacingEngine>();
  const counts = new Map<EngineName, number>();
  const sliceOf = ({ engine, options = {}, seconds }: SliceEntry): Slice[] => {
    // The simulator runs programs.
    if (engine === 'sim' && facts.source === 'hardware') return [];
    const key = engineKey({ engine, options });
    let racing = engines.get(key);
    if (racing === undefined) {
      const count = (counts.get(engine) ?? 0) + 1;
      counts.set(engine, count);
      racing = { id: count === 1 ? engine : `${engine}.${count}`, engine, options };
      engines.set(key, racing);
    }
    return [{ engine: racing.id, milliseconds: 1000 * seconds }];
  };
  const slices = order.flatMap(sliceOf);
  const [nearly, few] = [nearlyAll, fewLeft].map((some) => some.flatMap(sliceOf));
  return { slices, nearlyAll: nearly, fewLeft: few, engines: [...engines.values()] };
}

/**
 * Returns a machine's slices. Each engine belongs to a machine, by the order of the first slices, so that
 * the most promising engines begin at once on different machines. A machine begins with all slices of
 * its own engines; those of the others follow, its successor's first. Every engine therefore takes part
 * everywhere, and a proof that needs lemmas of several engines can be found on each machine. The
 * result is deterministic.
 */
export function slicesOnMachine(all: Slices, { index, of }: Machine): Slices {
  const { engines, slices } = all;
  if (of === 1 || engines.length === 0) return all;
  // If there are more machines than engines, the later ones begin like the first ones, with another seed.
  const owners = Math.min(of, engines.length);
  const places = new Map(engines.map(({ id }, place) => [id, place % owners]));
  const distance = (id: string): number => ((places.get(id) ?? 0) - (index % owners) + owners) % owners;
  const byDistance = <T>(items: readonly T[], idOf: (item: T) => string): readonly T[] =>
    [...items].sort((a, b) => distance(idOf(a)) - distance(idOf(b)));
  return {
    ...all,
    engines: byDistance(engines, ({ id }) => id),
    slices: byDistance(slices, ({ engine }) => engine),
  };
}

/** The slices without the simulator's, unless it is the only engine. */
export function withoutSimulator(all: Slices): Slices {
  const narrow = only(all, (one) => !isSimulator(one));
  return narrow.engines.length === 0 ? all : narrow;
}

/** The slices of the engines that look for proofs rather than for runs, without some of them. */
export function slicesOfProvers(all: Slices, finished: ReadonlySet<string>): Slices {
  return only(all, ({ id, engine }) => looksForProofs(engine) && !finished.has(id));
}

/** Whether a set has engines that look for proofs rather than for runs. */
export function hasProvers({ stages }: PortfolioSet): boolean {
  return stages.some(({ order }) => order.some(({ engine }) => looksForProofs(engine)));
}

function looksForProofs(engine: EngineName): boolean {
  return !(descriptionOf(engine).followsRuns ?? false);
}

/** Time in ms that engines get at once which try given candidates. */
const CANDIDATES_MILLISECONDS = 1000;

/** The same slices behind one of each engine that tries given candidates (`EngineContext.candidates`). */
export function candidatesFirst(all: Slices): Slices {
  const first = all.engines.filter(({ engine }) => descriptionOf(engine).triesCandidates ?? false);
  return {
    ...all,
    slices: [...first.map(({ id }) => ({ engine: id, milliseconds: CANDIDATES_MILLISECONDS })), ...all.slices],
  };
}

/** The same slices, but those of the simulator take at least this time in ms. */
export function withLongRuns(all: Slices, milliseconds: number): Slices {
  const runs = new Set(all.engines.filter(isSimulator).map(({ id }) => id));
  const slices = all.slices.map((slice) =>
    runs.has(slice.engine) ? { ...slice, milliseconds: Math.max(slice.milliseconds, milliseconds) } : slice,
  );
  return { ...all, slices };
}

function isSimulator({ engine }: RacingEngine): boolean {
  return engine === 'sim';
}

function only(all: Slices, keeps: (engine: RacingEngine) => boolean): Slices {
  const engines = all.engines.filter(keeps);
  const ids = new Set(engines.map(({ id }) => id));
  const without = (slices: readonly Slice[]): readonly Slice[] => slices.filter(({ engine }) => ids.has(engine));
  const [slices, nearlyAll, fewLeft] = [all.slices, all.nearlyAll, all.fewLeft].map(without);
  return { engines, slices, nearlyAll, fewLeft };
}

/**
 * Returns a key that two entries share if they are slices of one engine; the order of options does
 * not matter.
 */
export function engineKey({ engine, options = {} }: Omit<SliceEntry, 'seconds'>): string {
  return JSON.stringify([engine, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function conditionHolds(when: StageCondition, system: SystemClass): boolean {
  return (
    (when.loops?.includes(system.loops) ?? true) &&
    (when.arrays ?? system.arrays) === system.arrays &&
    (when.floats ?? system.floats) === system.floats &&
    (when.products ?? system.products) === system.products &&
    (when.heap ?? system.heap) === system.heap &&
    (when.checks ?? system.checks) === system.checks &&
    (when.threads ?? system.threads) === system.threads &&
    (when.cases ?? system.cases) === system.cases &&
    (when.deterministic ?? system.deterministic) === system.deterministic
  );
}
