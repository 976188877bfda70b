import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, unreachable } from '../../base/errors.ts';
import { evidenceOf } from '../../certify/proof/evidence.ts';
import { cellsForCheck, type Direction, releaseCells, shownIn } from '../../certify/proof/shared-check.ts';
import type { Certificate, Runs } from '../../system/transys/certificate.ts';
import type {
  CertifierAnswer,
  CertifierApi,
  CertifierJob,
  CheckJob,
  FollowerApi,
  FollowJob,
} from '../messages/certification.ts';
import type { PackedCertificate } from '../messages/engines.ts';
import type { Model } from '../messages/model.ts';
import type { SolverThreads } from '../schedule/solver-threads.ts';
import type { Service } from '../threads/service.ts';
import type { Threads } from '../threads/threads.ts';

/** A thread for one certificate; `ready` resolves once its solver is loaded. */
export interface Checker {
  readonly service: Service<CertifierApi>;
  readonly ready: Promise<unknown>;
}

/** Starts a thread that checks with Z3, and loads its solver. */
export function startZ3Checker({
  threads,
  solverThreads,
}: {
  readonly threads: Threads;
  readonly solverThreads: SolverThreads;
}): Checker {
  const service = threads.certifier();
  const ready = solverThreads.z3.then((module) =>
    service.call((remote) => remote.prepare(module, solverThreads.solverMegabytes)),
  );
  ready.catch(() => {});
  return { service, ready };
}

/** A program with a single path that a thread can follow. */
export interface Follower {
  readonly program: Omit<FollowJob, 'bound'>;
  /** Called at most once. */
  start(): Service<FollowerApi>;
}

/** Null for hardware models, and where the question is whether runs end: the follower looks for errors. */
export function followerOf({
  model: { program, property },
  threads,
}: {
  readonly model: Model;
  readonly threads: Threads;
}): Follower | null {
  if (program === null || property.kind === 'termination') return null;
  return { program: { program, errorFunctions: property.errorFunctions }, start: () => threads.follower() };
}

/** Longer runs, in steps, are not unrolled for solvers while the program can be followed instead. */
const MOST_UNROLLED = 500;

/**
 * Time in ms for which our own refuters prove no obligation before Z3 begins. They may decide without it, and it
 * would compete for a core.
 */
const HEAD_START_MS = 1_500;

/** The order of the obligations: the two checkers meet where one of them is stuck. */
const DIRECTIONS = { plain: 'forward', z3: 'backward' } as const satisfies Record<CheckJob['by'], Direction>;

/** The answer of a checker that is not asked. */
const NEVER = Promise.reject<Answered>(new Error('not asked'));
NEVER.catch(() => {});

interface Answered {
  readonly answer: CertifierAnswer;
  readonly by: Service<CertifierApi>;
}

/** Returns the first answer that decides; if there is none, an answer with all reasons. */
async function firstOf(
  asked: readonly Promise<Answered>[],
  decided: readonly Promise<Answered>[],
): Promise<{ readonly answer: CertifierAnswer; readonly by: Service<CertifierApi> | null }> {
  try {
    return await Promise.any(decided);
  } catch {
    const ends = await Promise.allSettled(asked);
    if (ends.every(({ status }) => status === 'rejected')) await asked[0];
    const reasons = ends.map((end) => (end.status === 'fulfilled' ? whyOf(end.value.answer) : messageOf(end.reason)));
    return { answer: { kind: 'undecided', why: [...new Set(reasons)].join('; ') }, by: null };
  }
}

/**
 * Two threads check one certificate side by side and share the proved obligations. One uses our own
 * refuters (plain clauses, bounds of floats); unless these finish soon, the other uses Z3. The first
 * that has everything proved, or finds that the certificate does not hold, decides. A thread that does
 * not know, or fails, decides nothing.
 */
export class Certification {
  /** Null: not needed yet. */
  #z3: Checker | null = null;
  #following: Service<FollowerApi> | null = null;
  #isOver = false;

  /** `startZ3` is called at most once. `follower`: null for hardware models. */
  constructor(
    private readonly plain: Checker,
    private readonly startZ3: () => Checker,
    private readonly follower: Follower | null,
  ) {}

  /**
   * The answer, and the thread that gave it, which stays if it is to be kept; rejects if both threads
   * fail.
   */
  async check(
    job: CertifierJob,
  ): Promise<{ readonly answer: CertifierAnswer; readonly by: Service<CertifierApi> | null }> {
    const cells = cellsForCheck(job.system.system.blocks.length);
    const ask = async ({ service, ready }: Checker, by: CheckJob['by'], unroll = true): Promise<Answered> => {
      await ready;
      const direction = DIRECTIONS[by];
      try {
        return {
          answer: await service.call((remote) => remote.check({ ...job, cells, by, direction, unroll })),
          by: service,
        };
      } catch (error) {
        releaseCells(cells, direction);
        throw error;
      }
    };
    const { certificate, system, target } = job;
    const begun = performance.now();
    /** The answer where the program's only path proves the certificate. */
    const byPath = (): { readonly answer: CertifierAnswer; readonly by: null } => {
      const shown = { by: new Set(['path'] as const), milliseconds: performance.now() - begun };
      const evidence = evidenceOf('exhaustion', shown);
      return { answer: { kind: 'accepted', proof: { certificate, system, target, evidence } }, by: null };
    };
    if (this.follower !== null && isOfAllRuns(certificate) && isLong(certificate)) {
      const followed = this.#followed(this.follower, certificate.bound, ask(this.plain, 'plain', false));
      const answered = await followed;
      if (answered === 'shown') return byPath();
      if (answered !== 'open') return answered;
    }
    const plain = ask(this.plain, 'plain');
    // Runs that are enumerated one by one need no solver.
    if (certificate.kind === 'states' || (certificate.kind === 'runs' && certificate.inputs !== undefined))
      return plain;
    const asked = [plain, this.#whenNeeded(plain, cells).then((z3) => ask(z3, 'z3'))];
    const decided = asked.map(async (one) => {
      const answered = await one;
      if (answered.answer.kind === 'undecided') throw new Error(answered.answer.why);
      return answered;
    });
    const answered = await firstOf(asked, decided);
    if (answered.answer.kind === 'accepted' || this.follower === null || !isOfAllRuns(certificate)) return answered;
    // The system may have runs that the program lacks, where it is not exact.
    const isShown = !isLong(certificate) && (await this.#followed(this.follower, certificate.bound, NEVER)) === 'shown';
    return isShown ? byPath() : answered;
  }

  /**
   * Has the program followed while the plain checker follows runs of the system. `shown`: the path of
   * the program proves the certificate; `open`: neither decides.
   */
  async #followed(follower: Follower, bound: number, checked: Promise<Answered>): Promise<'shown' | 'open' | Answered> {
    const service = follower.start();
    this.#following = service;
    const path = service
      .call((remote) => remote.follow({ ...follower.program, bound }))
      .then((why) => {
        if (why !== null) throw new Error(why);
        return 'shown' as const;
      });
    const check = checked.then((answered) => {
      if (answered.answer.kind === 'undecided') throw new Error(answered.answer.why);
      return answered;
    });
    try {
      return await Promise.any([path, check]);
    } catch {
      return 'open';
    } finally {
      service.end();
    }
  }

  /** Ends all threads except the one to be kept. */
  end(kept: Service<CertifierApi> | null = null): void {
    this.#isOver = true;
    this.#following?.end();
    for (const { service } of this.#z3 === null ? [this.plain] : [this.plain, this.#z3])
      if (service !== kept) service.end();
  }

  /**
   * The second checker, once the first one makes no progress or is known not to decide; never if the first decides
   * before.
   */
  async #whenNeeded(plain: Promise<Answered>, cells: SharedArrayBuffer): Promise<Checker> {
    const open = knowsNot(plain).then(() => true);
    let before = 0;
    for (;;) {
      const isOpen = await Promise.race([open, sleep(HEAD_START_MS, false, { ref: false })]);
      if (this.#isOver) return never();
      const shown = shownIn(cells);
      if (isOpen || shown === before) break;
      before = shown;
    }
    this.#z3 = this.startZ3();
    return this.#z3;
  }
}

function isLong({ bound }: Runs): boolean {
  return bound > MOST_UNROLLED;
}

/** Whether a certificate bounds all runs, and leaves the proof to its checker. */
function isOfAllRuns(certificate: Certificate): certificate is Runs {
  return certificate.kind === 'runs' && certificate.inputs === undefined;
}

/**
 * A rough size of the check: small ones finish soon. It is the number of nodes of formulas, times the
 * steps in which they are unrolled.
 */
export function effortOf({ certificate, terms }: PackedCertificate): number {
  const nodes = terms.reduce((sum, term) => sum + term.terms.size, 0);
  switch (certificate.kind) {
    case 'runs':
      return certificate.bound + 1;
    case 'states':
      return certificate.blocks.reduce((sum, { bounds }) => sum + bounds.length, 0);
    case 'inductive':
      return nodes * (certificate.k + 1);
    case 'universal':
      return nodes * (certificate.instances.length + 1);
    case 'ranking':
      return nodes;
    default:
      return unreachable(certificate);
  }
}

/** Resolves when this checker is known not to decide; never if it decides. */
async function knowsNot(asked: Promise<Answered>): Promise<void> {
  try {
    const { answer } = await asked;
    if (answer.kind === 'undecided') return;
  } catch {
    return;
  }
  return never();
}

function never(): Promise<never> {
  return new Promise(() => {});
}

function whyOf(answer: CertifierAnswer): string {
  return answer.kind === 'accepted' ? 'accepted' : answer.why;
}

/** Waiting work: its size, in any measure, and the function that begins it. */
interface Waiting {
  readonly size: number;
  begin(): void;
  drop(): void;
}

/** Runs a limited number of pieces of work at once; the smallest waiting one is next. */
export class SmallestFirst {
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #closed = false;

  constructor(private readonly most: number) {}

  /** Resolves or rejects as `work` does; resolves to `dropped` if the queue is closed before its turn. */
  add<T>(size: number, work: () => Promise<T>, dropped: T): Promise<T> {
    if (this.#closed) return Promise.resolve(dropped);
    const result = new Promise<T>((resolve, reject) => {
      const begin = (): void => {
        this.#running += 1;
        const over = (): void => {
          this.#running -= 1;
          this.#advance();
        };
        work().then(resolve, reject).finally(over);
      };
      this.#waiting.push({ size, begin, drop: () => resolve(dropped) });
    });
    this.#advance();
    return result;
  }

  /** Begins no more waiting work. */
  close(): void {
    this.#closed = true;
    for (const { drop } of this.#waiting.splice(0)) drop();
  }

  #advance(): void {
    while (this.#running < this.most && this.#waiting.length > 0) {
      const least = Math.min(...this.#waiting.map(({ size }) => size));
      const next = this.#waiting.findIndex(({ size }) => size === least);
      for (const { begin } of this.#waiting.splice(next, 1)) begin();
    }
  }
}
