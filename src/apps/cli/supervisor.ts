import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sharedClock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import { exitCodeOf } from '../../base/signals.ts';
import { type Apart, type ApartEnd, beginsAgain, startApart } from '../../race/threads/apart.ts';
import {
  abortReason,
  BROKE_DOWN,
  type Broken,
  GO_AHEAD,
  GRACE_MILLISECONDS,
  MEMORY_TOLERANCE,
  NODE_FLAGS,
  ProcessReports,
  RACE,
  STOP,
  STOPPING_MILLISECONDS,
  SUPERVISED,
  UNDECIDED,
} from '../../race/threads/supervision.ts';

const WATCH_MILLISECONDS = 100;

/** Time, in ms, that a process has to write its answer after the go-ahead. */
const WRITING_MILLISECONDS = 3000;

type Ending = { readonly exitCode: number } | Broken | { readonly signal: NodeJS.Signals };

/**
 * Runs this program again with the same arguments in a process group of its own. Whatever happens
 * there, it writes one verdict line or message, and the exit code is a documented one. No process and
 * no temporary file stays behind. If the process breaks down before it has written its answer, it is
 * started again once, within the remaining time. After an interruption it has a moment to report its
 * results; a second interruption ends it at once. Resolves to the exit code.
 */
export function supervise(script: string, args: readonly string[]): Promise<number> {
  return new Supervisor(script, args).run();
}

class Supervisor {
  /** The start of this process. */
  readonly #started = sharedClock() - performance.now();
  readonly #race = randomBytes(16).toString('base64url');
  readonly #reports = new ProcessReports();
  #child: Apart<string> | null = null;
  /** Why the supervisor ended the process. */
  #ending: Ending | null = null;
  /**
   * When the process got the go-ahead to answer ({@link sharedClock}); from then on the supervisor does
   * not answer.
   */
  #answering: number | null = null;
  /** The signal by which the user asked for the end, and its time ({@link sharedClock}). */
  #stopping: { readonly signal: NodeJS.Signals; readonly since: number } | null = null;

  constructor(
    private readonly script: string,
    private readonly args: readonly string[],
  ) {}

  async run(): Promise<number> {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#stop(signal));
    process.on('SIGHUP', () => this.#end({ signal: 'SIGHUP' }));
    // Started with a channel (by `lemmata compete`): it closes when the other end is gone, possibly before
    // this line.
    process.on('disconnect', () => this.#end({ signal: 'SIGHUP' }));
    if (process.connected === false) this.#end({ signal: 'SIGHUP' });
    const watch = setInterval(() => this.#watch(), WATCH_MILLISECONDS);
    try {
      const first = await this.#attempt(null);
      if (!this.#isWorthAnother() || !beginsAgain(first, 1, this.#left())) return this.#conclude(first, null);
      return this.#conclude(await this.#attempt(first.signal), first.signal);
    } catch (error) {
      process.stderr.write(`lemmata: cannot start: ${messageOf(error)}\n`);
      return 6;
    } finally {
      clearInterval(watch);
    }
  }

  /**
   * Whether an answer is still wanted: the command line was understood, no answer was given or begun, and
   * no signal asked for the end.
   */
  #isWorthAnother(): boolean {
    const { limits, answering } = this.#reports;
    return limits !== null && !answering && this.#ending === null && this.#stopping === null;
  }

  /**
   * Runs the process to its end. `broken`: the signal that ended the first process. Rejects if it cannot
   * be started.
   */
  async #attempt(broken: NodeJS.Signals | null): Promise<ApartEnd> {
    const again = broken === null ? {} : { [BROKE_DOWN]: broken };
    const end = await new Promise<ApartEnd>((gone) => {
      const child = startApart<string, unknown>(
        this.script,
        {
          execArgv: [...process.execArgv, ...NODE_FLAGS],
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          env: { ...process.env, [SUPERVISED]: String(this.#started), [RACE]: this.#race, ...again },
          detached: true,
        },
        { gone, report: (message) => this.#take(message) },
        this.args,
      );
      this.#child = child;
      if (this.#ending !== null) child.kill();
    });
    this.#child?.kill();
    this.#reports.cleanUp();
    if (end.unstarted !== null) throw new Error(end.unstarted);
    return end;
  }

  #take(message: unknown): void {
    this.#reports.take(message);
    if (this.#reports.answering && this.#ending === null && this.#answering === null) {
      this.#answering = sharedClock();
      this.#child?.tell(GO_AHEAD);
    }
    if (this.#reports.settled !== null) this.#end({ exitCode: this.#reports.settled });
  }

  /**
   * Asks the process to answer with its results so far. A process that has not begun, or that was asked
   * before, is ended.
   */
  #stop(signal: NodeJS.Signals): void {
    if (this.#stopping !== null || this.#reports.limits === null || this.#child === null) this.#end({ signal });
    else {
      this.#stopping = { signal, since: sharedClock() };
      this.#child.tell(STOP);
    }
  }

  #end(how: Ending): void {
    this.#ending ??= how;
    this.#child?.kill();
  }

  /** Milliseconds until the time limit. */
  #left(): number {
    const limit = this.#reports.limits?.milliseconds ?? null;
    return limit === null ? Number.POSITIVE_INFINITY : this.#started + limit - sharedClock();
  }

  #watch(): void {
    const { limits } = this.#reports;
    if (limits === null) return;
    const writing = this.#answering !== null && sharedClock() < this.#answering + WRITING_MILLISECONDS;
    if (writing) return;
    const stopping = this.#stopping;
    if (stopping !== null && sharedClock() > stopping.since + STOPPING_MILLISECONDS)
      this.#end({ signal: stopping.signal });
    else if (this.#left() < -GRACE_MILLISECONDS) this.#end({ kind: 'time-limit', text: 'time limit' });
    else if (residentBytes(this.#child?.pid ?? null) > limits.bytes * MEMORY_TOLERANCE)
      this.#end({ kind: 'memory-limit', text: 'memory limit' });
  }

  /**
   * Writes the answer that the ended process could not write, and returns the exit code. `before`: the
   * signal that ended an earlier process.
   */
  #conclude({ code, signal }: ApartEnd, before: NodeJS.Signals | null): number {
    const reports = this.#reports;
    const ending = this.#ending;
    if (ending === null && signal === null && code !== null && code < 128) return this.#interrupted(code);
    if (ending !== null && 'exitCode' in ending) return this.#interrupted(ending.exitCode);
    if (reports.answered !== null) {
      const why = ending === null || 'signal' in ending ? '' : ` (${ending.text})`;
      process.stderr.write(`lemmata: what follows the answer is incomplete${why}\n`);
      return this.#interrupted(reports.answered);
    }
    if (ending !== null && 'signal' in ending) {
      // After a hang-up the output has no reader.
      const unanswered = reports.limits !== null && this.#answering === null && ending.signal !== 'SIGHUP';
      if (unanswered) this.#answer({ kind: 'stopped', text: 'stopped' });
      return this.#interrupted(UNDECIDED, ending.signal);
    }
    // Its answer is blocked on a reader that does not read.
    if (this.#answering !== null && ending !== null) return UNDECIDED;
    const why = ending ?? again(abortReason(code, signal), before);
    if (reports.limits === null) {
      process.stderr.write(`lemmata: internal error: the verifying process ended (${why.text})\n`);
      return 6;
    }
    this.#answer(why);
    return UNDECIDED;
  }

  /** Writes the verdict in place of the process. */
  #answer(why: Broken): void {
    const reports = this.#reports;
    const known = reports.bound === null || reports.bound === 0 ? '' : `, safe up to bound ${reports.bound}`;
    const line = `Verification result: UNKNOWN (${why.text}${known})`;
    process.stdout.write(`${reports.limits?.json === true ? JSON.stringify(reports.answerFor(why)) : line}\n`);
  }

  /**
   * The exit code that stands in for the process's own. Reports the interruption of an undecided process
   * to the user.
   */
  #interrupted(exitCode: number, signal = this.#stopping?.signal): number {
    if (signal === undefined || exitCode !== UNDECIDED) return exitCode;
    process.stderr.write(`lemmata: interrupted by ${signal}\n`);
    return exitCodeOf(signal);
  }
}

/** The reason, and how the first process ended, if there was one. */
function again({ kind, text }: Broken, before: NodeJS.Signals | null): Broken {
  return { kind, text: before === null || kind !== 'crashed' ? text : `${text}, after one that ended with ${before}` };
}

/** Resident bytes of a process; 0 where the system does not report them. */
function residentBytes(pid: number | null): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}
