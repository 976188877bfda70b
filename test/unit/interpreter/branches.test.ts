import { describe, expect, it } from 'vitest';
import { Layout } from '../../../src/c/types/layout.ts';
import { type BranchObserver, Machine, runProgram, seededInputs } from '../../../src/interpreter/index.ts';
import { compile } from './harness.ts';

const HEAD = `extern int __VERIFIER_nondet_int(void); extern signed char __VERIFIER_nondet_schar(void); extern void reach_error(void);
  extern double __VERIFIER_nondet_double(void); extern void *malloc(unsigned long);`;
const PROGRAMS: Readonly<Record<string, string>> = {
  'loops and switches': `int main(void) { int s = 0; for (int i = 0; i < 20; i++) switch (__VERIFIER_nondet_schar()) { case 'a': s++; break; case 1 ... 9: s += 2; case 0: s ^= i; break; default: if (s > 30 && s != 41) return 3; } return s & 63; }`,
  'conditions that guard accesses': `int main(void) { int a[4] = { 3, 4 }, *p = __VERIFIER_nondet_int() > 0 ? a : 0, i = __VERIFIER_nondet_int(); if (p != 0 && i >= 0 && i < 4 && p[i] == 4) reach_error(); if ((p ? *p : 0) == 3 || !(i - 7)) return 1; return 0; }`,
  'calls, recursion and floats': `static int f(int n) { if (n <= 0) return 1; return n * f(n - 1); } int main(void) { double d = __VERIFIER_nondet_double(); int n = __VERIFIER_nondet_int() & 7; if (d > 1.5 && d < 1e9) n++; return f(n) == 720 ? 2 : 0; }`,
};

class Told implements BranchObserver {
  compares = false;
  readonly branches: number[] = [];
  readonly pairs: string[] = [];
  took(branch: number): void {
    this.branches.push(branch);
  }
  compared(left: unknown, right: unknown): void {
    this.pairs.push(`${left} ${right}`);
  }
}

describe('an observer of branches', () => {
  it.each(Object.entries(PROGRAMS))('leaves runs as they are: %s', async (_, source) => {
    const program = await compile(`${HEAD}\n${source}`);
    const told = new Told();
    const layout = new Layout({ dataModel: 'LP64', byteOrder: 'little' });
    const options = { errorFunctions: ['reach_error'], maxSteps: 10_000 };
    const machine = new Machine(program, { ...options, inputs: seededInputs(0, 'zero', { layout }), branches: told });
    for (let seed = 0; seed < 60; seed++) {
      const inputs = () => seededInputs(seed, seed % 2 === 0 ? 'small' : 'boundary', { layout });
      const plain = runProgram(program, { ...options, inputs: inputs() });
      for (const compares of [false, true]) {
        told.compares = compares;
        const observed = machine.run({ inputs: inputs() });
        expect([observed.outcome, observed.steps]).toEqual([plain.outcome, plain.steps]);
      }
    }
    expect(told.branches.length).toBeGreaterThan(100);
  });

  it('is told the same branches for the same path, and others for another one', async () => {
    const program = await compile(
      `${HEAD} int main(void) { if (__VERIFIER_nondet_int() == 1234) return 1; return 0; }`,
    );
    const path = (value: number): { readonly branches: readonly number[]; readonly pairs: readonly string[] } => {
      const told = new Told();
      told.compares = true;
      const inputs = { scalar: () => value, content: () => false, pointer: () => null };
      runProgram(program, { inputs, errorFunctions: [], branches: told });
      return told;
    };
    expect(path(7).branches).toEqual(path(8).branches);
    expect(path(7).branches).not.toEqual(path(1234).branches);
    expect(path(7).pairs).toEqual(['7 1234']);
  });
});
