import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { boundIndices } from '../../../../src/engines/templates/bound-terms.ts';
import { candidateTiers } from '../../../../src/engines/templates/candidates.ts';
import { houdini } from '../../../../src/engines/templates/houdini.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { isAt } from '../../../../src/system/transys/control.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { sampleStates } from '../../../../src/system/transys/sampling/sampler.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor, solversFor } from '../context.ts';

const HEAD = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
`;

/** An array that is sorted as it is filled: any two elements are in order. */
const sorted = (step: string): string => `${HEAD}
int values[100];
int main(void) {
  unsigned count = __VERIFIER_nondet_uint(), p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint();
  if (count < 1 || count > 100 || q >= count || p >= q) return 0;
  values[0] = __VERIFIER_nondet_int();
  for (unsigned i = 1; i < count; i++) {
    values[i] = __VERIFIER_nondet_int();
    ${step}
  }
  if (values[p] > values[q]) reach_error();
}`;
const SORTED = sorted('if (values[i] < values[i - 1]) values[i] = values[i - 1];');

/** A table of which the first rows and columns are filled, and then asked about. */
const TABLE = `${HEAD}
int table[40][30];
int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
  if (rows > 40 || columns > 30) return 0;
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < columns; j++) table[i][j] = (int)(2 * i + j);
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < columns; j++)
      if (table[i][j] != (int)(2 * i + j)) reach_error();
}`;

describe.each([
  ['the order of two elements', SORTED, 'orders'],
  ['the rows and columns of a table', TABLE, 'tables'],
])('candidates about %s', (_, text, name) => {
  test('prove it, by instances at the indices of each step', async () => {
    const { system } = simplify(compile(text).system);
    const claim = houdini(contextFor(system, ownSolversFor(system)));
    if (claim.kind !== 'safe' || claim.certificate.kind !== 'universal') throw new Error(`no proof: ${claim.kind}`);
    const { certificate } = claim;
    const solvers = await solversFor(system);
    expect(checkCertificate(system, certificate, solvers)).toMatchObject({ accepted: true });
    expect(checkCertificate(system, { ...certificate, instances: [] }, solvers)).toMatchObject({ accepted: false });
  }, 240_000);

  test('hold in the sampled states at the first indices', () => {
    const { system } = simplify(compile(text).system);
    const { terms, stateVars, blocks } = system;
    const samples = sampleStates(system, { seed: 3, milliseconds: 60_000, stopped: () => false });
    const bound = boundIndices(system);
    const [tier] = [...candidateTiers(system, samples, bound)].filter((one) => one.name === name);
    expect(tier.candidates.length).toBeGreaterThan(0);
    const place = new Map(stateVars.map((v, i) => [v.term, i]));
    for (const { id } of blocks) {
      const own = tier.candidates.filter((t) => !terms.isConst(t));
      for (const state of samples[id].slice(0, 8)) {
        for (const [first, second] of [
          [0n, 1n],
          [1n, 0n],
          [0n, 0n],
          [1n, 1n],
        ]) {
          const at = new Evaluator(terms, (t) => {
            if (bound.bound.includes(t)) return t === bound.indices[0] || t === bound.table?.row ? first : second;
            return state[place.get(t) ?? -1];
          });
          expect(at.value(isAt(system, id))).toBe(true);
          expect(own.filter((t) => at.value(t) !== true)).toEqual([]);
        }
      }
    }
  }, 120_000);
});

test('an array that is not sorted is not claimed to be', () => {
  const { system } = simplify(
    compile(sorted('if (values[i] < values[i - 1] && i != 7) values[i] = values[i - 1];')).system,
  );
  expect(houdini(contextFor(system, ownSolversFor(system))).kind).not.toBe('safe');
}, 240_000);
