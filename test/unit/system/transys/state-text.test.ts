import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { expressionOf, type PlaceNames, stateLines } from '../../../../src/system/transys/c-text/state-text.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('state-text');
const hasCompiler = spawnSync('gcc', ['--version']).status === 0;
if (!hasCompiler) console.log('gcc is absent: simplified invariants are not compared with their terms');

const objects = [
  { name: 'x', type: 'int', width: 32, signed: true },
  { name: 'y', type: 'int', width: 32, signed: true },
  { name: 'u', type: 'unsigned', width: 32, signed: false },
  { name: 'c', type: 'signed char', width: 8, signed: true },
  { name: 'd', type: 'unsigned char', width: 8, signed: false },
  { name: 'l', type: 'long long', width: 64, signed: true },
] as const;

const store = new TermStore();
const variables = objects.map(({ name, width }) => store.variable(name, { kind: 'bv', width }));
const at = { file: 'a.c', line: 1, column: 1 };
const names: PlaceNames = {
  origin: (variable) => {
    const object = objects[variables.indexOf(variable)];
    if (object === undefined) return null;
    const { name: expression, width, signed } = object;
    return { expression, function: 'main', at, signed, width, variable: 0, printable: true, extent: null };
  },
  name: (variable) => store.name(variable),
  isSigned: (variable) => objects[variables.indexOf(variable)]?.signed === true,
  valueNames: () => undefined,
  description: () => null,
};
const [x, y, u, c, d] = variables;
const bv = (t: Term, value: number): Term => store.bv(store.width(t), BigInt.asUintN(store.width(t), BigInt(value)));
const texts = (formulas: readonly Term[], known: readonly Term[] = []): readonly string[] =>
  stateLines(store, formulas, names, known).map(({ text }) => text);
const bit = (t: Term, i: number): Term => store.eq(store.extract(t, i, i), store.bv(1, 1));
const between = (t: Term, low: number, high: number): Term =>
  store.and(store.sle(bv(t, low), t), store.sle(t, bv(t, high)));

describe('stateLines', () => {
  it('says as a range what clauses say about bits', () => {
    const zeros = Array.from({ length: 29 }, (_, i) => store.not(bit(x, i + 3)));
    expect(texts([...zeros, store.or(store.not(bit(x, 2)), store.not(bit(x, 1)))])).toEqual(['x >= 0 && x <= 5']);
  });

  it('says nothing twice', () => {
    const low = store.eq(store.extract(x, 19, 0), store.bv(20, 5));
    expect(texts([between(x, 5, 5), low, store.ule(x, bv(x, 100))])).toEqual(['x == 5']);
    const odd = bit(u, 0);
    expect(texts([odd, store.not(store.eq(u, bv(u, 0)))])).toEqual(['u % 2 == 1']);
  });

  it('joins clauses that differ in one variable', () => {
    const isOne = store.eq(y, bv(y, 1));
    const clauses = [store.implies(isOne, store.sle(bv(x, 2), x)), store.implies(isOne, store.sle(x, bv(x, 8)))];
    expect(texts([...clauses, between(y, 0, 3)])).toEqual(['y >= 0 && y <= 3', 'y != 1 || (x >= 2 && x <= 8)']);
  });

  it('leaves out conversions where ranges allow it', () => {
    const cut = (t: Term): Term => store.extract(t, 16, 0);
    const order = store.ule(cut(x), cut(y));
    expect(texts([order, between(x, 0, 9), between(y, 0, 9)])).toEqual([
      'x >= 0 && x <= 9',
      'y >= 0 && y <= 9',
      expect.stringMatching(/^(x <= y|y >= x)$/),
    ]);
    expect(texts([order], [between(x, 0, 9), between(y, 0, 9), between(c, 1, 2)])).toHaveLength(3);
  });

  it('finds the range that a relation gives', () => {
    expect(texts([store.ule(x, y), between(y, 0, 9)])).toContain('x >= 0 && x <= 9');
  });

  it('shows what is no C in the manner of C', () => {
    const f = store.variable('f', { kind: 'float', exponentBits: 8, precision: 24 });
    const [line] = stateLines(store, [store.fpLe(store.fpNeg(f), f)], names);
    expect(line).toEqual({ text: '-f <= f', expression: null });
    expect(texts([store.eq(store.udiv(u, x), y)])).toEqual([expect.stringMatching(/u \/ x/)]);
    const array = store.variable('a', {
      kind: 'array',
      index: { kind: 'bv', width: 32 },
      element: { kind: 'bv', width: 8 },
    });
    expect(texts([store.eq(store.select(array, x), d)])).toEqual([
      expect.stringMatching(/^(a\[x\] == d|d == a\[x\])$/),
    ]);
  });

  it.skipIf(!hasCompiler)(
    'means in C what the formulas mean together, without undefined behaviour',
    () => {
      const functions: string[] = [];
      const printed: string[] = [];
      fc.assert(
        fc.property(fc.array(fc.nat(), { minLength: 12, maxLength: 60 }), assignmentsOf(), (numbers, assignments) => {
          const formulas = randomFormulas(numbers);
          const lines = stateLines(store, formulas, names);
          for (const { expression } of lines) expect(expression).not.toBeNull();
          const text = expressionOf(lines) ?? '1';
          const calls = assignments.map((values) => {
            const model = values.map((value, i) => BigInt.asUintN(objects[i].width, value));
            const holds = formulas.every((t) => evaluate(store, t, (v) => model[variables.indexOf(v)]) === true);
            const settings = objects.map(({ name, width, signed }, i) => {
              const value = signed ? BigInt.asIntN(width, model[i]) : model[i];
              return `${name} = ${value === -(1n << 63n) ? '-9223372036854775807LL - 1' : `${value}LL`};`;
            });
            return `${settings.join(' ')} check(${printed.length}, test${printed.length}(), ${holds ? 1 : 0});`;
          });
          const id = printed.length;
          functions.push(
            `static int test${id}(void) { return ${text}; }\nstatic void run${id}(void) { ${calls.join('\n')} }`,
          );
          printed.push(text);
        }),
        { numRuns: Number(process.env.LEMMATA_RUNS ?? 40) },
      );
      const source = `#include <stdio.h>
static void check(int i, int got, int want) { if (!got != !want) printf("%d\\n", i); }
${objects.map(({ name, type }) => `${type} ${name};`).join(' ')}
${functions.join('\n')}
int main(void) { ${printed.map((_, i) => `run${i}();`).join(' ')} return 0; }
`;
      const [file, program] = [join(folder, 'a.c'), join(folder, 'a')];
      writeFileSync(file, source);
      execFileSync('gcc', ['-w', '-fsanitize=undefined', '-fno-sanitize-recover=all', '-o', program, file]);
      const wrong = execFileSync(program, { encoding: 'utf8' }).split('\n').filter(Boolean);
      expect([...new Set(wrong)].map((index) => printed[Number(index)])).toEqual([]);
    },
    120_000,
  );
});

/** Values of all objects, often small or near an edge. */
function assignmentsOf(): fc.Arbitrary<bigint[][]> {
  const value = fc.oneof(
    fc.bigInt({ min: -9n, max: 9n }),
    fc.bigInt({ min: -9n, max: 9n }),
    fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
    fc.tuple(fc.constantFrom(5n, 7n, 16n, 31n, 63n), fc.bigInt({ min: -2n, max: 2n })).map(([b, n]) => (1n << b) + n),
  );
  return fc.array(fc.array(value, { minLength: objects.length, maxLength: objects.length }), {
    minLength: 6,
    maxLength: 6,
  });
}

/** Conjuncts: ranges, bits, clauses of both, and relations of sums. */
function randomFormulas(numbers: readonly number[]): readonly Term[] {
  let place = 0;
  const next = (limit: number): number => (numbers[place++ % numbers.length] + place) % limit;
  const variable = (): Term => variables[next(variables.length)];
  const small = (): number => next(19) - 9;
  const word = (depth: number): Term => {
    const v = variable();
    const width = store.width(v);
    const of32 =
      width === 32 ? v : width < 32 ? (next(2) === 0 ? store.zext(v, 32) : store.sext(v, 32)) : store.extract(v, 31, 0);
    if (depth === 0) return of32;
    const other = next(3) === 0 ? bv(of32, small()) : word(depth - 1);
    switch (next(7)) {
      case 0:
      case 1:
        return store.add(of32, other);
      case 2:
        return store.sub(of32, other);
      case 3:
        return store.mul(of32, bv(of32, next(5) - 1));
      case 4:
        return store.zext(store.extract(of32, next(20), 0), 32);
      case 5:
        return store.bvAnd(of32, bv(of32, next(16)));
      default:
        return store.urem(of32, bv(of32, 1 + next(7)));
    }
  };
  const literal = (): Term => {
    const v = variable();
    switch (next(7)) {
      case 0:
        return store.sle(bv(v, small()), v);
      case 1:
        return store.sle(v, bv(v, small()));
      case 2:
        return store.eq(v, bv(v, small()));
      case 3:
        return bit(v, next(store.width(v)));
      case 4:
        return store.not(store.eq(v, bv(v, small())));
      default: {
        const [a, b] = [word(next(3)), word(next(2))];
        return [store.eq(a, b), store.slt(a, b), store.ule(a, b)][next(3)];
      }
    }
  };
  const ranges = Array.from({ length: next(5) }, () => between(variable(), -next(9) * next(2), next(9)));
  const clauses = Array.from({ length: 1 + next(4) }, () =>
    store.orAll(
      Array.from({ length: 1 + next(3) }, () => (next(4) === 0 ? store.and(literal(), literal()) : literal())),
    ),
  );
  return [...ranges, ...clauses];
}
