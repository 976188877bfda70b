import type { Edge } from '../../smt/bits/aig.ts';
import type { TraceValue } from '../../transys/system.ts';
import { type BitEdge, type BitLocation, stateOf } from './bit-system.ts';
import type { BitCube } from './cube.ts';
import type { Frames } from './frames.ts';

/** A state that a solver found, and others like it. */
export interface Found {
  /** States for which all that was asked holds, with the same inputs. */
  readonly cube: BitCube;
  /** The one that was found, bit by bit, and then the predicates. */
  readonly state: Uint8Array;
  /** The inputs of the step, by index. */
  readonly inputs: ReadonlyMap<number, TraceValue>;
}

/** From the state that a solver found to a cube of states that lead to the same, with the same inputs. */
export class Predecessors {
  readonly #frames: Frames;

  constructor(frames: Frames) {
    this.#frames = frames;
  }

  /** After a step was found that leads over the edge into the cube. */
  into(cube: BitCube, { from, guard }: BitEdge): Found {
    const solver = this.#frames.solver(from);
    return this.of(from, [guard, ...cube.map((literal) => solver.after(literal))]);
  }

  /** After a state was found of which all goals hold. */
  of(from: BitLocation, goals: readonly Edge[]): Found {
    const { system } = this.#frames;
    const solver = this.#frames.solver(from);
    const justifier = this.#frames.justifier(from);
    const values = justifier.simulate((node) => solver.value(node));
    const state = stateOf(system.current, values);
    const literals = system.expressed(justifier.justify(goals), state);
    return {
      cube: literals.length < 2 ? literals : solver.needed(literals, goals, (node) => values[node] === 1),
      state,
      // Now, as the values are those of the last simulation.
      inputs: system.inputs(from, values),
    };
  }
}
