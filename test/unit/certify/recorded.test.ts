import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { minimiseCertificate } from '../../../src/certify/proof/minimise/minimise.ts';
import { statedInvariant } from '../../../src/certify/proof/parts.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { substitute } from '../../../src/logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../../src/logic/terms/traverse.ts';
import { certificateTerms, type Recorded, type Universal, withTerms } from '../../../src/system/transys/certificate.ts';
import { programTerms } from '../../../src/system/transys/program-terms.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { ownSolversFor } from '../engines/context.ts';
import { bits, build } from '../system/transys/examples.ts';
import { randomSource } from '../system/transys/random-systems.ts';

const ARRAY = { kind: 'array', index: bits(4), element: bits(4) } as const;
const LENGTH = 6;

/**
 * One loop adds up the first elements of an array in s, another one in t. The error is that the sums differ
 * behind them, which needs `wrong`.
 */
function sums(wrong: 'nothing' | 'an element counts twice' | 'an element is written' | 'a start' = 'nothing') {
  return build({
    state: { a: ARRAY, i: bits(4), s: bits(4), t: bits(4) },
    inputs: { any: ARRAY, in: bits(4) },
    blocks: [
      (t, v) => ({
        successors: [1],
        next: { a: v('any'), i: t.bv(4, 0), s: t.bv(4, 0), t: t.bv(4, 0) },
        inputs: ['any'],
      }),
      (t, v) => {
        const more = t.ult(v('i'), t.bv(4, LENGTH));
        return {
          successors: [1, 2],
          next: {
            pc: t.ite(more, t.bv(4, 1), t.bv(4, 2)),
            s: t.ite(more, t.add(v('s'), t.select(v('a'), v('i'))), v('s')),
            i: t.ite(more, t.add(v('i'), t.bv(4, 1)), t.bv(4, 0)),
            t: t.ite(more, v('t'), t.bv(4, wrong === 'a start' ? 1 : 0)),
            ...(wrong === 'an element is written'
              ? { a: t.ite(more, v('a'), t.store(v('a'), t.bv(4, 2), v('in'))) }
              : {}),
          },
          inputs: ['in'],
        };
      },
      (t, v) => {
        const more = t.ult(v('i'), t.bv(4, LENGTH));
        const element = t.select(v('a'), v('i'));
        const twice = t.and(t.eq(v('i'), t.bv(4, 3)), t.eq(v('in'), t.bv(4, 5)));
        const added = wrong === 'an element counts twice' ? t.ite(twice, t.add(element, element), element) : element;
        return {
          successors: [2],
          feasible: more,
          bad: t.and(t.not(more), t.not(t.eq(v('s'), v('t')))),
          next: { t: t.add(v('t'), added), i: t.add(v('i'), t.bv(4, 1)) },
          inputs: ['in'],
        };
      },
    ],
  });
}

/** The first loop records in `h` the sum before each turn. Then s = h[LENGTH] and t = h[i] hold in the second one. */
function proof({ terms, stateVars }: TransitionSystem): Universal {
  const [pc, a, i, s, t] = ['pc', 'a', 'i', 's', 't'].map((name) => stateVars.find((v) => v.name === name)?.term ?? 0);
  const h = terms.variable('h', ARRAY);
  const c = terms.variable('c', bits(4));
  const n = (value: number): Term => terms.bv(4, value);
  const at = (block: number, formula: Term): Term => terms.implies(terms.eq(pc, n(block)), formula);
  const defined = (limit: Term): Term =>
    terms.implies(
      terms.ult(c, limit),
      terms.eq(terms.select(h, terms.add(c, n(1))), terms.add(terms.select(h, c), terms.select(a, c))),
    );
  const more = terms.ult(i, n(LENGTH));
  const recorded: Recorded = {
    variable: h,
    init: terms.constArray(bits(4), n(0)),
    next: [
      terms.store(h, n(0), n(0)),
      terms.ite(more, terms.store(h, terms.add(i, n(1)), terms.add(s, terms.select(a, i))), h),
      h,
    ],
  };
  const started = terms.eq(terms.select(h, n(0)), n(0));
  const invariant = terms.andAll([
    at(1, terms.andAll([terms.ule(i, n(LENGTH)), terms.eq(s, terms.select(h, i)), started, defined(i)])),
    at(2, terms.andAll([terms.ule(i, n(LENGTH)), terms.eq(s, terms.select(h, n(LENGTH))), defined(n(LENGTH))])),
    at(2, terms.eq(t, terms.select(h, i))),
  ]);
  return {
    kind: 'universal',
    invariant,
    bound: [c],
    instances: [{ block: 2, values: [[0, i]] }],
    recorded: [recorded],
  };
}

const check = (system: TransitionSystem, certificate: Universal): string => {
  const result = checkCertificate(system, certificate, ownSolversFor(system));
  return result.accepted ? 'accepted' : result.condition;
};

const WRONG = ['an element counts twice', 'an element is written', 'a start'] as const;

describe('variables that a proof records', () => {
  test('prove what depends on the past of a run', () => {
    const system = sums();
    const good = proof(system);
    expect(check(system, good)).toBe('accepted');
    expect(check(system, { ...good, recorded: [] })).toBe('form');
    for (const wrong of WRONG) {
      const other = sums(wrong);
      expect(check(other, proof(other))).toBe('consecution');
    }
  });

  test('are refused where they could change a run, or are not defined by it', () => {
    const system = sums();
    const { terms, stateVars } = system;
    const good = proof(system);
    const [own] = good.recorded ?? [];
    const [h, any, free] = [own.variable, terms.find('any') ?? 0, terms.variable('free', ARRAY)];
    const state = (name: string): Term => stateVars.find((v) => v.name === name)?.term ?? 0;
    const next = (block: number, value: Term): readonly Term[] => own.next.map((t, id) => (id === block ? value : t));
    const malformed: Recorded[][] = [
      [{ ...own, variable: state('a') }],
      [{ ...own, variable: any }],
      [{ ...own, variable: terms.constArray(bits(4), terms.bv(4, 0)) }],
      [{ ...own, variable: -1 }],
      [own, own],
      [own, { ...own, variable: good.bound[0], init: terms.bv(4, 0), next: own.next.map(() => terms.bv(4, 0)) }],
      [{ ...own, init: terms.bv(4, 0) }],
      [{ ...own, init: -1 }],
      [{ ...own, init: free }],
      [{ ...own, init: state('a') }],
      [{ ...own, init: any }],
      [{ ...own, next: own.next.slice(1) }],
      [{ ...own, next: [...own.next, h] }],
      [{ ...own, next: next(2, -1) }],
      [{ ...own, next: next(2, terms.bv(4, 0)) }],
      [{ ...own, next: next(2, free) }],
      // The input of another block, and the value that the invariant would choose.
      [{ ...own, next: next(2, any) }],
      [{ ...own, next: next(1, terms.store(h, good.bound[0], terms.bv(4, 0))) }],
    ];
    for (const recorded of malformed) expect(check(system, { ...good, recorded })).toBe('form');
  });

  test('do not make a corrupted certificate prove what does not hold', () => {
    const random = randomSource(44);
    for (const wrong of WRONG) {
      const system = sums(wrong);
      const { terms } = system;
      const good = proof(system);
      const own = certificateTerms(good);
      const all = postorder(terms, [...own, ...programTerms(system)]);
      for (let round = 0; round < 70; round++) {
        const changed = [...own];
        for (let count = 1 + random(3); count > 0; count--) {
          const place = random(own.length);
          const parts = postorder(terms, [changed[place]]);
          const part = parts[random(parts.length)];
          const fitting = all.filter((t) => terms.sortId(t) === terms.sortId(part));
          changed[place] = substitute(terms, changed[place], new Map([[part, fitting[random(fitting.length)]]]));
        }
        expect(check(system, withTerms(good, changed) as Universal)).not.toBe('accepted');
      }
    }
  });

  test('are not told to people, and stay in a smaller proof', () => {
    const system = sums();
    const { terms } = system;
    const good = proof(system);
    const needless = terms.not(terms.eq(terms.find('i') ?? 0, terms.bv(4, 12)));
    const given = { ...good, invariant: terms.and(good.invariant, needless) };
    const own = ownSolversFor(system);
    const search = bitFactory(terms, { sat: () => createSatSolver() });
    const smaller = minimiseCertificate(system, given, { search, refuters: own, milliseconds: 20_000 });
    if (smaller === null) throw new Error('not smaller');
    expect(check(system, smaller.certificate)).toBe('accepted');
    const stated = statedInvariant(system, good);
    const named = freeVariables(terms, [stated?.invariant ?? 0]);
    expect(named).not.toContain(terms.find('h'));
    expect(named).toContain(terms.find('i'));
  });
});
