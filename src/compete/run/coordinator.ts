import { LemmataError } from '../../base/errors.ts';
import type { JobLease, Lease, Queue } from '../queue.ts';
import type { TaskResult } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';
import type { RunnerSetup } from './settings.ts';
import { type Verified, verifyTask } from './verify-task.ts';

/** What happens to a task after its verification and before its result is stored. */
export type Checker = (task: CompetitionTask, verified: Verified) => { readonly ended: Promise<TaskResult>; stop(): void };

export interface Workforce {
  /** Sets of processors, one for each task that runs at a time; null: any. */
  readonly seats: readonly (readonly number[] | null)[];
  /** The checks of answers that a run asks for. */
  check(setup: RunnerSetup): Checker | null;
  /** Whether nothing more is run once the verifier refuses its command line; else that is the result of the task. */
  readonly refusalEnds: boolean;
  onStart(task: CompetitionTask): void;
  onResult(result: TaskResult): void;
  /** A task, or the job of a server with that id, is in hand until the function that is returned is called. */
  holds?(name: string, job: string | null): () => void;
}

const BEAT_MILLISECONDS = 5000;

/** The workers of this machine: each takes tasks from the queue, one after the other, until there are none. */
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
   * Resolves when all workers have ended. Rejects when a result cannot be stored, or when the verifier refuses its command line; other tasks are
   * finished before, and what is stored stays.
   */
  async work(): Promise<void> {
    const ends = await Promise.allSettled(this.workforce.seats.map((cores) => this.#worker(cores)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** No further task is begun. */
  finish(): void {
    if (this.#state === 'working') this.#state = 'finishing';
    this.queue.close();
  }

  /** Ends what runs; those tasks have no result and are run again another time. */
  stop(): void {
    this.#state = 'stopped';
    this.queue.close();
    for (const run of this.#running) run.stop();
  }

  async #worker(cores: readonly number[] | null): Promise<void> {
    while (this.#state === 'working') {
      const lease = await this.queue.take();
      if (lease === null) return;
      // Finishing may have been asked for in the meantime.
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
      // A check that was ended before its time says nothing.
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
