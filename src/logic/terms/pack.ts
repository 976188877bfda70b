import type { Term } from './builder.ts';
import { rebuild } from './rebuild.ts';
import { freeze, type SharedTerms, thaw } from './share.ts';
import { TermStore } from './store.ts';
import { postorder } from './traverse.ts';

/** One formula on its way to another thread: a store of its own with only the formula's terms. */
export interface PackedTerm {
  readonly terms: SharedTerms;
  readonly root: Term;
}

export function packTerm(store: TermStore, term: Term): PackedTerm {
  const own = new TermStore();
  const root = translateTerm(store, term, own);
  return { terms: freeze(own), root };
}

/**
 * The formula in another store. Variables are matched by name. Throws `E-INTERNAL` if one has another
 * sort there.
 */
export function unpackTerm(store: TermStore, packed: PackedTerm): Term {
  return translateTerm(thaw(packed.terms), packed.root, store);
}

/** The term of `target` that means the same as `term` of `source`. */
function translateTerm(source: TermStore, term: Term, target: TermStore): Term {
  const done = new Map<Term, Term>();
  const image = (t: Term, index: number): Term =>
    index < source.arity(t) ? (done.get(source.arg(t, index)) ?? target.false) : target.false;
  for (const t of postorder(source, [term]))
    done.set(t, rebuild(target, source, t, image(t, 0), image(t, 1), image(t, 2)));
  return done.get(term) ?? target.false;
}
