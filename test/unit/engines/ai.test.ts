import { expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/true.ts';
import { ai } from '../../../src/engines/ai.ts';
import type { Lemma } from '../../../src/exchange/lemma.ts';
import { compile } from '../encode/compile.ts';
import { contextFor, solversFor } from './context.ts';

/** No domain knows the remainders of squares by three. */
const SQUARE = `
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char x = a * a % 3, z = 0;
  while (1) {
    if (z > 1) reach_error();
    z = x;
  }
}`;

test('states are reduced by what others found, and the proof rests on it', async () => {
  const { system } = compile(SQUARE);
  const solvers = await solversFor(system);
  const { terms, stateVars } = system;
  const x = stateVars.find((v) => v.name === 'main::x')?.term;
  if (x === undefined || system.pc === null) throw new Error('no state');
  const { term: pc } = stateVars[system.pc];
  const formula = terms.implies(terms.eq(pc, terms.bv(terms.width(pc), 1)), terms.ule(x, terms.bv(8, 1)));
  expect(ai(contextFor(system, solvers)).kind).toBe('unknown');
  const lemma: Lemma = { id: 1, from: 'houdini', kind: 'invariant', bound: null, formula };
  const claim = ai(contextFor(system, solvers, { lemmas: [[lemma]] }));
  if (claim.kind !== 'safe') throw new Error(`ai says ${claim.kind}`);
  expect(checkCertificate(system, claim.certificate, solvers)).toEqual({ accepted: true });
});
