import type { Edge } from '../../smt/bits/aig.ts';
import type { TraceValue } from '../../transys/system.ts';
import type { BitEdge, BitLocation } from './bit-system.ts';
import type { BitCube } from './cube.ts';
import type { Frames } from './frames.ts';
import { Justifier } from './justify.ts';

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
  readonly #justifiers: (Justifier | null)[];

  constructor(frames: Frames) {
    this.#frames = frames;
    this.#justifiers = frames.system.locations.map(() => null);
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
    const justifier = this.#justifier(from);
    const values = justifier.simulate((node) => solver.value(node));
    const state = Uint8Array.from(system.current, (edge) => (values[edge >> 1] ^ edge) & 1);
    const literals = justifier.justify(goals);
    return {
      cube: literals.length < 2 ? literals : solver.needed(literals, goals, (node) => values[node] === 1),
      state,
      // Now, as the values are those of the last simulation.
      inputs: system.inputs(from, values),
    };
  }

  #justifier(location: BitLocation): Justifier {
    const known = this.#justifiers[location.id];
    if (known !== null) return known;
    const { system } = this.#frames;
    const guards = system.locations.flatMap(({ incoming }) =>
      incoming.flatMap(({ from, guard }) => (from === location ? [guard] : [])),
    );
    const justifier = new Justifier(system, location, guards);
    this.#justifiers[location.id] = justifier;
    return justifier;
  }
}
