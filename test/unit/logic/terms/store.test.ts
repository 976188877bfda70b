import { expect, test } from 'vitest';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { evaluate } from '../../../../src/logic/terms/evaluate.ts';
import { freeze, thaw } from '../../../../src/logic/terms/share.ts';
import { BOOL, type Sort } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';
import { Substitution, substitute } from '../../../../src/logic/terms/substitute.ts';
import { conjuncts, dagSize, freeVariables } from '../../../../src/logic/terms/traverse.ts';

const bv = (width: number): Sort => ({ kind: 'bv', width });
const s = new TermStore();
const [p, q] = [s.variable('p', BOOL), s.variable('q', BOOL)];
const [x, y] = [s.variable('x', bv(32)), s.variable('y', bv(32))];
const [b, d] = [s.variable('b', bv(8)), s.variable('d', bv(8))];
const k = (value: number | bigint, width = 32): Term => s.bv(width, value);

test('equal terms are one term', () => {
  expect(s.add(x, y)).toBe(s.add(y, x));
  expect(s.variable('x', bv(32))).toBe(x);
  expect(() => s.variable('x', BOOL)).toThrow('two sorts');
  expect(() => s.add(x, b)).toThrow('different sorts');
  expect(() => s.bv(8, 256)).toThrow('8 bits');
  expect(() => s.bv(8, -1n)).toThrow('8 bits');
});

test('Boolean rules', () => {
  expect(s.and(p, s.or(p, q))).toBe(p);
  expect(s.and(p, s.or(s.not(p), q))).toBe(s.and(p, q));
  expect(s.or(s.and(p, q), s.and(p, s.not(q)))).toBe(p);
  expect(s.and(s.and(p, q), s.not(p))).toBe(s.false);
  expect(s.and(s.eq(x, k(1)), s.eq(x, k(2)))).toBe(s.false);
  expect(s.and(s.eq(x, k(1)), s.not(s.eq(x, k(2))))).toBe(s.eq(x, k(1)));
  expect(s.andAll([p, q, s.true, p])).toBe(s.and(p, q));
  expect(s.orAll([p, q, s.not(p)])).toBe(s.true);
  expect(s.xor(p, s.not(q))).toBe(s.eq(p, q));
});

test('conditions', () => {
  expect(s.ite(s.not(p), x, y)).toBe(s.ite(p, y, x));
  expect(s.ite(p, s.ite(p, x, y), k(3))).toBe(s.ite(p, x, k(3)));
  expect(s.ite(p, x, s.ite(q, x, y))).toBe(s.ite(s.or(p, q), x, y));
  expect(s.ite(p, s.true, q)).toBe(s.or(p, q));
  expect(s.eq(s.ite(p, k(1), k(2)), k(1))).toBe(p);
  expect(s.eq(s.ite(p, k(1), s.ite(q, k(2), k(3))), k(4))).toBe(s.false);
  expect(s.ult(s.ite(p, k(1), k(2)), k(2))).toBe(p);
  expect(s.add(s.ite(p, k(1), k(2)), k(3))).toBe(s.ite(p, k(4), k(5)));
});

test('arithmetic moves constants out and cancels', () => {
  expect(s.add(s.add(x, k(3)), s.add(y, k(4)))).toBe(s.add(s.add(x, y), k(7)));
  expect(s.sub(s.add(x, y), x)).toBe(y);
  expect(s.sub(x, x)).toBe(k(0));
  expect(s.mul(s.add(x, k(1)), k(4))).toBe(s.add(s.mul(x, k(4)), k(4)));
  expect(s.eq(s.add(x, k(1)), k(0))).toBe(s.eq(x, k(0xffffffff)));
  expect(s.eq(s.add(x, k(1)), s.add(x, k(2)))).toBe(s.false);
  expect(s.eq(s.sub(x, y), k(0))).toBe(s.eq(x, y));
  expect(s.eq(s.mul(x, k(3)), k(21))).toBe(s.eq(x, k(7)));
  expect(s.eq(s.mul(x, k(6)), k(21))).toBe(s.false);
  expect(s.udiv(x, k(8))).toBe(s.zext(s.extract(x, 31, 3), 32));
  expect(s.urem(x, k(8))).toBe(s.zext(s.extract(x, 2, 0), 32));
  expect(s.eq(s.srem(x, k(2)), k(0))).toBe(s.eq(s.extract(x, 0, 0), k(0, 1)));
});

test('comparisons with bounds and of extended terms', () => {
  expect(s.ult(x, k(0))).toBe(s.false);
  expect(s.ule(x, k(0xffffffff))).toBe(s.true);
  expect(s.ult(x, k(1))).toBe(s.eq(x, k(0)));
  expect(s.slt(x, k(0x80000000))).toBe(s.false);
  expect(s.ult(s.zext(b, 32), k(256))).toBe(s.true);
  expect(s.slt(s.zext(b, 32), k(100))).toBe(s.ult(b, k(100, 8)));
  expect(s.slt(s.sext(b, 32), k(100))).toBe(s.slt(b, k(100, 8)));
  expect(s.slt(s.sext(b, 32), s.sext(d, 32))).toBe(s.slt(b, d));
  expect(s.ult(s.bvAnd(x, k(3)), k(4))).toBe(s.true);
  expect(s.ult(s.urem(x, k(10)), k(10))).toBe(s.true);
});

test('bits come from where they are', () => {
  expect(s.extract(s.concat(b, d), 15, 8)).toBe(b);
  expect(s.concat(s.extract(x, 31, 8), s.extract(x, 7, 0))).toBe(x);
  expect(s.bvOr(s.shl(s.zext(b, 32), k(8)), s.zext(d, 32))).toBe(s.zext(s.concat(b, d), 32));
  expect(s.extract(s.add(s.sext(b, 32), s.sext(d, 32)), 7, 0)).toBe(s.add(b, d));
  expect(s.lshr(s.shl(x, k(8)), k(8))).toBe(s.bvAnd(x, k(0xffffff)));
  expect(s.ashr(s.sext(b, 32), k(31))).toBe(s.ashr(s.sext(b, 32), k(12)));
  expect(s.eq(s.concat(b, d), k(0x1234, 16))).toBe(s.and(s.eq(b, k(0x12, 8)), s.eq(d, k(0x34, 8))));
});

test('arrays: writes at constants are a map, whatever their order', () => {
  const zero = s.constArray(bv(32), k(0));
  const one = s.store(s.store(zero, k(1), x), k(2), y);
  expect(s.store(s.store(zero, k(2), y), k(1), x)).toBe(one);
  expect(s.store(one, k(1), k(0))).toBe(s.store(zero, k(2), y));
  expect(s.select(one, k(2))).toBe(y);
  expect(s.select(one, k(9))).toBe(k(0));
  expect(s.ite(p, s.store(zero, k(5), x), zero)).toBe(s.store(zero, k(5), s.ite(p, x, k(0))));
  expect(s.eq(s.store(zero, k(5), k(1)), zero)).toBe(s.false);
  const a = s.variable('a', { kind: 'array', index: bv(32), element: bv(32) });
  expect(s.select(s.store(a, s.add(x, k(1)), y), s.add(x, k(2)))).toBe(s.select(a, s.add(x, k(2))));
  expect(s.store(a, x, s.select(a, x))).toBe(a);
  expect(s.ite(p, s.store(a, x, y), a)).toBe(s.store(a, x, s.ite(p, y, s.select(a, x))));
});

test('an array that is filled at once is the one that stores make', () => {
  const t = new TermStore();
  const base = t.constArray(bv(16), t.bv(8, 7));
  const order = [5, 9, 1, 60_000, 2, 4, 3, 255, 256];
  const indices = order.map((i) => t.bv(16, i));
  const elements = order.map((i) => t.bv(8, i % 251));
  const filled = t.filledArray(base, indices, elements);
  for (const [i, index] of indices.entries()) expect(t.select(filled, index)).toBe(elements[i]);
  expect(t.select(filled, t.bv(16, 6))).toBe(t.bv(8, 7));
  let array = base;
  for (const i of [8, 3, 1, 0, 2, 4, 5, 6, 7]) array = t.store(array, indices[i], elements[i]);
  expect(array).toBe(filled);
  // What lies between is a chain like any other.
  const before = t.arg(filled, 0);
  expect(t.select(before, indices[0])).toBe(elements[0]);
  expect(t.store(before, indices[8], elements[8])).toBe(filled);
  expect(t.filledArray(base, [t.bv(16, 3)], [t.bv(8, 7)])).toBe(base);
  expect(() => t.filledArray(base, [t.variable('i', bv(16))], [t.bv(8, 7)])).toThrow();
  expect(t.arrays.isConstant(filled)).toBe(true);
  expect(t.arrays.isConstant(t.store(filled, t.bv(16, 77), t.variable('e', bv(8))))).toBe(false);
  expect(t.arrays.isConstant(t.variable('a', { kind: 'array', index: bv(16), element: bv(8) }))).toBe(false);
});

test('an array has no variable of an element that another array overwrote', () => {
  const t = new TermStore();
  const base = t.variable('a', { kind: 'array', index: bv(16), element: bv(8) });
  const [first, second] = [t.variable('first', bv(8)), t.variable('second', bv(8))];
  const written = (...writes: readonly (readonly [number, Term])[]): Term =>
    writes.reduce((array, [index, element]) => t.store(array, t.bv(16, index), element), base);
  const content = t.bv(8, 5);
  for (const overwritten of [first, second]) {
    const array = written([0, overwritten], [1, content], [0, content]);
    expect(freeVariables(t, [array])).not.toContain(overwritten === first ? second : first);
    const direct = written([0, content], [1, content]);
    expect(freeVariables(t, [direct])).toEqual([base]);
    // Arrays of equal content are merged and compared as equal.
    expect(t.eq(array, direct)).toBe(t.true);
    expect([array, direct]).toContain(t.ite(t.variable('c', BOOL), array, direct));
  }
  expect(written([0, first], [0, content])).toBe(written([0, second], [0, content]));
});

test('a large array is filled and read in linear time, and a ring does not grow', () => {
  const t = new TermStore();
  const n = 20_000;
  let array = t.constArray(bv(32), t.bv(32, 0));
  for (let i = 0; i < n; i++) array = t.store(array, t.bv(32, i), t.bv(32, 3 * i));
  let sum = t.bv(32, 0);
  for (let i = 0; i < n; i++) sum = t.add(sum, t.select(array, t.bv(32, i)));
  expect(t.constValue(sum)).toBe(BigInt((3 * n * (n - 1)) / 2));
  const v = t.variable('v', bv(32));
  let ring = t.constArray(bv(32), t.bv(32, 0));
  for (let i = 0; i < n; i++) ring = t.store(ring, t.bv(32, i % 10), t.add(v, t.bv(32, i)));
  expect(dagSize(t, [ring])).toBeLessThan(200);
});

test('a frozen store is the same elsewhere, and what is added there stays there', () => {
  const wide = s.eq(s.variable('w', bv(128)), s.bv(128, 1n << 100n));
  const float = s.fpAdd(
    'RNE',
    s.variable('f', { kind: 'float', exponentBits: 11, precision: 53 }),
    s.fpFromSigned('RTZ', k(3), { exponentBits: 11, precision: 53 }),
  );
  const shared = freeze(s);
  const copy = thaw(structuredClone(shared));
  const other = thaw(shared);
  expect(copy.size).toBe(s.size);
  expect(copy.eq(copy.variable('w', bv(128)), copy.bv(128, 1n << 100n))).toBe(wide);
  expect(copy.name(copy.arg(copy.add(x, y), 0))).toBe('x');
  expect(copy.sort(float)).toEqual(s.sort(float));
  expect(copy.and(p, q)).toBe(s.and(p, q));
  const size = other.size;
  const added = copy.add(copy.variable('new', bv(32)), x);
  expect(copy.size).toBeGreaterThan(size);
  expect(other.size).toBe(size);
  expect(other.variable('else', BOOL)).toBeLessThanOrEqual(added);
  expect(copy.sort(added).kind).toBe('bv');
});

test('substitution visits the chosen branch only', () => {
  let deep = x;
  for (let i = 0; i < 1000; i++) deep = s.bvXor(s.add(deep, y), k(i));
  const t = s.ite(p, k(1), deep);
  const before = s.size;
  expect(
    substitute(s, t, [
      [p, s.true],
      [x, y],
    ]),
  ).toBe(k(1));
  expect(s.size).toBe(before);
  const substitution = new Substitution(s, [[x, k(2)]]);
  expect(substitution.apply(s.add(x, y))).toBe(s.add(y, k(2)));
  const asked: Term[] = [];
  substitution.restart((variable) => {
    asked.push(variable);
    return variable === y ? k(5) : variable;
  });
  expect(substitution.apply(s.add(x, y))).toBe(s.add(x, k(5)));
  expect(substitution.apply(s.ite(s.eq(y, k(5)), x, s.variable('z', bv(32))))).toBe(x);
  expect(asked.sort((a, b) => a - b)).toEqual([x, y]);
});

test('depth is no matter', () => {
  const t = new TermStore();
  const [v, w] = [t.variable('v', bv(16)), t.variable('w', bv(16))];
  let deep = v;
  for (let i = 0; i < 200_000; i++) deep = t.bvXor(t.add(deep, w), v);
  expect(dagSize(t, [deep])).toBeGreaterThan(390_000);
  expect(freeVariables(t, [deep])).toEqual([v, w]);
  const value = evaluate(t, deep, (u) => (u === v ? 5n : 77n));
  expect(
    t.constValue(
      substitute(t, deep, [
        [v, t.bv(16, 5)],
        [w, t.bv(16, 77)],
      ]),
    ),
  ).toBe(value);
  let chain = t.variable('c0', BOOL);
  for (let i = 0; i < 100_000; i++) chain = t.and(chain, t.variable(`c${i}`, BOOL));
  expect(conjuncts(t, chain)).toHaveLength(100_000);
});

test('the limit on terms is a clean error', () => {
  const small = new TermStore(2000);
  expect(() => {
    for (let i = 0; i < 10_000; i++) small.variable(`v${i}`, BOOL);
  }).toThrow('terms');
});
