import { LemmataError } from '../../base/errors.ts';
import type { Check } from '../../program/cfa/checks/places.ts';
import type { CompileThread } from '../threads/calling-thread.ts';
import type { Compiled } from '../threads/compiling.ts';

/** A compiled program with some of its checks alone. The compile thread has the last one that was asked for. */
export class NarrowedProgram {
  #isNarrowed = false;

  /**
   * `encoding`: time in ms that the encoding of the whole program took. `unlessOver` returns null for a
   * call that fails, or that the verification does not wait for.
   */
  constructor(
    private readonly whole: Compiled,
    private readonly compileThread: CompileThread,
    /** Time in ms of the last encoding. */
    public encoding: number,
    private readonly unlessOver: <T>(result: Promise<T>) => Promise<T | null>,
  ) {}

  /** The program with these checks, encoded; null: the verification is over. */
  async encoded(checks: readonly Check[]): Promise<Compiled | null> {
    const { whole } = this;
    const isNarrow = checks.length < whole.checks.length;
    if (!isNarrow && !this.#isNarrowed) return whole;
    this.#isNarrowed = isNarrow;
    const begun = performance.now();
    const names = namesOf(checks);
    const answer = await this.unlessOver(this.compileThread.call((remote) => remote.narrow(names)));
    if (answer?.kind === 'rejected') throw new LemmataError('E-INTERNAL', 'a program is rejected that was read before');
    if (isNarrow) this.encoding = performance.now() - begun;
    return answer;
  }

  /** The program with these checks for runs alone, with the system of the whole one; null: the verification is over. */
  async forRuns(checks: readonly Check[]): Promise<Compiled | null> {
    const { whole } = this;
    const names = namesOf(checks);
    const property = { ...whole.property, errorFunctions: names };
    if (checks.length === whole.checks.length && !this.#isNarrowed) return { ...whole, property };
    this.#isNarrowed = true;
    const program = await this.unlessOver(this.compileThread.call((remote) => remote.open(names)));
    return program === null ? null : { ...whole, program, property };
  }
}

function namesOf(checks: readonly Check[]): readonly string[] {
  return checks.map(({ name }) => name);
}
