import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { cellsForCheck, SharedCheck } from '../../../src/certify/proof/shared-check.ts';
import { guardMeasures } from '../../../src/engines/termination/rank/measures.ts';
import { rank } from '../../../src/engines/termination/rank.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import type { Certificate, Ranking } from '../../../src/system/transys/certificate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { contextFor, ownSolversFor } from '../engines/context.ts';
import { compile } from '../system/encode/compile.ts';

const NONDET = 'extern unsigned char __VERIFIER_nondet_uchar(void);\n';
/** Programs whose runs all end, and a twin of each with a run that does not. */
const TWINS = [
  ['while (x > 0) x--;', 'while (x > 0) if (x != 9) x--;'],
  ['while (x < y) { if (x & 1) x++; else y--; }', 'while (x < y) { if (x & 1) x++; else y ^= 1; }'],
  ['while (x != 0) { x--; for (y = 0; y < x; y++) {} }', 'while (x != 0) { for (y = 0; y < x; y++) {} }'],
  ['do x++; while (x != 0);', 'do x += 2; while (x != 0);'],
] as const;

function systemOf(body: string): TransitionSystem {
  const text = `${NONDET}int main(void) { unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(); ${body} return 0; }`;
  return compile(text, 'LP64', { goal: 'cycle' }).system;
}

function certificateOf(system: TransitionSystem): Ranking {
  const claim = rank(contextFor(system, ownSolversFor(system)));
  if (claim.kind !== 'safe' || claim.certificate.kind !== 'ranking') throw new Error('not proved');
  return claim.certificate;
}

function check(system: TransitionSystem, certificate: Certificate): string {
  const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
  const result = checkCertificate(system, certificate, refuters, { milliseconds: 20_000 });
  return result.accepted ? 'accepted' : result.condition;
}

test.each(TWINS)('%s ends, and the checker accepts the measures', (ending) => {
  const system = systemOf(ending);
  expect(check(system, certificateOf(system))).toBe('accepted');
});

test.each(TWINS)('no measures of 200 are accepted for the endless twin of %s', (_, endless) => {
  const system = systemOf(endless);
  const { terms, blocks } = system;
  expect(rank(contextFor(system, ownSolversFor(system))).kind).toBe('unknown');
  const words = [...guardMeasures(system)].map((t) => terms.zext(t, 64));
  const facts = words.map((t) => terms.eq(t, terms.bv(64, 0)));
  const length = fc.integer({ min: 0, max: 3 });
  const word = fc.oneof(
    fc.constantFrom(...words),
    fc.nat(3).map((n) => terms.bv(64, n)),
  );
  const tuples = length.chain((n) =>
    fc.array(fc.array(word, { minLength: n, maxLength: n }), { minLength: blocks.length, maxLength: blocks.length }),
  );
  const invariant: fc.Arbitrary<Term> = fc.oneof(
    fc.constant(terms.true),
    fc.constant(terms.false),
    fc.constantFrom(...facts).map((t) => terms.not(t)),
  );
  const any = fc.record({ kind: fc.constant('ranking' as const), invariant, measures: tuples });
  fc.assert(
    fc.property(any, (certificate) => check(system, certificate) !== 'accepted'),
    { numRuns: 200, seed: 1 },
  );
});

test('two checkers have room for the obligations of many loops', () => {
  const system = systemOf('for (y = 0; y < x; y++) {} '.repeat(6));
  const certificate = certificateOf(system);
  const refuters = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true }) });
  const shared = new SharedCheck(cellsForCheck(system.blocks.length), 'backward');
  expect(checkCertificate(system, certificate, refuters, { shared })).toMatchObject({ accepted: true });
});

test('each condition refuses what breaks it', () => {
  const [[ending]] = TWINS;
  const system = systemOf(ending);
  const { terms, inputs } = system;
  const good = certificateOf(system);
  const { measures } = good;
  const constant = measures.map((tuple) => tuple.map((word) => terms.bv(terms.width(word), 0)));
  expect(check(system, { ...good, measures: constant })).toBe('decrease');
  expect(check(system, { ...good, measures: measures.map((tuple) => tuple.map((word) => terms.bvNot(word))) })).toBe(
    'decrease',
  );
  expect(check(system, { ...good, measures: measures.map(() => []) })).toBe('decrease');
  expect(check(system, { ...good, invariant: terms.false })).toBe('initiation');
  expect(check(system, { ...good, measures: measures.slice(1) })).toBe('form');
  expect(check(system, { ...good, measures: measures.map((tuple, i) => (i === 0 ? tuple.slice(1) : tuple)) })).toBe(
    'form',
  );
  expect(check(system, { ...good, measures: measures.map((tuple) => tuple.map(() => terms.true)) })).toBe('form');
  const input = terms.zext(inputs[0].term, 64);
  expect(check(system, { ...good, measures: measures.map(() => [input]) })).toBe('form');
  expect(check(system, { ...good, invariant: terms.eq(input, terms.bv(64, 0)) })).toBe('form');
});

test('a certificate about errors says nothing about the ends of runs, and the other way round', () => {
  const [[ending]] = TWINS;
  const system = systemOf(ending);
  const { terms } = system;
  const inductive = { kind: 'inductive', invariant: terms.true, k: 0, instances: [] } as const;
  expect(check(system, inductive)).toBe('form');
  expect(check(system, { kind: 'universal', invariant: terms.true, bound: [], instances: [] })).toBe('form');
  const { question: _, ...safety } = system;
  expect(check(safety, certificateOf(system))).toBe('form');
});
