import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../../../conformance/fuzz/random.ts';
import { randomSeed } from '../../../random-seed.ts';
import { hasGcc } from '../../c/gcc.ts';
import { type Compiled, compile } from './compile.ts';
import { randomRecords } from './random-records.ts';
import { inputSites, interpreted, simulated } from './simulated.ts';

const PROLOGUE = `extern unsigned long __VERIFIER_nondet_ulong(void);
extern int printf(const char *, ...);
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long), *memset(void *, int, unsigned long);
`;

/** A program that runs a function on its first inputs, and fails if the last input is the result. */
function guessing(text: string): string {
  return `${PROLOGUE}${text}
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), guess = __VERIFIER_nondet_ulong();
  unsigned long sum = run(a, b);
  printf("%lu", sum);
  if (sum == guess) reach_error();
  return 0;
}
`;
}

/** Checks that encoder and interpreter give the result. Returns false if the encoder leaves it open. */
function givesResult(compiled: Compiled, given: readonly bigint[], result: bigint, text: string): boolean {
  expect(interpreted(compiled.program, inputSites(compiled), [...given, result ^ 1n]).text, text).toBe(`${result}`);
  const end = simulated(compiled, [...given, result]);
  if (end.kind !== 'bad' && end.isDoubtful) return false;
  expect(end.kind, text).toBe('bad');
  expect(simulated(compiled, [...given, result ^ 1n]).kind, text).toBe('stuck');
  return true;
}

const COUNT = Number(process.env.LEMMATA_RUNS ?? 25);
const INPUTS = [
  [0x0123456789abcdefn, 5n],
  [0xfedcba9876543210n, 11n],
] as const;

test.skipIf(!hasGcc('LP64'))('records have the bytes that GCC gives them in the order of a big-endian machine', () => {
  const random = new Random(randomSeed());
  const texts = Array.from({ length: COUNT }, (_, i) => randomRecords(random, `${i}`));
  const calls = texts.flatMap((_, i) => INPUTS.map(([a, b]) => `printf("%lu\\n", run${i}(${a}u, ${b}u));`));
  const results = natively(`${PROLOGUE}${texts.join('\n')}\nint main(void) { ${calls.join('\n')} }\n`);
  let exact = 0;
  for (const [i, text] of texts.entries()) {
    const whole = guessing(text.replace(`run${i}(`, 'run('));
    const compiled = compile(whole, 'LP64', { byteOrder: 'big' });
    for (const [j, given] of INPUTS.entries())
      if (givesResult(compiled, given, results[i * INPUTS.length + j], whole)) exact += 1;
  }
  expect(exact).toBeGreaterThan(COUNT);
});

/** Compiles a program whose records are big-endian, and returns the numbers that it prints. */
function natively(text: string): readonly bigint[] {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-byte-order-'));
  try {
    const [source, program] = [join(folder, 'a.c'), join(folder, 'a')];
    writeFileSync(source, text);
    const made = spawnSync('gcc', [
      '-w',
      '-fwrapv',
      '-fno-strict-aliasing',
      '-fsso-struct=big-endian',
      '-o',
      program,
      source,
    ]);
    expect(made.stderr.toString()).toBe('');
    return spawnSync(program).stdout.toString().trim().split('\n').map(BigInt);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
