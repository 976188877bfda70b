import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { minimiseCertificate } from '../../../src/certify/proof/minimise/minimise.ts';
import { bitFactory } from '../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { packTerm, unpackTerm } from '../../../src/logic/terms/pack.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';
import { conjuncts } from '../../../src/logic/terms/traverse.ts';
import {
  type BoundInstance,
  certificateTerms,
  type Universal,
  withTerms,
} from '../../../src/system/transys/certificate.ts';
import { simplify } from '../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { certificateBack } from '../../../src/system/transys/way-back.ts';
import { solversFor } from '../engines/context.ts';
import { bits, build } from '../system/transys/examples.ts';

const LENGTH = 5000;

/**
 * A loop writes 7 into the first elements of an array, all but `wrong`; another one meets the error
 * where it reads something else.
 */
function filled(wrong = -1): TransitionSystem {
  return build({
    state: { a: { kind: 'array', index: bits(16), element: bits(8) }, i: bits(16) },
    inputs: { any: { kind: 'array', index: bits(16), element: bits(8) } },
    blocks: [
      (t, v) => ({ successors: [1], next: { a: v('any'), i: t.bv(16, 0) }, inputs: ['any'] }),
      (t, v) => {
        const more = t.ult(v('i'), t.bv(16, LENGTH));
        const value = t.ite(t.eq(v('i'), t.bv(16, wrong < 0 ? 0xffff : wrong)), t.bv(8, 8), t.bv(8, 7));
        return {
          successors: [1, 2],
          next: {
            pc: t.ite(more, t.bv(4, 1), t.bv(4, 2)),
            a: t.ite(more, t.store(v('a'), v('i'), value), v('a')),
            i: t.ite(more, t.add(v('i'), t.bv(16, 1)), t.bv(16, 0)),
          },
        };
      },
      (t, v) => {
        const more = t.ult(v('i'), t.bv(16, LENGTH));
        const right = t.eq(t.select(v('a'), v('i')), t.bv(8, 7));
        return {
          successors: [2],
          feasible: t.and(more, right),
          bad: t.and(more, t.not(right)),
          next: { i: t.add(v('i'), t.bv(16, 1)) },
        };
      },
    ],
  });
}

/** At block 1, c < i implies that a[c] is 7; at block 2, c < LENGTH does. `more`: what else is claimed. */
function proof(system: TransitionSystem, more: readonly Term[] = []): Universal {
  const { terms } = system;
  const c = terms.variable('c', bits(16));
  const [a, i, pc] = ['a', 'i', 'pc'].map((name) => system.stateVars.find((v) => v.name.startsWith(name))?.term ?? 0);
  const at = (block: number, t: Term): Term => terms.implies(terms.eq(pc, terms.bv(terms.width(pc), block)), t);
  const seven = terms.eq(terms.select(a, c), terms.bv(8, 7));
  const width = terms.width(i);
  const upTo = (limit: Term): Term => terms.implies(terms.ult(c, terms.zext(limit, 16)), seven);
  const invariant = terms.andAll([
    at(1, upTo(i)),
    at(1, terms.ule(i, terms.bv(width, LENGTH))),
    at(2, upTo(terms.bv(16, LENGTH))),
    ...more.map((t) => at(2, t)),
  ]);
  return { kind: 'universal', invariant, bound: [c], instances: [{ block: 2, values: [[0, terms.zext(i, 16)]] }] };
}

async function check(system: TransitionSystem, certificate: Universal): Promise<string> {
  const result = checkCertificate(system, certificate, await solversFor(system));
  return result.accepted ? 'accepted' : result.condition;
}

describe('universal certificates', () => {
  test('what holds of all elements proves', async () => {
    const system = filled();
    expect(await check(system, proof(system))).toBe('accepted');
  });

  test('each condition refuses what breaks it', async () => {
    const system = filled();
    const { terms } = system;
    const good = proof(system);
    const [c] = good.bound;
    const a = terms.find('a') ?? 0;
    const everywhere = terms.eq(terms.select(a, c), terms.bv(8, 0));
    const small = terms.ult(terms.select(a, c), terms.bv(8, 8));
    expect(
      await check(system, { ...good, invariant: terms.not(terms.eq(terms.find('pc') ?? 0, terms.bv(4, 0))) }),
    ).toBe('initiation');
    expect(await check(system, { ...good, invariant: terms.and(good.invariant, small) })).toBe('consecution');
    expect(await check(system, { ...good, invariant: everywhere })).toBe('consecution');
    expect(await check(system, { ...good, invariant: terms.true })).toBe('safety');
  });

  test('without the right instances there is no proof', async () => {
    const system = filled();
    const { terms } = system;
    const good = proof(system);
    const i = terms.find('i') ?? 0;
    const others: BoundInstance[][] = [
      [],
      [{ block: 1, values: [[0, i]] }],
      [{ block: 2, values: [[0, terms.add(i, terms.bv(16, 1))]] }],
      [{ block: 2, values: [[0, terms.bv(16, 3)]] }],
    ];
    for (const instances of others) expect(await check(system, { ...good, instances })).toBe('safety');
  });

  test('no instances make a wrong invariant right', async () => {
    for (const wrong of [0, 1, LENGTH - 1]) {
      const system = filled(wrong);
      const { terms } = system;
      const good = proof(system);
      const i = terms.find('i') ?? 0;
      const values = [i, good.bound[0], terms.bv(16, wrong), terms.sub(i, terms.bv(16, 1)), terms.bv(16, 0xffff)];
      const instances = [0, 1, 2].flatMap((block) =>
        values.map((value): BoundInstance => ({ block, values: [[0, value]] })),
      );
      expect(await check(system, { ...good, instances })).toBe('consecution');
      expect(await check(system, { ...good, instances, invariant: terms.false })).toBe('initiation');
    }
  });

  test('malformed ones are refused', async () => {
    const system = filled();
    const { terms } = system;
    const good = proof(system);
    const i = terms.find('i') ?? 0;
    const any = terms.find('any') ?? 0;
    const other = terms.variable('other', bits(16));
    const malformed: Universal[] = [
      // Whoever bound a variable of the system could choose its value.
      { ...good, bound: [...good.bound, i] },
      { ...good, bound: [...good.bound, any] },
      { ...good, bound: [good.bound[0], good.bound[0]] },
      { ...good, bound: [terms.bv(16, 1)] },
      { ...good, bound: [-1] },
      { ...good, bound: [] },
      { ...good, invariant: -1 },
      { ...good, invariant: i },
      { ...good, invariant: terms.eq(terms.select(any, i), terms.bv(8, 7)) },
      { ...good, instances: [{ block: 3, values: [] }] },
      { ...good, instances: [{ block: 2, values: [[1, i]] }] },
      { ...good, instances: [{ block: 2, values: [[0, -1]] }] },
      { ...good, instances: [{ block: 2, values: [[0, terms.bv(8, 1)]] }] },
      { ...good, instances: [{ block: 2, values: [[0, other]] }] },
      // The input of another block.
      { ...good, instances: [{ block: 2, values: [[0, terms.zext(terms.select(any, i), 16)]] }] },
    ];
    for (const certificate of malformed) expect(await check(system, certificate)).toBe('form');
  });

  test('pass to other threads and back through the passes', async () => {
    const system = filled();
    const { system: reduced, back } = simplify(system);
    const own = proof(reduced);
    expect(await check(reduced, own)).toBe('accepted');
    const other = new TermStore();
    const packed = certificateTerms(own).map((t) => packTerm(reduced.terms, t));
    const there = withTerms(
      own,
      packed.map((t) => unpackTerm(other, t)),
    );
    const returned = withTerms(
      there,
      certificateTerms(there).map((t) => unpackTerm(system.terms, packTerm(other, t))),
    );
    expect(returned).toEqual(own);
    const original = certificateBack(system.terms, back, returned);
    if (original.kind !== 'universal') throw new Error('another kind of certificate');
    expect(await check(system, original)).toBe('accepted');
  });

  test('are minimised like others', async () => {
    const system = filled();
    const { terms } = system;
    const i = terms.find('i') ?? 0;
    const needless = [terms.ule(i, terms.bv(16, LENGTH)), terms.not(terms.eq(i, terms.bv(16, 60_000)))];
    const given = proof(system, needless);
    expect(await check(system, given)).toBe('accepted');
    const search = bitFactory(terms, { sat: () => createSatSolver() });
    const smaller = minimiseCertificate(system, given, {
      search,
      refuters: await solversFor(system),
      milliseconds: 20_000,
    });
    if (smaller === null) throw new Error('not smaller');
    expect(await check(system, smaller.certificate)).toBe('accepted');
    // One part at either loop; what is said of i alone follows from nothing and is not needed.
    expect(conjuncts(terms, smaller.certificate.invariant)).toHaveLength(2);
  });
});
