import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** The state variable in an index term. */
export interface PeeledIndex {
  readonly variable: Term;
  /** The index term without constants added to it. */
  readonly counter: Term;
  /** The counter before it was cut: behind an array's last element it is not zero again. */
  readonly uncut: Term;
  /** Turns the index term, and each part of it, into a term over the bound index. */
  readonly over: Substitution;
}

/**
 * Takes an index term apart that is a variable of `state`, possibly extended or cut, plus a constant. The variable
 * may also be taken away from a term without it, as in `n - 1 - i`. Null for others.
 */
export function peeledIndex(terms: TermStore, state: ReadonlySet<Term>, index: Term, bound: Term): PeeledIndex | null {
  const pairs: [Term, Term][] = [];
  let counter = index;
  let uncut = index;
  let [t, value] = [index, bound];
  for (;;) {
    pairs.push([t, value]);
    if (state.has(t)) return { variable: t, counter, uncut, over: new Substitution(terms, pairs) };
    const op = terms.op(t);
    const inner = terms.arity(t) > 0 ? terms.arg(t, 0) : t;
    if (op === Op.ADD) {
      const [x, y] = [inner, terms.arg(t, 1)];
      const [constant, rest] = terms.isBv(x) ? [x, y] : [y, x];
      if (terms.isBv(constant)) {
        value = terms.sub(value, constant);
        if (counter === t) counter = rest;
        if (uncut === t) uncut = rest;
        t = rest;
        continue;
      }
      const [taken, from] = terms.op(x) === Op.NEG ? [x, y] : [y, x];
      if (terms.op(taken) !== Op.NEG) return null;
      value = terms.sub(from, value);
      t = terms.arg(taken, 0);
    } else if (op === Op.ZEXT || op === Op.SEXT) {
      value = terms.extract(value, terms.width(inner) - 1, 0);
      t = inner;
    } else if (op === Op.EXTRACT && terms.low(t) === 0) {
      value = terms.zext(value, terms.width(inner));
      if (uncut === t) uncut = inner;
      t = inner;
    } else return null;
  }
}

/**
 * Replaces choices between a term of the state and any value, as for a read out of bounds, by the term of
 * the state. The other side of such a choice is an input, or a condition on inputs.
 */
export function readsInBounds(system: TransitionSystem): Substitution {
  const { terms, inputs } = system;
  const all = new Set(inputs.map(({ term }) => term));
  /** Terms over inputs alone. */
  const open = new Set<Term>();
  const pairs: [Term, Term][] = [];
  for (const t of postorder(terms, programTerms(system))) {
    let isOpen = all.has(t);
    for (let i = 0; i < terms.arity(t); i++) {
      if (open.has(terms.arg(t, i))) isOpen = true;
      else if (!terms.isConst(terms.arg(t, i))) {
        isOpen = false;
        break;
      }
    }
    if (isOpen) open.add(t);
    if (terms.op(t) !== Op.ITE) continue;
    const isBool = terms.sort(t).kind === 'bool';
    if (!isBool && terms.sort(t).kind !== 'bv') continue;
    const [x, y] = [terms.arg(t, 1), terms.arg(t, 2)];
    const leads = (u: Term): boolean => (isBool ? open.has(u) : all.has(u));
    if (leads(y)) pairs.push([t, x]);
    else if (leads(x)) pairs.push([t, y]);
  }
  return new Substitution(terms, pairs);
}
