import type { Term } from '../smt/builder.ts';
import type { CheckLimits, CheckResult } from '../smt/solver.ts';
import type { Refuter, RefuterFactory } from './refuter.ts';

/** The first turn of each refuter, in ms; each further one has twice as long. */
const FIRST_TURN_MS = 200;

/**
 * Several refuters that are asked in turn, for longer and longer, until one answers: which of them is fast depends on the query. Whoever cannot say
 * anything about a query before its time is up is not asked about it again.
 */
class AlternatingRefuter implements Refuter {
  readonly #refuters: readonly Refuter[];
  #reason = '';

  constructor(refuters: readonly Refuter[]) {
    this.#refuters = refuters;
  }

  assert(t: Term): void {
    for (const refuter of this.#refuters) refuter.assert(t);
  }

  check(assumptions: readonly Term[] = [], { milliseconds = Number.POSITIVE_INFINITY }: CheckLimits = {}): CheckResult {
    const deadline = performance.now() + milliseconds;
    let open = this.#refuters;
    for (let turn = FIRST_TURN_MS; open.length > 0; turn *= 2) {
      const patient: Refuter[] = [];
      for (const refuter of open) {
        const start = performance.now();
        if (start >= deadline) {
          this.#reason = 'timeout';
          return 'unknown';
        }
        // Who is left alone has all the time that is left.
        const limit = open.length === 1 ? deadline - start : Math.min(turn, deadline - start);
        const answer = refuter.check(assumptions, Number.isFinite(limit) ? { milliseconds: Math.ceil(limit) } : {});
        if (answer !== 'unknown') return answer;
        this.#reason = refuter.reasonUnknown();
        if (performance.now() - start >= limit) patient.push(refuter);
      }
      open = patient;
    }
    return 'unknown';
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {
    for (const refuter of this.#refuters) refuter.dispose();
  }
}

/** Refuters that ask those of the given factories in turn, the first one first. */
export function alternatingRefuters(...factories: readonly RefuterFactory[]): RefuterFactory {
  return { create: () => new AlternatingRefuter(factories.map((factory) => factory.create())) };
}
