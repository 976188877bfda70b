import { LIMITS } from '../../system/transys/lemma-limits.ts';
import type { AuditedLemma, AuditorApi, AuditorJob, LemmaMessage } from '../messages/engines.ts';
import type { Service } from '../threads/service.ts';

/** How the lemmas of a race are checked. */
export interface AuditSetup {
  start(): Service<AuditorApi>;
  /** Returns the job with which the thread begins. */
  job(): Promise<AuditorJob>;
}

/**
 * The thread that checks lemmas, as the lemma bus sees it.
 * The first lemma starts it; lemmas that arrive while it works wait, and are then checked together. If
 * it fails or does not answer in time, no later lemma is checked, and so none is delivered.
 */
export class Auditing {
  #service: Service<AuditorApi> | null = null;
  #ready: Promise<unknown> = Promise.resolve();
  #queue: LemmaMessage[] = [];
  #busy = false;
  #failed = false;

  /** Calls `found` for each checked lemma. */
  constructor(
    private readonly setup: AuditSetup,
    private readonly found: (audited: AuditedLemma) => void,
  ) {}

  add(lemmas: readonly LemmaMessage[]): void {
    this.#queue.push(...lemmas);
    if (!this.#busy) void this.#work();
  }

  close(): void {
    this.#failed = true;
    this.#queue = [];
    this.#service?.end();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#queue.length > 0) {
      const lemmas = this.#queue.splice(0);
      const answers = this.#failed ? null : await this.#examine(lemmas);
      for (const one of answers ?? []) this.found(one);
    }
    this.#busy = false;
  }

  /** Null if there is no answer, now and later. */
  async #examine(lemmas: readonly LemmaMessage[]): Promise<readonly AuditedLemma[] | null> {
    let timer: NodeJS.Timeout | null = null;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), LIMITS.audit.patienceMilliseconds);
    });
    let answer: readonly AuditedLemma[] | null = null;
    try {
      answer = await Promise.race([this.#ask(lemmas), late]);
    } catch {
      // A failed thread has checked no lemma.
    }
    if (timer !== null) clearTimeout(timer);
    if (answer === null) {
      this.#failed = true;
      this.#service?.end();
    }
    return answer;
  }

  /** Starts the thread, unless it has been started. */
  #start(): Service<AuditorApi> {
    if (this.#service !== null) return this.#service;
    const service = this.setup.start();
    this.#service = service;
    this.#ready = this.setup.job().then((job) => service.call((remote) => remote.prepare(job)));
    this.#ready.catch(() => {});
    return service;
  }

  async #ask(lemmas: readonly LemmaMessage[]): Promise<readonly AuditedLemma[]> {
    const service = this.#start();
    await this.#ready;
    return service.call((remote) => remote.examine(lemmas));
  }
}
