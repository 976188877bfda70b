import type { Term } from '../../smt/builder.ts';
import { Op } from '../../smt/ops.ts';
import type { TermStore } from '../../smt/store.ts';
import type { Frames } from './frames.ts';
import type { Location } from './locations.ts';
import type { Cube } from './obligations.ts';
import type { ReachableStates } from './samples.ts';

export interface GeneraliseOptions {
  /** Literals of a cube that are tried to be left out in vain before it stays as it is. */
  readonly failures: number;
  /** Limit of a query, ms. */
  readonly milliseconds: number;
  stopped(): boolean;
}

/** A cube that no step from a frame reaches, with the level for which that is known. */
export interface Blocked {
  readonly cube: Cube;
  readonly level: number;
}

/** Larger cubes that are out of reach as well: fewer literals, and higher levels. */
export class Generalisation {
  readonly #frames: Frames;
  readonly #options: GeneraliseOptions;

  readonly #samples: ReachableStates;

  constructor(frames: Frames, samples: ReachableStates, options: GeneraliseOptions) {
    this.#frames = frames;
    this.#samples = samples;
    this.#options = options;
  }

  /** `cube` is not reached within `level` steps; something larger that is not, as high as possible but not above `top`. */
  generalise(location: Location, cube: Cube, level: number, top: number): Blocked {
    const dropped = this.#drop(location, cube, level);
    return this.#raise(location, this.#weaken(location, dropped, level), level, top);
  }

  /** Literal by literal (Bradley, VMCAI 2011), with the cores that the solver gives on the way. */
  #drop(location: Location, cube: Cube, level: number): Cube {
    let kept = cube;
    let failures = 0;
    for (const literal of [...cube].reverse()) {
      if (failures >= this.#options.failures) break;
      if (!kept.includes(literal)) continue;
      const smaller = this.blocked(
        location,
        kept.filter((t) => t !== literal),
        level,
      );
      if (smaller === null) failures += 1;
      else kept = smaller;
    }
    return kept;
  }

  /** Values become the ranges that begin or end there, where those are out of reach, too. */
  #weaken(location: Location, cube: Cube, level: number): Cube {
    let kept = cube;
    for (const literal of cube) {
      for (const range of rangesFrom(this.#frames.terms, literal)) {
        const index = kept.indexOf(literal);
        if (index < 0) break;
        kept = this.blocked(location, kept.with(index, range), level) ?? kept;
      }
    }
    return kept;
  }

  #raise(location: Location, cube: Cube, level: number, top: number): Blocked {
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

/** For x = c: x from c on, and x up to c, with and without sign. */
function rangesFrom(terms: TermStore, literal: Term): Term[] {
  if (terms.op(literal) !== Op.EQ) return [];
  const [a, b] = [terms.arg(literal, 0), terms.arg(literal, 1)];
  const [x, c] = terms.isBv(b) ? [a, b] : [b, a];
  if (!terms.isBv(c) || terms.width(c) < 2) return [];
  return [terms.ule(c, x), terms.sle(c, x), terms.ule(x, c), terms.sle(x, c)].filter((t) => !terms.isConst(t));
}
