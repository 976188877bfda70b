import type { Term } from '../../logic/terms/builder.ts';
import { readJsonNodes } from '../../logic/terms/json-terms.ts';
import { Op } from '../../logic/terms/ops.ts';
import { type PackedTerm, packTerm, unpackTerm } from '../../logic/terms/pack.ts';
import { sharedVariable } from '../../logic/terms/share.ts';
import { TermStore } from '../../logic/terms/store.ts';
import { conjuncts, freeVariables } from '../../logic/terms/traverse.ts';
import type { SharedSystem } from '../../system/transys/share.ts';
import type { StoredVerdict } from './stored-verdict.ts';

const MOST_CANDIDATES = 400;

/**
 * Returns the parts of another system's invariant that speak only of state variables that both systems
 * have. The candidates may be wrong: the receiver must prove them.
 */
export function candidatesFrom(
  kept: StoredVerdict & { readonly answer: 'safe' },
  { terms, system }: SharedSystem,
): readonly PackedTerm[] {
  const { certificate, nodes } = kept;
  if (certificate.kind !== 'inductive' || certificate.invariant >= nodes.length) return [];
  const variables = system.stateVars.map(({ term }) => sharedVariable(terms, term));
  const sorts = new Map(variables.map(({ name, sort }) => [name, JSON.stringify(sort)]));
  const store = new TermStore();
  let invariant: Term;
  try {
    invariant = readJsonNodes(store, nodes, () => true)[certificate.invariant];
    if (store.sort(invariant).kind !== 'bool') return [];
  } catch {
    return [];
  }
  const isKnown = (t: Term): boolean => sorts.get(store.name(t)) === JSON.stringify(store.sort(t));
  const parts = partsOf(store, invariant).filter((part) => freeVariables(store, [part]).every(isKnown));
  return parts.slice(0, MOST_CANDIDATES).map((part) => packTerm(store, part));
}

/** The candidates in another store. */
export function termsIn(store: TermStore, candidates: readonly PackedTerm[]): readonly Term[] {
  return candidates.map((packed) => unpackTerm(store, packed));
}

/** Conjuncts of a formula; `at a block → (a ∧ b)` gives both implications. */
function partsOf(store: TermStore, formula: Term): readonly Term[] {
  return conjuncts(store, formula).flatMap((part) => {
    const [first, ...more] = disjuncts(store, part).filter((one) => store.op(one) === Op.AND);
    if (first === undefined || more.length > 0) return [part];
    const others = disjuncts(store, part).filter((one) => one !== first);
    return conjuncts(store, first).map((one) => store.orAll([...others, one]));
  });
}

/**
 * Returns the negations of all formulas that are negated together; a formula that is not a negation
 * gives itself.
 */
function disjuncts(store: TermStore, t: Term): readonly Term[] {
  return store.op(t) === Op.NOT ? conjuncts(store, store.arg(t, 0)).map((part) => store.not(part)) : [t];
}
