import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { dagSize, postorder } from '../../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Location } from '../frames/locations.ts';
import type { PathGraph } from './graph.ts';

/** How an interpolant becomes predicates: its atoms, or as it is. */
type PredicateForm = 'atoms' | 'whole';

/** Most nodes of a predicate. A location has at most one larger predicate. */
const MOST_NODES = 400;

const CONNECTIVES: ReadonlySet<Op> = new Set([Op.NOT, Op.AND, Op.ITE, Op.TRUE, Op.FALSE]);

/** The predicates at each location (Henzinger, Jhala, Majumdar, McMillan, POPL 2004). They only grow. */
export class Precision {
  readonly #terms: TermStore;
  readonly #predicates = new Map<Location, Term[]>();
  readonly #known = new Map<Location, Set<Term>>();
  /** Locations with a predicate of more than {@link MOST_NODES} nodes. */
  readonly #withLarge = new Set<Location>();
  #size = 0;

  constructor(terms: TermStore) {
    this.#terms = terms;
  }

  /** Number of predicates at all locations. */
  get size(): number {
    return this.#size;
  }

  /** The predicates at a location: always the same list, which grows. */
  at(location: Location): readonly Term[] {
    return this.#list(location);
  }

  /** Adds what an interpolant at the location is made of; true if any of it is new. */
  add(location: Location, interpolant: Term, form: PredicateForm): boolean {
    let isNew = false;
    const parts = form === 'atoms' ? atomsOf(this.#terms, interpolant) : [interpolant];
    for (const t of parts) isNew = this.#addOne(location, t) || isNew;
    return isNew;
  }

  #addOne(location: Location, t: Term): boolean {
    const terms = this.#terms;
    const positive = terms.op(t) === Op.NOT ? terms.arg(t, 0) : t;
    if (terms.isConst(positive) || comparesArrays(terms, positive)) return false;
    const known = this.#known.get(location) ?? new Set();
    this.#known.set(location, known);
    if (known.has(positive)) return false;
    if (dagSize(terms, [positive]) > MOST_NODES) {
      if (this.#withLarge.has(location)) return false;
      this.#withLarge.add(location);
    }
    known.add(positive);
    this.#list(location).push(positive);
    this.#size += 1;
    return true;
  }

  #list(location: Location): Term[] {
    let list = this.#predicates.get(location);
    if (list === undefined) {
      list = [];
      this.#predicates.set(location, list);
    }
    return list;
  }
}

/** The atoms of a formula: its Boolean terms that are no connectives of others. */
function atomsOf(terms: TermStore, formula: Term): Term[] {
  return postorder(terms, [formula]).filter((t) => {
    if (terms.sort(t).kind !== 'bool' || CONNECTIVES.has(terms.op(t))) return false;
    return terms.op(t) !== Op.EQ || terms.sort(terms.arg(t, 0)).kind !== 'bool';
  });
}

/** True if the formula contains an equation of whole arrays. */
function comparesArrays(terms: TermStore, formula: Term): boolean {
  return postorder(terms, [formula]).some((t) => terms.op(t) === Op.EQ && terms.sort(terms.arg(t, 0)).kind === 'array');
}

/**
 * Adds the comparisons of return addresses with constants, at each location. A function that is laid
 * out once returns where its return address says. Without these predicates, each path that returns
 * elsewhere costs a refinement.
 */
export function seedWithReturns(system: TransitionSystem, graph: PathGraph, precision: Precision): void {
  const { terms, stateVars, pc } = system;
  if (pc === null) return;
  const hidden = new Set(stateVars.flatMap(({ term, origin }, v) => (origin === null && v !== pc ? [term] : [])));
  const guards = graph.locations.flatMap((location) => graph.outgoing(location).map(({ guard }) => guard));
  const comparisons = postorder(terms, guards).filter((t) => {
    if (terms.op(t) !== Op.EQ) return false;
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    return (hidden.has(a) && terms.isBv(b)) || (hidden.has(b) && terms.isBv(a));
  });
  for (const location of graph.locations) {
    if (location === graph.entry) continue;
    for (const comparison of comparisons) precision.add(location, comparison, 'whole');
  }
}
