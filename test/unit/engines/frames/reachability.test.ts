import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { ic3 } from '../../../../src/engines/frames/ic3.ts';
import { bitFactory } from '../../../../src/logic/bits/index.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluatorOf } from '../../../../src/logic/terms/evaluate.ts';
import type { Lemma } from '../../../../src/system/transys/lemma.ts';
import { restrict } from '../../../../src/system/transys/passes/parts.ts';
import { simulateTrace } from '../../../../src/system/transys/simulate.ts';
import { compile } from '../../system/encode/compile.ts';
import { twoLoops, withDoubt, withGap } from '../../system/transys/examples.ts';
import { enumerate, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, ownSolversFor, publishedBy, solversFor } from '../context.ts';
import { decide } from '../judge.ts';

/** The first sum never overflows, the second one soon does. The third one would factor a prime: this takes long. */
const SUMS = `
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int i = 0, j = 2147483644, k = 2147483647;
  while (1) {
    if (i < 100) i = i + 1;
    unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x * y == 1000000000000000003ul) k = k + 1;
    if (__VERIFIER_nondet_uint()) j = j + 1;
  }
}`;

const shapes = fc.record({ seed: fc.nat(2 ** 31 - 1), blocks: fc.constantFrom(0, 2, 3, 4) });

describe('ic3', () => {
  test('a gap is no alarm, and behind it only a bug can be claimed', async () => {
    expect((await decide(ic3, withGap(true))).kind).toBe('unsafe');
    const claim = await decide(ic3, withGap(false));
    if (claim.kind !== 'unknown' || claim.reason.kind !== 'gap' || claim.reason.trace === null)
      throw new Error('no trace');
    expect(simulateTrace(withGap(false), claim.reason.trace)).toMatchObject({ kind: 'gap', step: 4 });
  });

  test('runs in doubt are offered, and a longer one without is claimed', async () => {
    const system = withDoubt(3, 18);
    const context = contextFor(system, await solversFor(system));
    const claim = ic3(context);
    if (claim.kind !== 'unsafe' || claim.run.kind !== 'system') throw new Error(claim.kind);
    expect(claim.run.trace.steps.length).toBe(20);
    expect(context.offers.length).toBeGreaterThan(0);
  });

  test('a check that takes long does not hold up others, and one that fails is offered', async () => {
    const { system } = compile(SUMS, 'LP64', {
      checks: ['overflow'],
      open: (checks) => checks.map(({ name }) => name),
    });
    const names = [...new Set(system.blocks.flatMap(({ bads }) => bads.map(({ name }) => name)))];
    expect(names).toHaveLength(3);
    const stopped = (): boolean => context.claims.length * context.offers.length > 0;
    const context = contextFor(system, ownSolversFor(system, stopped), { stopped, openChecks: () => names });
    expect(ic3(context)).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
    const [{ certificate, open }] = context.claims;
    expect(open).toHaveLength(2);
    const asked = restrict(system, { kind: 'labels', labels: names.filter((name) => !open.includes(name)) });
    expect(checkCertificate(asked, certificate, ownSolversFor(system))).toMatchObject({ accepted: true });
    const [run] = context.offers;
    if (run.kind !== 'system') throw new Error(run.kind);
    expect(simulateTrace(system, run.trace)).toMatchObject({ kind: 'bad', step: 4 });
  });

  test('a depth limit ends the search without an answer', async () => {
    const claim = await decide(ic3, twoLoops(8), { maxDepth: 4 });
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' }, bound: 4 });
  });

  test('the end of the race ends it', async () => {
    let asked = 0;
    const system = twoLoops(8);
    const claim = ic3(contextFor(system, await solversFor(system), { stopped: () => ++asked > 5 }));
    expect(claim).toMatchObject({ kind: 'unknown', reason: { kind: 'stopped' } });
  });

  test('of lemmas that come in late, those are of use that exclude states which stood in the way', async () => {
    const { system } = compile(`extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
      int main(void) {
        unsigned char a = 0, b = 0;
        while (__VERIFIER_nondet_int()) { a += 5; b += 7; }
        if (a == 35 && b == 48) reach_error();
      }`);
    const { terms, stateVars, pc } = system;
    const [a, b] = ['a', 'b'].map((name) => stateVars.find((v) => v.name.endsWith(`::${name}`))?.term ?? terms.true);
    const counter = stateVars[pc ?? 0].term;
    const inLoop = (formula: Term): Term => terms.or(terms.eq(counter, terms.bv(terms.width(counter), 0)), formula);
    const times = (t: Term, factor: number): Term => terms.mul(t, terms.bv(8, factor));
    const told = [inLoop(terms.ule(a, terms.bvOr(a, b))), inLoop(terms.eq(times(a, 7), times(b, 5)))];
    const lemmas = [[], [], told.map((formula, i): Lemma => ({ formula, id: i + 1, from: 'other' }))];
    const context = contextFor(system, await solversFor(system), { lemmas, options: { maxDepth: 8 } });
    const used: number[] = [];
    ic3({ ...context, lemmas: { ...context.lemmas, used: (ids) => void used.push(...ids) } });
    expect(used).toEqual([2]);
  });

  test('what it publishes holds in all reachable states', async () => {
    let invariants = 0;
    const property = fc.property(shapes, ({ seed, blocks }) => {
      const system = randomSystem(seed, { blocks });
      const { terms, stateVars } = system;
      const solvers = bitFactory(terms, { sat: () => createSatSolver() });
      const published = publishedBy(ic3, contextFor(system, solvers, { options: { maxDepth: 8 } }));
      invariants += published.length;
      enumerate(system, (_, state) => {
        const evaluator = evaluatorOf(terms, new Map(stateVars.map((v, i) => [v.term, state[i]])));
        for (const { formula } of published) expect(evaluator.value(formula)).toBe(true);
      });
    });
    fc.assert(property, { numRuns: Number(process.env.LEMMATA_RUNS ?? 60), seed: 5 });
    expect(invariants).toBeGreaterThan(0);
  }, 120_000);
});
