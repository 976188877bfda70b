import type { Edge } from '../../../logic/bits/aig.ts';
import type { TraceValue } from '../../../system/transys/system.ts';
import { type BitEdge, type BitLocation, stateOf } from '../../methods/frames/bit-system.ts';
import type { BitCube } from './clause.ts';
import type { Frames } from './frames.ts';

/** A state that a solver found, with similar states. */
export interface FoundState {
  /** States that satisfy the goals of the query with the same inputs. */
  readonly cube: BitCube;
  /** The state that was found, bit by bit, and then the predicates. */
  readonly state: Uint8Array;
  /** The inputs of the step, by index. */
  readonly inputs: ReadonlyMap<number, TraceValue>;
}

/**
 * Generalises a state that a solver found to a cube of states that lead to the same goals with the
 * same inputs.
 */
export class Predecessors {
  readonly #frames: Frames;

  constructor(frames: Frames) {
    this.#frames = frames;
  }

  /** The predecessors of a cube, after a solver found a step over the edge into it. */
  into(cube: BitCube, { from, guard }: BitEdge): FoundState {
    const solver = this.#frames.solver(from);
    return this.of(from, [guard, ...cube.map((literal) => solver.after(literal))]);
  }

  /** The states like the one that a solver found with all goals true. */
  of(from: BitLocation, goals: readonly Edge[]): FoundState {
    const { system } = this.#frames;
    const solver = this.#frames.solver(from);
    const lifter = this.#frames.lifter(from);
    const values = lifter.simulate((node) => solver.value(node));
    const state = stateOf(system.current, values);
    const literals = system.expressed(lifter.lift(goals), state);
    return {
      cube: literals.length < 2 ? literals : solver.needed(literals, goals, (node) => values[node] === 1),
      state,
      // Read here, while the values are those of the last simulation.
      inputs: system.inputs(from, values),
    };
  }
}
