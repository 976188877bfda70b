import { stronglyConnected, successorsOf } from '../cfa/analysis/graph.ts';
import type { AutomatonFunction, Location } from '../cfa/automaton.ts';
import type { Activation } from './unfolding.ts';

/** Tells which places of activations a thread may pass several times. */
export class Repetition {
  readonly #cycles = new Map<AutomatonFunction, Uint8Array>();

  /** Whether a place of the activation may be passed several times. */
  isRepeated(activation: Activation, location: Location): boolean {
    return activation.repeated || this.#cyclic(activation.fn)[location] === 1;
  }

  /** Marks the locations of a function that lie on a cycle. */
  #cyclic(fn: AutomatonFunction): Uint8Array {
    let cyclic = this.#cycles.get(fn);
    if (cyclic === undefined) {
      const successors = successorsOf(fn);
      const components = stronglyConnected(successors);
      const sizes = new Map<number, number>();
      for (const component of components) sizes.set(component, (sizes.get(component) ?? 0) + 1);
      cyclic = Uint8Array.from(successors, (next, l) =>
        (sizes.get(components[l]) ?? 0) > 1 || next.includes(l) ? 1 : 0,
      );
      this.#cycles.set(fn, cyclic);
    }
    return cyclic;
  }
}
