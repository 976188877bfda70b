import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { answeredBy, type Refuter, type RefuterFactory, type RefuterName } from '../../../logic/terms/refuter.ts';
import { type Deadline, OwnRefuter, Undecided } from './refuter.ts';

/**
 * The first turn of each refuter, in ms, and the factor between two turns. Some refuters start from
 * the beginning in each turn.
 */
const FIRST_TURN_MS = 200;
const GROWTH = 5;

/**
 * Asks several refuters in turn, in growing turns, until one answers: which of them is fast depends on
 * the query. A refuter that gives up before its time is over is not asked about the query again. The
 * refuter with the last answer comes first in the next query, because queries about the same
 * assertions are often alike. Its first turn there may last several times the time of that answer.
 * This turn is also limited by the time that the other refuters spent without an answer, because they
 * may be much faster on larger queries.
 */
class AlternatingRefuter extends OwnRefuter {
  readonly #refuters: readonly LazyRefuter[];
  #last: { readonly refuter: LazyRefuter; readonly milliseconds: number } | null = null;

  constructor(factories: readonly RefuterFactory[]) {
    super();
    this.#refuters = factories.map((factory) => new LazyRefuter(factory, this.asserted));
  }

  answeredBy(): ReadonlySet<RefuterName> {
    return this.#last?.refuter.answeredBy() ?? new Set();
  }

  override dispose(): void {
    super.dispose();
    this.#last = null;
    for (const refuter of this.#refuters) refuter.dispose();
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat' {
    let open: readonly LazyRefuter[] = this.#refuters;
    let reason = '';
    const last = this.#last;
    if (last !== null) open = [last.refuter, ...open.filter((refuter) => refuter !== last.refuter)];
    for (let turn = FIRST_TURN_MS; open.length > 0; turn *= GROWTH) {
      const patient: LazyRefuter[] = [];
      for (const refuter of open) {
        const start = workClock();
        // The last remaining refuter gets all the remaining time.
        const before = last?.refuter === refuter ? GROWTH * Math.min(last.milliseconds, this.#vainest(refuter)) : 0;
        const time = open.length === 1 ? Number.POSITIVE_INFINITY : Math.max(turn * refuter.patience, before);
        const limits = deadline.left(time);
        const ready = refuter.ready();
        const answer = ready.check(assumptions, limits);
        const took = workClock() - start;
        if (answer !== 'unknown') {
          this.#last = { refuter, milliseconds: took };
          refuter.vain = 0;
          return answer;
        }
        reason = ready.reasonUnknown();
        const isLate = took >= (limits.milliseconds ?? Number.POSITIVE_INFINITY);
        refuter.vain = isLate ? Math.max(refuter.vain, took) : Number.POSITIVE_INFINITY;
        if (isLate) patient.push(refuter);
      }
      open = patient;
    }
    throw new Undecided(reason);
  }

  /**
   * Returns the shortest time of another refuter without an answer, in ms; infinite if none of them can
   * answer.
   */
  #vainest(refuter: LazyRefuter): number {
    return this.#refuters.reduce(
      (least, other) => (other === refuter ? least : Math.min(least, other.vain)),
      Number.POSITIVE_INFINITY,
    );
  }
}

/**
 * One of the refuters, made and given the assertions at its first turn: if an earlier one answers, it
 * costs nothing.
 */
class LazyRefuter {
  #refuter: Refuter | null = null;
  /** Number of assertions that the refuter has. */
  #given = 0;
  /**
   * Longest time without an answer since the refuter last answered, in ms; infinite if more time would
   * not help.
   */
  vain = 0;

  constructor(
    private readonly factory: RefuterFactory,
    private readonly asserted: readonly Term[],
  ) {}

  get patience(): number {
    return this.factory.patience ?? 1;
  }

  ready(): Refuter {
    this.#refuter ??= this.factory.create();
    for (; this.#given < this.asserted.length; this.#given++) this.#refuter.assert(this.asserted[this.#given]);
    return this.#refuter;
  }

  /** See {@link answeredBy}. */
  answeredBy(): ReadonlySet<RefuterName> {
    return this.#refuter === null ? new Set() : answeredBy(this.#refuter, this.factory);
  }

  dispose(): void {
    this.#refuter?.dispose();
    this.#refuter = null;
    this.#given = 0;
  }
}

/** Refuters that ask those of the given factories in turn, beginning with the first. */
export function alternatingRefuters(...factories: readonly RefuterFactory[]): RefuterFactory {
  return { create: () => new AlternatingRefuter(factories) };
}
