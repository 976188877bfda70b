import type { Term } from '../../../logic/terms/builder.ts';
import { evaluatorOf } from '../../../logic/terms/evaluate.ts';
import { lift } from '../../../logic/terms/justify.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { freshPrefix } from '../../../system/transys/unroll.ts';
import type { Location } from '../frames/locations.ts';
import type { InnerEdge, PathEdge, PathGraph } from './graph.ts';
import type { LocationQueries } from './queries.ts';

/** The letters of one edge. */
interface EdgeLetters<E extends PathEdge> {
  readonly edge: E;
  readonly found: E[];
  /** The steps that are in no letter, and the number of letters that it leaves out. */
  rest: { readonly edge: E; readonly without: number } | null;
}

/**
 * Edges split into letters: a letter has the steps along one path through the block. It is read off a
 * model of a step, and its condition is the conjunction of the conditions on that path, over state and
 * inputs. Beyond a limit one more letter has all the steps that are left. The letters of an edge
 * together are the edge.
 */
export class Letters {
  readonly #terms: TermStore;
  /** Prefix of the variables that name new values; no variable of the system has it. */
  readonly #prefix: string;
  readonly #graph: PathGraph;
  readonly #queries: LocationQueries;
  /** Most letters of an edge, the rest included. */
  readonly #most: number;
  readonly #byEdge = new Map<InnerEdge, EdgeLetters<InnerEdge>>();
  readonly #byError = new Map<PathEdge, EdgeLetters<PathEdge>>();
  #nextId: number;
  #count = 0;

  constructor(system: TransitionSystem, graph: PathGraph, queries: LocationQueries, most: number) {
    this.#terms = system.terms;
    this.#prefix = freshPrefix(system, 'letter');
    this.#graph = graph;
    this.#queries = queries;
    this.#most = most;
    const ids = graph.locations.flatMap((l) => [...graph.outgoing(l), graph.error(l)].map((edge) => edge?.id ?? 0));
    this.#nextId = 1 + ids.reduce((a, b) => Math.max(a, b), 0);
  }

  /** Number of letters that models have shown. */
  get count(): number {
    return this.#count;
  }

  /** The letters at a location that are known so far. */
  known(location: Location): readonly InnerEdge[] {
    return this.#graph.outgoing(location).flatMap((edge) => {
      const letters = this.#byEdge.get(edge);
      return letters === undefined ? [] : all(letters);
    });
  }

  /** Returns letters that have all steps from the states of a label. Some may have no step from there. */
  from(location: Location, label: Term): readonly InnerEdge[] {
    return this.#graph.outgoing(location).flatMap((edge) => this.#lettersOf(this.#byEdge, edge, label));
  }

  /** Returns letters that have all steps into an error from the states of a label. */
  errorsFrom(location: Location, label: Term): readonly PathEdge[] {
    const edge = this.#graph.error(location);
    return edge === null ? [] : this.#lettersOf(this.#byError, edge, label);
  }

  #lettersOf<E extends PathEdge>(known: Map<E, EdgeLetters<E>>, edge: E, label: Term): readonly E[] {
    if (this.#most <= 1) return [edge];
    let letters = known.get(edge);
    if (letters === undefined) known.set(edge, (letters = { edge, found: [], rest: null }));
    const { found } = letters;
    for (;;) {
      const others = found.map((letter) => this.#terms.not(letter.letter ?? this.#terms.true));
      const answer = this.#queries.check(edge.from, [label, edge.guard, ...others]);
      if (answer === 'unsat') return found;
      if (answer === 'unknown' || found.length >= this.#most - 1) break;
      found.push(this.#letter(edge, this.#condition(edge)));
      this.#count += 1;
    }
    if (letters.rest?.without !== found.length) {
      const none = this.#terms.andAll(found.map((letter) => this.#terms.not(letter.letter ?? this.#terms.true)));
      letters.rest = { edge: this.#letter(edge, none), without: found.length };
    }
    return all(letters);
  }

  #letter<E extends PathEdge>(edge: E, condition: Term): E {
    return { ...edge, id: this.#nextId++, guard: this.#terms.and(edge.guard, condition), letter: condition };
  }

  /** The conditions of the path that the last model takes along the edge: of its guard, and of each new value. */
  #condition({ to, ...edge }: PathEdge): Term {
    const terms = this.#terms;
    const after = to === null ? [] : this.#graph.after({ ...edge, to });
    const values = after.filter((t) => !terms.isConst(t) && terms.sort(t).kind !== 'array');
    const variables = freeVariables(terms, [edge.guard, ...values]);
    const model = new Map<Term, ModelValue>(variables.map((v) => [v, this.#queries.value(edge.from, v)]));
    const evaluator = evaluatorOf(terms, model);
    // A new value is justified as the value of a variable: an equation with its form along the path.
    const named = values.map((t, i) => {
      const name = terms.variable(`${this.#prefix}${i}.${JSON.stringify(terms.sort(t))}`, terms.sort(t));
      return { name, value: evaluator.value(t), equation: terms.eq(name, t) };
    });
    for (const { name, value } of named) model.set(name, value);
    const names = new Set(named.map(({ name }) => name));
    const goals = [edge.guard, ...named.map(({ equation }) => equation)];
    const literals = lift(terms, goals, new Set([...variables, ...names]), model);
    return terms.andAll(literals.filter((t) => !freeVariables(terms, [t]).some((v) => names.has(v))));
  }
}

function all<E extends PathEdge>({ found, rest }: EdgeLetters<E>): readonly E[] {
  return rest === null || rest.without !== found.length ? found : [...found, rest.edge];
}
