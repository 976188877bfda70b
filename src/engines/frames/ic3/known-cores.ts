import { type BitCube, isPart, signatureOf } from './cube.ts';

/** Most cores that are kept of one edge. */
const CAPACITY = 64;

interface Core {
  readonly cube: BitCube;
  readonly signature: number;
  readonly level: number;
}

/**
 * Cores of one edge from another location: cubes that no step over it leads into from the frame of
 * their level or an earlier one. No step leads into a cube that contains all literals of a core,
 * either.
 */
export class KnownCores {
  readonly #cores: Core[] = [];
  #next = 0;

  add(cube: BitCube, level: number): void {
    this.#cores[this.#next] = { cube, signature: signatureOf(cube), level };
    this.#next = (this.#next + 1) % CAPACITY;
  }

  /**
   * A core that is a subset of the cube, so that no step from the frame leads into the cube; null if
   * none is known. `signature`: that of the cube.
   */
  of(cube: BitCube, signature: number, level: number): BitCube | null {
    let best: BitCube | null = null;
    for (const core of this.#cores) {
      if (core.level < level || (core.signature & ~signature) !== 0) continue;
      if ((best === null || core.cube.length < best.length) && isPart(core.cube, cube)) best = core.cube;
    }
    return best;
  }
}
