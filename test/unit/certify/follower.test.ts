import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../src/certify/proof/certificate.ts';
import { FEW_CLAIMED, followRuns, MOST_CLAIMED, RunFollower } from '../../../src/certify/proof/runs/follower.ts';
import type { Refuter } from '../../../src/logic/terms/refuter.ts';
import { compile } from '../system/encode/compile.ts';

const HEAD = `
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
void reach_error(void) {}
`;

function endWithin(text: string, bound: number): boolean {
  const limits = { most: MOST_CLAIMED, alone: MOST_CLAIMED };
  return new RunFollower(compile(HEAD + text).system, undefined, limits).follow(bound, () => false) === null;
}

/** Sums the elements of a block. Their number and a factor of their values are inputs. */
const sums = (wrong: number): string => `
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_uchar() & 3;
  if (n < 0 || n > 5) return 0;
  int *x = malloc((n + 1) * sizeof(int));
  for (int i = 0; i <= n; i++) x[i] = i * m;
  int sum = 0;
  for (int i = 0; i <= n; i++) sum += x[i];
  if (sum == ${wrong}) reach_error();
  return 0;
}`;

describe('runs that differ by few bits are followed', () => {
  test('none meets the error', () => expect(endWithin(sums(44), 20)).toBe(true));
  test('one of them meets it', () => expect(endWithin(sums(45), 20)).toBe(false));
  test('some are longer', () => expect(endWithin(sums(44), 5)).toBe(false));

  test('if they are many, solvers unroll them first; those that solvers leave open are followed', () => {
    const { system } = compile(HEAD + sums(44).replace('& 3', '& 31').replace('n > 5', 'n > 7'));
    const ends = (most: number): boolean =>
      new RunFollower(system, undefined, { most, alone: MOST_CLAIMED }).follow(30, () => false) === null;
    expect([ends(FEW_CLAIMED), ends(MOST_CLAIMED)]).toEqual([false, true]);
    let asked = 0;
    const silent: Refuter = {
      assert: () => {},
      check: () => {
        asked++;
        return 'unknown';
      },
      reasonUnknown: () => 'asked in vain',
      dispose: () => {},
    };
    const check = checkCertificate(system, { kind: 'runs', bound: 30 }, { create: () => silent });
    expect(check).toMatchObject({ accepted: true });
    expect(asked).toBe(1);
  });

  test('without a claim the longest run is the bound', () => {
    const follow = (text: string) => followRuns(compile(HEAD + text).system, () => false);
    const found = follow(sums(44));
    expect(found?.bound).toBeGreaterThan(5);
    expect(endWithin(sums(44), found?.bound ?? 0)).toBe(true);
    expect(endWithin(sums(44), (found?.bound ?? 0) - 1)).toBe(false);
    expect(follow(sums(45))).toBeNull();
    expect(follow('int main(void) { for (unsigned i = 0; ; i++) if (i == 3 && !i) reach_error(); }')).toBeNull();
  });

  test('a run is given up when it is late', () => {
    expect(followRuns(compile(HEAD + sums(44)).system, () => true)).toBeNull();
  });

  test('inputs that decide nothing may have any value', () => {
    const text =
      'int main(void) { int x = __VERIFIER_nondet_int(), y = 3; for (int i = 0; i < 9; i++) x += i; if (y != 3) reach_error(); }';
    expect(endWithin(text, 20)).toBe(true);
  });

  test('a bit of a block that nobody has written takes both values', () => {
    const turns = (wrong: number): string => `int main(void) {
      int n = __VERIFIER_nondet_int() & 3, count = 0;
      int *x = malloc((n + 1) * sizeof(int));
      for (int i = 0; i < 3 + (x[0] & 1); i++) count++;
      if (count == ${wrong}) reach_error();
    }`;
    expect(endWithin(turns(5), 20)).toBe(true);
    expect(endWithin(turns(4), 20)).toBe(false);
    expect(endWithin(turns(3), 20)).toBe(false);
  });

  test('too many values are given up', () => {
    const text = `int main(void) {
      unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
      if (x * y == 12345678u && x % 7 == 8) reach_error();
    }`;
    expect(endWithin(text, 20)).toBe(false);
  });
});
