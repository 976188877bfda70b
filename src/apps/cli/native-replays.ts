import { allInputs, type ProgramRun, type RecordedRun } from '../../certify/replay/recorded-run.ts';
import { checkOf } from '../../program/cfa/checks/kinds.ts';
import type { VerifyEvent } from '../../race/events.ts';
import { notRepeated, type VerifyOptions } from '../../race/options/options.ts';
import type { CompiledOpinion, UnsafeVerdict, Verdict } from '../../race/verdict.ts';
import { replayNatively } from '../compete/native/replay.ts';
import { scheduleOf, TOO_LONG } from '../compete/native/schedule.ts';
import { Steps } from '../compete/validate/step.ts';
import type { EventRecord } from './reporters/record.ts';
import { announceTemporary } from './supervision.ts';

/** Time in ms that is left for the answer before the time limit. */
const MARGIN_MILLISECONDS = 200;

/**
 * Has the compiled program repeat the runs of a verification, one after the other (`--native-replay`).
 * Runs into single checks are repeated as soon as they are found. No opinion changes a verdict.
 */
export class NativeReplays {
  readonly #opinions = new Map<RecordedRun, Promise<CompiledOpinion>>();
  readonly #steps = new Steps(null);
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  /** `started`: start of the command by `performance.now()`. */
  constructor(
    private readonly options: VerifyOptions,
    private readonly record: EventRecord,
    private readonly started: number,
  ) {}

  event(event: VerifyEvent): void {
    if (event.kind === 'check' && event.state.kind === 'violated') void this.#opinion(event.state.verdict);
  }

  /**
   * The verdict with the opinion about its run. Single results of the record get theirs as well. Replays
   * that are not done by the time limit tell nothing.
   */
  async answered(verdict: Verdict): Promise<Verdict> {
    const { timeout } = this.options;
    const left = timeout === undefined ? null : this.started + timeout * 1000 - performance.now() - MARGIN_MILLISECONDS;
    const timer = left === null ? undefined : setTimeout(() => this.#end(), Math.max(0, left));
    const { record } = this;
    try {
      if (record.results !== null)
        record.results = await Promise.all(
          record.results.map(async ({ check, state }) =>
            state.kind === 'violated'
              ? { check, state: { ...state, verdict: await this.#with(state.verdict) } }
              : { check, state },
          ),
        );
      return verdict.kind === 'unsafe' ? await this.#with(verdict) : verdict;
    } finally {
      clearTimeout(timer);
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#steps.stop();
  }

  async #with(verdict: UnsafeVerdict): Promise<UnsafeVerdict> {
    return { ...verdict, compiled: await this.#opinion(verdict) };
  }

  #opinion({ run }: UnsafeVerdict): Promise<CompiledOpinion> {
    const known = this.#opinions.get(run);
    if (known !== undefined) return known;
    const opinion = this.#last.then(() => this.#replay(run));
    this.#last = opinion.catch(() => {});
    this.#opinions.set(run, opinion);
    return opinion;
  }

  async #replay(run: RecordedRun): Promise<CompiledOpinion> {
    if (run.kind === 'hardware') return { outcome: 'open', detail: 'a hardware model is no C program' };
    const hindrance = this.#hindrance(run);
    if (hindrance !== null) return { outcome: 'open', detail: hindrance };
    const opinion = await replayNatively(this.#request(run), this.#steps, announceTemporary);
    return this.#isOver ? { outcome: 'open', detail: 'no time was left' } : opinion;
  }

  #hindrance(run: ProgramRun): string | null {
    if (this.#isOver) return 'no time was left';
    if (this.options.entry !== undefined) return 'the run does not begin at main';
    const why = notRepeated(this.options);
    if (why !== null) return why;
    if (run.cycle !== null) return 'the run has no end';
    const isThreaded = run.steps.some(({ thread }) => thread !== null);
    return isThreaded && checkOf(run.errorFunction) !== 'data-race'
      ? 'the run rests on the order of steps of several threads'
      : null;
  }

  #request(run: ProgramRun): Parameters<typeof replayNatively>[0] {
    const { files, dataModel: model = 'LP64', includes, defines, flags, errorFunctions = [] } = this.options;
    const inputs = allInputs(run);
    return {
      files,
      preprocessing: { model, includes, defines },
      flags,
      errorFunction: run.errorFunction,
      at: run.error,
      assertions: errorFunctions,
      inputs: inputs?.map((input) => ({ value: '', ...input, block: input.block ?? null })) ?? null,
      externals: this.record.externals.map(({ name }) => name),
      arguments: run.arguments,
      environment: run.environment,
      schedule: run.omitted === null ? scheduleOf(run.steps) : TOO_LONG,
      takesOrder: run.orders !== undefined,
    };
  }
}
