import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { ALWAYS } from '../../methods/frames/frame-clauses.ts';
import type { Assignment } from '../../methods/frames/location-solver.ts';
import type { Location } from '../../methods/frames/locations.ts';
import type { Cube } from '../../methods/frames/obligations.ts';
import type { Frames } from './frames.ts';
import type { Predicates } from './predicates.ts';
import type { ReachableStates } from './samples.ts';

/** Options of a {@link Generalisation}. */
export interface GeneraliseOptions {
  /** Failed literal drops after which a cube stays as it is. */
  readonly failures: number;
  /** Limit of a query, in ms. */
  readonly milliseconds: number;
  stopped(): boolean;
}

/** A cube that no run of at most `level` steps reaches. */
export interface Blocked {
  readonly cube: Cube;
  readonly level: number;
}

/** Most literals of one cube that are weakened. */
const MOST_WEAKENED = 6;

/**
 * Failures of predicate abstraction that each success allows, and that are allowed at first. A failure
 * is a result of no higher level than before.
 */
const TRUST = 12;

/** Generalises blocked cubes: to fewer literals, weaker literals, and higher levels. */
export class Generalisation {
  readonly #frames: Frames;
  readonly #samples: ReachableStates;
  readonly #predicates: Predicates;
  readonly #options: GeneraliseOptions;

  /**
   * Number of attempts at predicate abstraction, and of those that gave a clause of a higher level than
   * the one before.
   */
  #attempts = 0;
  #successes = 0;

  constructor(frames: Frames, samples: ReachableStates, predicates: Predicates, options: GeneraliseOptions) {
    this.#frames = frames;
    this.#samples = samples;
    this.#predicates = predicates;
    this.#options = options;
  }

  /**
   * Generalises a `cube` that no run of at most `level` steps reaches. The result contains the states of
   * `cube`. Its level is as high as possible, but at most `top` or {@link ALWAYS}.
   */
  generalise(location: Location, cube: Cube, level: number, top: number): Blocked {
    const dropped = this.#raise(location, this.#drop(location, cube, level), level, top);
    const weakened = this.#weaken(location, dropped.cube, dropped.level);
    return weakened === dropped.cube ? dropped : this.#raise(location, weakened, dropped.level, top);
  }

  /**
   * Predicate abstraction (Birgmeier, Bradley, Weissenbacher, CAV 2014). It describes a state in a cube
   * that no run of at most `level` steps reaches. If the description suffices to exclude the state, it
   * is the result, preferably as an inductive cube. Null if the predicates are too weak, or were too
   * weak in most attempts before.
   */
  abstract(location: Location, cube: Cube, values: Assignment, level: number, top: number): Blocked | null {
    if (this.#attempts > TRUST * (1 + this.#successes)) return null;
    this.#attempts += 1;
    const found = this.#byPredicates(location, cube, values, level, top);
    if (found !== null && found.level > level) this.#successes += 1;
    return found;
  }

  #byPredicates(location: Location, cube: Cube, values: Assignment, level: number, top: number): Blocked | null {
    const all = this.#predicates.describe(location, cube, values);
    if (all.length === 0) return null;
    const always = this.blocked(location, all, ALWAYS);
    if (always !== null) return { cube: this.#drop(location, always, ALWAYS), level: ALWAYS };
    const core = this.blocked(location, all, level);
    return core === null ? null : this.#raise(location, this.#drop(location, core, level), level, top);
  }

  /** Drops literal by literal (Bradley, VMCAI 2011), and uses the cores of the solver. */
  #drop(location: Location, cube: Cube, level: number): Cube {
    let kept = cube;
    let failures = 0;
    for (const literal of [...cube].reverse()) {
      if (failures >= this.#options.failures) break;
      if (!kept.includes(literal)) continue;
      const rest = kept.filter((t) => t !== literal);
      // A cube with a reachable state needs no query.
      if (this.#samples.meet(location.id, rest)) continue;
      const smaller = this.blocked(location, rest, level);
      if (smaller === null) failures += 1;
      else kept = smaller;
    }
    return kept;
  }

  /**
   * Replaces equalities with constants by ranges that begin or end there, or by their lowest bits. It
   * prefers an inductive result to one that only holds for `level` steps.
   */
  #weaken(location: Location, cube: Cube, level: number): Cube {
    const { terms } = this.#frames;
    let kept = cube;
    let weakened = 0;
    for (const literal of cube) {
      const candidates = weaker(terms, literal);
      if (candidates.length === 0) continue;
      weakened += 1;
      if (weakened > MOST_WEAKENED) break;
      kept = this.#exchange(location, kept, literal, candidates, level);
    }
    return kept;
  }

  #exchange(location: Location, cube: Cube, literal: Term, candidates: readonly Term[], level: number): Cube {
    const index = cube.indexOf(literal);
    if (index < 0) return cube;
    const larger = candidates.map((t) => cube.with(index, t)).filter((c) => !this.#samples.meet(location.id, c));
    for (const at of [ALWAYS, level]) {
      for (const candidate of larger) {
        const found = this.blocked(location, candidate, at);
        if (found !== null) return found;
      }
    }
    return cube;
  }

  #raise(location: Location, cube: Cube, level: number, top: number): Blocked {
    const always = this.blocked(location, cube, ALWAYS);
    if (always !== null) return { cube: always, level: ALWAYS };
    let kept = cube;
    let reached = level;
    while (reached < top) {
      const smaller = this.blocked(location, kept, reached + 1);
      if (smaller === null) break;
      kept = smaller;
      reached += 1;
    }
    return { cube: kept, level: reached };
  }

  /** Literals of the cube that suffice for no run of at most `level` steps to reach it; null if one may. */
  blocked(location: Location, cube: readonly Term[], level: number): Cube | null {
    if (this.#options.stopped() || this.#samples.meet(location.id, cube)) return null;
    const answer = this.#frames.consecution(location, cube, level - 1, this.#options.milliseconds);
    return answer.kind === 'blocked' ? answer.core : null;
  }
}

/**
 * Literals that x = c implies for a constant c. They state equality of the lowest bit or of the two
 * lowest ones, x >= c and x <= c, unsigned and signed. Empty for other literals.
 */
function weaker(terms: TermStore, literal: Term): Term[] {
  if (terms.op(literal) !== Op.EQ) return [];
  const [a, b] = [terms.arg(literal, 0), terms.arg(literal, 1)];
  const [x, c] = terms.isBv(b) ? [a, b] : [b, a];
  if (!terms.isBv(c) || terms.width(c) < 2) return [];
  const lowest = (n: number): Term => terms.eq(terms.extract(x, n - 1, 0), terms.extract(c, n - 1, 0));
  const bits = terms.width(c) > 2 ? [lowest(1), lowest(2)] : [lowest(1)];
  const ranges = [terms.ule(c, x), terms.sle(c, x), terms.ule(x, c), terms.sle(x, c)];
  return [...bits, ...ranges].filter((t) => !terms.isConst(t));
}
