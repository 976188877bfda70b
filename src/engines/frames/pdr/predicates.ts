import type { Term } from '../../../logic/terms/builder.ts';
import { evaluatorOf } from '../../../logic/terms/evaluate.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { predicateTiers } from '../../interpolation/predicates.ts';
import type { Assignment } from '../../methods/frames/location-solver.ts';
import type { ControlGraph, Location } from '../../methods/frames/locations.ts';
import type { Cube } from '../../methods/frames/obligations.ts';
import { interpolationSource } from '../../methods/interpolants/interpolants.ts';

/** Most literals that describe a state. */
const MOST_LITERALS = 160;
/** Most variables of a cube that are compared with each other. */
const MOST_COMPARED = 6;
/** Number of tiers of predicates that are used: all but the single bits. */
const TIERS = 2;

interface Predicate {
  readonly term: Term;
  readonly variables: readonly Term[];
}

/**
 * The predicates that describe states in {@link Generalisation.abstract}: the program's comparisons,
 * and comparisons of related variables.
 */
export class Predicates {
  readonly #system: TransitionSystem;
  readonly #graph: ControlGraph;
  readonly #byLocation = new Map<number, readonly Predicate[]>();
  #predicates: readonly Term[] | null = null;

  constructor(system: TransitionSystem, graph: ControlGraph) {
    this.#system = system;
    this.#graph = graph;
  }

  /**
   * The literals of the predicates that hold in the state `values`. Literals over the cube's variables
   * alone come first, then those that share a variable with it.
   */
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
    const related = this.#comparisons(own).map((t) => (evaluator.value(t) === true ? t : terms.not(t)));
    return [...new Set([...inside, ...related, ...across])].slice(0, MOST_LITERALS);
  }

  /**
   * Comparisons of the variables with each other. A narrower one is extended, as narrowing may have
   * shortened it.
   */
  #comparisons(variables: Iterable<Term>): Term[] {
    const { terms } = this.#system;
    const words = [...variables].filter((v) => terms.sort(v).kind === 'bv').slice(0, MOST_COMPARED);
    const found: Term[] = [];
    words.forEach((a, i) => {
      for (const b of words.slice(i + 1)) {
        const width = Math.max(terms.width(a), terms.width(b));
        const [x, y] = [terms.zext(a, width), terms.zext(b, width)];
        found.push(terms.eq(x, y), terms.ult(x, y), terms.ult(y, x));
        const [s, t] = [terms.sext(a, width), terms.sext(b, width)];
        if (s !== x || t !== y) found.push(terms.eq(s, t));
        found.push(terms.slt(s, t), terms.slt(t, s));
      }
    });
    return found.filter((t) => !terms.isConst(t));
  }

  #at(location: Location): readonly Predicate[] {
    const known = this.#byLocation.get(location.id);
    if (known !== undefined) return known;
    const { terms } = this.#system;
    this.#predicates ??= predicateTiers(interpolationSource(this.#system)).slice(0, TIERS).flat();
    const here = new Set(this.#predicates.map((p) => this.#graph.at(location, p)));
    const found = [...here].flatMap((term) =>
      terms.isConst(term) ? [] : [{ term, variables: freeVariables(terms, [term]) }],
    );
    this.#byLocation.set(location.id, found);
    return found;
  }
}
