import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { TermMap } from '../../../logic/terms/term-map.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../system.ts';
import { type PassResult, unchanged } from './pass.ts';
import { decidingTerms, refreshBlocks, restrict } from './restrict.ts';

/**
 * Cone of influence: drops state variables and inputs that influence neither bad, nor gaps, nor
 * feasibility, nor the program counter. A replay must also know when an input is read, so that the
 * guards of remaining inputs count as well. Linear.
 */
export function coneOfInfluence(system: TransitionSystem): PassResult {
  const { terms, stateVars, inputs, blocks, pc } = system;
  const stateIndex = new Map(stateVars.map((v, i) => [v.term, i]));
  const inputIndex = new Map(inputs.map((v, i) => [v.term, i]));
  const keepState = new Set<number>();
  const keepInput = new Set<number>();
  const seen = new TermMap();
  let roots: Term[] = [system.initConstraint, ...blocks.flatMap((block) => decidingTerms(system, block))];
  if (pc !== null) roots.push(stateVars[pc].term);
  while (roots.length > 0) {
    const fresh: Term[] = [];
    for (const t of postorder(terms, roots, seen)) {
      if (terms.op(t) !== Op.VARIABLE) continue;
      const state = stateIndex.get(t);
      const input = inputIndex.get(t);
      if (state !== undefined) {
        keepState.add(state);
        fresh.push(system.init[state]);
        for (const block of blocks) fresh.push(block.next[state]);
      } else if (input !== undefined) {
        keepInput.add(input);
        const { origin, phase } = inputs[input];
        if (origin !== null && phase === 'step') fresh.push(origin.guard);
      }
    }
    roots = fresh;
  }
  if (keepState.size === stateVars.length && keepInput.size === inputs.length) return unchanged(system);
  const states = stateVars.flatMap((_, i) => (keepState.has(i) ? [i] : []));
  const kept = inputs.flatMap((_, i) => (keepInput.has(i) ? [i] : []));
  return {
    system: refreshBlocks(restrict(system, states, kept)),
    back: [{ replaced: [], fact: terms.true, ranges: [], inputs: kept }],
  };
}
