import { createSatSolver } from '../../../logic/sat/solver.ts';
import type { Literal } from '../../../logic/sat/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { CheckResult } from '../../../logic/terms/solver.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';
import type { InnerEdge } from './graph.ts';
import type { LocationQueries } from './queries.ts';

/** Most predicates that the Boolean pass combines. */
const MOST_COMBINED = 14;
/** Most queries of the Boolean pass for one post. */
const MOST_ANSWERS = 256;
/** Most posts that are remembered. */
const MOST_POSTS = 100_000;
/** Undecided queries after which a post ends with the facts found so far. */
const MOST_UNDECIDED = 3;

/** The result of a post, with the number of predicates that it was made of. */
interface Post {
  readonly result: Term;
  /** Number of predicates of the target; more may follow. */
  readonly predicates: number;
}

/**
 * Abstract posts: the strongest formula over predicates that holds after an edge (Graf, Saïdi, CAV
 * 1997), as far as queries decide it. The Cartesian pass decides predicate by predicate (Ball,
 * Podelski, Rajamani, TACAS 2001). The Boolean pass finds clauses over the others (Lahiri, Nieuwenhuis,
 * Oliveras, CAV 2006). Each result is a conjunction of facts that were proved, so that an undecided
 * query makes it weaker and never wrong.
 */
export class Abstraction {
  readonly statistics = { posts: 0, cached: 0, models: 0 };
  readonly #terms: TermStore;
  readonly #queries: LocationQueries;
  readonly #milliseconds: number;
  readonly #cache = new Map<string, Post>();

  /** `milliseconds`: limit of a query; 0: none. */
  constructor(terms: TermStore, queries: LocationQueries, milliseconds: number) {
    this.#terms = terms;
    this.#queries = queries;
    this.#milliseconds = milliseconds;
  }

  /**
   * A formula over the state at `edge.to` that holds after each step along the edge from a state of the
   * label. It is false if there is no such step. `predicates`: those at `edge.to`, a list that only grows.
   */
  post(label: Term, edge: InnerEdge, predicates: readonly Term[]): Term {
    const key = `${label}:${edge.id}`;
    const known = this.#cache.get(key);
    if (known !== undefined && (known.result === this.#terms.false || known.predicates === predicates.length)) {
      this.statistics.cached += 1;
      return known.result;
    }
    this.statistics.posts += 1;
    const settled = known === undefined ? [] : conjuncts(this.#terms, known.result);
    const post = new PostQuery(this.#terms, this.#queries, label, edge, predicates, this.#milliseconds);
    const result = post.compute(settled);
    this.statistics.models += post.models;
    if (this.#cache.size >= MOST_POSTS) this.#cache.clear();
    this.#cache.set(key, { result, predicates: predicates.length });
    return result;
  }
}

/** One abstract post. */
class PostQuery {
  readonly #terms: TermStore;
  readonly #queries: LocationQueries;
  readonly #label: Term;
  readonly #edge: InnerEdge;
  readonly #predicates: readonly Term[];
  readonly #milliseconds: number;
  /** The predicates as conditions before the step. */
  readonly #images: readonly Term[];
  /** Truth values of the predicates in the states after the edge that models showed. */
  readonly #rows: (readonly boolean[])[] = [];
  #undecided = 0;

  constructor(
    terms: TermStore,
    queries: LocationQueries,
    label: Term,
    edge: InnerEdge,
    predicates: readonly Term[],
    milliseconds: number,
  ) {
    this.#terms = terms;
    this.#queries = queries;
    this.#label = label;
    this.#edge = edge;
    this.#predicates = predicates;
    this.#milliseconds = milliseconds;
    this.#images = predicates.map((p) => edge.from.after(p));
  }

  get models(): number {
    return this.#rows.length;
  }

  /** The post; `settled`: facts that are known to hold after the edge. */
  compute(settled: readonly Term[]): Term {
    const terms = this.#terms;
    const first = this.#ask([]);
    if (first === 'unsat') return terms.false;
    if (first === 'unknown') return terms.andAll(settled);
    const facts = new Set(settled);
    const open: number[] = [];
    this.#predicates.forEach((p, i) => {
      if (facts.has(p) || facts.has(terms.not(p))) return;
      const value = this.#agreed(i);
      const answer = value === null ? 'sat' : this.#ask([this.#literal(this.#images[i], !value)]);
      if (answer === 'unsat') facts.add(value === true ? p : terms.not(p));
      else if (answer === 'sat') open.push(i);
    });
    if (open.length > 1) for (const clause of this.#clauses(open.slice(-MOST_COMBINED))) facts.add(clause);
    return terms.andAll([...facts]);
  }

  /** Clauses over the open predicates that hold after the edge; all of them if the limits suffice. */
  #clauses(open: readonly number[]): Term[] {
    const proposals = new Proposals(open.length);
    for (const row of this.#rows) proposals.exclude(open.map((i) => row[i]));
    const found: Term[] = [];
    for (let asked = 0; asked < MOST_ANSWERS && this.#undecided < MOST_UNDECIDED; asked++) {
      const proposal = proposals.next();
      if (proposal === null) break;
      const assumed = open.map((i, k) => this.#literal(this.#images[i], proposal[k]));
      if (this.#ask(assumed) !== 'unsat') {
        proposals.exclude(proposal);
        continue;
      }
      const core = new Set(this.#queries.core(this.#edge.from));
      const needed = assumed.map((t) => core.has(t));
      // The empty clause would say that there is no step, which a model refuted.
      const kept = needed.includes(true) ? needed : needed.map(() => true);
      proposals.exclude(proposal, kept);
      const clause = open.flatMap((i, k) => (kept[k] ? [this.#literal(this.#predicates[i], !proposal[k])] : []));
      found.push(this.#terms.orAll(clause));
    }
    return found;
  }

  /** Is there a step from the label along the edge with these conditions? A model becomes a row. */
  #ask(conditions: readonly Term[]): CheckResult {
    if (this.#undecided >= MOST_UNDECIDED) return 'unknown';
    const { from, guard } = this.#edge;
    const answer = this.#queries.check(from, [this.#label, guard, ...conditions], this.#milliseconds);
    if (answer === 'sat') this.#rows.push(this.#images.map((t) => this.#queries.value(from, t) === true));
    else if (answer === 'unknown') this.#undecided += 1;
    return answer;
  }

  /** The value that a predicate has in all rows; null if it differs. */
  #agreed(i: number): boolean | null {
    const value = this.#rows[0][i];
    return this.#rows.every((row) => row[i] === value) ? value : null;
  }

  #literal(t: Term, holds: boolean): Term {
    return holds ? t : this.#terms.not(t);
  }
}

/** Assignments to some Boolean variables that no clause so far excludes. */
class Proposals {
  readonly #sat = createSatSolver();
  readonly #variables: readonly number[];

  constructor(count: number) {
    this.#variables = Array.from({ length: count }, () => this.#sat.newVariable());
  }

  next(): readonly boolean[] | null {
    if (this.#sat.solve([]) !== 'sat') return null;
    return this.#variables.map((v) => this.#sat.value(2 * v));
  }

  /** Excludes all assignments that agree with this one on the kept variables (all if absent). */
  exclude(assignment: readonly boolean[], kept: readonly boolean[] = assignment.map(() => true)): void {
    const clause = this.#variables.flatMap((v, k): Literal[] => (kept[k] ? [assignment[k] ? 2 * v + 1 : 2 * v] : []));
    this.#sat.addClause(clause);
  }
}
