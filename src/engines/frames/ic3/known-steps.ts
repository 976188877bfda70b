import { ALWAYS, type BitCube } from './clause.ts';

/** Most steps that are kept of those into one location. */
const CAPACITY = 512;
const WORDS = CAPACITY / 32;

/**
 * Steps into one location that solvers found, bit by bit, 32 at a time. Where one of them leads from a
 * frame into a cube, no query is needed.
 */
export class KnownSteps {
  /** Bits of the states before and after: `WORDS` words for each bit of the state. */
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  /**
   * Steps from a state in the frame of each level, from 0 on; `#always` stands for the levels that are
   * not listed.
   */
  readonly #inFrame: Int32Array[] = [];
  /** Steps from a state that no clause of level ALWAYS excludes. */
  readonly #always = new Int32Array(WORDS);
  /** Steps by the location where they start. */
  readonly #from = new Map<number, Int32Array>();
  #next = 0;

  /** `bits`: number of bits of a state, with the predicates. */
  constructor(bits: number) {
    this.#before = new Int32Array(bits * WORDS);
    this.#after = new Int32Array(bits * WORDS);
  }

  /** Stores a step from a state of the frame at a location, in the place of the oldest one. */
  add(from: number, level: number, before: Uint8Array, after: Uint8Array): void {
    const slot = this.#next;
    this.#next = (slot + 1) % CAPACITY;
    before.forEach((bit, i) => {
      put(this.#before, i * WORDS, slot, bit === 1);
    });
    after.forEach((bit, i) => {
      put(this.#after, i * WORDS, slot, bit === 1);
    });
    if (!this.#from.has(from)) this.#from.set(from, new Int32Array(WORDS));
    for (const [location, steps] of this.#from) put(steps, 0, slot, location === from);
    this.#frame(level);
    this.#inFrame.forEach((steps, i) => {
      put(steps, 0, slot, i >= level);
    });
    put(this.#always, 0, slot, true);
  }

  /** Removes a cube of states at a location from the frames up to `level`. */
  exclude(location: number, cube: BitCube, level: number): void {
    this.#frame(level);
    const from = this.#from.get(location);
    if (from === undefined) return;
    const frames = this.#inFrame.slice(0, level === ALWAYS ? undefined : level + 1);
    if (level === ALWAYS) frames.push(this.#always);
    for (let w = 0; w < WORDS; w++) {
      const lost = within(this.#before, cube, w, from[w]);
      if (lost !== 0) for (const steps of frames) steps[w] &= ~lost;
    }
  }

  /**
   * True if a known step leads from the frame into the cube at `location`, from a state outside the cube
   * there.
   */
  lead(location: number, cube: BitCube, level: number): boolean {
    const frame = this.#inFrame[level] ?? this.#always;
    const here = this.#from.get(location);
    for (let w = 0; w < WORDS; w++) {
      const into = within(this.#after, cube, w, frame[w]);
      if (into === 0) continue;
      if (here === undefined || (into & ~within(this.#before, cube, w, here[w])) !== 0) return true;
    }
    return false;
  }

  /** Makes sure that the frame has a word. */
  #frame(level: number): void {
    if (level === ALWAYS) return;
    // No clause was known of the frame, except those of level ALWAYS.
    while (this.#inFrame.length <= level) this.#inFrame.push(this.#always.slice());
  }
}

function put(steps: Int32Array, place: number, slot: number, isIn: boolean): void {
  const word = place + (slot >> 5);
  const bit = 1 << (slot & 31);
  steps[word] = isIn ? steps[word] | bit : steps[word] & ~bit;
}

/** The steps in one word whose state is in the cube. */
function within(states: Int32Array, cube: BitCube, word: number, steps: number): number {
  let left = steps;
  for (let i = 0; i < cube.length && left !== 0; i++) left &= states[(cube[i] >> 1) * WORDS + word] ^ -(cube[i] & 1);
  return left;
}
