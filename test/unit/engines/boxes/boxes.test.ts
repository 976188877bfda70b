import { describe, expect, test, vi } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { alternatingRefuters } from '../../../../src/certify/proof/refuters/alternating.ts';
import { boundsRefuters } from '../../../../src/certify/proof/refuters/bounds/refuter.ts';
import { plainRefuters } from '../../../../src/certify/proof/refuters/plain/refuter.ts';
import { boxes } from '../../../../src/engines/boxes/boxes.ts';
import type { Claim } from '../../../../src/engines/methods/engine.ts';
import { createSatSolver } from '../../../../src/logic/sat/solver.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { certificateBack } from '../../../../src/system/transys/way-back.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor } from '../context.ts';

/** Steps of a run: more than any proof here takes. */
const MAX_DEPTH = 30;
/** Milliseconds of a test, on a machine that does much else. */
const PATIENCE = 300_000;

const DECLARATIONS = 'extern void reach_error(void); extern float any_float(void); extern double any_double(void);';

/** Whether the engine proves the program, with a certificate that bounds and clauses accept. */
function proves(body: string, run: (engine: () => Claim) => Claim = (engine) => engine()): boolean {
  const { system } = compile(`${DECLARATIONS} int main(void) { ${body} return 0; }`);
  const { system: reduced, back } = simplify(system);
  const claim = run(() => boxes(contextFor(reduced, ownSolversFor(reduced), { options: { maxDepth: MAX_DEPTH } })));
  if (claim.kind === 'unsafe') throw new Error('a run to the error was claimed');
  if (claim.kind === 'unknown') return false;
  const { terms } = system;
  const plain = plainRefuters(terms, { sat: () => createSatSolver({ proof: true }), clauses: 1_000_000 });
  const refuters = alternatingRefuters(boundsRefuters(terms), plain);
  expect(checkCertificate(system, certificateBack(system.terms, back, claim.certificate), refuters)).toMatchObject({
    accepted: true,
  });
  return true;
}

describe('what needs bounds of the state', () => {
  test(
    'a sum that rounding keeps from growing',
    () => {
      expect(proves('float x = 3; while (any_float() > 0) x = x + 1; if (!(x <= 1e9f)) reach_error();')).toBe(true);
    },
    PATIENCE,
  );
});

describe('what needs linear forms', () => {
  const RECURRENCE = `double s = 0, t = 0;
    for (;;) {
      double e = any_double();
      if (!(e >= -1.0 && e <= 1.0)) return 0;
      double u = 1.25 * s - 0.5 * t + 0.25 * e;
      t = s;
      s = u;
      if (!(s >= -1.5 && s <= 1.5)) reach_error();
    }`;

  test(
    'a recurrence of second order',
    () => {
      expect(proves(RECURRENCE)).toBe(true);
    },
    PATIENCE,
  );

  test(
    'a recurrence of second order, on a machine with no time for it: work is limited, not time',
    () => {
      let seconds = 0;
      const onSlowMachine = (engine: () => Claim): Claim => {
        const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
          seconds += 1;
          return seconds * 1_000;
        });
        try {
          return engine();
        } finally {
          clock.mockRestore();
        }
      };
      expect(proves(RECURRENCE, onSlowMachine)).toBe(true);
      expect(seconds).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});

describe('what needs a choice between sums to be gone backward through', () => {
  test(
    'a value that follows another one, by steps of a limited size',
    () => {
      const body = `float y = 0;
      for (int i = 0; i < 5000; i++) {
        float x = any_float(), d = any_float();
        if (!(x >= -50.0f && x <= 50.0f && d >= 0.0f && d <= 4.0f)) return 0;
        float old = y, step = x - old;
        y = x;
        if (step <= -d) y = old - d;
        else if (step >= d) y = old + d;
      }
      if (!(y >= -51.0f && y <= 51.0f)) reach_error();`;
      expect(proves(body)).toBe(true);
    },
    PATIENCE,
  );
});

describe('what needs the inverse of operations', () => {
  test(
    'an iteration that converges',
    () => {
      const body = `double a = any_double(), x = 0.125;
      if (!(a >= 5.0 && a <= 7.0)) return 0;
      double old;
      do {
        old = x;
        x = x * (2.0 - a * x);
      } while (x - old > 1e-6 || old - x > 1e-6);
      if (!(x >= 0.1 && x <= 0.25)) reach_error();`;
      expect(proves(body)).toBe(true);
    },
    PATIENCE,
  );
});
