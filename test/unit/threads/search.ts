import { expect } from 'vitest';
import { Evaluator, zeroValue } from '../../../src/terms/evaluate.ts';
import type { ModelValue } from '../../../src/terms/solver.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';

export type Inputs = ReadonlyMap<number, bigint>;

/** All states of a system, for both values of each choice between threads; the steps to a bad one, or null. */
export function stepsToBad(system: TransitionSystem): Inputs[] | null {
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
      if (evaluator.value(block.bad) === true) return path;
      expect(evaluator.value(block.gap)).toBe(false);
      if (evaluator.value(block.feasible) !== true) continue;
      pending.push({ state: block.next.map((t) => evaluator.value(t)), steps: path });
    }
  }
  return null;
}

/** All values of the inputs, each 0 or 1. */
function combinations(choices: readonly number[]): Inputs[] {
  return Array.from({ length: 2 ** choices.length }, (_, bits) => {
    return new Map(choices.map((i, position) => [i, BigInt((bits >> position) & 1)]));
  });
}
