import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCondition } from '../../../src/report/format-c.ts';
import type { Term } from '../../../src/smt/builder.ts';
import { evaluate } from '../../../src/smt/evaluate.ts';
import { TermStore } from '../../../src/smt/store.ts';
import type { StateOrigin } from '../../../src/transys/system.ts';

const at = { file: 'a.c', line: 1, column: 1 };
const origin = (expression: string, width: number, signed: boolean): StateOrigin => ({
  expression,
  function: 'main',
  at,
  signed,
  width,
  variable: 0,
  printable: true,
});

/** C objects, the width of the state variable that stands for them (narrowed or not), and their C types. */
const objects = [
  { name: 'x', type: 'int', width: 32, stateWidth: 32, signed: true },
  { name: 'u', type: 'unsigned', width: 32, stateWidth: 32, signed: false },
  { name: 'c', type: 'signed char', width: 8, stateWidth: 8, signed: true },
  { name: 'n', type: 'unsigned char', width: 8, stateWidth: 5, signed: false },
  { name: 'l', type: 'long long', width: 64, stateWidth: 64, signed: true },
] as const;

describe('formatCondition', () => {
  const store = new TermStore();
  const variables = objects.map(({ name, stateWidth }) => store.variable(name, { kind: 'bv', width: stateWidth }));
  const origins = new Map<Term, StateOrigin>(
    objects.map(({ name, width, signed }, i) => [variables[i], origin(name, width, signed)]),
  );
  const text = (t: Term): string => formatCondition(store, t, (v) => origins.get(v) ?? null);
  const [x, u, c] = variables;

  it('writes what people would write', () => {
    expect(text(store.slt(x, store.bv(32, 10)))).toBe('x < 10');
    expect(text(store.not(store.eq(u, store.bv(32, 3))))).toBe('u != 3');
    expect(text(store.ule(u, store.bv(32, 7)))).toBe('u <= 7');
    expect(text(store.and(store.sle(store.bv(32, 0), x), store.slt(x, store.bv(32, 8))))).toContain(' && ');
    expect(text(store.eq(c, store.bv(8, 255)))).toBe('c == -1');
  });

  it('refuses what has no name or no meaning there', () => {
    expect(() => text(store.eq(store.variable('hidden', { kind: 'bv', width: 32 }), x))).toThrow('hidden has no name');
    expect(() => text(store.eq(store.udiv(u, x), x))).toThrow('division');
  });

  it('means in C what the term means', () => {
    const value = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
    const cases: string[] = [];
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 4, maxLength: 24 }),
        fc.array(value, { minLength: 5, maxLength: 5 }),
        (choices, values) => {
          const condition = randomCondition(store, variables, choices);
          const model = values.map((v, i) => BigInt.asUintN(objects[i].stateWidth, v));
          const expected = evaluate(store, condition, (v) => model[variables.indexOf(v)]);
          const settings = objects.map(
            ({ name, type, stateWidth, signed }, i) => `${type} ${name} = ${literal(model[i], stateWidth, signed)};`,
          );
          cases.push(
            `{ ${settings.join(' ')} (void)x; (void)u; (void)c; (void)n; (void)l; check(${cases.length}, ${text(condition)}, ${expected ? 1 : 0}); }`,
          );
        },
      ),
      { numRuns: Number(process.env.LEMMATA_RUNS ?? 300) },
    );
    const folder = mkdtempSync(join(tmpdir(), 'lemmata-format-'));
    const source = `#include <stdio.h>\nstatic void check(int i, int got, int want) { if (!got != !want) printf("%d\\n", i); }\nint main(void) {\n${cases.join('\n')}\nreturn 0; }\n`;
    writeFileSync(join(folder, 'a.c'), source);
    execFileSync('gcc', ['-w', '-fsanitize=undefined', '-fno-sanitize-recover=all', '-o', join(folder, 'a'), join(folder, 'a.c')]);
    const wrong = execFileSync(join(folder, 'a'), { encoding: 'utf8' }).split('\n').filter(Boolean);
    expect(wrong.map((index) => cases[Number(index)])).toEqual([]);
  });
});

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
  const tests = [store.ult(value, right), store.slt(value, right), store.eq(value, right), store.not(store.slt(right, value))];
  const first = tests[choose(4)];
  return choose(2) === 0 ? first : store.not(store.and(first, store.not(store.eq(right, value))));
}
