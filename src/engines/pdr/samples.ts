import { numbersBelow } from '../../base/xorshift.ts';
import type { Cube } from '../../methods/frames/obligations.ts';
import { type Evaluator, evaluatorOf, zeroValue } from '../../terms/evaluate.ts';
import type { ModelValue } from '../../terms/solver.ts';
import type { Sort } from '../../terms/sort.ts';
import { postorder } from '../../terms/traverse.ts';
import type { Block, TransitionSystem } from '../../transys/system.ts';

/** Most states that are kept of each location. */
const PER_LOCATION = 48;
/** Most steps of one walk, and of all walks. */
const WALK = 400;
const STEPS = 2_000;
/** Most terms that are evaluated for all walks. */
const EVALUATIONS = 400_000;
/** Most sets of inputs that are tried for a step. */
const TRIALS = 4;

/**
 * Some states that runs with random inputs reach, by location. A cube that contains one of them cannot
 * be blocked, and needs no query. Equal seeds give equal states.
 */
export class ReachableStates {
  readonly #system: TransitionSystem;
  readonly #random: (n: number) => number;
  readonly #states: Evaluator[][];
  /** Number of states that were met at each location. */
  readonly #met: number[];
  #constants: readonly bigint[] = [];
  #walked = false;

  constructor(system: TransitionSystem, seed: number) {
    this.#system = system;
    this.#random = numbersBelow(seed);
    this.#states = system.blocks.map(() => []);
    this.#met = system.blocks.map(() => 0);
  }

  /** Number of states that are known at a location. */
  count(location: number): number {
    return this.#at(location).length;
  }

  /** True if a state of the cube is known to be reachable. */
  meet(location: number, cube: Cube): boolean {
    return this.#at(location).some((state) => cube.every((t) => state.value(t) === true));
  }

  #at(location: number): readonly Evaluator[] {
    if (!this.#walked) this.#walkAll();
    return this.#states[location] ?? [];
  }

  /** Runs when a state is first asked for: many systems are decided without. */
  #walkAll(): void {
    this.#walked = true;
    const { terms, blocks, pc } = this.#system;
    const orders = blocks.map((block) => postorder(terms, [block.feasible, ...block.next]));
    this.#constants = constantsAmong(this.#system, orders.flat());
    const largest = Math.max(...orders.map((order) => order.length));
    let left = Math.min(STEPS, Math.floor(EVALUATIONS / (largest + 1)));
    while (left > 0) left -= 1 + this.#walk(pc, Math.min(left, WALK));
  }

  /** One run from the initial state; returns the number of its steps. */
  #walk(pc: number | null, steps: number): number {
    const system = this.#system;
    const start = this.#inputs(
      system.inputs.flatMap(({ phase }, i) => (phase === 'init' ? [i] : [])),
      new Map(),
    );
    if (start.value(system.initConstraint) !== true) return 0;
    let state = system.init.map((t) => start.value(t));
    for (let step = 0; step < steps; step += 1) {
      const at = pc === null ? 0 : Number(state[pc]);
      const block = system.blocks[at];
      if (block === undefined) return step;
      const values = new Map(system.stateVars.map((v, i) => [v.term, state[i]] as const));
      this.#keep(at, values);
      const next = this.#step(block, values);
      if (next === null) return step;
      state = next;
    }
    return steps;
  }

  #keep(location: number, values: ReadonlyMap<number, ModelValue>): void {
    const states = this.#states[location];
    this.#met[location] += 1;
    const index = states.length < PER_LOCATION ? states.length : this.#random(this.#met[location]);
    if (index < PER_LOCATION) states[index] = evaluatorOf(this.#system.terms, values);
  }

  #step(block: Block, values: ReadonlyMap<number, ModelValue>): ModelValue[] | null {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const evaluator = this.#inputs(block.inputs, values);
      if (evaluator.value(block.feasible) === true) return block.next.map((t) => evaluator.value(t));
      if (block.inputs.length === 0) break;
    }
    return null;
  }

  /** An evaluator under these values, and random ones for the inputs. */
  #inputs(indices: readonly number[], values: ReadonlyMap<number, ModelValue>): Evaluator {
    const { terms, inputs } = this.#system;
    const all = new Map(values);
    for (const i of indices) all.set(inputs[i].term, this.#value(terms.sort(inputs[i].term)));
    return evaluatorOf(terms, all);
  }

  #value(sort: Sort): ModelValue {
    const random = this.#random;
    switch (sort.kind) {
      case 'bool':
        return random(2) === 1;
      case 'bv':
        return BigInt.asUintN(sort.width, this.#number());
      case 'float':
      case 'array':
        return zeroValue(sort);
    }
  }

  #number(): bigint {
    const random = this.#random;
    switch (random(5)) {
      case 0:
        return 0n;
      case 1:
        return 1n;
      case 2:
        return BigInt(random(16));
      case 3:
        return (this.#constants[random(this.#constants.length)] ?? 2n) + BigInt(random(3) - 1);
      default:
        return (BigInt(random(2 ** 32)) << 32n) | BigInt(random(2 ** 32));
    }
  }
}

function constantsAmong({ terms }: TransitionSystem, order: readonly number[]): bigint[] {
  const found = new Set<bigint>();
  for (const t of order) if (terms.isBv(t)) found.add(terms.constValue(t));
  return [...found];
}
