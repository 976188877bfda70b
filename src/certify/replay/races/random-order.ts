import { type InputRequest, type InputSource, queuedInputs, type Race } from '../../../interpreter/index.ts';
import type { Program } from '../../../program/cfa/automaton.ts';
import { RaceFollower } from './follower.ts';

/** Options of all runs. `memoryLimit`: most bytes of all objects. */
export interface OrderedRunOptions {
  readonly errorFunctions: readonly string[];
  readonly memoryLimit?: number;
}

/** Runs on drawn inputs in which no thread stops before an access for ever, one machine for all of them. */
export class OrderedRuns {
  /** Null if the order of accesses is not known. */
  readonly #follower: RaceFollower | null;
  #inputs: InputSource = queuedInputs([]);

  constructor(program: Program, options: OrderedRunOptions) {
    const { woven } = program;
    const inputs = (atStop: () => boolean): InputSource => new UnstoppedInputs(() => this.#inputs, atStop);
    this.#follower =
      woven === undefined || woven.pools ? null : new RaceFollower(program, woven, { ...options, inputs });
  }

  /** Makes a run and returns its first data race by the order of accesses. Null: there is none, or no order. */
  run(inputs: InputSource, maxSteps: number): Race | null {
    if (this.#follower === null) return null;
    this.#inputs = inputs;
    return this.#follower.firstRace(maxSteps);
  }
}

/** Inputs by which no thread stops. */
class UnstoppedInputs implements InputSource {
  constructor(
    private readonly source: () => InputSource,
    private readonly atStop: () => boolean,
  ) {}

  scalar(request: InputRequest): ReturnType<InputSource['scalar']> {
    return this.atStop() ? 0 : this.source().scalar(request);
  }

  content(...request: Parameters<InputSource['content']>): boolean {
    return this.source().content(...request);
  }

  pointer(...request: Parameters<InputSource['pointer']>): string | null {
    return this.source().pointer(...request);
  }
}
