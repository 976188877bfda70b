import type { Term } from '../../logic/terms/builder.ts';
import type { Claim, EngineContext } from '../methods/engine.ts';
import type { Location } from '../methods/frames/locations.ts';
import { PATHS } from '../methods/options.ts';
import type { InnerEdge, PathEdge } from '../methods/paths/graph.ts';
import { HoareAutomaton, type HoareState, type HoareStatistics } from '../methods/paths/hoare-automaton.ts';
import { type PathKit, searchPaths } from '../methods/paths/kit.ts';

/** Most states of the product. */
const MOST_STATES = 20_000;
/** Most automata. */
const MOST_AUTOMATA = 400;

/**
 * Refinement of trace abstraction (Heizmann, Hoenicke, Podelski, SAS 2009 and CAV 2013). The program is
 * an automaton whose words are its paths into an error. The engine takes a shortest word. If it has no
 * run, its interpolants become the predicates of a Floyd-Hoare automaton. The words of that have no run
 * either, and they are taken away. The program is safe once no word is left.
 *
 * The product of the program with all automata is explored breadth first. A state with the predicates
 * of an explored one and more is dropped, as in antichain algorithms (De Wulf, Doyen, Henzinger, Raskin,
 * CAV 2006). Unlike in the papers, edges are whole loop-free blocks.
 *
 * Options: `MAX_DEPTH` and `PATHS` in `options.ts`.
 */
export function traces(context: EngineContext): Claim {
  return searchPaths(context, PATHS, (kit) => new TraceAbstraction(kit).run());
}

/** A state of the product: a location, and a state of each automaton. */
interface ProductState {
  readonly location: Location;
  readonly states: readonly HoareState[];
  readonly depth: number;
  /** The edge that led here first, and the state before it; null at the entry. */
  readonly arrival: { readonly from: ProductState; readonly edge: InnerEdge } | null;
}

class TraceAbstraction {
  readonly #kit: PathKit;
  readonly #automata: HoareAutomaton[] = [];
  readonly #triples: HoareStatistics = { queries: 0, refutedByModels: 0, unchanged: 0 };
  /** Number of sequences that were taken for each path, by the numbers of its edges. */
  readonly #taken = new Map<string, number>();
  #productStates = 0;

  constructor(kit: PathKit) {
    this.#kit = kit;
  }

  run(): Claim {
    for (;;) {
      const claim = this.#explore();
      this.#kit.report({
        automata: this.#automata.length,
        productStates: this.#productStates,
        triples: this.#triples.queries,
        triplesByModels: this.#triples.refutedByModels,
        triplesUnchanged: this.#triples.unchanged,
      });
      if (claim !== null) return claim;
    }
  }

  /** Looks for a shortest path into an error that no automaton excludes. Null: a new automaton excludes it. */
  #explore(): Claim | null {
    const kit = this.#kit;
    const start: ProductState = {
      location: kit.graph.entry,
      states: this.#automata.map((automaton) => automaton.start),
      depth: 0,
      arrival: null,
    };
    const product = new Product(this.#automata);
    product.add(start);
    for (let state = product.next(); state !== null; state = product.next()) {
      if (kit.context.stopped()) return kit.unknown({ kind: 'stopped' });
      kit.known.receive();
      kit.excludedBelow(state.depth);
      if (kit.isTooDeep(state.depth)) return kit.incomplete(`paths of up to ${kit.maxDepth} steps were excluded`);
      if (product.size > MOST_STATES) return kit.incomplete(`the product has more than ${MOST_STATES} states`);
      const error = kit.graph.error(state.location);
      if (error !== null && !this.#automata.some((automaton, i) => automaton.excludes(state.states[i], error)))
        return this.#refine(state, error);
      for (const edge of kit.graph.outgoing(state.location)) {
        const states = this.#step(state.states, edge);
        if (states !== null)
          product.add({ location: edge.to, states, depth: state.depth + 1, arrival: { from: state, edge } });
      }
    }
    this.#productStates = product.size;
    return kit.proof(product.labels(kit));
  }

  /** Returns the states of all automata after an edge; null if one of them is final. */
  #step(states: readonly HoareState[], edge: InnerEdge): readonly HoareState[] | null {
    const next: HoareState[] = [];
    for (const [i, automaton] of this.#automata.entries()) {
      const state = automaton.step(states[i], edge);
      if (state === null) return null;
      next.push(state);
    }
    return next;
  }

  /** Adds an automaton that excludes the path to the state and into the error. */
  #refine(state: ProductState, error: PathEdge): Claim | null {
    const kit = this.#kit;
    const edges = pathTo(state);
    const result = kit.refine(edges, error);
    if ('kind' in result) return result;
    // A path that comes again was not excluded by its sequence, since a query was undecided.
    const key = [...edges, error].map(({ id }) => id).join(' ');
    let skipped = this.#taken.get(key) ?? 0;
    this.#taken.set(key, skipped + 1);
    for (const sequence of result) {
      if (skipped-- > 0) continue;
      if (this.#automata.length >= MOST_AUTOMATA) return kit.incomplete(`more than ${MOST_AUTOMATA} automata`);
      const { labels } = sequence;
      this.#automata.push(new HoareAutomaton(kit.terms, kit.queries, labels, kit.milliseconds, this.#triples));
      kit.took(sequence);
      return null;
    }
    return kit.incomplete(`no interpolants exclude a path of ${edges.length + 1} steps`);
  }
}

/** The explored part of the product, and the states that are left to explore. */
class Product {
  readonly #automata: readonly HoareAutomaton[];
  readonly #byLocation = new Map<Location, ProductState[]>();
  readonly #keys = new Set<string>();
  readonly #queue: ProductState[] = [];
  #taken = 0;

  constructor(automata: readonly HoareAutomaton[]) {
    this.#automata = automata;
  }

  get size(): number {
    return this.#queue.length;
  }

  next(): ProductState | null {
    return this.#queue[this.#taken++] ?? null;
  }

  /** Adds a state, unless one at its location has no predicates but some of its own. */
  add(state: ProductState): void {
    const key = `${state.location.id}:${state.states.map(({ id }) => id).join(' ')}`;
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    let others = this.#byLocation.get(state.location);
    if (others === undefined) this.#byLocation.set(state.location, (others = []));
    if (others.some((other) => this.#covers(other, state))) return;
    others.push(state);
    this.#queue.push(state);
  }

  /** The disjunction over the explored states of a location, each read as its predicates. */
  labels({ terms }: PathKit): ReadonlyMap<Location, Term> {
    return new Map(
      [...this.#byLocation].map(([location, states]) => [
        location,
        terms.orAll([...new Set(states.map((state) => terms.andAll(state.states.map(({ label }) => label))))]),
      ]),
    );
  }

  #covers(older: ProductState, state: ProductState): boolean {
    return this.#automata.every((automaton, i) => automaton.isWeaker(older.states[i], state.states[i]));
  }
}

/** The edges from the entry to a state. */
function pathTo(state: ProductState): readonly InnerEdge[] {
  const edges: InnerEdge[] = [];
  for (let at = state.arrival; at !== null; at = at.from.arrival) edges.push(at.edge);
  return edges.reverse();
}
