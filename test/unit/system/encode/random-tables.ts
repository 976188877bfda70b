import type { randomSource } from './random-program.ts';

type Random = ReturnType<typeof randomSource>;

/**
 * A random program that fills tables in loops whose turns constants decide, and others beside them. Loops are
 * nested, run downwards, skip turns or leave early. It prints a checksum and compares it with its last input.
 */
export function randomTables(random: Random): string {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)];
  const value = (i: string): string =>
    pick([
      `${i}`,
      `${i} * 7`,
      `${i} ^ 5`,
      '3',
      `a[${i} & 15]`,
      `b[15 - (${i} & 15)] + 1`,
      ...(random(4) === 0 ? ['x0'] : []),
    ]);
  const store = (i: string): string =>
    pick([
      () => `a[${i} & 15] = ${value(i)};`,
      () => `b[${i} * 5 & 15] = ${value(i)};`,
      () => `if (${i} & ${1 + random(3)}) a[${i} & 15] += ${value(i)}; else b[${random(16)}]--;`,
      () => `s.low = ${value(i)}; s.high[${i} & 3] = s.low;`,
      () => `if (${i} == ${random(9)}) continue; last = ${i};`,
      () => `if (${pick([i, 'last', 'a[3]'])} == ${random(9)}) break;`,
    ])();
  const loop = (i: string, inner: string): string =>
    pick([
      () => `for (int ${i} = ${random(3)}; ${i} < ${4 + random(14)}; ${i}++) { ${store(i)} ${inner} }`,
      () => `for (unsigned ${i} = ${6 + random(9)}; ${i}-- > ${random(3)};) { ${inner} ${store(i)} }`,
      () => `for (unsigned char ${i} = 1; ${i}; ${i} <<= 1) { ${store(i)} ${inner} }`,
      () => `{ int ${i} = 0; do { ${store(i).replace('continue', 'break')} ${inner} } while (++${i} < ${random(8)}); }`,
      () => `for (unsigned ${i} = 0; ${i} < x1 % 5; ${i}++) { ${store(i)} ${inner} }`,
    ])();
  const body = Array.from({ length: 2 + random(4) }, () => loop('i', random(2) === 0 ? '' : loop('k', '')));
  return `extern unsigned __VERIFIER_nondet_uint(void);
extern int printf(const char *, ...);
void reach_error(void) {}
static unsigned a[16], b[16], last;
static struct { unsigned low; unsigned char high[4]; } s;
int main(void) {
  unsigned x0 = __VERIFIER_nondet_uint();
  unsigned x1 = __VERIFIER_nondet_uint();
  unsigned x2 = __VERIFIER_nondet_uint();
  ${body.join('\n  ')}
  unsigned sum = last + s.low + s.high[x0 & 3];
  for (unsigned i = 0; i < 16; i++) sum = sum * 31 + a[i] + 7 * b[(i + x1) & 15];
  printf("%u", sum);
  if (sum == x2) reach_error();
  return 0;
}
`;
}
