import { expect, test } from 'vitest';
import { type CertificateCheck, checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { bitsOf, checkersIn, type Evidence, evidenceOf, joinedEvidence } from '../../../src/certify/proof/evidence.ts';
import { plainRefuters } from '../../../src/certify/proof/refuters/plain/refuter.ts';
import { cellsForCheck, SharedCheck } from '../../../src/certify/proof/shared-check.ts';
import { createSatSolver } from '../../../src/logic/sat/solver.ts';
import { ownRefuters } from '../../../src/race/worker/refuters.ts';
import type { Inductive } from '../../../src/system/transys/certificate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { solversFor } from '../engines/context.ts';
import { compile } from '../system/encode/compile.ts';

const ODD = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0, y = 1;
  while (__VERIFIER_nondet_int()) { x += 2; y *= 3; }
  if (x % 2) reach_error();
}`;

const plain = ({ terms }: TransitionSystem) => plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });

/** The invariant that the first word of the state is even. */
function even({ terms, stateVars }: TransitionSystem): Inductive {
  const words = stateVars.filter(({ name }) => /\bx\b/.test(name)).map(({ term }) => terms.extract(term, 0, 0));
  const invariant = terms.andAll(words.map((bit) => terms.eq(bit, terms.bv(1, 0))));
  expect(words).toHaveLength(1);
  return { kind: 'inductive', invariant, k: 0, instances: [] };
}

function evidenceIn(check: CertificateCheck): Evidence {
  if (!check.accepted) throw new Error(check.why);
  return check.evidence;
}

const count = (evidence: Evidence, condition: string): number =>
  evidence.filter((entry) => entry.condition === condition).reduce((sum, entry) => sum + entry.count, 0);

test('every obligation of a certificate counts once, and names the refuter that showed it', () => {
  const { system } = compile(ODD);
  const evidence = evidenceIn(checkCertificate(system, even(system), ownRefuters(system.terms, plain(system))));
  expect(count(evidence, 'initiation')).toBe(1);
  expect(count(evidence, 'consecution')).toBe(system.blocks.length);
  expect(count(evidence, 'safety')).toBe(system.blocks.length);
  const used = new Set(evidence.flatMap(({ by }) => by));
  expect([...used].every((checker) => checker === 'rewriting' || checker === 'plain')).toBe(true);
  for (const { milliseconds } of evidence) expect(milliseconds).toBeGreaterThanOrEqual(0);
});

test('a solver is named by its factory, and one without a name is another solver', async () => {
  const { system } = compile(ODD);
  const z3 = await solversFor(system);
  const nameless = evidenceIn(checkCertificate(system, even(system), z3));
  const safety = nameless.filter(({ condition }) => condition === 'safety').flatMap(({ by }) => by);
  expect(new Set(safety)).toEqual(new Set(['rewriting', 'other']));
  const named = { name: 'z3', create: () => z3.create() } as const;
  const evidence = evidenceIn(checkCertificate(system, even(system), named));
  const shown = evidence.filter(({ condition }) => condition === 'safety').flatMap(({ by }) => by);
  expect(new Set(shown)).toEqual(new Set(['rewriting', 'z3']));
});

test('an obligation that another thread has shown is credited to that thread', () => {
  const { system } = compile(ODD);
  const cells = cellsForCheck(system.blocks.length);
  const last = 2 * system.blocks.length;
  new SharedCheck(cells, 'backward').markShown(last, { by: new Set(['z3']), milliseconds: 7 });
  const shared = new SharedCheck(cells, 'forward');
  const evidence = evidenceIn(checkCertificate(system, even(system), plain(system), { shared }));
  expect(evidence).toContainEqual({ condition: 'safety', by: ['z3'], count: 1, milliseconds: 7 });
  expect(count(evidence, 'consecution')).toBe(system.blocks.length);
});

test('runs that are followed to their ends are credited as runs, alone and beside another thread', () => {
  const { system } = compile(`
extern void reach_error(void);
int main(void) { int i = 0; while (i < 5) i++; if (i != 5) reach_error(); }`);
  const certificate = { kind: 'runs', bound: 10 } as const;
  const shared = new SharedCheck(cellsForCheck(system.blocks.length), 'forward');
  for (const limits of [{}, { shared }]) {
    const evidence = evidenceIn(checkCertificate(system, certificate, plain(system), limits));
    expect(evidence).toMatchObject([{ condition: 'exhaustion', by: ['runs'], count: 1 }]);
  }
});

test('checkers survive the way through shared memory, and nothing is shown by nobody', () => {
  for (const by of [['rewriting'], ['plain', 'z3'], ['runs', 'other'], ['path', 'algebra', 'bounds', 'cases']] as const)
    expect(checkersIn(bitsOf(new Set(by)))).toEqual(new Set(by));
  expect(checkersIn(bitsOf(new Set()))).toEqual(new Set(['rewriting']));
});

test('accounts of parts are joined by condition and checkers', () => {
  const shown = (name: 'plain' | 'z3', milliseconds: number) =>
    evidenceOf('consecution', { by: new Set([name]), milliseconds });
  expect(joinedEvidence([shown('plain', 1), shown('z3', 2), shown('plain', 4)])).toEqual([
    { condition: 'consecution', by: ['plain'], count: 2, milliseconds: 5 },
    { condition: 'consecution', by: ['z3'], count: 1, milliseconds: 2 },
  ]);
});
