import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KvWatchEntry } from '@nats-io/kv';
import type { QueuedIterator, Subscription } from '@nats-io/transport-node';
import { parseDocument, visit } from 'yaml';
import { LemmataError, messageOf } from '../../../base/errors.ts';
import type { RunnerSetup } from '../run/settings.ts';
import { fileName, LOGS, WITNESSES } from '../run/verify-task.ts';
import { categoryOf } from '../status.ts';
import { resultOfTask, type TaskResult } from '../store/record.ts';
import type { CompetitionTask } from '../task.ts';
import { type OpenTask, openTask, packJob, rootOf, type Team } from './job.ts';
import { parseReport, type Report } from './messages.ts';
import { fetchFile } from './parcels.ts';
import { persist } from './patience.ts';
import { placesOf } from './places.ts';
import type { QueueServer } from './server.ts';
import { withdrawTask } from './withdraw.ts';

export interface Dispatching {
  /**
   * Called once for each task with its result, which is stored when the call returns. May throw
   * LemmataError: the run then ends.
   */
  store(result: TaskResult): void;
  onStart(task: CompetitionTask): void;
  say(text: string): void;
}

/** Interval between looks at the queue's content; lost tasks are offered again. */
const LOOK_MILLISECONDS = 15_000;
/** Tasks that are offered between two looks at results. */
const AT_A_TIME = 100;
/** The longest wait for an unreachable server when a run is to end. */
const PATIENCE_MILLISECONDS = 3000;
/** Malformed answers to a task after which it counts as failed. */
const MOST_RUBBISH = 3;

/**
 * A run whose tasks are executed by workers elsewhere. The server holds the state: a task is open here
 * until its result is in the key-value store, and is on the queue until then. It therefore does not
 * matter which run offered a task, how often, or which side was unreachable for a while.
 */
export class Dispatch {
  readonly #open = new Map<string, OpenTask>();
  readonly #started = new Set<string>();
  readonly #rubbish = new Map<string, { readonly count: number; readonly revision: number }>();
  readonly #subscriptions: Subscription[] = [];
  #watch: QueuedIterator<KvWatchEntry> | null = null;
  /** All actions that change the run, one after the other. */
  #chain: Promise<void> = Promise.resolve();
  #offering = false;
  #finishing = false;
  #interrupted = false;
  #end: (problem: unknown) => void = () => {};

  constructor(
    private readonly server: QueueServer,
    tasks: readonly CompetitionTask[],
    private readonly setup: RunnerSetup,
    private readonly team: Team,
    private readonly dispatching: Dispatching,
  ) {
    for (const task of tasks) {
      const open = openTask(task, setup);
      this.#open.set(open.key, open);
    }
  }

  get complete(): boolean {
    return this.#open.size === 0;
  }

  /** Tasks that workers have reported to have in hand. */
  get running(): number {
    return this.#started.size;
  }

  /**
   * Resolves when every task has its result, or after {@link finish} or {@link stop}. `fresh`: results
   * that the server already has do not count. Rejects if a result cannot be stored here, or with
   * `E-USAGE` if the verifier refuses its command line.
   */
  async run(fresh: boolean): Promise<void> {
    const { connection, results, resultKey } = this.server;
    if (this.complete) return;
    const wanted = [...this.#open.keys()];
    if (fresh) {
      for (const key of wanted)
        for (const name of new Set([key, ...placesOf(key, this.team.machines)])) await results.delete(resultKey(name));
      await this.#withdraw(wanted);
    }
    const ended = new Promise<void>((resolve, reject) => {
      this.#end = (problem) => (problem === null ? resolve() : reject(problem));
    });
    this.#follow(this.server.startSubject('*'), (key) => this.#begun(key));
    // Another run with the same task has cancelled it, but this run still wants it.
    this.#follow(this.server.cancelSubject('*'), () => this.#lookIn(LOOK_MILLISECONDS / 5));
    this.#next(() => this.#listen());
    this.#look();
    const timer = setInterval(() => this.#look(), LOOK_MILLISECONDS);
    const status = connection.status();
    void (async () => {
      for await (const { type } of status) if (type === 'reconnect') this.#next(() => this.#listen());
    })();
    try {
      await ended;
      // A server that was killed may have lost a worker's acknowledgement of a task.
      await this.#inTime(this.#withdraw(wanted.filter((key) => !this.#open.has(key))));
    } finally {
      clearInterval(timer);
      this.#watch?.stop();
      for (const subscription of this.#subscriptions) subscription.unsubscribe();
    }
  }

  /** Takes the tasks that no worker has begun off the queue; the run ends with the running ones. */
  finish(): void {
    if (this.#finishing) return;
    this.#finishing = true;
    this.#next(async () => {
      await this.#withdraw([...this.#open.keys()].filter((key) => !this.#started.has(key)));
      this.#endIfDone();
    });
  }

  /** Takes all tasks off the queue, and cancels those that workers have begun. */
  stop(): void {
    if (this.#interrupted) return;
    this.#interrupted = true;
    this.#finishing = true;
    for (const key of this.#open.keys()) this.server.connection.publish(this.server.cancelSubject(key));
    const withdrawn = (async () => {
      await this.server.connection.flush();
      await this.#withdraw([...this.#open.keys()]);
    })();
    void this.#inTime(withdrawn).then(() => this.#end(null));
  }

  /** Waits for a request, up to the limit for an unreachable server. */
  #inTime(request: Promise<void>): Promise<void> {
    return Promise.race([request.catch(() => {}), sleep(PATIENCE_MILLISECONDS)]);
  }

  /** This run's tasks that are on the queue, waiting or in a worker's hand, by {@link placesOf}. */
  async #queued(): Promise<ReadonlySet<string>> {
    const { manager, stream, taskSubject, keyOf } = this.server;
    const { state } = await manager.streams.info(stream, { subjects_filter: taskSubject('*') });
    return new Set(Object.keys(state.subjects ?? {}).map(keyOf));
  }

  /** Takes tasks off the queue. */
  async #withdraw(keys: readonly string[]): Promise<void> {
    const there = await this.#queued();
    for (const key of keys)
      for (const place of placesOf(key, this.team.machines))
        if (there.has(place)) await withdrawTask(this.server, place);
  }

  /** Subscribes to results; existing ones come first. */
  async #listen(): Promise<void> {
    this.#watch?.stop();
    const watch = await this.server.results.watch({ key: this.server.resultKey('*') });
    this.#watch = watch;
    void (async () => {
      for await (const entry of watch) if (entry.operation === 'PUT') this.#next(() => this.#answered(entry));
    })();
  }

  /** Puts open tasks on the queue unless they are there; returns whether some are left. */
  async #offer(): Promise<boolean> {
    const { jetstream, taskSubject, results, resultKey, files } = this.server;
    const there = await this.#queued();
    let offered = 0;
    for (const open of [...this.#open.values()]) {
      if (this.#finishing) return false;
      const missing = placesOf(open.key, this.team.machines).filter((place) => !there.has(place));
      if (missing.length === 0 || !this.#open.has(open.key)) continue;
      // A task leaves the queue when its result is stored: this process may not have received it yet.
      const known = await results.get(resultKey(open.key));
      if (known !== null && known.operation === 'PUT') {
        await this.#answered(known);
        continue;
      }
      const job = JSON.stringify(await packJob(open, this.setup, this.team, files));
      for (const place of missing)
        await jetstream.publish(taskSubject(place), job).catch((error) => {
          // Another run was faster.
          if (!/maximum messages per subject/.test(messageOf(error))) throw error;
        });
      if (++offered === AT_A_TIME) return true;
    }
    return false;
  }

  #begun(key: string): void {
    const open = this.#open.get(key);
    if (open === undefined || this.#started.has(key)) return;
    this.#started.add(key);
    this.dispatching.onStart(open.task);
  }

  async #answered({ key: name, value, revision }: Pick<KvWatchEntry, 'key' | 'value' | 'revision'>): Promise<void> {
    const open = this.#open.get(this.server.keyOf(name));
    if (open === undefined) return;
    const report = parseReport(value);
    const result = report === null || report.hash !== open.hash ? null : await this.#fetch(open, report);
    if (result === null) return this.#reject(open, name, revision);
    if (result.exitCode === 1)
      throw new LemmataError('E-USAGE', `lemmata verify refuses its options: ${result.reason}`);
    this.#settle(open, result);
  }

  #settle({ key }: OpenTask, result: TaskResult): void {
    this.dispatching.store(result);
    this.#open.delete(key);
    this.#started.delete(key);
    this.#endIfDone();
  }

  /** Discards a malformed result; the task runs again. */
  async #reject(open: OpenTask, name: string, revision: number): Promise<void> {
    const before = this.#rubbish.get(open.key) ?? { count: 0, revision: -1 };
    if (before.revision === revision) return;
    const count = before.count + 1;
    this.dispatching.say(`lemmata: a worker sent a malformed answer for ${open.task.id}`);
    await this.server.results.delete(name, { previousSeq: revision }).catch((error) => {
      // Another run has discarded it.
      if (!/wrong last sequence/.test(messageOf(error))) throw error;
    });
    this.#rubbish.set(open.key, { count, revision });
    this.#started.delete(open.key);
    if (count >= MOST_RUBBISH) {
      const reason = `workers sent ${count} malformed answers`;
      this.#settle(open, this.#complete(open, { ...NOTHING, reason, started: new Date().toISOString() }, null, null));
    } else {
      this.#look();
    }
  }

  /**
   * Fetches the result that a report describes, with its log and witness, into this folder. Null if they
   * do not match the report.
   */
  async #fetch(open: OpenTask, report: Report): Promise<TaskResult | null> {
    const { files } = this.server;
    const name = fileName(open.task.id);
    const log = report.log === null ? null : join(LOGS, `${name}.log`);
    const kind = open.task.files.some((file) => /\.btor2?$/.test(file)) ? 'wit' : 'yml';
    const witness = report.witness === null ? null : join(WITNESSES, `${name}.${kind}`);
    for (const [digest, file] of [
      [report.log, log],
      [report.witness, witness],
    ]) {
      if (digest === null || file === null) continue;
      const bytes = await fetchFile(files, digest);
      if (bytes === null) return null;
      const text = relocated(bytes, report.root, rootOf(open.task), file === witness && kind === 'yml');
      if (text === null) return null;
      this.#write(join(this.setup.folder, file), text);
    }
    return this.#complete(open, report.measured, log, witness);
  }

  #complete(
    { task, hash }: OpenTask,
    measured: Report['measured'],
    log: string | null,
    witness: string | null,
  ): TaskResult {
    return { ...resultOfTask(task, hash), ...measured, category: categoryOf(measured.status, task), log, witness };
  }

  #write(file: string, text: string): void {
    try {
      writeFileSync(file, text);
    } catch (error) {
      throw new LemmataError('E-INPUT', `cannot write ${file}: ${messageOf(error)}`, null, { cause: error });
    }
  }

  #endIfDone(): void {
    if (this.#open.size === 0 || (this.#finishing && this.#started.size === 0)) this.#end(null);
  }

  #follow(subject: string, heard: (key: string) => void): void {
    const subscription = this.server.connection.subscribe(subject);
    this.#subscriptions.push(subscription);
    void (async () => {
      for await (const message of subscription) heard(this.server.keyOf(message.subject));
    })();
  }

  #lookIn(milliseconds: number): void {
    setTimeout(() => this.#look(), milliseconds).unref();
  }

  /** Offers missing tasks in parts; results are processed in between. */
  #look(): void {
    if (this.#offering) return;
    this.#offering = true;
    this.#next(async () => {
      const more = await this.#offer();
      this.#offering = false;
      if (more) this.#look();
    });
  }

  /**
   * Appends an action to the chain; it is repeated until it succeeds. A failure of this process, as
   * opposed to the queue, ends the run.
   */
  #next(action: () => Promise<void>): void {
    let failure: unknown = null;
    const guarded = (): Promise<void> =>
      action().catch((error) => {
        if (!(error instanceof LemmataError)) throw error;
        failure = error;
      });
    this.#chain = this.#chain
      .then(() => persist(this.server.connection, this.dispatching.say, guarded))
      .then(
        () => (failure === null ? undefined : this.#end(failure)),
        // The connection was closed: the run has ended.
        () => {},
      );
  }
}

/** Measurements of a task that was not run. */
const NOTHING = {
  status: 'ERROR (no result)',
  cpuSeconds: 0,
  wallSeconds: 0,
  memoryBytes: 0,
  exitCode: null,
  signal: null,
  terminationReason: null,
  engine: null,
  stage: null,
  safeUpTo: null,
  checks: [],
} as const;

/**
 * Rewrites a worker's output about files below `from` as though they had been below `to`, their folder
 * here. Null if the text should be YAML (`structured`) and is not.
 */
export function relocated(bytes: Uint8Array, from: string, to: string, structured: boolean): string | null {
  const text = new TextDecoder().decode(bytes);
  const moved = (path: string): string => path.replaceAll(`${from}/`, () => (to.endsWith('/') ? to : `${to}/`));
  if (!structured) return moved(text);
  const document = parseDocument(text);
  if (document.errors.length > 0) return null;
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && scalar.value.startsWith(`${from}/`)) scalar.value = moved(scalar.value);
    },
  });
  // Invariants and paths must not be broken into lines.
  return document.toString({ lineWidth: 0 });
}
