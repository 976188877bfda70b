import { describe, expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { type DataClass, dataClasses } from '../../../../src/system/analysis/data-independence.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import { compile } from '../encode/compile.ts';

const HEAD = `extern void reach_error(void); extern _Bool __VERIFIER_nondet_bool(void);
  extern unsigned __VERIFIER_nondet_uint(void); extern signed char __VERIFIER_nondet_char(void);`;

interface Named extends Omit<DataClass, 'words' | 'extendedByZeros' | 'constants'> {
  readonly words: readonly string[];
  readonly extendedByZeros: readonly string[];
  readonly constants: readonly bigint[];
}

/** The classes of a program, by the names of its variables. */
function classesOf(body: string): Named[] {
  const { system } = simplify(compile(`${HEAD} int main(void) { ${body} }`).system);
  const names = new Map(system.stateVars.map(({ term, name }) => [term, name.replace(/^main::|~\d+$/g, '')]));
  const named = (words: Iterable<Term>): string[] => [...words].map((word) => names.get(word) ?? '?').sort();
  return dataClasses(system).map((data) => ({
    ...data,
    words: named(data.words),
    extendedByZeros: named(data.extendedByZeros),
    constants: [...data.constants].sort((a, b) => Number(a - b)),
  }));
}

describe('classes of data', () => {
  test('are words that flow into each other and are compared', () => {
    const found = classesOf(`unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), n = 0;
      for (;;) {
        unsigned in = __VERIFIER_nondet_uint();
        if (in > x) y = x, x = in;
        if (n < 7) n++;
        if (y > x && n > 5) reach_error();
      }`);
    expect(found).toEqual([
      { words: ['x', 'y'], constants: [], isOrdered: true, isSigned: false, extendedByZeros: ['x', 'y'] },
    ]);
  });

  test('have no order where words are equal or not', () => {
    const found = classesOf(`unsigned x = __VERIFIER_nondet_uint(), y = x;
      for (;;) {
        if (__VERIFIER_nondet_bool()) x = __VERIFIER_nondet_uint();
        if (__VERIFIER_nondet_bool()) y = x;
        if (y == 77) x = 5;
        if (y != x && x == 78) reach_error();
      }`);
    expect(found).toMatchObject([{ words: ['x', 'y'], isOrdered: false, constants: [5n, 77n, 78n] }]);
  });

  test('keep the sign of words that have one; those that were narrowed are extended as the program does', () => {
    const found = classesOf(`signed char id = __VERIFIER_nondet_char(), message = -1;
      if (id < 0) return 0;
      for (;;) {
        signed char in = __VERIFIER_nondet_char();
        if (message != -1 && message > id && in == 3) reach_error();
        message = in > message ? id : -1;
      }`);
    expect(found).toMatchObject([
      { words: ['id', 'message'], isOrdered: true, isSigned: true, extendedByZeros: ['id'] },
    ]);
    expect(found[0].constants).toContain(-1n);
  });

  test('have no words that something is computed of, or that are compared with such', () => {
    const program = (
      more: string,
    ): string => `unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = 0;
      for (;;) {
        if (__VERIFIER_nondet_bool()) x = __VERIFIER_nondet_uint();
        ${more}
        if (y > x) y = x;
        if (y == 3 && x > 12) reach_error();
      }`;
    expect(classesOf(program(''))).toHaveLength(1);
    expect(classesOf(program('if (x == 9) y = x + 1;'))).toEqual([]);
    expect(classesOf(program('z += 2; if (x < z) y = x;'))).toEqual([]);
    expect(classesOf(program('if (x & 4) y = x;'))).toEqual([]);
  });

  test('get values from outside: the states of a machine are none', () => {
    const found = classesOf(`unsigned now = 3, last = 4;
      for (;;) {
        if (__VERIFIER_nondet_bool()) last = now;
        if (now == 3) now = 500; else if (now == 500) now = 70;
        if (last > now && last == 4) reach_error();
      }`);
    expect(found).toEqual([]);
  });
});
