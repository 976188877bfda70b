import type { Target } from '../../system/transys/target.ts';
import type { SharedCheckNames } from '../messages/engines.ts';

const OPEN = 0;
const DECIDED = 1;

/**
 * The checks that a race decides one by one. Threads share which are open: what one engine decides leaves
 * the race for all of them.
 */
export class OpenChecks {
  readonly #cells: Uint8Array;
  readonly #indices: ReadonlyMap<string, number>;

  constructor(readonly shared: SharedCheckNames) {
    this.#cells = new Uint8Array(shared.cells);
    this.#indices = new Map(shared.names.map((name, index) => [name, index]));
  }

  /** All of them are open. */
  static of(names: readonly string[]): OpenChecks {
    return new OpenChecks({ names, cells: new SharedArrayBuffer(names.length) });
  }

  get names(): readonly string[] {
    return this.shared.names.filter((name) => this.isOpen(name));
  }

  /** False for names that are not among the checks. */
  isOpen(name: string): boolean {
    const index = this.#indices.get(name);
    return index !== undefined && Atomics.load(this.#cells, index) === OPEN;
  }

  /** The checks of a target, whether they are open or not. */
  among(target: Target): readonly string[] {
    return target.kind === 'labels' ? target.labels : this.shared.names;
  }

  decide(names: readonly string[]): void {
    for (const name of names) {
      const index = this.#indices.get(name);
      if (index !== undefined) Atomics.store(this.#cells, index, DECIDED);
    }
  }
}
