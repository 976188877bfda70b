import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { cellsForCheck, releaseCells, SharedCheck } from '../../../src/certify/proof/shared-check.ts';
import type { RefuterFactory } from '../../../src/logic/terms/refuter.ts';
import type { Inductive } from '../../../src/system/transys/certificate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { solversFor } from '../engines/context.ts';
import { oddCounter } from '../system/transys/examples.ts';

/** pc = 0, or bit 0 of x is set. */
function odd(system: TransitionSystem, k = 0): Inductive {
  const { terms } = system;
  const x = terms.find('x') ?? 0;
  const invariant = terms.or(
    terms.eq(terms.find('pc') ?? 0, terms.bv(4, 0)),
    terms.eq(terms.extract(x, 0, 0), terms.bv(1, 1)),
  );
  return { kind: 'inductive', invariant, k, instances: [] };
}

/**
 * Refuters of which only some know anything: those whose number (from 0, in the order in which they
 * are made) is chosen.
 */
function knowing(
  solvers: RefuterFactory,
  chosen: (number: number) => boolean,
): RefuterFactory & { readonly asked: number[] } {
  let made = 0;
  const asked: number[] = [];
  return {
    asked,
    create() {
      const number = made++;
      const refuter = solvers.create();
      if (chosen(number)) return refuter;
      return {
        assert: () => {},
        check: () => {
          asked.push(number);
          return 'unknown';
        },
        reasonUnknown: () => 'not known',
        dispose: () => refuter.dispose(),
      };
    },
  };
}

describe('work on an obligation that is to be done once', () => {
  const watch = (): void => {};
  const again = (): never => {
    throw new RangeError('done before');
  };
  const pair = () => {
    const cells = cellsForCheck(1);
    return { cells, one: new SharedCheck(cells, 'forward'), other: new SharedCheck(cells, 'backward') };
  };

  test('is not done again, whether it shows the obligation or not', () => {
    const { one, other } = pair();
    expect(one.once(0, () => false, watch)).toBe(false);
    expect(one.isShown(0)).toBe(false);
    expect(other.once(0, again, watch)).toBe(false);
    expect(other.once(1, () => true, watch)).toBe(true);
    expect(one.isShown(1)).toBe(true);
    expect(one.once(1, again, watch)).toBe(true);
  });

  test('keeps others waiting as long as they have time, and is theirs where it failed', () => {
    const { one, other } = pair();
    const late = (): boolean => {
      const impatient = (): never => {
        throw new RangeError('no time');
      };
      expect(() => other.once(0, () => true, impatient)).toThrow('no time');
      throw new RangeError('late');
    };
    expect(() => one.once(0, late, watch)).toThrow('late');
    expect(other.once(0, () => true, watch)).toBe(true);
  });

  test('is taken over by a waiting thread when its thread ends', () => {
    const { cells, one, other } = pair();
    let looks = 0;
    const held = (): boolean => {
      const seen = (): void => {
        looks += 1;
        if (looks === 1) releaseCells(cells, 'backward');
        if (looks === 2) releaseCells(cells, 'forward');
        if (looks > 2) throw new RangeError('not taken over');
      };
      return !other.once(0, () => true, seen);
    };
    // Who comes back is no longer heard: what it finds does not undo what was shown.
    expect(one.once(0, held, watch)).toBe(false);
    expect(looks).toBe(2);
    expect(one.isShown(0)).toBe(true);
  });
});

describe('a certificate that several check', () => {
  test('is accepted where what each does not know is shown by the other', async () => {
    const system = oddCounter();
    const solvers = await solversFor(system);
    const cells = cellsForCheck(system.blocks.length);
    const one = knowing(solvers, (number) => number === 0);
    const first = checkCertificate(system, odd(system), one, { shared: new SharedCheck(cells, 'forward') });
    expect(first).toMatchObject({ accepted: false, decided: false });
    expect(one.asked.length).toBeGreaterThan(0);
    const second = knowing(solvers, () => true);
    expect(checkCertificate(system, odd(system), second, { shared: new SharedCheck(cells, 'backward') })).toMatchObject(
      {
        accepted: true,
      },
    );
    // Now that all is shown nobody has anything to do.
    const third = knowing(solvers, () => false);
    expect(checkCertificate(system, odd(system), third, { shared: new SharedCheck(cells, 'forward') })).toMatchObject({
      accepted: true,
    });
    expect(third.asked).toEqual([]);
  });

  test('is refused by either thread that refutes a condition, whatever other conditions are proved', async () => {
    const system = oddCounter(2);
    const solvers = await solversFor(system);
    const cells = cellsForCheck(system.blocks.length);
    for (const direction of ['forward', 'backward', 'forward'] as const) {
      const answer = checkCertificate(system, odd(system), solvers, { shared: new SharedCheck(cells, direction) });
      expect(answer).toMatchObject({ accepted: false, decided: true });
    }
  });

  test('is gone through from both ends', () => {
    const cells = cellsForCheck(2);
    const [one, other] = [new SharedCheck(cells, 'forward'), new SharedCheck(cells, 'backward')];
    expect([one.open(4), other.open(4)]).toEqual([
      [0, 1, 2, 3],
      [3, 2, 1, 0],
    ]);
    one.markShown(0, { by: new Set(['plain']), milliseconds: 1.5 });
    other.markShown(3, { by: new Set(['z3', 'rewriting']), milliseconds: 2 });
    // The first account stays.
    one.markShown(3, { by: new Set(['plain']), milliseconds: 9 });
    expect(one.shown(3)).toEqual({ by: new Set(['z3', 'rewriting']), milliseconds: 2 });
    expect(other.shown(0)).toEqual({ by: new Set(['plain']), milliseconds: 1.5 });
    expect([one.open(4), other.open(4)]).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });
});
