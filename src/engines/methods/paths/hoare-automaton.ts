import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import type { InnerEdge, PathEdge } from './graph.ts';
import type { LocationQueries } from './queries.ts';

/** A set of predicates of one automaton, read as their conjunction. */
export interface HoareState {
  /** Unique in the automaton. */
  readonly id: number;
  /** Indices of the predicates in increasing order. */
  readonly members: readonly number[];
  /** The conjunction of the predicates. */
  readonly label: Term;
}

/**
 * A Floyd-Hoare automaton over the edges of a graph (Heizmann, Hoenicke, Podelski, SAS 2009). Its words
 * are paths that have no run. The states are sets of predicates, as in a deterministic automaton
 * (CAV 2013); they are made on demand. An edge leads from the state S to the predicates that hold after
 * each of its steps from S. It leads to the final state if there is no such step.
 *
 * An undecided query leaves a predicate out, so that the automaton has fewer words and never a wrong
 * one.
 */
export class HoareAutomaton {
  readonly statistics: HoareStatistics;
  readonly #terms: TermStore;
  readonly #queries: LocationQueries;
  readonly #predicates: readonly Term[];
  /** Limit of a query in ms; 0: none. */
  readonly #milliseconds: number;
  readonly #byMembers = new Map<string, HoareState>();
  /** Successors by state and edge; null: the final state. */
  readonly #steps = new Map<string, HoareState | null>();
  readonly #weaker = new Map<string, boolean>();
  readonly start: HoareState;

  /** `labels`: a sequence of formulas along a path. */
  constructor(
    terms: TermStore,
    queries: LocationQueries,
    labels: readonly Term[],
    milliseconds: number,
    statistics: HoareStatistics,
  ) {
    this.#terms = terms;
    this.#queries = queries;
    this.#predicates = [...new Set(labels)].filter((t) => t !== terms.true && t !== terms.false);
    this.#milliseconds = milliseconds;
    this.statistics = statistics;
    this.start = this.#state([]);
  }

  /** Returns the state after an edge; null: no run leads from the state along the edge. */
  step(state: HoareState, edge: InnerEdge): HoareState | null {
    const key = `${state.id}:${edge.id}`;
    let next = this.#steps.get(key);
    if (next === undefined) {
      next = this.#step(state, edge);
      this.#steps.set(key, next);
    }
    return next;
  }

  /** True if no run leads from the state into the error. */
  excludes(state: HoareState, error: PathEdge): boolean {
    return this.#queries.excluded(error.from, [state.label, error.guard], this.#milliseconds);
  }

  /** True if the predicates of `a` are among those of `b`: whatever `b` excludes later may be fewer in `a`. */
  isWeaker(a: HoareState, b: HoareState): boolean {
    if (a === b || a.members.length === 0) return true;
    if (a.members.length >= b.members.length) return false;
    const key = `${a.id}:${b.id}`;
    let weaker = this.#weaker.get(key);
    if (weaker === undefined) {
      const all = new Set(b.members);
      weaker = a.members.every((p) => all.has(p));
      this.#weaker.set(key, weaker);
    }
    return weaker;
  }

  #state(members: readonly number[]): HoareState {
    const key = members.join(' ');
    let state = this.#byMembers.get(key);
    if (state === undefined) {
      const label = this.#terms.andAll(members.map((p) => this.#predicates[p]));
      state = { id: this.#byMembers.size, members, label };
      this.#byMembers.set(key, state);
    }
    return state;
  }

  /**
   * Decides the Hoare triples of a step. A predicate of the state that the edge does not change holds. One
   * that a model shows false after a step does not hold. A query decides the others.
   */
  #step(state: HoareState, { from, guard }: InnerEdge): HoareState | null {
    const terms = this.#terms;
    const images = this.#predicates.map((p) => from.after(p));
    const open = new Set(images.keys());
    const kept = new Set<number>();
    const ask = (image: Term): 'sat' | 'unsat' | 'unknown' => {
      const answer = this.#queries.check(from, [state.label, guard, image], this.#milliseconds);
      this.statistics.queries += 1;
      if (answer !== 'sat') return answer;
      for (const p of open) {
        if (this.#queries.value(from, images[p]) === true) continue;
        open.delete(p);
        this.statistics.refutedByModels += 1;
      }
      return answer;
    };
    if (ask(terms.true) === 'unsat') return null;
    const before = new Set(state.members);
    images.forEach((image, p) => {
      if (image !== terms.true && !(before.has(p) && image === this.#predicates[p])) return;
      kept.add(p);
      open.delete(p);
      this.statistics.unchanged += 1;
    });
    for (const p of [...open]) if (open.delete(p) && ask(terms.not(images[p])) === 'unsat') kept.add(p);
    return this.#state([...kept].sort((a, b) => a - b));
  }
}

/** Numbers of Hoare triples by how they were decided. */
export interface HoareStatistics {
  queries: number;
  refutedByModels: number;
  unchanged: number;
}
