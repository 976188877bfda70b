import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../base/errors.ts';
import { TemporaryFolder } from '../../../base/temporary-folder.ts';
import type { FarChecks, FarQuestion, HandedQuestion } from '../../../race/exchange/far-checks.ts';
import { checksIn } from '../../../race/property.ts';
import type { RunnerSetup } from '../run/settings.ts';
import { LOGS } from '../run/verify-task.ts';
import { commitOf } from '../store/header.ts';
import type { CompetitionTask } from '../task.ts';
import { connectionOptions, connectQueue, type QueueAddress } from './connection.ts';
import { Dispatch } from './dispatch.ts';
import { persist } from './patience.ts';
import { readWorkers } from './presence.ts';
import { openServer, type QueueServer, versionTag } from './server.ts';
import { watchQueue } from './worker-watch.ts';

/** Interval between two deals, in ms. */
const DEAL_MILLISECONDS = 2000;
/** Most groups that are dealt at a time. */
const MOST_GROUPS = 64;
/** Longest time of a group, in s. A machine that is switched off takes no group back. */
const GROUP_SECONDS = 900;
/** Least time of a group, in s. */
const LEAST_SECONDS = 1;
/** Longest wait, at the end, for the server to hear that groups are not wanted any more. */
const PATIENCE_MILLISECONDS = 3000;

/** The queue, and what its workers need to know. */
export interface GroupSetup {
  readonly address: QueueAddress;
  readonly toolVersion: string;
  /** The tool's script. */
  readonly script: string;
  /** Options of the race for the workers' verifiers. */
  readonly options: readonly string[];
  say(text: string): void;
}

/** Hands the open checks of programs to the workers of a queue, in groups with a lease each. */
export class CheckGroups implements FarChecks {
  readonly #handed: HandedGroups[] = [];

  /** Throws the errors of `connectionOptions`: a server that cannot be used later is only said. */
  constructor(private readonly setup: GroupSetup) {
    connectionOptions(setup.address);
  }

  handOut(question: FarQuestion): HandedQuestion {
    const handed = new HandedGroups(question, this.setup);
    this.#handed.push(handed);
    return handed;
  }

  /** Resolves when no worker has a group in hand that is not wanted, or the server does not answer. */
  async close(): Promise<void> {
    for (const handed of this.#handed) handed.stop();
    const ended = Promise.all(this.#handed.map((handed) => handed.ended));
    await Promise.race([ended, sleep(PATIENCE_MILLISECONDS, null, { ref: false })]);
  }
}

/** A group of checks that is on the queue. */
interface Group {
  readonly numbers: readonly number[];
  readonly dispatch: Dispatch;
}

class HandedGroups implements HandedQuestion {
  /** Never rejects. */
  readonly ended: Promise<void>;
  readonly #over = new AbortController();
  /** Groups by their place in the division of the open checks. */
  readonly #groups = new Map<number, Group>();
  /** Checks of groups that have ended: workers have had their time for them. */
  readonly #tried = new Set<number>();
  /** Begins the names of this question's tasks. */
  readonly #name: string;

  constructor(
    private readonly question: FarQuestion,
    private readonly setup: GroupSetup,
  ) {
    const program = basename(question.task.files[0] ?? '');
    this.#name = `${program} (${randomBytes(4).toString('hex')}), checks `;
    this.ended = this.#run().catch((error: unknown) =>
      setup.say(`lemmata: checks are not handed to workers: ${messageOf(error)}`),
    );
  }

  stop(): void {
    this.#over.abort();
    for (const { dispatch } of this.#groups.values()) dispatch.stop();
  }

  async #run(): Promise<void> {
    const { address, toolVersion, script, say } = this.setup;
    const connection = await connectQueue(address, `lemmata check on ${hostname()}`);
    const folder = new TemporaryFolder('groups');
    try {
      const server = await openServer(connection, versionTag(toolVersion, commitOf(script)));
      mkdirSync(join(folder.path, LOGS));
      writeFileSync(join(folder.path, PROGRAM), this.question.program);
      const waits = (): boolean => this.#groups.size > 0 && this.#begun === 0;
      watchQueue(server, waits, say);
      await this.#deal(server, folder.path);
    } finally {
      await connection.close();
      folder.remove();
    }
  }

  get #begun(): number {
    return [...this.#groups.values()].filter(({ dispatch }) => dispatch.running > 0).length;
  }

  /** Deals groups until no check is open that workers have not tried. */
  async #deal(server: QueueServer, folder: string): Promise<void> {
    const { signal } = this.#over;
    const running = new Set<Promise<void>>();
    while (!signal.aborted) {
      const open = new Set(this.question.open());
      for (const { numbers, dispatch } of this.#groups.values())
        if (!numbers.some((number) => open.has(number))) dispatch.stop();
      const untried = [...open].filter((number) => !this.#tried.has(number));
      if (untried.length === 0 && this.#groups.size === 0) return;
      const places = await persist(server.connection, this.setup.say, () => this.#places(server));
      const wanted = Math.min(MOST_GROUPS, untried.length, places);
      for (let place = 0; place < wanted && !signal.aborted; place++) {
        if (this.#groups.has(place)) continue;
        const group = this.#begin(server, folder, part(untried, place, wanted));
        this.#groups.set(place, group);
        const ended = this.#follow(place, group).finally(() => running.delete(ended));
        running.add(ended);
      }
      await sleep(DEAL_MILLISECONDS, null, { signal }).catch(() => {});
    }
    await Promise.all(running);
  }

  /** The places of workers that have no other task; one if there is none, for a worker that comes later. */
  async #places({ connection, consumer: tag }: QueueServer): Promise<number> {
    const workers = await readWorkers(connection);
    const free = workers
      .filter((worker) => worker.tag === tag && worker.state === 'working')
      .map(({ parallel, tasks }) => parallel - tasks.filter(({ name }) => !name.startsWith(this.#name)).length);
    return Math.max(
      1,
      free.reduce((sum, places) => sum + Math.max(0, places), 0),
    );
  }

  #begin(server: QueueServer, folder: string, numbers: readonly number[]): Group {
    const { question, setup } = this;
    const { toolVersion, script, say, options } = setup;
    const file = join(folder, PROGRAM);
    const id = this.#name + rangesText(numbers);
    const task: CompetitionTask = {
      ...{ id, name: id, definition: file, files: [file], required: [], property: null, dataModel: null },
      ...{ sets: [], runDefinition: null, options: ['--only', rangesText(numbers)] },
    };
    const seconds = Math.max(LEAST_SECONDS, Math.min(GROUP_SECONDS, question.left() / 1000));
    const kinds = ['--check', checksIn(question.task.property).join(',')];
    const runner: RunnerSetup = {
      settings: {
        ...{ wallSeconds: seconds, cpuSeconds: null, memoryBytes: null, cores: null, options: [...kinds, ...options] },
        ...{ validate: false, validator: null, nativeReplay: false },
      },
      ...{ tool: [script], toolVersion, folder, witnesses: false, cgroups: null, companions: null },
    };
    // Answers come through the store, one by one.
    const dispatching = { store: () => {}, onStart: () => {}, say };
    return { numbers, dispatch: new Dispatch(server, [task], runner, { machines: 1, exchanges: true }, dispatching) };
  }

  async #follow(place: number, { numbers, dispatch }: Group): Promise<void> {
    try {
      await dispatch.run(false);
      for (const number of numbers) if (dispatch.complete) this.#tried.add(number);
    } catch (error) {
      this.setup.say(`lemmata: a worker cannot decide checks: ${messageOf(error)}`);
      for (const number of numbers) this.#tried.add(number);
    } finally {
      this.#groups.delete(place);
    }
  }
}

/** The name of the compiled program in the folder of a group. */
const PROGRAM = 'program.lemmata';

/** The part of a list at a place, of so many parts in the order of the list. */
export function part<T>(list: readonly T[], place: number, parts: number): readonly T[] {
  const at = (index: number): number => Math.round((index * list.length) / parts);
  return list.slice(at(place), at(place + 1));
}

/** Rising numbers as text, such as `0-3,7`. */
export function rangesText(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}
