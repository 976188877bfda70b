import { setImmediate } from 'node:timers/promises';
import { LemmataError } from '../../base/errors.ts';
import type { Answer } from '../messages/answer.ts';
import type { CompileAnswer, CompileJob, CompileThreadApi, WatchedCompilation } from '../messages/compilation.ts';
import type { Service } from './service.ts';

/** Answers calls about the program that it has compiled; a thread, or the calling thread itself. */
export interface CompileThread {
  /** Rejects with the error in the answer, or with the reason why the compile thread does not answer any more. */
  call<T>(method: (api: Pick<CompileThreadApi, keyof CompileThreadApi>) => Promise<Answer<T>>): Promise<T>;
}

/** Milliseconds after which the calling thread gives a program up: it cannot keep limits meanwhile. */
const PATIENCE_MILLISECONDS = 2000;

/**
 * The calling thread in place of a compile thread, for small programs: starting a thread would take as long as deciding
 * such a program. The calling thread has an ordinary stack. A thread with a deep stack therefore
 * compiles each program that cannot be compiled here, whatever the reason, and answers all calls from
 * then on.
 */
export class CallingThread implements CompileThread {
  #thread: Service<CompileThreadApi> | null = null;

  /** `start` makes that thread. */
  constructor(
    private readonly here: CompileThreadApi,
    private readonly start: () => Service<CompileThreadApi>,
  ) {}

  async call<T>(method: (api: Pick<CompileThreadApi, keyof CompileThreadApi>) => Promise<Answer<T>>): Promise<T> {
    if (this.#thread !== null) return this.#thread.call(method);
    // Lets timers and messages run: limits and interruptions are among them.
    await setImmediate();
    const answer = await method({ ...this.here, compile: (job, watched) => this.#compile(job, watched) });
    if (answer.ok) return answer.value;
    throw new LemmataError(answer.error.code, answer.error.message, answer.error.at);
  }

  async #compile(job: CompileJob, watched: WatchedCompilation): Promise<Answer<CompileAnswer>> {
    const answer = await this.here.compile(job, { ...watched, patience: PATIENCE_MILLISECONDS });
    if (answer.ok && answer.value.kind === 'compiled') return answer;
    const thread = this.start();
    this.#thread = thread;
    return { ok: true, value: await thread.call((remote) => remote.compile(job, watched)) };
  }
}
