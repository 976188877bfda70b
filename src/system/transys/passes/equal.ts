import type { Term } from '../../../logic/terms/builder.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import type { TransitionSystem } from '../system.ts';
import { type PassResult, unchanged } from './pass.ts';
import { mapBlocks } from './restrict.ts';

/** Refinements before giving up. */
const MAX_ROUNDS = 10;

/**
 * Merges state variables that always have equal values. It computes the coarsest partition into
 * classes of equal initial values that every block preserves (optimistic partition refinement, as van
 * Eijk, DATE 1998, does for registers). The cone of influence drops variables that are not read any
 * more.
 */
export function mergeEqual(system: TransitionSystem): PassResult {
  const { terms, stateVars, blocks } = system;
  let classes = classesBy(stateVars.map((_, v) => `${system.init[v]}`));
  let count = new Set(classes).size;
  for (let round = 0; count < stateVars.length; round++) {
    if (round === MAX_ROUNDS) return unchanged(system);
    const over = representatives(system, classes);
    const keys = classes.map((c) => `${c}`);
    for (const block of blocks) {
      // A block that cannot be left preserves every class; its next values have no meaning.
      if (block.feasible === terms.false) continue;
      for (let v = 0; v < keys.length; v++) keys[v] += ` ${over.apply(block.next[v])}`;
    }
    classes = classesBy(keys);
    const refined = new Set(classes).size;
    if (refined === count) break;
    count = refined;
  }
  if (count === stateVars.length) return unchanged(system);
  const equalities: Term[] = [];
  const merged: number[] = [];
  classes.forEach((representative, v) => {
    if (representative === v) return;
    merged.push(v);
    equalities.push(terms.eq(stateVars[v].term, stateVars[representative].term));
  });
  const over = representatives(system, classes);
  const fact = terms.andAll(equalities);
  return {
    system: mapBlocks(system, () => (t) => over.apply(t)),
    back: [
      {
        replaced: [],
        fact,
        inputs: system.inputs.map((_, i) => i),
        stateVars: stateVars.map((_, i) => i),
        distinctToo: merged,
      },
    ],
  };
}

/** The first position with the same key, for each position. */
function classesBy(keys: readonly string[]): number[] {
  const first = new Map<string, number>();
  return keys.map((key, i) => {
    const known = first.get(key);
    if (known !== undefined) return known;
    first.set(key, i);
    return i;
  });
}

function representatives({ terms, stateVars }: TransitionSystem, classes: readonly number[]): Substitution {
  const mapping = new Map<Term, Term>();
  classes.forEach((representative, v) => {
    if (representative !== v) mapping.set(stateVars[v].term, stateVars[representative].term);
  });
  return new Substitution(terms, mapping);
}
