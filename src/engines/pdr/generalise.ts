import type { Term } from '../../smt/builder.ts';
import { ALWAYS } from './frame-clauses.ts';
import type { Frames } from './frames.ts';
import type { Assignment } from './location-solver.ts';
import type { Location } from './locations.ts';
import type { Cube } from './obligations.ts';
import type { ReachableStates } from './samples.ts';
import type { Vocabulary } from './vocabulary.ts';
import { weaker } from './weaken.ts';

export interface GeneraliseOptions {
  /** Literals of a cube that are tried to be left out in vain before it stays as it is. */
  readonly failures: number;
  /** Whether states are also described by predicates. */
  readonly predicates: boolean;
  /** Limit of a query, ms. */
  readonly milliseconds: number;
  stopped(): boolean;
}

/** A cube that is not reached within `level` steps. */
export interface Blocked {
  readonly cube: Cube;
  readonly level: number;
}

/** Literals that are made weaker in one cube. */
const MOST_WEAKENED = 6;

/** So many times in a row predicates may fail to give anything that holds for longer. */
const TRUST = 12;

/** Larger cubes that are out of reach as well: fewer literals, weaker ones, and higher levels. */
export class Generalisation {
  readonly #frames: Frames;
  readonly #samples: ReachableStates;
  readonly #vocabulary: Vocabulary;
  readonly #options: GeneraliseOptions;

  /** How often states were described by predicates, and how often what came of it holds longer than what was known before. */
  #attempts = 0;
  #successes = 0;

  constructor(frames: Frames, samples: ReachableStates, vocabulary: Vocabulary, options: GeneraliseOptions) {
    this.#frames = frames;
    this.#samples = samples;
    this.#vocabulary = vocabulary;
    this.#options = options;
  }

  /**
   * `cube` is not reached within `level` steps: something larger that is not, as high as possible but not above `top` (or {@link ALWAYS}). The cube is
   * in the first of the results.
   */
  generalise(location: Location, cube: Cube, level: number, top: number): Blocked {
    const dropped = this.#raise(location, this.#drop(location, cube, level), level, top);
    const weakened = this.#weaken(location, dropped.cube, dropped.level);
    return weakened === dropped.cube ? dropped : this.#raise(location, weakened, dropped.level, top);
  }

  /**
   * By predicate abstraction (Birgmeier, Bradley, Weissenbacher, CAV 2014): what the predicates say of a state in a cube that is not reached within
   * `level` steps, if that suffices to exclude it; where possible as something that holds by induction. Null if the predicates are too weak, or were
   * as a rule.
   */
  abstract(location: Location, cube: Cube, values: Assignment, level: number, top: number): Blocked | null {
    if (!this.#options.predicates || this.#attempts > TRUST * (1 + this.#successes)) return null;
    this.#attempts += 1;
    const found = this.#byPredicates(location, cube, values, level, top);
    if (found !== null && found.level > level) this.#successes += 1;
    return found;
  }

  #byPredicates(location: Location, cube: Cube, values: Assignment, level: number, top: number): Blocked | null {
    const all = this.#vocabulary.describe(location, cube, values);
    if (all.length === 0) return null;
    const always = this.blocked(location, all, ALWAYS);
    if (always !== null) return { cube: this.#drop(location, always, ALWAYS), level: ALWAYS };
    const core = this.blocked(location, all, level);
    return core === null ? null : this.#raise(location, this.#drop(location, core, level), level, top);
  }

  /** Literal by literal (Bradley, VMCAI 2011), with the cores that the solver gives on the way. */
  #drop(location: Location, cube: Cube, level: number): Cube {
    let kept = cube;
    let failures = 0;
    for (const literal of [...cube].reverse()) {
      if (failures >= this.#options.failures) break;
      if (!kept.includes(literal)) continue;
      const rest = kept.filter((t) => t !== literal);
      // A state that is reached is no trial.
      if (this.#samples.meet(location.id, rest)) continue;
      const smaller = this.blocked(location, rest, level);
      if (smaller === null) failures += 1;
      else kept = smaller;
    }
    return kept;
  }

  /** Values become ranges that begin or end there, or their lowest bits: where that holds by induction, else where it holds as long as the cube. */
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

  /** Literals of the cube that are enough for it not to be reached within `level` steps; null if it may be, or nobody knows. */
  blocked(location: Location, cube: readonly Term[], level: number): Cube | null {
    if (this.#options.stopped() || this.#samples.meet(location.id, cube)) return null;
    const answer = this.#frames.consecution(location, cube, level - 1, this.#options.milliseconds);
    return answer.kind === 'blocked' ? answer.core : null;
  }
}
