import type { ProgramInput } from '../../program/cfa/inputs.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { ANY, type PartialValue } from '../values/partial-value.ts';
import { scalarOf } from './observed-state.ts';

/** Inputs that a run has taken between two blocks, as values of the system's inputs. */
export class TakenInputs {
  readonly #values = new Map<string, bigint | typeof ANY>();

  constructor(
    private readonly system: TransitionSystem,
    taken: readonly ProgramInput[],
  ) {
    for (const { kind, site, path, value } of taken) {
      // The comparison reads the content of objects from the objects themselves, at the next block.
      if (kind === 'uninitialised' || kind === 'external-content' || path.length > 0 || typeof value !== 'bigint')
        continue;
      const key = `${kind} ${site}`;
      this.#values.set(key, this.#values.has(key) ? ANY : value);
    }
  }

  /** Returns the value of an input of the system; unknown if the run did not take it. */
  of(index: number): PartialValue {
    const { terms, inputs } = this.system;
    const { term, origin } = inputs[index];
    const value =
      origin === null || origin.path.length > 0 ? undefined : this.#values.get(`${origin.kind} ${origin.site}`);
    return value === undefined || value === ANY ? ANY : scalarOf(value, terms.sort(term));
  }
}
