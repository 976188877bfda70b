import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProof } from '../../../../src/logic/sat/check-proof.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { ResolutionProof, SatSolver } from '../../../../src/logic/sat/types.ts';
import { type Cnf, factors, load, parity, pigeonHole, productsDiffer, random3Sat, randomNumbers } from './cnf.ts';

const asKey = (literals: Iterable<number>): string => [...new Set(literals)].sort((a, b) => a - b).join(' ');

/** The proof is a valid one, from clauses that were added to the parts that it names, of the negated core. */
function expectProof(solver: SatSolver, added: ReadonlySet<string>, what: string): ResolutionProof {
  const proof = solver.proof();
  const checked = checkProof(proof);
  expect(checked, what).toMatchObject({ valid: true });
  if (checked.valid) expect(asKey(checked.clause), what).toBe(asKey(solver.core().map((literal) => literal ^ 1)));
  for (let i = 0; i < proof.leafCount; i++) {
    const clause = proof.leafLiterals.subarray(proof.leafStarts[i], proof.leafStarts[i + 1]);
    if (!added.has(`${proof.leafParts[i]}: ${asKey(clause)}`))
      expect.fail(`${what}: leaf ${i} was never added: ${clause}`);
  }
  return proof;
}

const keys = (cnf: Cnf, parts: number): Set<string> =>
  new Set(cnf.clauses.map((clause, i) => `${i % parts}: ${asKey(clause)}`));

describe('every unsatisfiable problem has a proof that the checker accepts', () => {
  const problems = [
    ...Array.from({ length: 40 }, (_, seed) => random3Sat(50 + 3 * seed, 4.8, seed)),
    ...Array.from({ length: 20 }, (_, seed) => parity(30, 40, seed)),
    ...[1, 2, 4, 6, 7].map(pigeonHole),
    ...[1, 3, 5].map(productsDiffer),
    factors(3593, 7),
    factors(16_381, 8),
  ];
  test.each(problems.map((cnf) => [cnf.name, cnf] as const))('%s', (name, cnf) => {
    for (const simplifyAfter of [Number.POSITIVE_INFINITY, 0, 100]) {
      const solver = createSatSolver({ proof: true, simplifyAfter });
      load(solver, cnf, 3);
      if (solver.solve() === 'unsat') expectProof(solver, keys(cnf, 3), name);
      else expect(name).toMatch(/^(random|parity)/);
    }
  });

  test('most of them are unsatisfiable', () => {
    const answers = problems.map((cnf) => {
      const solver = createSatSolver();
      load(solver, cnf);
      return solver.solve();
    });
    expect(answers.filter((answer) => answer === 'unsat').length).toBeGreaterThan(60);
  });
});

test('proofs under assumptions, between additions of clauses that level 0 has shortened already', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.integer({ min: 10, max: 80 }),
      fc.constantFrom(0, 5, 100),
      (seed, variables, simplifyAfter) => {
        const random = randomNumbers(seed);
        const solver = createSatSolver({ proof: true, simplifyAfter });
        for (let i = 0; i < variables; i++) solver.newVariable();
        const added = new Set<string>();
        for (let round = 0; round < 6; round++) {
          for (let i = 0; i < variables; i++) {
            const clause = Array.from({ length: random(12) === 0 ? 1 + random(2) : 3 }, () => random(2 * variables));
            added.add(`${round}: ${asKey(clause)}`);
            solver.addClause(clause, round);
          }
          const assumptions = Array.from({ length: random(7) }, () => random(2 * variables));
          if (solver.solve(assumptions) !== 'unsat') continue;
          const core = solver.core();
          if (core.length === 2 && core[0] === (core[1] ^ 1)) expect(solver.proof().root).toBe(-1);
          else expectProof(solver, added, `seed ${seed}, round ${round}`);
        }
      },
    ),
    { numRuns: Number(process.env.LEMMATA_RUNS ?? 150) },
  );
});

test.each([Number.POSITIVE_INFINITY, 300])(
  'the log is compacted on long runs, and the proof still holds: simplifies after %s conflicts',
  (simplifyAfter) => {
    const cnf = productsDiffer(6);
    const solver = createSatSolver({ proof: true, simplifyAfter });
    load(solver, cnf, 2);
    expect(solver.solve()).toBe('unsat');
    expect(solver.statistics.proofForgotten).toBeGreaterThan(0);
    expectProof(solver, keys(cnf, 2), cnf.name);
  },
);

test('logging does not change the search', () => {
  const [without, with_] = [false, true].map((proof) => {
    const solver = createSatSolver({ proof, simplifyAfter: 300 });
    load(solver, productsDiffer(5));
    solver.solve();
    return solver.statistics;
  });
  expect({ ...with_, proofNodes: 0, proofForgotten: 0, bytes: 0 }).toEqual({ ...without, bytes: 0 });
});

describe('the checker refuses', () => {
  const base = (): ResolutionProof => {
    const solver = createSatSolver({ proof: true });
    load(solver, pigeonHole(4));
    solver.solve();
    return solver.proof();
  };

  test('a proof with any pivot or antecedent changed, or the clause it gives is another', () => {
    const proof = base();
    const chains = proof.chains;
    expect(checkProof(proof)).toEqual({ valid: true, clause: [] });
    let refused = 0;
    for (let at = 0; at < chains.length; at++) {
      const changed = { ...proof, chains: chains.map((word, i) => (i === at ? word + 1 : word)) };
      const checked = checkProof(changed);
      // Another antecedent may do as well, if it is a valid step; the clauses then still follow
      // from the leaves.
      if (!checked.valid) refused++;
    }
    expect(refused).toBeGreaterThan(chains.length * 0.9);
  });

  test('roots, chains and literals out of range', () => {
    const proof = base();
    expect(checkProof({ ...proof, root: -1 }).valid).toBe(false);
    expect(checkProof({ ...proof, root: 1 << 20 }).valid).toBe(false);
    expect(checkProof({ ...proof, variableCount: 3 }).valid).toBe(false);
    expect(checkProof({ ...proof, chains: proof.chains.subarray(0, proof.chains.length - 2) }).valid).toBe(false);
    const own = proof.chains.slice();
    own[0] = proof.leafCount;
    expect(checkProof({ ...proof, chains: own }).valid).toBe(false);
  });

  test('a leaf that lacks a literal: the steps still fit or not, but nothing hides it from the comparison with the problem', () => {
    const proof = base();
    const literals = proof.leafLiterals.slice();
    literals[0] ^= 1;
    expect(checkProof({ ...proof, leafLiterals: literals }).valid).toBe(false);
  });
});
