import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { substitute } from '../../../logic/terms/substitute.ts';
import type { Ranking } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { speaksOnlyOf } from './form.ts';
import { atBlock } from './invariant.ts';
import { type Prover, Refused } from './prover.ts';

// Conditions of a proof that all runs end. All functions throw `Refused` for a condition that is not
// proved.

/** Checks that the invariant is a formula over the state, and that the tuples of all blocks fit. */
export function checkRankingForm(system: TransitionSystem, { invariant, measures }: Ranking): void {
  const { terms, stateVars, blocks, pc } = system;
  if (invariant === NO_TERM || terms.sort(invariant).kind !== 'bool')
    throw new Refused('form', 'the invariant is not Boolean');
  if (measures.length !== blocks.length) throw new Refused('form', 'not every block has a measure');
  if (pc === null && blocks[0].successors.length > 0 && blocks.length !== 1)
    throw new Refused('form', 'several blocks without a program counter');
  const [first] = measures;
  for (const tuple of measures) {
    if (tuple.length !== first.length) throw new Refused('form', 'measures differ in length');
    for (const [position, word] of tuple.entries()) {
      if (word === NO_TERM || terms.sort(word).kind !== 'bv') throw new Refused('form', 'a measure is no word');
      if (terms.width(word) !== terms.width(first[position])) throw new Refused('form', 'measures differ in width');
    }
  }
  const state = new Set(stateVars.map((v) => v.term));
  speaksOnlyOf(system, [invariant, ...measures.flat()], state, 'a measure or its invariant');
}

/** Proves that the invariant excludes gaps at a block. */
export function showNoGap(prover: Prover, invariant: Term, id: number): void {
  const { terms, blocks } = prover.system;
  const { name, bad, gap } = blocks[id];
  const here = atBlock(prover.system, id);
  const goal = substitute(terms, terms.or(bad, gap), here);
  if (goal === terms.false) return;
  prover.withSolver((solver) => {
    solver.assert(substitute(terms, invariant, here));
    prover.unsatisfiable(solver, goal, 'safety', `a gap in block ${id} (${name}) within the invariant`);
  });
}

/** Proves that each step from one block to another, from a state in the invariant, makes the tuple smaller. */
export function showDecrease(prover: Prover, { invariant, measures }: Ranking, id: number, to: number): void {
  const { terms, stateVars, blocks, pc } = prover.system;
  const { name, feasible, next } = blocks[id];
  const here = atBlock(prover.system, id);
  const after = new Map(stateVars.map((v, i) => [v.term, substitute(terms, next[i], here)]));
  const before = measures[id].map((word) => substitute(terms, word, here));
  const behind = measures[to].map((word) =>
    substitute(terms, substitute(terms, word, atBlock(prover.system, to)), after),
  );
  const smaller = isSmaller(terms, behind, before);
  if (smaller === terms.true) return;
  prover.withSolver((solver) => {
    solver.assert(substitute(terms, invariant, here));
    solver.assert(substitute(terms, feasible, here));
    if (pc !== null) {
      const counter = after.get(stateVars[pc].term);
      if (counter !== undefined) solver.assert(terms.eq(counter, terms.bv(terms.width(stateVars[pc].term), to)));
    }
    const what = `a step of block ${id} (${name}) to block ${to} that does not make the measure smaller`;
    prover.unsatisfiable(solver, terms.not(smaller), 'decrease', what);
  });
}

/** Returns the formula that the first tuple of unsigned words is lexicographically less than the second. */
function isSmaller(terms: TermStore, a: readonly Term[], b: readonly Term[]): Term {
  let smaller = terms.false;
  for (let i = a.length - 1; i >= 0; i--)
    smaller = terms.or(terms.ult(a[i], b[i]), terms.and(terms.eq(a[i], b[i]), smaller));
  return smaller;
}
