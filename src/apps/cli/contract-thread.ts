import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import type { SourceLocation } from '../../base/source.ts';
import { ThreadsNeeded } from '../../race/coordinator/means.ts';
import { type ContractList, keptEmptyClauses } from '../../race/export.ts';
import type { CompileThread } from '../../race/threads/calling-thread.ts';
import type { UnknownReason } from '../../race/verdict.ts';
import { startVerification } from '../../race/verify.ts';
import type { OpenAnswers } from '../compete/answer-place.ts';
import { openAnswers } from '../compete/answer-place.ts';
import { answerPlace } from './answer-place.ts';
import { flagsOfRun, type RunQuestion, type ThreadAnswer } from './contract-runs.ts';
import { type ContractFlags, flagsOfCheck } from './flags.ts';
import { write } from './output.ts';
import { jsonResult } from './reporters/answers.ts';
import { SarifReporter } from './reporters/files.ts';
import { EventRecord } from './reporters/record.ts';
import { exitCodeFor } from './reporters/supervisor.ts';
import { verifyOptions } from './verify-command.ts';

/** Ends of an open check for which it is to be asked again. */
const UNFINISHED: readonly UnknownReason['kind'][] = ['time-limit', 'memory-limit', 'crashed'];
/** Most seconds for a question here. */
const MOST_SECONDS = 10;

const NO_ANSWER: ThreadAnswer = { run: null, tried: false };

/**
 * The thread that listed the contracts answers what the quick stage decides, and what was answered earlier. No process
 * starts for such questions, and the code is warm. Where anything goes wrong there, processes answer.
 */
export class ContractThread {
  /** The thread compiles for one question after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #isOff: boolean;

  private constructor(
    private readonly named: readonly string[],
    private readonly flags: ContractFlags,
    private readonly thread: CompileThread,
    private readonly list: ContractList,
    /** Null: none are kept. */
    private readonly answers: OpenAnswers | null,
  ) {
    const { certificate, queue, share, hints, nativeReplay } = flags;
    // Options ask for more than answers.
    this.#isOff = nativeReplay === true || [certificate, queue, share, hints].some((flag) => flag !== undefined);
  }

  static async open(
    named: readonly string[],
    flags: ContractFlags,
    thread: CompileThread,
    list: ContractList,
  ): Promise<ContractThread> {
    const place = answerPlace(flags.cache, flags);
    // A process says why a server cannot be used.
    const answers = place === null ? null : await openAnswers(place, () => {});
    return new ContractThread(named, flags, thread, list, answers);
  }

  async close(): Promise<void> {
    await this.answers?.close();
  }

  /** `named`: the files of the question, if they are not those whose contracts were listed. */
  answer(name: string, question: RunQuestion, named = this.named): Promise<ThreadAnswer> {
    const answered = this.#last.then(() => (this.#isOff ? NO_ANSWER : this.#answer(name, question, named)));
    this.#last = answered;
    return answered;
  }

  /** The clauses of a proved function's `ensures` that hold whatever its body does, as far as it is known. */
  emptyClauses(name: string): Promise<readonly SourceLocation[]> {
    const given = { ...this.flags, contract: name, contractPart: 'whatever', report: undefined } as const;
    const found = this.#last.then(async () => {
      if (this.#isOff) return [];
      const options = verifyOptions(this.named, flagsOfCheck(given));
      const { thread, list, answers } = this;
      // The time counts from its turn on: other questions may have come first.
      const late = sleep(MOST_SECONDS * 1000, null, { ref: false });
      const asked = keptEmptyClauses(options, thread, list.preprocessed, answers);
      const clauses = await Promise.race([asked, late]).catch(async (error: unknown) => {
        const open = `which clauses of ${name} hold whatever its body does`;
        await write(process.stderr, `lemmata: it is not known ${open}: ${messageOf(error)}\n`);
        return null;
      });
      this.#isOff = clauses === null;
      return clauses ?? [];
    });
    this.#last = found;
    return found;
  }

  async #answer(name: string, question: RunQuestion, named: readonly string[]): Promise<ThreadAnswer> {
    const timeout = Math.min(MOST_SECONDS, question.timeout ?? MOST_SECONDS);
    const asked = { ...flagsOfRun(question), timeout };
    const flags = flagsOfCheck({ ...this.flags, ...asked, contract: name, report: undefined });
    const started = performance.now();
    const record = new EventRecord(started);
    try {
      const options = verifyOptions(named, flags);
      const means = { started, alone: true, kept: this.thread, answers: this.answers };
      const verification = startVerification(options, means);
      for await (const event of verification) record.event(event);
      const verdict = await verification.result;
      const results = record.results ?? [];
      this.#isOff = results.some(({ state }) => state.kind === 'open' && UNFINISHED.includes(state.reason.kind));
      if (record.results === null || this.#isOff) return NO_ANSWER;
      if (question.log !== null)
        await new SarifReporter(question.log, options.files, record).answer({ verdict, proved: async () => verdict });
      const result = JSON.parse(JSON.stringify(await jsonResult(options, record, verdict)));
      const seconds = Math.round(performance.now() - started) / 1000;
      return { run: { seconds, exitCode: exitCodeFor(verdict, record), isOneRun: true, result }, tried: false };
    } catch (error) {
      if (error instanceof ThreadsNeeded) return { run: null, tried: error.tried };
      this.#isOff = true;
      return NO_ANSWER;
    }
  }
}
