import type { ClaimedRun } from '../../engines/methods/engine.ts';
import type { ReplayAnswer } from '../messages/certification.ts';

/**
 * The doubtful runs of one engine, replayed one after the other, in the order of their
 * arrival.
 */
export class DoubtfulRuns {
  readonly #answers: ReplayAnswer[] = [];
  #received = 0;
  #closed = false;
  #last: Promise<void> = Promise.resolve();
  #arrived: (() => void) | null = null;

  constructor(private readonly replay: (run: ClaimedRun) => Promise<ReplayAnswer>) {}

  add(run: ClaimedRun): void {
    this.#received += 1;
    this.#last = this.#last.then(async () => {
      this.#answers.push(await this.replay(run));
    });
    this.#arrived?.();
  }

  /** No more runs will come. */
  close(): void {
    this.#closed = true;
    this.#arrived?.();
  }

  /** The answers, once `count` runs have arrived (or no more will) and all of them have been replayed. */
  async settled(count: number): Promise<readonly ReplayAnswer[]> {
    while (this.#received < count && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    await this.#last;
    return this.#answers;
  }
}
