import type { Trail } from './trail.ts';
import type { Literal } from './types.ts';
import { longerInt8 } from './vectors.ts';

/** The value that a variable is first tried with: false, as most gates of a bit-vector circuit are. */
const INITIAL = -1;

/**
 * Which value a decision tries: the last one held (Pipatsrisawat, Darwiche 2007), or the one of the longest assignment without conflict seen since the
 * last reset ("target phases", Biere, Fleury 2020). 1 true, -1 false.
 */
export class Phases {
  private saved = new Int8Array(64);
  /** 0 where the longest assignment left the variable open. */
  private target = new Int8Array(64);
  private best = new Int8Array(64);
  private targetSize = 0;
  private bestSize = 0;
  private resets = 0;

  newVariable(variable: number): void {
    this.saved = longerInt8(this.saved, variable + 1);
    this.target = longerInt8(this.target, variable + 1);
    this.best = longerInt8(this.best, variable + 1);
    this.saved[variable] = INITIAL;
  }

  save(literal: Literal): void {
    this.saved[literal >> 1] = (literal & 1) === 0 ? 1 : -1;
  }

  /** The literal to decide on. */
  literal(variable: number, useTarget: boolean): Literal {
    const phase = (useTarget && this.target[variable]) || this.saved[variable];
    return 2 * variable + (phase < 0 ? 1 : 0);
  }

  /** The first `size` literals of the trail are free of conflict. */
  noConflict(trail: Trail, size: number): void {
    if (size > this.targetSize) {
      this.targetSize = size;
      copyTrail(trail, size, this.target);
    }
    if (size > this.bestSize) {
      this.bestSize = size;
      copyTrail(trail, size, this.best);
    }
  }

  /** Leaves the neighbourhood of the present assignment: by turns to the best assignment so far, the initial one, the best one, the reverse of the initial one. */
  reset(variableCount: number): void {
    const kind = this.resets++ % 4;
    const initial = kind === 1 ? INITIAL : kind === 3 ? -INITIAL : 0;
    for (let variable = 0; variable < variableCount; variable++) {
      this.saved[variable] = initial || this.best[variable] || this.saved[variable];
    }
    this.target.fill(0);
    this.targetSize = 0;
    this.bestSize = 0;
  }

  /** Sizes of trails of another query say nothing about the next one. */
  forgetSizes(): void {
    this.targetSize = 0;
    this.bestSize = 0;
  }

  get bytes(): number {
    return this.saved.byteLength + this.target.byteLength + this.best.byteLength;
  }
}

function copyTrail(trail: Trail, size: number, to: Int8Array): void {
  for (let at = 0; at < size; at++) to[trail.literals[at] >> 1] = (trail.literals[at] & 1) === 0 ? 1 : -1;
}
