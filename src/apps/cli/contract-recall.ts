import { ThreadsNeeded } from '../../race/coordinator/means.ts';
import type { CompileThread } from '../../race/threads/calling-thread.ts';
import type { UnknownReason } from '../../race/verdict.ts';
import { keepsAnswers, startVerification } from '../../race/verify.ts';
import type { OpenAnswers } from '../compete/answer-place.ts';
import { openAnswers } from '../compete/answer-place.ts';
import { answerPlace } from './answer-place.ts';
import { type ContractRun, flagsOfRun, type RunQuestion } from './contract-runs.ts';
import { type ContractFlags, flagsOfCheck } from './flags.ts';
import { jsonResult } from './reporters/answers.ts';
import { SarifReporter } from './reporters/files.ts';
import { EventRecord } from './reporters/record.ts';
import { exitCodeFor } from './reporters/supervisor.ts';
import { verifyOptions } from './verify-command.ts';

/** Ends of an open check for which it is to be asked again. */
const UNFINISHED: readonly UnknownReason['kind'][] = ['time-limit', 'memory-limit', 'crashed'];

/**
 * Answers of earlier runs about functions, certified again in the thread that listed the contracts: no process starts
 * for them. Where anything goes wrong there, processes answer.
 */
export class ContractRecall {
  /** The thread compiles for one question after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #isOff = false;

  private constructor(
    private readonly named: readonly string[],
    private readonly flags: ContractFlags,
    private readonly thread: CompileThread,
    private readonly answers: OpenAnswers,
  ) {}

  /** Null: no answers are kept, or options ask for more than answers. */
  static async open(
    named: readonly string[],
    flags: ContractFlags,
    thread: CompileThread,
  ): Promise<ContractRecall | null> {
    const { cache, certificate, queue, share, hints, nativeReplay } = flags;
    const place = answerPlace(cache, flags);
    if (place === null || nativeReplay === true) return null;
    if ([certificate, queue, share, hints].some((flag) => flag !== undefined)) return null;
    // A process says why a server cannot be used.
    return new ContractRecall(named, flags, thread, await openAnswers(place, () => {}));
  }

  close(): Promise<void> {
    return this.answers.close();
  }

  /** The answer of earlier runs; null: a process has to find one. */
  answer(name: string, question: RunQuestion): Promise<ContractRun | null> {
    const answered = this.#last.then(() => (this.#isOff ? null : this.#answer(name, question)));
    this.#last = answered;
    return answered;
  }

  async #answer(name: string, question: RunQuestion): Promise<ContractRun | null> {
    const flags = flagsOfCheck({ ...this.flags, ...flagsOfRun(question), contract: name, report: undefined });
    const started = performance.now();
    const record = new EventRecord(started);
    try {
      const options = verifyOptions(this.named, flags);
      if (!(await keepsAnswers(options, this.answers))) return null;
      const means = { started, alone: true, kept: this.thread, answers: this.answers };
      const verification = startVerification(options, means);
      for await (const event of verification) record.event(event);
      const verdict = await verification.result;
      const results = record.results ?? [];
      this.#isOff = results.some(({ state }) => state.kind === 'open' && UNFINISHED.includes(state.reason.kind));
      if (record.results === null || this.#isOff) return null;
      if (question.log !== null)
        await new SarifReporter(question.log, options.files, record).answer({ verdict, proved: async () => verdict });
      const result = JSON.parse(JSON.stringify(await jsonResult(options, record, verdict)));
      const seconds = Math.round(performance.now() - started) / 1000;
      return { seconds, exitCode: exitCodeFor(verdict, record), isOneRun: true, result };
    } catch (error) {
      this.#isOff = !(error instanceof ThreadsNeeded);
      return null;
    }
  }
}
