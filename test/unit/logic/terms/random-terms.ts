import * as fc from 'fast-check';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import { BOOL, type Sort } from '../../../../src/logic/terms/sort.ts';
import type { TermStore } from '../../../../src/logic/terms/store.ts';

/** A term together with its value under the recipe's inputs, computed apart from the code under test. */
export interface Built {
  readonly term: Term;
  readonly value: boolean | bigint | ReadonlyMap<bigint, bigint>;
  readonly width: number;
}

export interface Recipe {
  readonly steps: readonly (readonly [op: number, a: number, b: number, c: number])[];
  readonly inputs: readonly bigint[];
}

const WIDTHS = [1, 2, 3, 5, 8, 16, 31, 32, 33, 64, 70];
const INDEX = 3;
const ELEMENT = 8;

export const recipe: fc.Arbitrary<Recipe> = fc.record({
  steps: fc.array(fc.tuple(fc.nat(39), fc.nat(1000), fc.nat(1000), fc.nat(1000)), { minLength: 5, maxLength: 70 }),
  inputs: fc.array(fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, (1n << 70n) - 1n), fc.constant((1n << 70n) - 1n)), {
    minLength: 8,
    maxLength: 8,
  }),
});

const ones = (width: number): bigint => (1n << BigInt(width)) - 1n;
const signed = (width: number, value: bigint): bigint =>
  value >> BigInt(width - 1) === 1n ? value - (1n << BigInt(width)) : value;
const wrap = (width: number, value: bigint): bigint =>
  ((value % (1n << BigInt(width))) + (1n << BigInt(width))) % (1n << BigInt(width));

/**
 * Terms made by following a recipe, with the variables first. Two bit-vector widths and two
 * Booleans, one array.
 */
export function build(
  store: TermStore,
  { steps, inputs }: Recipe,
): { all: Built[]; assignment: Map<Term, ModelValue> } {
  const all: Built[] = [];
  const assignment = new Map<Term, ModelValue>();
  const first = WIDTHS[Number(inputs[0] % BigInt(WIDTHS.length))];
  const second = WIDTHS[Number((inputs[1] / 7n) % BigInt(WIDTHS.length))];
  const variable = (name: string, sort: Sort, input: bigint): void => {
    const term = store.variable(name, sort);
    if (sort.kind === 'bool') {
      all.push({ term, value: (input & 1n) === 1n, width: 0 });
      assignment.set(term, (input & 1n) === 1n);
    } else if (sort.kind === 'bv') {
      all.push({ term, value: input & ones(sort.width), width: sort.width });
      assignment.set(term, input & ones(sort.width));
    }
  };
  variable('p', BOOL, inputs[2]);
  variable('q', BOOL, inputs[3]);
  variable('x', { kind: 'bv', width: first }, inputs[4]);
  variable('y', { kind: 'bv', width: first }, inputs[5]);
  variable('z', { kind: 'bv', width: second }, inputs[6]);
  variable('i', { kind: 'bv', width: INDEX }, inputs[7]);
  const array = store.variable('m', {
    kind: 'array',
    index: { kind: 'bv', width: INDEX },
    element: { kind: 'bv', width: ELEMENT },
  });
  const content = new Map<bigint, bigint>();
  for (let k = 0n; k < 8n; k++) content.set(k, (inputs[Number(k)] >> 3n) & 0xffn);
  all.push({ term: array, value: content, width: -1 });
  assignment.set(array, { default: 0n, entries: content });
  for (const step of steps) {
    const next = follow(store, all, step);
    if (next !== null) all.push(next);
  }
  return { all, assignment };
}

/**
 * What is so of some of a recipe's terms: formulas that all hold for its inputs. `said`: which
 * terms, by any numbers.
 */
export function satisfied(store: TermStore, recipe: Recipe, said: readonly number[]): Term[] {
  const { all } = build(store, recipe);
  return said.flatMap((which): Term[] => {
    const { term, value, width } = all[which % all.length];
    if (typeof value === 'boolean') return [value ? term : store.not(term)];
    return typeof value === 'bigint' ? [store.eq(term, store.bv(width, value))] : [];
  });
}

/** Numbers for {@link satisfied}. */
export const said = fc.array(fc.nat(200), { minLength: 1, maxLength: 5 });

function follow(store: TermStore, all: readonly Built[], [op, i, j, k]: Recipe['steps'][number]): Built | null {
  const of = (wanted: (b: Built) => boolean, n: number): Built | null => {
    const fitting = all.filter(wanted);
    return fitting.length === 0 ? null : fitting[fitting.length - 1 - (n % fitting.length)];
  };
  const bool = (term: Term, value: boolean): Built => ({ term, value, width: 0 });
  const bv = (term: Term, value: bigint, width: number): Built => ({ term, value, width });
  const p = of((b) => b.width === 0, i) as Built;
  const q = of((b) => b.width === 0, j) as Built;
  const a = of((b) => b.width > 0, i) as Built;
  const w = a.width;
  const b = of((x) => x.width === w, j) as Built;
  const x = a.value as bigint;
  const y = b.value as bigint;
  const sx = signed(w, x);
  const sy = signed(w, y);
  switch (op) {
    case 0:
    case 1: {
      const values = [
        0n,
        1n,
        ones(w),
        1n << BigInt(w - 1),
        ones(w) >> 1n,
        BigInt(k),
        BigInt(j) * 0x9e3779b97f4a7c15n,
        1n << BigInt(k % w),
        3n,
      ];
      const value = values[j % values.length] & ones(w);
      return bv(store.bv(w, value), value, w);
    }
    case 2:
      return bool(store.not(p.term), !p.value);
    case 3:
      return bool(store.and(p.term, q.term), (p.value && q.value) as boolean);
    case 4:
      return bool(store.or(p.term, q.term), (p.value || q.value) as boolean);
    case 5:
      return bool(store.xor(p.term, q.term), p.value !== q.value);
    case 6:
      return bool(store.eq(p.term, q.term), p.value === q.value);
    case 7:
      return bool(store.implies(p.term, q.term), (!p.value || q.value) as boolean);
    case 8: {
      const r = of((z) => z.width === 0, k) as Built;
      return bool(store.ite(r.term, p.term, q.term), (r.value ? p.value : q.value) as boolean);
    }
    case 9:
    case 10: {
      const r = of((z) => z.width === 0, k) as Built;
      return bv(store.ite(r.term, a.term, b.term), r.value ? x : y, w);
    }
    case 11:
      return bool(store.eq(a.term, b.term), x === y);
    case 12:
      return bool(store.ult(a.term, b.term), x < y);
    case 13:
      return bool(store.ule(a.term, b.term), x <= y);
    case 14:
      return bool(store.slt(a.term, b.term), sx < sy);
    case 15:
      return bool(store.sle(a.term, b.term), sx <= sy);
    case 16:
      return bv(store.bvNot(a.term), ones(w) - x, w);
    case 17:
      return bv(store.neg(a.term), wrap(w, -x), w);
    case 18:
      return bv(store.bvAnd(a.term, b.term), x & y, w);
    case 19:
      return bv(store.bvOr(a.term, b.term), x | y, w);
    case 20:
      return bv(store.bvXor(a.term, b.term), x ^ y, w);
    case 21:
      return bv(store.add(a.term, b.term), wrap(w, x + y), w);
    case 22:
      return bv(store.sub(a.term, b.term), wrap(w, x - y), w);
    case 23:
      return bv(store.mul(a.term, b.term), wrap(w, x * y), w);
    case 24:
      return bv(store.udiv(a.term, b.term), y === 0n ? ones(w) : x / y, w);
    case 25:
      return bv(store.urem(a.term, b.term), y === 0n ? x : x % y, w);
    case 26:
      return bv(store.sdiv(a.term, b.term), y === 0n ? (sx < 0n ? 1n : ones(w)) : wrap(w, sx / sy), w);
    case 27:
      return bv(store.srem(a.term, b.term), y === 0n ? x : wrap(w, sx % sy), w);
    case 28:
      return bv(store.shl(a.term, b.term), y >= BigInt(w) ? 0n : wrap(w, x << y), w);
    case 29:
      return bv(store.lshr(a.term, b.term), y >= BigInt(w) ? 0n : x >> y, w);
    case 30:
      return bv(store.ashr(a.term, b.term), wrap(w, y >= BigInt(w) ? (sx < 0n ? -1n : 0n) : sx >> y), w);
    case 31: {
      const c = of((z) => z.width > 0, k) as Built;
      if (w + c.width > 150) return null;
      return bv(store.concat(a.term, c.term), (x << BigInt(c.width)) + (c.value as bigint), w + c.width);
    }
    case 32:
    case 33: {
      const low = j % w;
      const high = low + (k % (w - low));
      return bv(store.extract(a.term, high, low), (x >> BigInt(low)) & ones(high - low + 1), high - low + 1);
    }
    case 34:
      return bv(store.zext(a.term, w + (j % 34)), x, w + (j % 34));
    case 35:
      return bv(store.sext(a.term, w + (j % 34)), wrap(w + (j % 34), sx), w + (j % 34));
    case 36:
      return bv(store.boolToBv(p.term), p.value ? 1n : 0n, 1);
    default:
      return followArray(store, of, op, i, j, k);
  }
}

type Pick = (wanted: (b: Built) => boolean, n: number) => Built | null;

function followArray(store: TermStore, of: Pick, op: number, i: number, j: number, k: number): Built | null {
  const array = of((b) => b.width === -1, i) as Built;
  const content = array.value as ReadonlyMap<bigint, bigint>;
  let index = of((b) => b.width === INDEX, j) as Built;
  if (k % 3 > 0) index = { term: store.bv(INDEX, BigInt(j % 8)), value: BigInt(j % 8), width: INDEX };
  const at = index.value as bigint;
  if (op === 37)
    return { term: store.select(array.term, index.term), value: content.get(at) as bigint, width: ELEMENT };
  if (op === 38) {
    const element = of((b) => b.width === ELEMENT, k) ?? {
      term: store.bv(ELEMENT, BigInt(k & 255)),
      value: BigInt(k & 255),
      width: ELEMENT,
    };
    return {
      term: store.store(array.term, index.term, element.term),
      value: new Map(content).set(at, element.value as bigint),
      width: -1,
    };
  }
  const other = of((b) => b.width === -1, j) as Built;
  const p = of((b) => b.width === 0, k) as Built;
  if (k % 2 === 0)
    return { term: store.ite(p.term, array.term, other.term), value: p.value ? array.value : other.value, width: -1 };
  const same = [...content].every(([key, value]) => (other.value as ReadonlyMap<bigint, bigint>).get(key) === value);
  return { term: store.eq(array.term, other.term), value: same, width: 0 };
}

/** Value of a model as this file has values: an array as the content of its eight places. */
export function comparable(value: ModelValue, width: number): unknown {
  if (width !== -1) return value;
  const { default: fallback, entries } = value as Extract<ModelValue, object>;
  return new Map([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n].map((k) => [k, entries.get(k) ?? fallback]));
}
