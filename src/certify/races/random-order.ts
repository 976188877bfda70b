import type { Program } from '../../cfa/automaton.ts';
import type { InputRequest, InputSource, Race } from '../../interpreter/index.ts';
import { RaceFollower } from './follower.ts';

/** Limits of one run. */
export interface OrderedRunOptions {
  readonly errorFunctions: readonly string[];
  readonly maxSteps: number;
  readonly memoryLimit?: number;
}

/**
 * Makes a run on drawn inputs, in which no thread stops before an access for ever. Returns its first
 * data race by the order of accesses. Null: there is none, or the run tells no order.
 */
export function orderedRun(program: Program, inputs: InputSource, options: OrderedRunOptions): Race | null {
  const { woven } = program;
  if (woven === undefined || woven.pools) return null;
  const follower = new RaceFollower(program, woven, {
    ...options,
    inputs: (atStop) => new UnstoppedInputs(inputs, atStop),
  });
  follower.machine.run();
  return follower.order.races[0] ?? null;
}

/** Inputs by which no thread stops. */
class UnstoppedInputs implements InputSource {
  constructor(
    private readonly source: InputSource,
    private readonly atStop: () => boolean,
  ) {}

  scalar(request: InputRequest): ReturnType<InputSource['scalar']> {
    return this.atStop() ? 0 : this.source.scalar(request);
  }

  content(...request: Parameters<InputSource['content']>): boolean {
    return this.source.content(...request);
  }

  pointer(...request: Parameters<InputSource['pointer']>): string | null {
    return this.source.pointer(...request);
  }
}
