import { SIM } from '../../engines/methods/options.ts';
import { descriptionOf } from '../../engines/register.ts';
import { classOf, type SystemClass, type SystemFacts } from '../facts.ts';
import type { EngineOptions, PortfolioSet, SliceEntry, StageCondition } from '../options/portfolio-set.ts';
import type { EngineName } from './engine-names.ts';

/** One engine of a race that is about to begin. */
export interface Entrant {
  /** Unique in the race: the engine's name, followed by `.2`, `.3` if it takes part several times. */
  readonly id: string;
  readonly engine: EngineName;
  readonly options: EngineOptions;
}

/** A slice of CPU time of an engine in the race. */
export interface Slice {
  /** Id of the entrant. */
  readonly engine: string;
  /** CPU time of the engine's thread, ms. */
  readonly milliseconds: number;
}

/**
 * The engines that race on a system, in order of their first slices, and all slices; both lists are
 * empty if none takes part.
 */
export interface Plan {
  readonly entrants: readonly Entrant[];
  readonly slices: readonly Slice[];
}

/** The schedule of a set for a system with these facts: that of the first stage whose condition holds. */
export function planFor(set: PortfolioSet, facts: SystemFacts): Plan {
  const system = classOf(facts);
  const order = set.stages.find(({ when = {} }) => conditionHolds(when, system))?.order ?? [];
  const entrants = new Map<string, Entrant>();
  const counts = new Map<EngineName, number>();
  const slices: Slice[] = [];
  for (const { engine, options = {}, seconds } of order) {
    // The simulator runs programs.
    if (engine === 'sim' && system.hardware) continue;
    const key = contestant({ engine, options });
    let entrant = entrants.get(key);
    if (entrant === undefined) {
      const count = (counts.get(engine) ?? 0) + 1;
      counts.set(engine, count);
      entrant = { id: count === 1 ? engine : `${engine}.${count}`, engine, options };
      entrants.set(key, entrant);
    }
    slices.push({ engine: entrant.id, milliseconds: 1000 * seconds });
  }
  return { entrants: [...entrants.values()], slices };
}

/** The plan without the simulator, unless it is the only engine. */
export function withoutSimulator(plan: Plan): Plan {
  return narrowed(plan, (entrant) => !isSimulator(entrant));
}

/** The plan of the engines that follow runs from the start, unless there is none. */
export function ofSearchers(plan: Plan): Plan {
  return narrowed(plan, ({ engine }) => descriptionOf(engine).followsRuns ?? false);
}

/** The plan of the simulator alone, which looks for failing runs; empty if it takes no part. */
export function ofSimulator(plan: Plan): Plan {
  const { entrants, slices } = only(plan, isSimulator);
  return {
    entrants: entrants.map((one) => ({ ...one, options: { ...one.options, [SIM.proofs.name]: false } })),
    slices,
  };
}

/** Whether the simulator takes part in races on a system with these facts. */
export function simulates(set: PortfolioSet, facts: SystemFacts): boolean {
  return planFor(set, facts).entrants.some(isSimulator);
}

function isSimulator({ engine }: Entrant): boolean {
  return engine === 'sim';
}

function narrowed(plan: Plan, keeps: (entrant: Entrant) => boolean): Plan {
  const narrow = only(plan, keeps);
  return narrow.entrants.length === 0 ? plan : narrow;
}

function only(plan: Plan, keeps: (entrant: Entrant) => boolean): Plan {
  const entrants = plan.entrants.filter(keeps);
  const ids = new Set(entrants.map(({ id }) => id));
  return { entrants, slices: plan.slices.filter(({ engine }) => ids.has(engine)) };
}

/**
 * Returns a key that two entries share if they are slices of one contestant; the order of options does
 * not matter.
 */
export function contestant({ engine, options = {} }: Omit<SliceEntry, 'seconds'>): string {
  return JSON.stringify([engine, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function conditionHolds(when: StageCondition, system: SystemClass): boolean {
  return (
    (when.loops?.includes(system.loops) ?? true) &&
    (when.size?.includes(system.size) ?? true) &&
    (when.arrays ?? system.arrays) === system.arrays &&
    (when.floats ?? system.floats) === system.floats &&
    (when.products ?? system.products) === system.products &&
    (when.heap ?? system.heap) === system.heap &&
    (when.checks ?? system.checks) === system.checks &&
    (when.threads ?? system.threads) === system.threads &&
    (when.cases ?? system.cases) === system.cases &&
    (when.deterministic ?? system.deterministic) === system.deterministic &&
    (when.hardware ?? system.hardware) === system.hardware
  );
}
