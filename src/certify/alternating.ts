import { workClock } from '../base/clock.ts';
import type { Term } from '../terms/builder.ts';
import type { Refuter, RefuterFactory } from '../terms/refuter.ts';
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
  readonly #seats: readonly Seat[];
  #last: { readonly seat: Seat; readonly milliseconds: number } | null = null;

  constructor(factories: readonly RefuterFactory[]) {
    super();
    this.#seats = factories.map((factory) => new Seat(factory, this.asserted));
  }

  override dispose(): void {
    super.dispose();
    this.#last = null;
    for (const seat of this.#seats) seat.dispose();
  }

  protected override decide(assumptions: readonly Term[], deadline: Deadline): 'sat' | 'unsat' {
    let open: readonly Seat[] = this.#seats;
    let reason = '';
    const last = this.#last;
    if (last !== null) open = [last.seat, ...open.filter((seat) => seat !== last.seat)];
    for (let turn = FIRST_TURN_MS; open.length > 0; turn *= GROWTH) {
      const patient: Seat[] = [];
      for (const seat of open) {
        const start = workClock();
        // The last remaining refuter gets all the remaining time.
        const before = last?.seat === seat ? GROWTH * Math.min(last.milliseconds, this.#vainest(seat)) : 0;
        const time = open.length === 1 ? Number.POSITIVE_INFINITY : Math.max(turn * seat.patience, before);
        const limits = deadline.left(time);
        const refuter = seat.ready();
        const answer = refuter.check(assumptions, limits);
        const took = workClock() - start;
        if (answer !== 'unknown') {
          this.#last = { seat, milliseconds: took };
          seat.vain = 0;
          return answer;
        }
        reason = refuter.reasonUnknown();
        const isLate = took >= (limits.milliseconds ?? Number.POSITIVE_INFINITY);
        seat.vain = isLate ? Math.max(seat.vain, took) : Number.POSITIVE_INFINITY;
        if (isLate) patient.push(seat);
      }
      open = patient;
    }
    throw new Undecided(reason);
  }

  /**
   * Returns the shortest time of another refuter without an answer, in ms; infinite if none of them can
   * answer.
   */
  #vainest(seat: Seat): number {
    return this.#seats.reduce(
      (least, other) => (other === seat ? least : Math.min(least, other.vain)),
      Number.POSITIVE_INFINITY,
    );
  }
}

/**
 * One of the refuters, made and given the assertions at its first turn: if an earlier one answers, it
 * costs nothing.
 */
class Seat {
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
