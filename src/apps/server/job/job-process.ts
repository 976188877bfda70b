import { plainProperty } from '../../../race/property.ts';
import { type ApartEnd, beginsAgain, startApart } from '../../../race/threads/apart.ts';
import { abortReason, type Broken, breakdownText, NODE_FLAGS } from '../../../race/threads/supervision.ts';
import type { UnknownReason, UnknownVerdict } from '../../../race/verdict.ts';
import { ProcessTree } from '../../compete/process/process-tree.ts';
import { CheckLedger } from '../../output/report/check-ledger.ts';
import { resultObject } from '../../output/report/json.ts';
import { LemmaLedger } from '../../output/report/lemma-ledger.ts';
import { sarifText } from '../../output/report/sarif.ts';
import type { Documents, JobEvent } from '../protocol.ts';
import type { JobOrder, JobReport } from './child-messages.ts';

const WATCH_MILLISECONDS = 100;
/** Time in ms beyond its own limits after which the process is ended. */
const GRACE_MILLISECONDS = 2_000;
const MEMORY_TOLERANCE = 1.15;

export interface JobProcess {
  /** Ends it and all processes that it has started, at once. */
  kill(): void;
}

export interface JobListener {
  event(event: JobEvent): void;
  /** Called once; no process of the job is left. */
  ended(event: JobEvent, documents: Documents): void;
}

/**
 * Runs a job in a process group of its own, with nothing of the server's environment except the search
 * path of programs. If it breaks down, another process replaces it, once, within the remaining time.
 * If that gives no answer either, the verdict is unknown.
 * @param script the entry that calls `runJobProcess`
 * @param cores numbers of the processors that it may use; null: any
 */
export function startJobProcess(
  script: string,
  folder: string,
  order: JobOrder,
  listener: JobListener,
  cores: readonly number[] | null = null,
): JobProcess {
  return new WatchedProcess(script, folder, order, listener, cores);
}

class WatchedProcess implements JobProcess {
  readonly #started = performance.now();
  readonly #progress = new Progress();
  readonly #watch: NodeJS.Timeout;
  #tree = new ProcessTree();
  #attempt = 1;
  #end: { readonly event: JobEvent; readonly documents: Documents } | null = null;
  #over = false;

  constructor(
    private readonly script: string,
    private readonly folder: string,
    private readonly order: JobOrder,
    private readonly listener: JobListener,
    private readonly cores: readonly number[] | null,
  ) {
    this.#watch = setInterval(() => this.#look(), WATCH_MILLISECONDS);
    this.#launch(order);
  }

  kill(): void {
    this.#finish({ kind: 'cancelled', time: this.#time });
  }

  get #time(): number {
    return performance.now() - this.#started;
  }

  /** Milliseconds until the time limit. */
  get #left(): number {
    return this.order.timeout * 1000 - this.#time;
  }

  #launch(order: JobOrder): void {
    const tree = new ProcessTree();
    this.#tree = tree;
    const child = startApart<JobOrder, JobReport>(
      this.script,
      {
        cwd: this.folder,
        env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', HOME: this.folder, TMPDIR: this.folder },
        ...(this.cores === null
          ? { execArgv: [...NODE_FLAGS] }
          : { execPath: 'taskset', execArgv: ['-c', this.cores.join(','), process.execPath, ...NODE_FLAGS] }),
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        detached: true,
      },
      {
        report: (report) => this.#take(report),
        exited: () => tree.kill(),
        gone: (end) => this.#gone(end),
      },
    );
    if (child.pid !== null) tree.attach(child.pid);
    child.tell(order);
  }

  #take(report: JobReport): void {
    if (this.#end !== null) return;
    if (report.kind === 'event') {
      this.#progress.take(report.event);
      this.listener.event(report.event);
    } else {
      this.#finish(report.event, report.documents);
    }
  }

  #look(): void {
    if (this.#left < -GRACE_MILLISECONDS) this.#cut({ kind: 'time-limit', text: 'time limit' });
    else if (this.#tree.sample().memoryBytes > this.order.memory * 2 ** 20 * MEMORY_TOLERANCE)
      this.#cut({ kind: 'memory-limit', text: 'memory limit' });
  }

  #gone(end: ApartEnd): void {
    const { code, signal } = end;
    if (this.#end === null && signal !== null && beginsAgain(end, this.#attempt, this.#left)) {
      this.#attempt += 1;
      const lost = this.#time;
      this.listener.event({ kind: 'begun-again', attempt: this.#attempt, why: breakdownText(signal), time: lost });
      this.#launch({ ...this.order, lost });
      return;
    }
    if (signal !== null) this.#cut(abortReason(code, signal));
    this.#leave();
  }

  /** Ends the process and answers in its place. */
  #cut(why: Broken): void {
    if (this.#end !== null) return;
    const { event, documents } = this.#progress.end(why, this.order, this.#time);
    this.#finish(event, documents);
  }

  #finish(event: JobEvent, documents: Documents = {}): void {
    this.#end ??= { event, documents };
    this.#tree.kill();
  }

  #leave(): void {
    if (this.#over) return;
    this.#over = true;
    clearInterval(this.#watch);
    this.#tree.kill();
    const message = 'the process of the verification ended';
    this.#end ??= { event: { kind: 'failed', code: 'E-INTERNAL', message, time: this.#time }, documents: {} };
    this.listener.ended(this.#end.event, this.#end.documents);
  }
}

/** The progress of a verification, computed from its events. */
class Progress {
  #bound: number | null = null;
  #phase: 'compiling' | 'solving' = 'compiling';

  take(event: JobEvent): void {
    if (event.kind === 'bound') this.#bound = Math.max(event.bound, this.#bound ?? 0);
    if (event.kind === 'compiled') this.#phase = 'solving';
  }

  /** The last event of a job whose process was ended, or broke down, at `time`. */
  end(
    why: Broken,
    { files, task, timeout, memory }: JobOrder,
    time: number,
  ): { readonly event: JobEvent; readonly documents: Documents } {
    const verdict: UnknownVerdict = {
      kind: 'unknown',
      property: plainProperty(task.errorFunction === undefined ? [] : [task.errorFunction]),
      reason: this.#reason(why, timeout, memory),
      safeUpTo: this.#bound,
      engines: [],
    };
    const ledgers = { statistics: new Map(), lemmas: new LemmaLedger(), checks: new CheckLedger() };
    const context = { files, milliseconds: time, properties: [], ...ledgers };
    const result = { verdict: '', ...resultObject(verdict, context) };
    return {
      event: { kind: 'verdict', result, witness: false, time },
      documents: { sarif: sarifText(verdict, { files }) },
    };
  }

  #reason(why: Broken, seconds: number, megabytes: number): UnknownReason {
    const during = this.#phase;
    switch (why.kind) {
      case 'time-limit':
        return { kind: 'time-limit', milliseconds: 1000 * seconds, during };
      case 'memory-limit':
        return { kind: 'memory-limit', bytes: megabytes * 2 ** 20, during };
      case 'crashed':
        return { kind: 'crashed', why: why.text };
      case 'stopped':
        return { kind: 'stopped' };
    }
  }
}
