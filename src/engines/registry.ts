import { bmc } from './bmc.ts';
import type { Engine } from './engine.ts';
import { kind } from './kind.ts';

export interface EngineOption {
  readonly name: string;
  readonly default: number | string | boolean;
  readonly doc: string;
}

export interface EngineEntry {
  readonly id: SystemEngineId;
  /** One line for `--help`. */
  readonly summary: string;
  /** Where the algorithm is described. */
  readonly reference: string;
  readonly options: readonly EngineOption[];
  readonly run: Engine;
}

/** Engines that work on the transition system. */
export type SystemEngineId = 'bmc' | 'kind';

const MAX_DEPTH: EngineOption = { name: 'maxDepth', default: 0, doc: 'longest run looked at, in steps; 0: no limit' };

export const ENGINES: Readonly<Record<SystemEngineId, EngineEntry>> = {
  bmc: {
    id: 'bmc',
    summary: 'bounded model checking: unrolls step by step, finds bugs, proves programs whose runs all end',
    reference: 'Biere, Cimatti, Clarke, Zhu: Symbolic Model Checking without BDDs (TACAS 1999)',
    options: [MAX_DEPTH],
    run: bmc,
  },
  kind: {
    id: 'kind',
    summary: 'k-induction, strengthened by the invariants that other engines find',
    reference: 'Beyer, Dangl, Wendler: Boosting k-Induction with Continuously-Refined Invariants (CAV 2015)',
    options: [
      MAX_DEPTH,
      { name: 'eliminate', default: true, doc: 'eliminate inputs that only decide branches from the error condition' },
      { name: 'simplePath', default: false, doc: 'assume in the step case that no state repeats' },
      { name: 'stepMilliseconds', default: 2_000, doc: 'time limit of a step check in ms, doubled whenever it is met; 0: none' },
    ],
    run: kind,
  },
};

/** True for the name of an engine that works on the transition system. */
export function isSystemEngine(id: string): id is SystemEngineId {
  return Object.hasOwn(ENGINES, id);
}

/** An engine's options with defaults filled in. Returns the name of the first option it does not have as `unknown`. */
export function completeOptions(
  id: SystemEngineId,
  given: Readonly<Record<string, number | string | boolean>>,
): { readonly options: Readonly<Record<string, number | string | boolean>>; readonly unknown: string | null } {
  const known = ENGINES[id].options;
  const unknown = Object.keys(given).find((name) => !known.some((o) => o.name === name)) ?? null;
  return { options: { ...Object.fromEntries(known.map((o) => [o.name, o.default])), ...given }, unknown };
}
