import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { exhaust } from '../../../src/engines/runs/exhaust.ts';
import type { Runs, ValueRange } from '../../../src/system/transys/certificate.ts';
import type { TransitionSystem } from '../../../src/system/transys/system.ts';
import { contextFor } from '../engines/context.ts';
import { compile } from '../system/encode/compile.ts';

const HEAD = `
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
`;

const noSolver = {
  create: (): never => {
    throw new Error('runs need no solver');
  },
};

/** The square of x as a sum; x may be up to `most`. */
const squares = (most: number): TransitionSystem =>
  compile(`${HEAD} int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x > ${most}) abort();
    unsigned sum = 0;
    for (unsigned i = 0; i < x; i++) sum += 2 * i + 1;
    if (sum == 36 * 36) reach_error();
  }`).system;

type Listed = Runs & Required<Pick<Runs, 'inputs'>>;

function proof(system: TransitionSystem): Listed {
  const claim = exhaust(contextFor(system, noSolver));
  if (claim.kind !== 'safe' || claim.certificate.kind !== 'runs') throw new Error('no proof');
  const { inputs } = claim.certificate;
  if (inputs === undefined) throw new Error('no inputs are listed');
  return { ...claim.certificate, inputs };
}

const check = (system: TransitionSystem, certificate: Listed) => checkCertificate(system, certificate, noSolver);

describe('an enumeration of runs', () => {
  const system = squares(35);
  const certificate = proof(system);
  const withRanges = (ranges: readonly ValueRange[]): Listed => ({
    ...certificate,
    inputs: [{ ...certificate.inputs[0], ranges }],
  });

  test('is accepted', () => {
    expect(certificate).toMatchObject({
      bound: 36,
      inputs: [
        {
          ranges: [
            { low: 0n, high: 35n, each: true },
            { low: 36n, high: 255n, each: false },
          ],
        },
      ],
    });
    expect(check(system, certificate)).toMatchObject({ accepted: true });
  });

  test('is refused for the system in which one value more is read, which meets the error', () => {
    expect(check(squares(36), certificate)).toMatchObject({ accepted: false, condition: 'exhaustion' });
    expect(check(squares(36), withRanges([{ low: 0n, high: 255n, each: true }]))).toMatchObject({
      accepted: false,
      decided: true,
    });
  });

  test('is refused with a smaller bound', () => {
    expect(check(system, { ...certificate, bound: 35 })).toMatchObject({ condition: 'exhaustion', decided: true });
    expect(check(system, { ...certificate, bound: -1 })).toMatchObject({ condition: 'form', decided: true });
  });

  test('is refused if values are left out, or listed twice', () => {
    const wrong: readonly (readonly ValueRange[])[] = [
      [],
      [{ low: 0n, high: 35n, each: true }],
      [{ low: 1n, high: 255n, each: true }],
      [
        { low: 0n, high: 35n, each: true },
        { low: 37n, high: 255n, each: false },
      ],
      [
        { low: 0n, high: 35n, each: true },
        { low: 35n, high: 255n, each: false },
      ],
      [
        { low: 36n, high: 255n, each: false },
        { low: 0n, high: 35n, each: true },
      ],
      [{ low: 0n, high: 256n, each: true }],
    ];
    for (const ranges of wrong)
      expect(check(system, withRanges(ranges))).toMatchObject({ condition: 'form', decided: true });
    const [input] = certificate.inputs;
    expect(check(system, { ...certificate, inputs: [input, input] })).toMatchObject({ condition: 'form' });
    expect(check(system, { ...certificate, inputs: [{ ...input, input: 7 }] })).toMatchObject({ condition: 'form' });
  });

  test('may be finer or coarser than the claim: ranges are divided where their values do not behave alike', () => {
    expect(check(system, withRanges([{ low: 0n, high: 255n, each: true }]))).toMatchObject({ accepted: true });
    expect(check(system, withRanges([{ low: 0n, high: 255n, each: false }]))).toMatchObject({ accepted: false });
  });

  test('is refused if an input that matters is not listed', () => {
    expect(check(system, { ...certificate, inputs: [] })).toMatchObject({ condition: 'exhaustion', decided: false });
  });

  test('ends when the time is over', () => {
    expect(checkCertificate(system, certificate, noSolver, { milliseconds: 0 })).toMatchObject({ decided: false });
  });
});
