import { predicateTiers } from '../../interpolation/predicates.ts';
import type { Term } from '../../smt/builder.ts';
import { freeVariables } from '../../smt/traverse.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import { interpolationSource } from '../interpolants.ts';
import { type Assignment, evaluatorOf } from './location-solver.ts';
import type { ControlGraph, Location } from './locations.ts';
import type { Cube } from './obligations.ts';

/** Literals that describe a state at most. */
const MOST_LITERALS = 160;
/** Of the tiers of predicates, all but the single bits. */
const TIERS = 2;

interface Predicate {
  readonly term: Term;
  readonly variables: readonly Term[];
}

/** The predicates by which states are told apart where that is enough: the program's comparisons, and those of related variables. */
export class Vocabulary {
  readonly #system: TransitionSystem;
  readonly #graph: ControlGraph;
  readonly #byLocation = new Map<number, readonly Predicate[]>();
  #predicates: readonly Term[] | null = null;

  constructor(system: TransitionSystem, graph: ControlGraph) {
    this.#system = system;
    this.#graph = graph;
  }

  /** What the predicates say of the state that the values give: those over the cube's variables first, then those that share one with it. */
  describe(location: Location, cube: Cube, values: Assignment): Cube {
    const { terms } = this.#system;
    const own = new Set(freeVariables(terms, cube));
    const evaluator = evaluatorOf(terms, values);
    const inside: Term[] = [];
    const across: Term[] = [];
    for (const { term, variables } of this.#at(location)) {
      const shared = variables.filter((v) => own.has(v)).length;
      if (shared === 0) continue;
      (shared === variables.length ? inside : across).push(evaluator.value(term) === true ? term : terms.not(term));
    }
    return [...inside, ...across].slice(0, MOST_LITERALS);
  }

  #at(location: Location): readonly Predicate[] {
    const known = this.#byLocation.get(location.id);
    if (known !== undefined) return known;
    const { terms } = this.#system;
    this.#predicates ??= predicateTiers(interpolationSource(this.#system)).slice(0, TIERS).flat();
    const here = new Set(this.#predicates.map((p) => this.#graph.at(location, p)));
    const found = [...here].flatMap((term) => (terms.isConst(term) ? [] : [{ term, variables: freeVariables(terms, [term]) }]));
    this.#byLocation.set(location.id, found);
    return found;
  }
}
