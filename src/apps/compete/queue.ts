import type { RunnerSetup } from './run/settings.ts';
import { taskHash } from './run/task-hash.ts';
import type { TaskResult } from './store/record.ts';
import type { CompetitionTask } from './task.ts';

/** A task that one worker has in hand. */
export interface Lease {
  readonly task: CompetitionTask;
  /** {@link taskHash} of the task. */
  readonly hash: string;
  /** How to run it; on a queue that several runs use, each task has the setup of its run. */
  readonly setup: RunnerSetup;
  /** Resolves if no run wants the result any more; the worker must then give the task back. */
  readonly cancelled: Promise<void>;
  /** Reports that the task is still being worked on; cheap, to be called every few seconds. */
  beat(): void;
  /** Completes the task: the result is stored where it outlives this process. */
  done(result: TaskResult): Promise<void>;
  /** Returns the task to the queue for another worker. */
  giveBack(): Promise<void>;
}

/**
 * A job of a server that one worker has in hand. Only that server and the worker interpret its order
 * and its result.
 */
export interface JobLease {
  readonly id: string;
  /** A name for people. */
  readonly name: string;
  readonly cancelled: Promise<void>;
  beat(): void;
  /** Runs it on these processors; resolves when its result is kept, or once it has been stopped. */
  run(cores: readonly number[] | null): { readonly ended: Promise<void>; stop(): void };
  giveBack(): Promise<void>;
}

/**
 * Where workers get their tasks. A task is handed out to one worker at a time, and again if that
 * worker gives it back or is gone. The embedded queue below serves the workers of one process; one on
 * a server serves several machines.
 */
export interface Queue {
  /** Null: the queue is empty and will stay so. */
  take(): Promise<Lease | JobLease | null>;
  /** Makes all waiting calls of `take` return null. */
  close(): void;
}

/** The tasks of a list in their order, handed out in this process; `store` keeps the results. */
export class EmbeddedQueue implements Queue {
  readonly #waiting: CompetitionTask[];
  #inHand = 0;
  #idle: (() => void)[] = [];

  constructor(
    tasks: readonly CompetitionTask[],
    private readonly setup: RunnerSetup,
    private readonly store: (result: TaskResult) => Promise<void>,
  ) {
    this.#waiting = [...tasks].reverse();
  }

  async take(): Promise<Lease | null> {
    while (this.#waiting.length === 0 && this.#inHand > 0)
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    const task = this.#waiting.pop();
    if (task === undefined) return null;
    this.#inHand++;
    return {
      task,
      hash: taskHash(task, this.setup),
      setup: this.setup,
      cancelled: new Promise(() => {}),
      beat: () => {},
      done: async (result) => {
        await this.store(result);
        this.#release();
      },
      giveBack: async () => {
        this.#waiting.push(task);
        this.#release();
      },
    };
  }

  /** Tasks in hand may still come back; the waiting workers see the end of the run themselves. */
  close(): void {}

  #release(): void {
    this.#inHand--;
    const waiting = this.#idle;
    this.#idle = [];
    for (const wake of waiting) wake();
  }
}
