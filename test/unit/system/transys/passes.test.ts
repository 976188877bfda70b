import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { TermEvaluator } from '../../../../src/logic/domains/evaluate.ts';
import { full, type Range, range, unsignedRange } from '../../../../src/logic/domains/range.ts';
import { RANGES } from '../../../../src/logic/domains/ranges.ts';
import { assume, type Known } from '../../../../src/logic/domains/refine.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { validateSystem } from '../../../../src/system/transys/check.ts';
import { coneOfInfluence } from '../../../../src/system/transys/passes/cone.ts';
import { dropExcluded } from '../../../../src/system/transys/passes/exclude.ts';
import { narrowWidths } from '../../../../src/system/transys/passes/narrow.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { checkWayBack, invariantBack, traceBack } from '../../../../src/system/transys/way-back.ts';
import { solversFor } from '../../engines/context.ts';
import { bits, build } from './examples.ts';
import { enumerate, RandomTerms, type Reachability, randomSource, randomSystem } from './random-systems.ts';

const names = (system: TransitionSystem): string[] => system.stateVars.map((v) => v.name);

/**
 * `limit` stays 5, `twin` does what `i` does, `noise` matters to nobody, `i` counts from 0 to
 * `limit`; `limit` is dead (0) at block 2.
 */
function counter(): TransitionSystem {
  return build({
    state: { i: bits(32), twin: bits(32), limit: bits(32), noise: bits(32), flag: bits(32) },
    inputs: { in: bits(32), unread: bits(32) },
    blocks: [
      (t) => ({ next: { limit: t.bv(32, 5), i: t.bv(32, 0), twin: t.bv(32, 0), noise: t.bv(32, 1) }, successors: [1] }),
      (t, v) => {
        const goOn = t.ult(v('i'), v('limit'));
        const plus = (name: string) => t.ite(goOn, t.add(v(name), t.bv(32, 1)), t.bv(32, 0));
        return {
          next: {
            pc: t.ite(goOn, t.bv(4, 1), t.bv(4, 2)),
            i: plus('i'),
            twin: plus('twin'),
            limit: t.ite(goOn, v('limit'), t.bv(32, 0)),
            noise: t.add(v('noise'), v('unread')),
            flag: t.ite(t.eq(v('i'), v('twin')), v('flag'), t.bv(32, 1)),
          },
          inputs: ['unread'],
          successors: [1, 2],
        };
      },
      (t, v) => {
        const one = t.ite(t.eq(v('in'), t.bv(32, 0)), t.bv(32, 1), t.bv(32, 0));
        return {
          feasible: t.ult(v('i'), t.bv(32, 7)),
          bad: t.or(t.eq(v('flag'), t.bv(32, 1)), t.eq(v('i'), t.bv(32, 9))),
          next: { i: t.add(v('i'), one), twin: t.add(v('twin'), one) },
          inputs: ['in'],
          successors: [2],
        };
      },
    ],
  });
}

/** What passes keep; the states themselves may be others. */
function behaviour(system: TransitionSystem): Omit<Reachability, 'states'> {
  const { bad, gap, longest } = enumerate(system);
  return { bad, gap, longest };
}

describe('single passes', () => {
  test('what influences nothing goes, with its inputs', () => {
    const { system, back } = coneOfInfluence(counter());
    validateSystem(system);
    expect(names(system)).toEqual(['pc', 'i', 'twin', 'limit', 'flag']);
    expect(system.inputs.map((v) => v.name)).toEqual(['in']);
    const trace = { init: new Map(), steps: [new Map([[0, 7n]])] };
    expect(traceBack(back, trace).steps[0]).toEqual(new Map([[0, 7n]]));
  });

  test('an input that stays keeps the variables of its guard', () => {
    const system = counter();
    const { terms } = system;
    const origin = {
      kind: 'nondet',
      block: 2,
      site: 'x:1',
      path: [],
      order: 0,
      name: 'nondet',
      at: { file: 'a.c', line: 1, column: 1 },
    } as const;
    const guard = terms.ult(system.stateVars[4].term, terms.bv(32, 3));
    const inputs = system.inputs.map((v) => (v.name === 'in' ? { ...v, origin: { ...origin, guard } } : v));
    expect(names(coneOfInfluence({ ...system, inputs }).system)).toContain('noise');
  });

  test('widths follow the values at the cut points', () => {
    const { system } = simplify(counter());
    validateSystem(system);
    expect(names(system)).toEqual(['pc', 'i~3', 'twin', 'limit~3', 'flag~1']);
  });

  test('wrap-around is no interval (trap 21)', () => {
    // unsigned char c = 250; while (c >= 200) c += 3; if (c == 0) E;
    const system = build({
      state: { c: bits(8) },
      blocks: [
        (t) => ({ next: { c: t.bv(8, 250) }, successors: [1] }),
        (t, v) => {
          const goOn = t.ule(t.bv(8, 200), v('c'));
          return {
            feasible: goOn,
            bad: t.and(t.not(goOn), t.eq(v('c'), t.bv(8, 0))),
            next: { c: t.add(v('c'), t.bv(8, 3)) },
            successors: [1],
          };
        },
      ],
    });
    expect(behaviour(simplify(system).system)).toEqual(behaviour(system));
    expect(enumerate(system).bad).toBe(3);
  });

  test('signed ranges make signed variables narrow', () => {
    // for (int i = -3; i < 4; i++);
    const system = build({
      state: { i: bits(32) },
      blocks: [
        (t) => ({ next: { i: t.bv(32, 0xfffffffd) }, successors: [1] }),
        (t, v) => {
          const goOn = t.slt(v('i'), t.bv(32, 4));
          return {
            feasible: goOn,
            bad: t.and(t.not(goOn), t.not(t.eq(v('i'), t.bv(32, 4)))),
            next: { i: t.add(v('i'), t.bv(32, 1)) },
            successors: [1],
          };
        },
      ],
    });
    expect(names(narrowWidths(system).system)).toEqual(['pc', 'i~4']);
  });
});

describe('the way back', () => {
  test.each([
    ['cone', coneOfInfluence],
    ['exclude', dropExcluded],
    ['narrow', narrowWidths],
    ['all', simplify],
  ] as const)('%s: behaviour stays, and what the pass relied on is inductive', async (_, pass) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(0, 2, 3), async (seed, blocks) => {
        const system = randomSystem(seed, { blocks, gaps: true });
        const { system: reduced, back } = pass(system);
        validateSystem(reduced);
        checkWayBack(system, reduced, back);
        expect(behaviour(reduced)).toEqual(behaviour(system));
        const solvers = await solversFor(system);
        const { terms } = system;
        const invariant = invariantBack(terms, back, terms.andAll(reduced.facts));
        const certificate = { kind: 'inductive', invariant, k: 0, instances: [] } as const;
        const safe = { ...system, blocks: system.blocks.map((b) => ({ ...b, bad: terms.false, gap: terms.false })) };
        expect(checkCertificate(safe, certificate, solvers)).toMatchObject({ accepted: true });
      }),
      { numRuns: 12, seed: 11 },
    );
  });
});

describe('ranges', () => {
  test('contain the values of random terms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const random = randomSource(seed);
        const terms = new TermStore();
        const x = terms.variable('x', bits(3));
        const y = terms.variable('y', bits(2));
        const make = new RandomTerms(terms, random);
        const t = make.word(1 + random(4), [x, y], 4);
        const condition = make.condition([x, y]);
        const root = terms.ite(condition, t, terms.bv(terms.width(t), 0));
        const low = BigInt(random(8));
        const high = low + BigInt(random(Number(8n - low)));
        const all = full(3);
        const rx = range(3, low, high, all.signedLow, all.signedHigh);
        if (rx === null) throw new Error('empty');
        const evaluator = new TermEvaluator(RANGES, terms, [root, t]);
        evaluator.update((v) => (v === x ? rx : null));
        const { value } = evaluator;
        for (let a = low; a <= high; a += 1n) {
          for (let b = 0n; b < 4n; b += 1n) {
            for (const term of [root, t]) {
              const r = value(term);
              if (r === null) throw new Error('no range');
              const exact = new Evaluator(terms, (v) => (v === x ? a : b)).value(term) as bigint;
              const signed = BigInt.asIntN(terms.width(term), exact);
              expect(exact >= r.low && exact <= r.high && signed >= r.signedLow && signed <= r.signedHigh).toBe(true);
            }
          }
        }
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  test('stay as if evaluated anew when variables and assumptions change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const random = randomSource(seed);
        const terms = new TermStore();
        const variables = [terms.variable('x', bits(4)), terms.variable('y', bits(4)), terms.variable('z', bits(2))];
        const make = new RandomTerms(terms, random);
        const condition = make.condition(variables);
        const roots = [
          make.word(4, variables, 6),
          terms.ite(make.condition(variables), make.word(3, variables, 5), terms.bv(3, 1)),
          condition,
        ];
        const ranges = new Map<Term, Range>();
        const leaf = (v: Term): Range | null => ranges.get(v) ?? null;
        const kept = new TermEvaluator(RANGES, terms, roots);
        kept.update(leaf);
        for (let round = 0; round < 4; round++) {
          const changed = variables[random(variables.length)];
          const width = terms.width(changed);
          const low = random(1 << width);
          ranges.set(changed, unsignedRange(width, BigInt(low), BigInt(low + random((1 << width) - low))));
          kept.update(leaf);
          const fresh = new TermEvaluator(RANGES, terms, roots);
          fresh.update(leaf);
          const seen = (evaluator: TermEvaluator<Range>): (Range | null)[] =>
            fresh.order.map((t) => evaluator.value(t));
          const known: Known<Range> = new Map();
          if (assume(RANGES, terms, condition, random(2) === 0, known, kept.value)) {
            const outer: Known<Range> = new Map([...known].slice(0, random(known.size + 1)));
            const nested = kept.assuming(outer, () => kept.assuming(known, () => seen(kept)));
            expect(nested).toEqual(fresh.assuming(known, () => seen(fresh)));
          }
          expect(seen(kept)).toEqual(seen(fresh));
        }
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  test('see a change that only matters under the condition of a branch', () => {
    const terms = new TermStore();
    const [x, y] = [terms.variable('x', bits(4)), terms.variable('y', bits(4))];
    // Whatever x is, the exclusive or has all values, as long as y is not known.
    const t = terms.ite(terms.eq(y, terms.bv(4, 3)), terms.bvXor(x, y), terms.bv(4, 0));
    const evaluator = new TermEvaluator(RANGES, terms, [t]);
    evaluator.update(() => null);
    expect(evaluator.value(t)).toEqual(full(4));
    evaluator.update((v) => (v === x ? unsignedRange(4, 0n, 2n) : null));
    expect(evaluator.value(t)).toEqual(unsignedRange(4, 0n, 3n));
  });
});
