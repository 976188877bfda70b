import { xorshift } from '../../../../src/base/xorshift.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { floatResult, floatTest, packFloat, unpackFloat } from '../../../../src/logic/terms/float-values.ts';
import { Op, ROUNDING_MODES } from '../../../../src/logic/terms/ops.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import { BOOL } from '../../../../src/logic/terms/sort.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';

/** What terms are about, besides Booleans and words. */
export type Kind = 'words' | 'arrays' | 'floats';

/**
 * A term with its values under all assignments of the variables, computed apart from the code under
 * test: Booleans as 0 and 1, arrays with element 0 lowest.
 */
export interface Tabled {
  readonly term: Term;
  readonly sort: 'bool' | 'bv' | 'array' | 'float';
  /** Bits. */
  readonly width: number;
  readonly values: readonly number[];
}

const FORMAT = { exponentBits: 2, precision: 3 };
const PATTERN = 5;
const INDEX = 2;
const ELEMENT = 1;

/** Random terms over so few bits of variables that all of their values can be tried. */
export class SmallTerms {
  readonly store = new TermStore();
  readonly all: Tabled[] = [];
  /** How many assignments there are. */
  readonly count: number;
  readonly random: (n: number) => number;
  readonly #variables: { readonly term: Term; readonly shift: number; readonly width: number }[] = [];
  readonly #mode: (typeof ROUNDING_MODES)[number];

  constructor(seed: number, kind: Kind, steps: number) {
    const next = xorshift(Math.imul(seed, 0x9e3779b1) | 1);
    for (let i = 0; i < 5; i++) next();
    this.random = (n) => (next() >>> 3) % n;
    this.#mode = ROUNDING_MODES[this.random(ROUNDING_MODES.length)];
    const wide = 1 + this.random(kind === 'words' ? 4 : 2);
    const widths = kind === 'floats' ? [PATTERN, PATTERN] : [wide, wide, 1 + this.random(2)];
    const names: [name: string, width: number][] = widths.map((width, i) => [`x${i}`, width]);
    if (kind === 'arrays') names.push(['m', ELEMENT << INDEX]);
    names.push(['p', 0]);
    let shift = 0;
    for (const [name, width] of names) {
      const bv = (w: number) => ({ kind: 'bv', width: w }) as const;
      const sort =
        name === 'm'
          ? ({ kind: 'array', index: bv(INDEX), element: bv(ELEMENT) } as const)
          : width === 0
            ? BOOL
            : bv(width);
      this.#variables.push({ term: this.store.variable(name, sort), shift, width });
      shift += Math.max(1, width);
    }
    this.count = 2 ** shift;
    for (const [i, [name, width]] of names.entries()) {
      const { term } = this.#variables[i];
      const kindOf = name === 'm' ? 'array' : width === 0 ? 'bool' : 'bv';
      this.all.push(this.#table(kindOf, Math.max(1, width), term, (at) => this.#valueOf(i, at)));
    }
    if (kind === 'floats') this.all.push(...this.#of('bv').map((word) => this.#float(word)));
    for (let i = 0; i < steps; i++) this.all.push(this.#step(kind));
  }

  /** The value of a variable in an assignment, as evaluators want it. */
  assignment(at: number): (variable: Term) => ModelValue {
    return (variable) => {
      const i = this.#variables.findIndex(({ term }) => term === variable);
      const value = this.#valueOf(i, at);
      const sort = this.store.sort(variable);
      if (sort.kind === 'bool') return value === 1;
      if (sort.kind !== 'array') return BigInt(value);
      return {
        default: 0n,
        entries: new Map(Array.from({ length: 1 << INDEX }, (_, k) => [BigInt(k), BigInt(element(value, k))])),
      };
    };
  }

  formulas(): readonly Tabled[] {
    return this.#of('bool');
  }

  pick<T>(of: readonly T[]): T {
    return of[this.random(of.length)];
  }

  #valueOf(i: number, at: number): number {
    const { shift, width } = this.#variables[i];
    return Math.floor(at / 2 ** shift) % 2 ** Math.max(1, width);
  }

  #of(sort: Tabled['sort']): Tabled[] {
    return this.all.filter((t) => t.sort === sort);
  }

  /** The newer ones are more likely. */
  #some(fits: (t: Tabled) => boolean): Tabled {
    const fitting = this.all.filter(fits);
    return fitting[Math.max(this.random(fitting.length), this.random(fitting.length))];
  }

  #table(sort: Tabled['sort'], width: number, term: Term, value: (at: number) => number): Tabled {
    return { term, sort, width, values: Array.from({ length: this.count }, (_, at) => value(at)) };
  }

  #float(word: Tabled): Tabled {
    const pattern = (at: number): number => Number(packFloat(FORMAT, unpackFloat(FORMAT, BigInt(word.values[at]))));
    return this.#table('float', PATTERN, this.store.fpFromBits(word.term, FORMAT), pattern);
  }

  #step(kind: Kind): Tabled {
    const special = kind === 'words' ? 0 : 3;
    if (this.random(8) < special) return kind === 'arrays' ? this.#arrayStep() : this.#floatStep();
    return this.random(3) === 0 ? this.#boolStep() : this.#wordStep();
  }

  #boolStep(): Tabled {
    const { store } = this;
    const [p, q, r] = [0, 1, 2].map(() => this.#some((t) => t.sort === 'bool'));
    const make = (term: Term, value: (x: number, y: number, z: number) => boolean): Tabled =>
      this.#table('bool', 1, term, (at) => Number(value(p.values[at], q.values[at], r.values[at])));
    switch (this.random(6)) {
      case 0:
        return make(store.not(p.term), (x) => x === 0);
      case 1:
        return make(store.and(p.term, q.term), (x, y) => x + y === 2);
      case 2:
        return make(store.or(p.term, q.term), (x, y) => x + y > 0);
      case 3:
        return make(store.xor(p.term, q.term), (x, y) => x !== y);
      case 4:
        return make(store.ite(p.term, q.term, r.term), (x, y, z) => (x === 1 ? y : z) === 1);
      default:
        return make(store.andAll([p.term, store.not(q.term), r.term]), (x, y, z) => x === 1 && y === 0 && z === 1);
    }
  }

  #wordStep(): Tabled {
    const { store } = this;
    const a = this.#some((t) => t.sort === 'bv');
    const b = this.#some((t) => t.sort === 'bv' && t.width === a.width);
    const c = this.#some((t) => t.sort === 'bv');
    const p = this.#some((t) => t.sort === 'bool');
    const w = a.width;
    const size = 2 ** w;
    const signed = (x: number): number => (x >= size / 2 ? x - size : x);
    const wrap = (x: number): number => ((x % size) + size) % size;
    const word = (term: Term, value: (x: number, y: number) => number): Tabled =>
      this.#table('bv', w, term, (at) => wrap(value(a.values[at], b.values[at])));
    const truth = (term: Term, value: (x: number, y: number) => boolean): Tabled =>
      this.#table('bool', 1, term, (at) => Number(value(a.values[at], b.values[at])));
    const [x, y] = [a.term, b.term];
    switch (this.random(32)) {
      case 0:
      case 1:
      case 2: {
        const value = this.random(size);
        return word(store.bv(w, value), () => value);
      }
      case 3:
        return word(store.bvNot(x), (i) => size - 1 - i);
      case 4:
        return word(store.neg(x), (i) => -i);
      case 5:
        return word(store.bvAnd(x, y), (i, j) => i & j);
      case 6:
        return word(store.bvOr(x, y), (i, j) => i | j);
      case 7:
        return word(store.bvXor(x, y), (i, j) => i ^ j);
      case 8:
      case 9:
        return word(store.add(x, y), (i, j) => i + j);
      case 10:
        return word(store.sub(x, y), (i, j) => i - j);
      case 11:
      case 12:
        return word(store.mul(x, y), (i, j) => i * j);
      case 13:
        return word(store.udiv(x, y), (i, j) => (j === 0 ? -1 : Math.floor(i / j)));
      case 14:
        return word(store.urem(x, y), (i, j) => (j === 0 ? i : i % j));
      case 15:
        return word(store.sdiv(x, y), (i, j) =>
          j === 0 ? (signed(i) < 0 ? 1 : -1) : Math.trunc(signed(i) / signed(j)),
        );
      case 16:
        return word(store.srem(x, y), (i, j) => (j === 0 ? i : signed(i) % signed(j)));
      case 17:
        return word(store.shl(x, y), (i, j) => (j >= w ? 0 : i << j));
      case 18:
        return word(store.lshr(x, y), (i, j) => (j >= w ? 0 : i >> j));
      case 19:
        return word(store.ashr(x, y), (i, j) => signed(i) >> Math.min(j, w));
      case 20:
        return truth(store.ult(x, y), (i, j) => i < j);
      case 21:
        return truth(store.ule(x, y), (i, j) => i <= j);
      case 22:
        return truth(store.slt(x, y), (i, j) => signed(i) < signed(j));
      case 23:
        return truth(store.sle(x, y), (i, j) => signed(i) <= signed(j));
      case 24:
        return truth(store.eq(x, y), (i, j) => i === j);
      case 25:
        if (w + c.width > 8) return word(store.neg(x), (i) => -i);
        return this.#table(
          'bv',
          w + c.width,
          store.concat(x, c.term),
          (at) => a.values[at] * 2 ** c.width + c.values[at],
        );
      case 26:
      case 27: {
        const low = this.random(w);
        const high = low + this.random(w - low);
        return this.#table(
          'bv',
          high - low + 1,
          store.extract(x, high, low),
          (at) => (a.values[at] >> low) % 2 ** (high - low + 1),
        );
      }
      case 28: {
        const width = w + this.random(9 - Math.min(w, 8));
        return this.#table('bv', width, store.zext(x, width), (at) => a.values[at]);
      }
      case 29: {
        const width = w + this.random(9 - Math.min(w, 8));
        return this.#table('bv', width, store.sext(x, width), (at) => (signed(a.values[at]) + 2 ** width) % 2 ** width);
      }
      case 30:
        return this.#table('bv', 1, store.boolToBv(p.term), (at) => p.values[at]);
      default:
        return this.#table('bv', w, store.ite(p.term, x, y), (at) =>
          p.values[at] === 1 ? a.values[at] : b.values[at],
        );
    }
  }

  #arrayStep(): Tabled {
    const { store } = this;
    const [m, n] = [0, 1].map(() => this.#some((t) => t.sort === 'array'));
    const p = this.#some((t) => t.sort === 'bool');
    const words = (width: number): Tabled => {
      const value = this.random(2 ** width);
      const constant = {
        term: store.bv(width, value),
        sort: 'bv',
        width,
        values: new Array<number>(this.count).fill(value),
      } as const;
      return this.random(3) === 0 || !this.all.some((t) => t.sort === 'bv' && t.width === width)
        ? constant
        : this.#some((t) => t.sort === 'bv' && t.width === width);
    };
    const [i, e] = [words(INDEX), words(ELEMENT)];
    const bits = ELEMENT << INDEX;
    switch (this.random(6)) {
      case 0:
      case 1:
        return this.#table('bv', ELEMENT, store.select(m.term, i.term), (at) => element(m.values[at], i.values[at]));
      case 2:
      case 3:
        return this.#table('array', bits, store.store(m.term, i.term, e.term), (at) => {
          const bit = 1 << i.values[at];
          return e.values[at] === 1 ? m.values[at] | bit : m.values[at] & ~bit;
        });
      case 4: {
        if (this.random(2) === 0)
          return this.#table('array', bits, store.constArray({ kind: 'bv', width: INDEX }, e.term), (at) =>
            e.values[at] === 1 ? 2 ** bits - 1 : 0,
          );
        return this.#table('array', bits, store.ite(p.term, m.term, n.term), (at) =>
          p.values[at] === 1 ? m.values[at] : n.values[at],
        );
      }
      default:
        return this.#table('bool', 1, store.eq(m.term, n.term), (at) => Number(m.values[at] === n.values[at]));
    }
  }

  #floatStep(): Tabled {
    const { store } = this;
    const mode = this.#mode;
    const [a, b, c] = [0, 1, 2].map(() => this.#some((t) => t.sort === 'float'));
    const [x, y, z] = [a.term, b.term, c.term];
    const p = this.#some((t) => t.sort === 'bool');
    const unpacked = (of: readonly Tabled[], at: number) => of.map((t) => unpackFloat(FORMAT, BigInt(t.values[at])));
    const float = (op: Op, term: Term, ...args: readonly Tabled[]): Tabled =>
      this.#table('float', PATTERN, term, (at) =>
        Number(packFloat(FORMAT, floatResult(op, mode, FORMAT, unpacked(args, at)))),
      );
    const truth = (op: Op, term: Term, ...args: readonly Tabled[]): Tabled =>
      this.#table('bool', 1, term, (at) => Number(floatTest(op, unpacked(args, at))));
    switch (this.random(19)) {
      case 0:
        return float(Op.FP_NEG, store.fpNeg(x), a);
      case 1:
        return float(Op.FP_ABS, store.fpAbs(x), a);
      case 2:
        return float(Op.FP_ADD, store.fpAdd(mode, x, y), a, b);
      case 3:
        return float(Op.FP_SUB, store.fpSub(mode, x, y), a, b);
      case 4:
        return float(Op.FP_MUL, store.fpMul(mode, x, y), a, b);
      case 5:
        return float(Op.FP_DIV, store.fpDiv(mode, x, y), a, b);
      case 6:
        return float(Op.FP_FMA, store.fpFma(mode, x, y, z), a, b, c);
      case 7:
        return float(Op.FP_SQRT, store.fpSqrt(mode, x), a);
      case 8:
        return float(Op.FP_REM, store.fpRem(x, y), a, b);
      case 9:
        return float(Op.FP_ROUND_TO_INTEGRAL, store.fpRoundToIntegral(mode, x), a);
      case 10:
      case 11:
        return truth(Op.FP_EQ, store.fpEq(x, y), a, b);
      case 12:
        return truth(Op.FP_LT, store.fpLt(x, y), a, b);
      case 13:
        return truth(Op.FP_LE, store.fpLe(x, y), a, b);
      case 14:
        return truth(Op.FP_IS_NAN, store.fpIsNan(x), a);
      case 15:
        return truth(Op.FP_IS_NEGATIVE, store.fpIsNegative(x), a);
      case 16:
        return truth(Op.FP_IS_INFINITE, store.fpIsInfinite(x), a);
      case 17:
        return this.#table('bool', 1, store.eq(x, y), (at) => Number(a.values[at] === b.values[at]));
      default:
        if (this.random(2) === 0) return this.#table('bv', PATTERN, store.fpToBits(x), (at) => a.values[at]);
        return this.#table('float', PATTERN, store.ite(p.term, x, y), (at) =>
          p.values[at] === 1 ? a.values[at] : b.values[at],
        );
    }
  }
}

function element(array: number, index: number): number {
  return (array >> index) & 1;
}
