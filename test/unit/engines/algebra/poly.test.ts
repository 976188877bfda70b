import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { plainRefuters } from '../../../../src/certify/proof/refuters/plain/refuter.ts';
import { poly } from '../../../../src/engines/algebra/poly.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import type { RefuterFactory } from '../../../../src/logic/terms/refuter.ts';
import type { TermStore } from '../../../../src/logic/terms/store.ts';
import { ownRefuters } from '../../../../src/race/worker/refuters.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { certificateBack } from '../../../../src/system/transys/way-back.ts';
import { cpuLimit } from '../../../cpu-time.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor } from '../context.ts';

/** Programs whose invariants are equalities of polynomials. */
const FOLDER = new URL('../../../polynomials/', import.meta.url).pathname;

/** Milliseconds of CPU time for the engine; a proof needs a twentieth of them, which is what a wrong program gets. */
const LIMIT = 60_000;

function refuters(terms: TermStore): RefuterFactory {
  return ownRefuters(terms, plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) }));
}

describe('polynomial invariants', () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.c'))) {
    const text = readFileSync(`${FOLDER}${name}`, 'utf8');
    const isTrue = /^\/\/ verdict: TRUE$/m.test(text);
    test(`${name} is ${isTrue ? 'proved' : 'left open'}`, { timeout: 2 * LIMIT }, () => {
      const { system } = compile(text);
      const { system: reduced, back } = simplify(system);
      const context = contextFor(reduced, ownSolversFor(reduced), {
        checkers: refuters(reduced.terms),
        // Limits that a machine with other work to do does not meet.
        options: { sampleMilliseconds: 5_000, roundMilliseconds: 30_000, queryMilliseconds: 5_000 },
        stopped: cpuLimit(isTrue ? LIMIT : LIMIT / 20),
      });
      const claim = poly(context);
      expect(claim.kind).toBe(isTrue ? 'safe' : 'unknown');
      if (claim.kind !== 'safe') return;
      // On the system as it was before any pass, without Z3.
      expect(
        checkCertificate(system, certificateBack(system.terms, back, claim.certificate), refuters(system.terms)),
      ).toMatchObject({
        accepted: true,
      });
    });
  }
});
