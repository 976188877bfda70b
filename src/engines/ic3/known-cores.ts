import { type BitCube, isPart, signatureOf } from './cube.ts';

/** Cores that are remembered of one edge. */
const CAPACITY = 64;

interface Core {
  readonly cube: BitCube;
  readonly signature: number;
  readonly level: number;
}

/** Cubes that no step over one edge from another location leads into: nor does any into a part of theirs, from the same frame or an earlier one. */
export class KnownCores {
  readonly #cores: Core[] = [];
  #next = 0;

  add(cube: BitCube, level: number): void {
    this.#cores[this.#next] = { cube, signature: signatureOf(cube), level };
    this.#next = (this.#next + 1) % CAPACITY;
  }

  /** Literals of the cube that suffice for no step from the frame to lead into it; null if none are known. `signature`: that of the cube. */
  of(cube: BitCube, signature: number, level: number): BitCube | null {
    let best: BitCube | null = null;
    for (const core of this.#cores) {
      if (core.level < level || (core.signature & ~signature) !== 0) continue;
      if ((best === null || core.cube.length < best.length) && isPart(core.cube, cube)) best = core.cube;
    }
    return best;
  }
}
