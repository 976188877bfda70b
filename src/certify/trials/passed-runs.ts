import { Layout } from '../../c/types/layout.ts';
import { Machine, minedConstants, minedFloats, type SeededMode, seededInputs } from '../../interpreter/index.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { type AssumptionCall, assumptionCalls } from '../../program/cfa/passed-calls.ts';

/** Most runs, and most steps of each. */
const RUNS = 24;
const STEPS = 20_000;
/** Most bytes of all objects of a run. */
const MEMORY = 2 ** 26;
const MODES: readonly SeededMode[] = ['zero', 'boundary', 'mix', 'random', 'small'];

/**
 * Returns the assumptions of a program that none of a few runs passes. Takes at most about
 * `milliseconds`; then the rest counts as passed.
 */
export function unpassedAssumptions(
  program: Program,
  { errorFunctions, milliseconds, seed }: TriedRuns,
): readonly AssumptionCall[] {
  const calls = assumptionCalls(program);
  if (calls.length === 0) return [];
  const deadline = performance.now() + milliseconds;
  const left = new Map(calls.map((call) => [`${call.caller}:${call.edge.to}`, call]));
  const locations = new Map<number, Set<number>>();
  for (const { caller, edge } of calls) locations.set(caller, (locations.get(caller) ?? new Set()).add(edge.to));
  const drawn = {
    layout: new Layout(program),
    constants: minedConstants(program),
    floats: minedFloats(program),
  };
  const source = (run: number) => seededInputs(seed * 1_000_003 + run, MODES[run % MODES.length], drawn);
  const arrived = (moment: { readonly functionId: number; readonly location: number }): boolean => {
    left.delete(`${moment.functionId}:${moment.location}`);
    return left.size > 0;
  };
  const machine = new Machine(program, {
    inputs: source(0),
    errorFunctions,
    memoryLimit: MEMORY,
    watch: { locations, arrived },
  });
  for (let run = 0; run < RUNS && left.size > 0; run++) {
    if (performance.now() > deadline) return [];
    machine.run({ inputs: source(run), maxSteps: STEPS, record: 'none', stopped: () => performance.now() > deadline });
  }
  return [...left.values()];
}

/** Bounds of the runs. `milliseconds`: time for all of them. */
export interface TriedRuns {
  readonly errorFunctions: readonly string[];
  readonly milliseconds: number;
  readonly seed: number;
}
