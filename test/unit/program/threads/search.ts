import { expect } from 'vitest';
import { Evaluator, zeroValue } from '../../../../src/logic/terms/evaluate.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';

export type Inputs = ReadonlyMap<number, bigint>;

/** The steps to a bad state, or null; no step may meet a gap. */
export function stepsToBad(system: TransitionSystem): Inputs[] | null {
  const { bad, gap } = allStates(system);
  expect(gap).toBe(false);
  return bad;
}

/**
 * Visits all states of a system, for both values of each choice between threads. `bad`: the steps to a
 * bad state, where the search ends; null: none. `gap`: whether some step before met a gap.
 */
export function allStates(system: TransitionSystem): { readonly bad: Inputs[] | null; readonly gap: boolean } {
  let gap = false;
  const { terms, stateVars, inputs, blocks, pc } = system;
  const positions = new Map(stateVars.map(({ term }, i) => [term, i]));
  const choices = inputs.flatMap(({ origin }, i) => (origin?.kind === 'nondet' ? [i] : []));
  const start = new Evaluator(terms, (t) => zeroValue(terms.sort(t)));
  const first = system.init.map((t) => start.value(t));
  const seen = new Set<string>();
  const pending: { state: ModelValue[]; steps: Inputs[] }[] = [{ state: first, steps: [] }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { state, steps } = next;
    const key = state.join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    const block = blocks[pc === null ? 0 : Number(state[pc])];
    for (const taken of combinations(choices)) {
      const values = new Map([...taken].map(([i, value]) => [inputs[i].term, value]));
      const evaluator = new Evaluator(terms, (t) => {
        const position = positions.get(t);
        return position === undefined ? (values.get(t) ?? zeroValue(terms.sort(t))) : state[position];
      });
      const path = [...steps, taken];
      if (evaluator.value(block.bad) === true) return { bad: path, gap };
      if (evaluator.value(block.gap) === true) gap = true;
      if (evaluator.value(block.feasible) !== true) continue;
      pending.push({ state: block.next.map((t) => evaluator.value(t)), steps: path });
    }
  }
  return { bad: null, gap };
}

/** All values of the inputs, each 0 or 1. */
function combinations(choices: readonly number[]): Inputs[] {
  return Array.from({ length: 2 ** choices.length }, (_, bits) => {
    return new Map(choices.map((i, position) => [i, BigInt((bits >> position) & 1)]));
  });
}
