import { LemmataError } from '../../../base/errors.ts';
import type { JobLease, Lease, Queue } from '../queue.ts';
import type { TaskResult } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';
import type { RunnerSetup } from './settings.ts';
import { type Verified, verifyTask } from './verify-task.ts';

/** Checks a task between its verification and the storing of its result. */
export type Checker = (
  task: CompetitionTask,
  verified: Verified,
) => { readonly ended: Promise<TaskResult>; stop(): void };

export interface Workforce {
  /** Sets of processors, one for each simultaneous task; null: any. */
  readonly processors: readonly (readonly number[] | null)[];
  /** The checks of answers that a run asks for. */
  check(setup: RunnerSetup): Checker | null;
  /**
   * Whether the run ends once the verifier refuses its command line; else the refusal is the result of
   * the task.
   */
  readonly refusalEnds: boolean;
  onStart(task: CompetitionTask): void;
  onResult(result: TaskResult): void;
  /** Announces a task, or a server's job with that id, as in hand until the returned function is called. */
  holds?(name: string, job: string | null): () => void;
}

const BEAT_MILLISECONDS = 5000;

/**
 * The workers of this machine: each takes tasks from the queue, one after the other, until the queue
 * is empty.
 */
export class Coordinator {
  readonly #running = new Set<{ stop(): void }>();
  #state: 'working' | 'finishing' | 'stopped' = 'working';

  constructor(
    private readonly queue: Queue,
    private readonly workforce: Workforce,
  ) {}

  get running(): number {
    return this.#running.size;
  }

  get complete(): boolean {
    return this.#state === 'working';
  }

  /**
   * Resolves when all workers have ended. Rejects when a result cannot be stored, or when the verifier
   * refuses its command line. Other running tasks are finished before, and stored results stay.
   */
  async work(): Promise<void> {
    const ends = await Promise.allSettled(this.workforce.processors.map((cores) => this.#worker(cores)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Begins no further task. */
  finish(): void {
    if (this.#state === 'working') this.#state = 'finishing';
    this.queue.close();
  }

  /** Ends the running tasks; they have no result and run again later. */
  stop(): void {
    this.#state = 'stopped';
    this.queue.close();
    for (const run of this.#running) run.stop();
  }

  async #worker(cores: readonly number[] | null): Promise<void> {
    while (this.#state === 'working') {
      const lease = await this.queue.take();
      if (lease === null) return;
      // `finish` may have been called in the meantime.
      if (this.#state !== 'working') return lease.giveBack();
      const release = this.#hold(lease);
      try {
        await ('run' in lease ? this.#serveJob(lease, cores) : this.#serve(lease, cores));
      } catch (error) {
        this.finish();
        throw error;
      } finally {
        release?.();
      }
    }
  }

  #hold(lease: Lease | JobLease): (() => void) | undefined {
    return 'run' in lease ? this.workforce.holds?.(lease.name, lease.id) : this.workforce.holds?.(lease.task.id, null);
  }

  async #serveJob(lease: JobLease, cores: readonly number[] | null): Promise<void> {
    const beat = setInterval(() => lease.beat(), BEAT_MILLISECONDS);
    let cancelled = false;
    const run = lease.run(cores);
    void lease.cancelled.then(() => {
      cancelled = true;
      run.stop();
    });
    try {
      await this.#during(run);
      if (cancelled || this.#state === 'stopped') await lease.giveBack();
    } finally {
      clearInterval(beat);
    }
  }

  async #serve(lease: Lease, cores: readonly number[] | null): Promise<void> {
    const { task, hash, setup } = lease;
    const beat = setInterval(() => lease.beat(), BEAT_MILLISECONDS);
    let cancelled = false;
    let current: { stop(): void } | null = null;
    void lease.cancelled.then(() => {
      cancelled = true;
      current?.stop();
    });
    const during = async <T>(run: { readonly ended: Promise<T>; stop(): void }): Promise<T> => {
      current = run;
      if (cancelled) run.stop();
      try {
        return await this.#during(run);
      } finally {
        current = null;
      }
    };
    try {
      this.workforce.onStart(task);
      const verified = await during(verifyTask(task, hash, setup, cores));
      if (verified.usageError !== null && this.workforce.refusalEnds)
        throw new LemmataError('E-USAGE', `lemmata verify refuses its options: ${verified.usageError}`);
      if (verified.stopped) return await lease.giveBack();
      const check = this.workforce.check(setup);
      const result = check === null ? verified.result : await during(check(task, verified));
      // A check that was ended early has no result.
      if (cancelled || this.#state === 'stopped') return await lease.giveBack();
      await lease.done(result);
      this.workforce.onResult(result);
    } finally {
      clearInterval(beat);
    }
  }

  async #during<T>(run: { readonly ended: Promise<T>; stop(): void }): Promise<T> {
    this.#running.add(run);
    try {
      return await run.ended;
    } finally {
      this.#running.delete(run);
    }
  }
}
