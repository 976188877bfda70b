import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { formatCondition } from '../../../../src/system/transys/c-text/format-c.ts';
import type { StateOrigin } from '../../../../src/system/transys/system.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('format');

const at = { file: 'a.c', line: 1, column: 1 };
const origin = (expression: string, width: number, signed: boolean): StateOrigin => ({
  expression,
  function: 'main',
  at,
  signed,
  width,
  variable: 0,
  printable: true,
  extent: null,
});

/**
 * C objects: their types, and the width of the state variable that stands for them: that of the
 * object, of the field, or the values'.
 */
const objects = [
  { name: 'x', type: 'int', width: 32, stateWidth: 32, signed: true },
  { name: 'u', type: 'unsigned', width: 32, stateWidth: 32, signed: false },
  { name: 'c', type: 'signed char', width: 8, stateWidth: 8, signed: true },
  { name: 'n', type: 'unsigned char', width: 8, stateWidth: 5, signed: false },
  { name: 'l', type: 'long long', width: 64, stateWidth: 64, signed: true },
  { name: 'v', type: 'unsigned long', width: 64, stateWidth: 64, signed: false },
  { name: 'd', type: 'unsigned char', width: 8, stateWidth: 8, signed: false },
  { name: 'h', type: 'short', width: 16, stateWidth: 16, signed: true },
  { name: 'k', type: 'unsigned short', width: 16, stateWidth: 16, signed: false },
  { name: 'b', type: '_Bool', width: 8, stateWidth: 1, signed: false },
  { name: 'i', type: 'int', width: 32, stateWidth: 7, signed: true },
  { name: 'j', type: 'long long', width: 64, stateWidth: 13, signed: true },
  { name: 's.f', type: null, width: 32, stateWidth: 16, signed: false },
  { name: 's.g', type: null, width: 32, stateWidth: 5, signed: true },
  { name: 's.h', type: null, width: 64, stateWidth: 40, signed: false },
  { name: 's.i', type: null, width: 64, stateWidth: 33, signed: true },
  { name: 's.j', type: null, width: 64, stateWidth: 32, signed: false },
  { name: 's.k', type: null, width: 64, stateWidth: 12, signed: false },
] as const;

/** The types of the fields in `objects`. */
const FIELDS =
  'struct { unsigned f : 16; int g : 5; unsigned long long h : 40; long long i : 33; unsigned long long j : 32, k : 12; } s;';

const hasCompiler = spawnSync('gcc', ['--version']).status === 0;
if (!hasCompiler) console.log('gcc is absent: printed conditions are not compared with their terms');

describe('formatCondition', () => {
  const store = new TermStore();
  const variables = objects.map(({ name, stateWidth }) => store.variable(name, { kind: 'bv', width: stateWidth }));
  const origins = new Map<Term, StateOrigin>(
    objects.map(({ name, width, signed }, i) => [variables[i], origin(name, width, signed)]),
  );
  const text = (t: Term): string =>
    formatCondition(store, t, { origin: (v) => origins.get(v) ?? null, elements: false });
  const [x, u, c] = variables;

  it('writes what people would write', () => {
    expect(text(store.slt(x, store.bv(32, 10)))).toBe('x < 10');
    expect(text(store.not(store.eq(u, store.bv(32, 3))))).toBe('u != 3');
    expect(text(store.ule(u, store.bv(32, 7)))).toBe('u <= 7');
    expect(text(store.and(store.sle(store.bv(32, 0), x), store.slt(x, store.bv(32, 8))))).toContain(' && ');
    expect(text(store.eq(c, store.bv(8, 255)))).toBe('c == -1');
  });

  it('refuses what has no name or no meaning there', () => {
    expect(() => text(store.eq(store.variable('hidden', { kind: 'bv', width: 32 }), x))).toThrow(
      'hidden is out of scope',
    );
    expect(() => text(store.eq(store.udiv(u, x), x))).toThrow('division');
  });

  it.skipIf(!hasCompiler)(
    'means in C what the term means, without undefined behaviour',
    () => {
      const functions: string[] = [];
      const texts: string[] = [];
      const choices = fc.array(fc.nat(), { minLength: 4, maxLength: 24 });
      const values = fc.array(fc.array(edgeValue, { minLength: objects.length, maxLength: objects.length }), {
        minLength: 4,
        maxLength: 4,
      });
      fc.assert(
        fc.property(choices, values, (numbers, assignments) => {
          const condition = randomCondition(store, variables, numbers);
          const printed = text(condition);
          const calls = assignments.map((assignment) => {
            const model = assignment.map((v, i) => BigInt.asUintN(objects[i].stateWidth, v));
            const expected = evaluate(store, condition, (v) => model[variables.indexOf(v)]);
            const settings = objects.map(
              ({ name, stateWidth, signed }, i) => `${name} = ${literal(model[i], stateWidth, signed)};`,
            );
            return `${settings.join(' ')} check(${texts.length}, test${texts.length}(), ${expected ? 1 : 0});`;
          });
          functions.push(
            `static int test${texts.length}(void) { return ${printed}; }\nstatic void run${texts.length}(void) { ${calls.join('\n')} }`,
          );
          texts.push(printed);
        }),
        { numRuns: Number(process.env.LEMMATA_RUNS ?? 300) },
      );
      const declarations = objects.flatMap(({ name, type }) => (type === null ? [] : [`${type} ${name};`]));
      const source = `#include <stdio.h>
static void check(int i, int got, int want) { if (!got != !want) printf("%d\\n", i); }
${declarations.join(' ')} ${FIELDS}
${functions.join('\n')}
int main(void) { ${texts.map((_, i) => `run${i}();`).join(' ')} return 0; }
`;
      writeFileSync(join(folder, 'a.c'), source);
      execFileSync('gcc', [
        '-w',
        '-fsanitize=undefined',
        '-fno-sanitize-recover=all',
        '-o',
        join(folder, 'a'),
        join(folder, 'a.c'),
      ]);
      const wrong = execFileSync(join(folder, 'a'), { encoding: 'utf8' }).split('\n').filter(Boolean);
      expect([...new Set(wrong)].map((index) => texts[Number(index)])).toEqual([]);
    },
    60_000,
  );
});

/** Values of 64 bits; often one near the edge of a type. */
const edgeValue = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  fc
    .tuple(
      fc.constantFrom(0n, 4n, 5n, 7n, 8n, 15n, 16n, 31n, 32n, 39n, 63n),
      fc.constantFrom(-2n, -1n, 0n, 1n),
      fc.boolean(),
    )
    .map(([bit, near, minus]) => BigInt.asUintN(64, minus ? -(1n << bit) + near : (1n << bit) + near)),
);

function literal(bits: bigint, width: number, signed: boolean): string {
  const value = signed ? BigInt.asIntN(width, bits) : bits;
  return value === -(1n << 63n) ? '-9223372036854775807LL - 1' : `${value}LL`;
}

/** A Boolean term over variables of one width, made from the numbers in order. */
function randomCondition(store: TermStore, variables: readonly Term[], choices: readonly number[]): Term {
  let next = 0;
  const choose = (limit: number): number => (choices[next++ % choices.length] + next) % limit;
  const width = [5, 8, 32, 64][choose(4)];
  const atWidth = (t: Term): Term => {
    const have = store.width(t);
    if (have === width) return t;
    const low = have > width ? choose(have - width + 1) : 0;
    if (have > width) return store.extract(t, low + width - 1, low);
    return choose(2) === 0 ? store.zext(t, width) : store.sext(t, width);
  };
  let value = atWidth(variables[choose(variables.length)]);
  for (let round = 0; round < 4; round++) {
    const other = choose(3) === 0 ? store.bv(width, BigInt(choose(30))) : atWidth(variables[choose(variables.length)]);
    const amount = store.bv(width, BigInt(choose(width)));
    const steps = [
      () => store.add(value, other),
      () => store.sub(value, other),
      () => store.mul(value, other),
      () => store.bvAnd(value, other),
      () => store.bvOr(value, other),
      () => store.bvXor(value, other),
      () => store.bvNot(value),
      () => store.neg(value),
      () => store.shl(value, amount),
      () => store.lshr(value, amount),
      () => store.ashr(value, amount),
      () => store.udiv(value, store.bv(width, BigInt(choose(20) + 1))),
      () => store.srem(value, store.bv(width, BigInt(choose(10) + 1))),
      () => store.ite(store.ult(other, value), value, other),
      () => store.concat(store.extract(value, width - 3, 0), store.bv(2, BigInt(choose(4)))),
    ];
    value = steps[choose(steps.length)]();
  }
  const right = choose(2) === 0 ? store.bv(width, BigInt(choose(30))) : atWidth(variables[choose(variables.length)]);
  const tests = [
    store.ult(value, right),
    store.slt(value, right),
    store.eq(value, right),
    store.not(store.slt(right, value)),
  ];
  const first = tests[choose(4)];
  return choose(2) === 0 ? first : store.not(store.and(first, store.not(store.eq(right, value))));
}
