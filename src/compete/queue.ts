import type { TaskResult } from './store/record.ts';
import type { CompetitionTask } from './task.ts';

/** A task that one worker has in hand. */
export interface Lease {
  readonly task: CompetitionTask;
  /** Says that the task is still being worked on; to be called every few seconds, and cheap. */
  beat(): void;
  /** The result is stored where it outlives this process: the task is done. */
  done(result: TaskResult): Promise<void>;
  /** Another worker may have it. */
  giveBack(): Promise<void>;
}

/**
 * Where workers get their tasks. A task is handed out to one worker at a time, and again if that one gives it back or is gone. The embedded
 * queue below serves the workers of one process; one on a server serves several machines.
 */
export interface Queue {
  /** Null: there is no further task, and none will come back. */
  take(): Promise<Lease | null>;
}

/** The tasks of a list in their order, handed out in this process; `store` keeps results. */
export class EmbeddedQueue implements Queue {
  readonly #waiting: CompetitionTask[];
  #inHand = 0;
  #idle: (() => void)[] = [];

  constructor(
    tasks: readonly CompetitionTask[],
    private readonly store: (result: TaskResult) => Promise<void>,
  ) {
    this.#waiting = [...tasks].reverse();
  }

  async take(): Promise<Lease | null> {
    while (this.#waiting.length === 0 && this.#inHand > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    const task = this.#waiting.pop();
    if (task === undefined) return null;
    this.#inHand++;
    return {
      task,
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

  #release(): void {
    this.#inHand--;
    const waiting = this.#idle;
    this.#idle = [];
    for (const wake of waiting) wake();
  }
}
