import { LIMITS } from '../exchange/limits.ts';
import type { AuditedLemma, AuditorApi, AuditorJob, LemmaMessage } from './messages.ts';
import type { Service } from './service.ts';

/** How the lemmas of a race are checked; absent: they are not. */
export interface AuditSetup {
  start(): Service<AuditorApi>;
  /** What the thread needs to begin. */
  job(): Promise<AuditorJob>;
}

/**
 * The thread that checks lemmas, as the lemma bus sees it: started before the first lemma; what comes in while it works waits for it, and goes to it together.
 * Once it fails or does not answer in time, nothing is checked any more.
 */
export class Auditing {
  #service: Service<AuditorApi> | null = null;
  #ready: Promise<unknown> = Promise.resolve();
  #queue: LemmaMessage[] = [];
  #busy = false;
  #failed = false;

  /** `found` hears of each lemma; null: it was not checked. */
  constructor(
    private readonly setup: AuditSetup,
    private readonly found: (id: number, audited: AuditedLemma | null) => void,
  ) {}

  add(lemmas: readonly LemmaMessage[]): void {
    this.#queue.push(...lemmas);
    if (!this.#busy) void this.#work();
  }

  forget(ids: readonly number[]): void {
    const service = this.#service;
    if (service === null || this.#failed || ids.length === 0) return;
    this.#ready.then(() => service.call((remote) => remote.forget([...ids]))).catch(() => {});
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
      for (const one of answers ?? []) this.found(one.id, one);
      const answered = new Set(answers?.map(({ id }) => id));
      for (const { id } of lemmas) if (!answered.has(id)) this.found(id, null);
    }
    this.#busy = false;
  }

  /** Null if there is no answer, now and from now on. */
  async #examine(lemmas: readonly LemmaMessage[]): Promise<readonly AuditedLemma[] | null> {
    let timer: NodeJS.Timeout | null = null;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), LIMITS.audit.patienceMilliseconds);
    });
    let answer: readonly AuditedLemma[] | null = null;
    try {
      answer = await Promise.race([this.#ask(lemmas), late]);
    } catch {
      // A thread that fails has checked nothing.
    }
    if (timer !== null) clearTimeout(timer);
    if (answer === null) {
      this.#failed = true;
      this.#service?.end();
    }
    return answer;
  }

  /** Starts the thread, unless it has been started. */
  start(): Service<AuditorApi> {
    if (this.#service !== null) return this.#service;
    const service = this.setup.start();
    this.#service = service;
    this.#ready = this.setup.job().then((job) => service.call((remote) => remote.prepare(job)));
    this.#ready.catch(() => {});
    return service;
  }

  async #ask(lemmas: readonly LemmaMessage[]): Promise<readonly AuditedLemma[]> {
    const service = this.start();
    await this.#ready;
    return service.call((remote) => remote.examine(lemmas));
  }
}
