import type { TaskResult } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';

const REDRAW_MILLISECONDS = 250;

/**
 * The progress of a run on stderr: on a terminal one changing line, else a line for each result;
 * nothing if `quiet`.
 */
export class Progress {
  #done = 0;
  #correct = 0;
  #wrong = 0;
  readonly #running = new Map<string, number>();
  readonly #started = performance.now();
  #draw: (((text: string) => void) & { clear(): void }) | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `total`: number of tasks to run, without those that have a result already. */
  constructor(
    private readonly total: number,
    private readonly quiet: boolean,
  ) {}

  async begin(): Promise<void> {
    if (this.quiet || !process.stderr.isTTY) return;
    const { createLogUpdate } = await import('log-update');
    this.#draw = createLogUpdate(process.stderr, { showCursor: true });
    this.#timer = setInterval(() => this.#redraw(), REDRAW_MILLISECONDS);
    this.#timer.unref();
  }

  started({ id }: CompetitionTask): void {
    this.#running.set(id, performance.now());
  }

  finished(result: TaskResult): void {
    this.#running.delete(result.task);
    this.#done++;
    if (result.category === 'correct') this.#correct++;
    if (result.category === 'wrong') this.#wrong++;
    const { task, status, category, wallSeconds } = result;
    const line = `[${this.#done}/${this.total}] ${task}: ${status} (${category}) ${wallSeconds.toFixed(2)} s, ${estimate(this.#remaining())}`;
    if (this.quiet) return;
    if (this.#draw === null) process.stderr.write(`${line}\n`);
    // On a terminal only lines that need attention stay.
    else if (category === 'wrong') this.say(`WRONG: ${task}: ${status}, expected ${result.expected}`);
  }

  /** Prints a line that stays. */
  say(text: string): void {
    this.#draw?.clear();
    process.stderr.write(`${text}\n`);
  }

  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#draw?.clear();
    this.#draw = null;
  }

  /**
   * Seconds until the end, if the remaining tasks take as long as those done; null before the first is
   * done.
   */
  #remaining(): number | null {
    if (this.#done === 0) return null;
    return ((performance.now() - this.#started) / 1000 / this.#done) * (this.total - this.#done);
  }

  #redraw(): void {
    const oldest = [...this.#running.entries()][0];
    const now = oldest === undefined ? '' : `  ${oldest[0]} ${((performance.now() - oldest[1]) / 1000).toFixed(0)} s`;
    const wrong = this.#wrong === 0 ? '' : `, ${this.#wrong} WRONG`;
    const line = `${this.#done} of ${this.total}: ${this.#correct} correct${wrong}; ${estimate(this.#remaining())}${now}`;
    this.#draw?.(line.slice(0, (process.stderr.columns ?? 80) - 1));
  }
}

function estimate(seconds: number | null): string {
  if (seconds === null) return 'no estimate yet';
  const whole = Math.round(seconds);
  if (whole < 100) return `${whole} s left`;
  return whole < 6000 ? `${Math.round(whole / 60)} min left` : `${(whole / 3600).toFixed(1)} h left`;
}
