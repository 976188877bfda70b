import { describe, expect, test } from 'vitest';
import { partwiseRefuters } from '../../../src/certify/proof/refuters/partwise.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import type { Refuter, RefuterFactory } from '../../../src/logic/terms/refuter.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';

/** A step of counters with one sum, under what an invariant of sums and bounds says before it. */
class CounterStep {
  readonly store = new TermStore();
  readonly asked: (readonly Term[])[] = [];
  readonly #values = ['a', 'b', 'n'].map((name) => this.store.variable(name, { kind: 'bv', width: 8 }));

  bound(a: Term): Term {
    return this.store.ule(a, this.store.bv(8, 200));
  }

  sum(a: Term, b: Term): Term {
    return this.store.eq(this.store.add(a, b), this.#values[2]);
  }

  /**
   * Whether a step that takes so much from `a`, and adds as much and `more` to `b`, may break the
   * invariant.
   */
  breaks(more: number): ReturnType<Refuter['check']> {
    const { store } = this;
    const [a, b] = this.#values;
    const one = store.bv(8, 1);
    const refuter = partwiseRefuters(store, this.#recording()).create();
    for (const t of [this.bound(a), this.sum(a, b), store.not(store.eq(a, store.bv(8, 0)))]) refuter.assert(t);
    const after = [store.sub(a, one), store.add(b, store.bv(8, 1 + more))];
    return refuter.check([store.not(store.and(this.bound(after[0]), this.sum(after[0], after[1])))]);
  }

  #recording(): RefuterFactory {
    const plain = plainRefuters(this.store, { sat: () => createSatSolver({ proof: true }) });
    return {
      create: () => {
        const inner = plain.create();
        return {
          assert: (t) => inner.assert(t),
          check: (assumptions = [], limits) => {
            this.asked.push(assumptions);
            return inner.check(assumptions, limits);
          },
          reasonUnknown: () => inner.reasonUnknown(),
          dispose: () => inner.dispose(),
        };
      },
    };
  }
}

describe('refuters that are asked part by part', () => {
  test('equations between sums are apart from bounds', () => {
    const step = new CounterStep();
    expect(step.breaks(0)).toBe('unsat');
    expect(step.asked.length).toBe(2);
  });

  test('one part that can fail is enough', () => {
    expect(new CounterStep().breaks(1)).toBe('sat');
  });
});
