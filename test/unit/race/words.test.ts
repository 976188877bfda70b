import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { xorshift } from '../../../src/base/xorshift.ts';
import type { Term } from '../../../src/logic/terms/builder.ts';
import { hasFloats } from '../../../src/logic/terms/lower-floats.ts';
import { postorder } from '../../../src/logic/terms/traverse.ts';
import { loadZ3, Z3FloatCircuits } from '../../../src/logic/z3/index.ts';
import { prepareTask } from '../../../src/race/options/options.ts';
import { compileJobOf } from '../../../src/race/threads/compiling.ts';
import { encodeSource } from '../../../src/race/worker/compile.ts';
import { readSource } from '../../../src/race/worker/source.ts';
import { proofInWords } from '../../../src/race/worker/words.ts';
import type { Inductive } from '../../../src/system/transys/certificate.ts';
import { freezeSystem, thawSystem } from '../../../src/system/transys/share.ts';
import { simulateTrace } from '../../../src/system/transys/simulate.ts';
import type { Block, SystemTrace, TransitionSystem } from '../../../src/system/transys/system.ts';
import { ALL } from '../../../src/system/transys/target.ts';
import { scratchFolder } from '../../scratch.ts';

// Runs of a program about floats are those of the system that has words in place of them.

const RUNS = Number(process.env.LEMMATA_RUNS ?? 60);
const PROGRAM = `extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  float a[3] = {0.5f, -0.0f, 1e30f};
  double sum = 1;
  unsigned char k = 0;
  while (k < 200) {
    float x = __VERIFIER_nondet_float();
    int n = __VERIFIER_nondet_int();
    a[(unsigned)n % 3] = n > 0 ? x / a[1] : a[0] * x;
    sum = sum + __VERIFIER_nondet_double() - n;
    if (a[2] > 1e30f && sum < 0.25 && x == x) reach_error();
    if (sum != sum) sum = (double)(float)n * 1.5;
    if (x > -9 && x < 9) k += (unsigned char)(int)x;
    k++;
  }
}
`;
const folder = scratchFolder('words');
let circuits: Z3FloatCircuits;
let system: TransitionSystem;

beforeAll(async () => {
  circuits = new Z3FloatCircuits(await loadZ3());
  const file = join(folder, 'floats.c');
  writeFileSync(file, PROGRAM);
  const source = await readSource(compileJobOf(await prepareTask({ files: [file] })));
  if (source.kind === 'rejected') throw new Error('the program is rejected');
  ({ system } = encodeSource(0, source, source.property.errorFunctions).model);
});

it('the same inputs lead to the same states and ends', () => {
  const certificate: Inductive = { kind: 'inductive', invariant: system.terms.true, k: 0, instances: [] };
  const proof = { certificate, system: freezeSystem(system), target: ALL, evidence: [] };
  const words = thawSystem(proofInWords(proof, circuits)!.system);
  expect(system.stateVars.some(({ term }) => hasFloats(system.terms.sort(term)))).toBe(true);
  for (const { term } of [...words.stateVars, ...words.inputs]) expect(hasFloats(words.terms.sort(term))).toBe(false);
  const floating = (one: TransitionSystem, roots: (block: Block) => readonly Term[]): boolean =>
    postorder(one.terms, one.blocks.flatMap(roots)).some((t) => hasFloats(one.terms.sort(t)));
  expect(floating(system, ({ doubtful }) => [doubtful])).toBe(true);
  expect(floating(words, ({ feasible, bad, gap, doubtful, next }) => [feasible, bad, gap, doubtful, ...next])).toBe(
    false,
  );
  const draw = xorshift(7);
  const value = (): bigint => {
    const bits = (BigInt(draw()) << 32n) | BigInt(draw());
    // Small exponents of singles and doubles, and their special values.
    return [bits, 0x3f800000n, 0x7f800000n, 0xbff0000000000000n, bits & 0xffn, 0n][draw() % 6];
  };
  const ends = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const values = system.inputs.map(({ term }) => {
      const sort = system.terms.sort(term);
      const width = sort.kind === 'bv' ? sort.width : sort.kind === 'float' ? sort.exponentBits + sort.precision : 1;
      return () => BigInt.asUintN(width, value());
    });
    const inputs = (): Map<number, bigint> => new Map(values.map((drawn, i) => [i, drawn()]));
    const trace: SystemTrace = { init: inputs(), steps: Array.from({ length: 6 }, inputs) };
    const states = (one: TransitionSystem): unknown => {
      const seen: unknown[] = [];
      const end = simulateTrace(one, trace, { observe: (_, state) => seen.push(state) });
      ends.add(end.kind);
      return { seen, kind: end.kind, step: 'step' in end ? end.step : null };
    };
    expect(states(words)).toEqual(states(system));
  }
  expect(ends).toContain('bad');
  expect(ends.size).toBeGreaterThan(1);
}, 60_000);
