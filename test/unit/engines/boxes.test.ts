import { describe, expect, test } from 'vitest';
import { alternatingRefuters } from '../../../src/certify/alternating.ts';
import { boundsRefuters } from '../../../src/certify/bounds/refuter.ts';
import { plainRefuters } from '../../../src/certify/plain/refuter.ts';
import { checkCertificate } from '../../../src/certify/true.ts';
import { boxes } from '../../../src/engines/boxes.ts';
import { createSatSolver } from '../../../src/smt/sat/solver.ts';
import { simplify } from '../../../src/transys/passes/simplify.ts';
import { compile } from '../encode/compile.ts';
import { contextFor, ownSolversFor } from './context.ts';

/** Milliseconds for one program: far more than any takes on a machine that does nothing else. */
const LIMIT = 60_000;

const DECLARATIONS = 'extern void reach_error(void); extern float any_float(void); extern double any_double(void);';

/** Whether the engine proves the program, with a certificate that bounds and clauses accept. */
function proves(body: string): boolean {
  const { system } = compile(`${DECLARATIONS} int main(void) { ${body} return 0; }`);
  const { system: reduced, back } = simplify(system);
  const end = performance.now() + LIMIT;
  const claim = boxes(contextFor(reduced, ownSolversFor(reduced), { stopped: () => performance.now() > end }));
  if (claim.kind === 'unsafe') throw new Error('a run to the error was claimed');
  if (claim.kind === 'unknown') return false;
  const { terms } = system;
  const plain = plainRefuters(terms, { sat: () => createSatSolver({ proof: true }), clauses: 1_000_000 });
  const refuters = alternatingRefuters(boundsRefuters(terms), plain);
  expect(checkCertificate(system, back.certificate(claim.certificate), refuters)).toEqual({ accepted: true });
  return true;
}

describe('what needs bounds of the state', () => {
  test('a sum that rounding keeps from growing', () => {
    expect(proves('float x = 3; while (any_float() > 0) x = x + 1; if (!(x <= 1e9f)) reach_error();')).toBe(true);
  }, 100_000);
});

describe('what needs the inverse of operations', () => {
  test('an iteration that converges', () => {
    const body = `double a = any_double(), x = 0.125;
      if (!(a >= 5.0 && a <= 7.0)) return 0;
      double old;
      do {
        old = x;
        x = x * (2.0 - a * x);
      } while (x - old > 1e-6 || old - x > 1e-6);
      if (!(x >= 0.1 && x <= 0.25)) reach_error();`;
    expect(proves(body)).toBe(true);
  }, 100_000);
});
