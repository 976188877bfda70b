import type { Domain } from '../../../../src/logic/domains/domain.ts';
import { MOST_ELEMENTS, sorted } from '../../../../src/logic/domains/elements.ts';
import { type Range, range as rangeOf, unsignedRange } from '../../../../src/logic/domains/range.ts';
import { RANGES } from '../../../../src/logic/domains/ranges.ts';
import { exactValue, type Value, value, valueAmong } from '../../../../src/logic/domains/value.ts';
import { VALUES } from '../../../../src/logic/domains/values.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { OPERATORS, Op } from '../../../../src/logic/terms/ops.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';

/**
 * Random cases of abstract operators against the concrete ones: a concrete computation must never
 * lie outside of the abstract one.
 */

const WORD_OPERATORS = [
  Op.BV_NOT,
  Op.BV_AND,
  Op.BV_OR,
  Op.BV_XOR,
  Op.NEG,
  Op.ADD,
  Op.MUL,
  Op.UDIV,
  Op.UREM,
  Op.SDIV,
  Op.SREM,
  Op.SHL,
  Op.LSHR,
  Op.ASHR,
] as const;
const STRUCTURE_OPERATORS = [Op.CONCAT, Op.EXTRACT, Op.ZEXT, Op.SEXT] as const;
const TRUTH_OPERATORS = [Op.NOT, Op.AND, Op.EQ, Op.ULT, Op.SLT, Op.ITE] as const;
const OPERATOR_COUNT = WORD_OPERATORS.length + STRUCTURE_OPERATORS.length + TRUTH_OPERATORS.length;

/** A 32-bit generator (mulberry32): numbers from 0 to n - 1. */
function numbers(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/** True if the abstract value stands for the concrete one (unsigned). */
export function stands(v: Range | Value, concrete: bigint, bool = false): boolean {
  const signed = BigInt.asIntN(v.width, concrete);
  if (concrete < v.low || concrete > v.high) return false;
  if (!bool && (signed < v.signedLow || signed > v.signedHigh)) return false;
  if (!('zeros' in v)) return true;
  if (v.set !== null && !v.set.includes(concrete)) return false;
  if ((concrete & v.zeros) !== 0n || (concrete & v.ones) !== v.ones) return false;
  return v.modulus === 0n ? concrete === v.remainder : (concrete - v.remainder) % v.modulus === 0n;
}

export class OperatorCases {
  readonly #random: (n: number) => number;
  #terms = new TermStore();

  constructor(seed: number) {
    this.#random = numbers(seed);
  }

  /** One case: null, or what went wrong. */
  next(): string | null {
    if (this.#terms.size > 200_000) this.#terms = new TermStore();
    const terms = this.#terms;
    const t = this.#operation();
    const args: Term[] = [];
    for (let i = 0; i < terms.arity(t); i++) args.push(terms.arg(t, i));
    const concrete = args.map((arg) => (terms.isConst(arg) ? terms.constValue(arg) : this.#word(this.#width(arg))));
    const assignment = new Map<Term, bigint | boolean>();
    args.forEach((arg, i) => {
      // Two arguments may be the same variable.
      const known = assignment.get(arg);
      if (known !== undefined) concrete[i] = typeof known === 'boolean' ? (known ? 1n : 0n) : known;
      assignment.set(arg, terms.sort(arg).kind === 'bool' ? concrete[i] === 1n : concrete[i]);
    });
    const exact = new Evaluator(terms, (v) => assignment.get(v) ?? false).value(t);
    const result = typeof exact === 'boolean' ? (exact ? 1n : 0n) : (exact as bigint);
    const what = (): string =>
      `${OPERATORS[terms.op(t)].name} of width ${this.#width(t)} on ${concrete.join(', ')} = ${result}`;
    const ranges = concrete.map((v, i) => this.#range(this.#width(args[i]), v, terms.isConst(args[i])));
    const values = concrete.map((v, i) => this.#value(this.#width(args[i]), v, terms.isConst(args[i])));
    const problem =
      this.#check(RANGES, t, args, concrete, ranges, result, (w, v) => this.#range(w, v)) ??
      this.#check(VALUES, t, args, concrete, values, result, (w, v) => this.#value(w, v));
    return problem === null ? null : `${what()}: ${problem}`;
  }

  #check<V extends Range>(
    domain: Domain<V>,
    t: Term,
    args: readonly Term[],
    concrete: readonly bigint[],
    abstract: readonly V[],
    result: bigint,
    around: (width: number, v: bigint) => V,
  ): string | null {
    const terms = this.#terms;
    const width = this.#width(t);
    const bool = terms.sort(t).kind === 'bool';
    const show = (v: V | null): string => JSON.stringify(v, (_, x: unknown) => (typeof x === 'bigint' ? `${x}` : x));
    const forward = domain.transfer(terms, t, abstract);
    if (!stands(forward, result, bool)) return `not in ${show(forward)} from ${abstract.map(show).join(' and ')}`;
    // What a superset of the result tells about the arguments must not exclude the arguments.
    if (!bool) {
      const goal = domain.meet(around(width, result), forward);
      if (goal === null || !stands(goal, result)) return `the meet ${show(goal)} lost it`;
      const now = (arg: Term): V => abstract[args.indexOf(arg)];
      const below = domain.backward(terms, t, goal, now);
      if (below === null) return `backward from ${show(goal)} finds a contradiction`;
      for (const [arg, learnt] of below) {
        const of = concrete[args.indexOf(arg)];
        if (!stands(learnt, of, terms.sort(arg).kind === 'bool'))
          return `backward from ${show(goal)}: ${of} not in ${show(learnt)}`;
      }
    }
    return this.#lattice(domain, width, result, forward, around, bool, show);
  }

  #lattice<V extends Range>(
    domain: Domain<V>,
    width: number,
    v: bigint,
    a: V,
    around: (width: number, v: bigint) => V,
    bool: boolean,
    show: (v: V | null) => string,
  ): string | null {
    if (bool) return null;
    const other = this.#word(width);
    const b = around(width, other);
    const joined = domain.join(a, b);
    if (!stands(joined, v) || !stands(joined, other)) return `join of ${show(a)} and ${show(b)} is ${show(joined)}`;
    const widened = domain.widen(a, joined, {
      bounds: [this.#word(width), this.#word(width)],
      constants: new Set([this.#word(width), ...(this.#random(2) === 0 ? [v, other] : [])]),
    });
    if (!stands(widened, v) || !stands(widened, other))
      return `widening of ${show(a)} and ${show(joined)} is ${show(widened)}`;
    if (!domain.within(a, joined) || !domain.within(joined, widened))
      return `order of ${show(a)}, ${show(joined)}, ${show(widened)}`;
    const c = around(width, v);
    const met = domain.meet(a, c);
    if (met === null || !stands(met, v)) return `meet of ${show(a)} and ${show(c)} is ${show(met)}`;
    const lower = domain.bounded(a, this.#between(0n, v), this.#between(v, (1n << BigInt(width)) - 1n));
    if (lower === null || !stands(lower, v)) return `bounded ${show(a)} is ${show(lower)}`;
    const signed = BigInt.asIntN(width, v);
    const half = 1n << BigInt(width - 1);
    const signedLower = domain.signedBounded(a, this.#between(-half, signed), this.#between(signed, half - 1n));
    if (signedLower === null || !stands(signedLower, v)) return `signed bounded ${show(a)} is ${show(signedLower)}`;
    if (other !== v) {
      const without = domain.without(a, other);
      if (without === null || !stands(without, v)) return `${show(a)} without ${other} is ${show(without)}`;
    }
    return null;
  }

  #operation(): Term {
    const terms = this.#terms;
    const random = this.#random;
    const all = random(OPERATOR_COUNT);
    const width = 1 + random(64);
    const bool = terms.sorts.id({ kind: 'bool' });
    if (all < WORD_OPERATORS.length) {
      const op = WORD_OPERATORS[all];
      const unary = op === Op.BV_NOT || op === Op.NEG;
      return terms.make(op, terms.bvSort(width), this.#operand(width), unary ? 0 : this.#operand(width));
    }
    if (all < WORD_OPERATORS.length + STRUCTURE_OPERATORS.length) {
      const op = STRUCTURE_OPERATORS[all - WORD_OPERATORS.length];
      const other = 1 + random(64);
      if (op === Op.CONCAT)
        return terms.make(op, terms.bvSort(width + other), this.#operand(width), this.#operand(other));
      const low = random(width);
      const high = low + random(width - low);
      if (op === Op.EXTRACT) return terms.make(op, terms.bvSort(high - low + 1), this.#operand(width), high, low);
      return terms.make(op, terms.bvSort(width + other), this.#operand(width));
    }
    const op = TRUTH_OPERATORS[all - WORD_OPERATORS.length - STRUCTURE_OPERATORS.length];
    const truth = (): Term => terms.variable(`p${random(3)}`, { kind: 'bool' });
    if (op === Op.NOT) return terms.make(op, bool, truth());
    if (op === Op.AND) return terms.make(op, bool, truth(), truth());
    if (op === Op.ITE) return terms.make(op, terms.bvSort(width), truth(), this.#operand(width), this.#operand(width));
    return terms.make(op, bool, this.#operand(width), this.#operand(width));
  }

  #operand(width: number): Term {
    const random = this.#random;
    if (random(4) === 0) return this.#terms.bv(width, this.#word(width));
    return this.#terms.variable(`x${width}.${random(2)}`, { kind: 'bv', width });
  }

  #width(t: Term): number {
    const sort = this.#terms.sort(t);
    return sort.kind === 'bv' ? sort.width : 1;
  }

  /** Near 0, near the ends, few bits, or anything. */
  #word(width: number): bigint {
    const random = this.#random;
    const bits = (n: number): bigint => BigInt.asUintN(n, (BigInt(random(2 ** 32)) << 32n) | BigInt(random(2 ** 32)));
    switch (random(6)) {
      case 0:
        return BigInt.asUintN(width, BigInt(random(20)));
      case 1:
        return BigInt.asUintN(width, -BigInt(random(20)));
      case 2:
        return BigInt.asUintN(width, (1n << BigInt(width - 1)) - 10n + BigInt(random(20)));
      case 3:
        return BigInt.asUintN(width, 1n << BigInt(random(width)));
      case 4:
        return BigInt.asUintN(width, bits(1 + random(width)));
      default:
        return BigInt.asUintN(width, (bits(64) << 64n) | bits(64));
    }
  }

  #between(low: bigint, high: bigint): bigint {
    const span = high - low + 1n;
    const random = this.#random;
    if (random(3) === 0) return random(2) === 0 ? low : high;
    const far =
      BigInt(random(2 ** 32)) * BigInt(random(2 ** 32)) * BigInt(1 + random(2 ** 32)) * BigInt(1 + random(2 ** 32));
    return low + (far % span);
  }

  /** Bounds around a value. */
  #range(width: number, v: bigint, exact = false): Range {
    const random = this.#random;
    const top = (1n << BigInt(width)) - 1n;
    if (exact || random(6) === 0) return unsignedRange(width, v, v);
    const half = 1n << BigInt(width - 1);
    const near = BigInt(random(30));
    const signed = BigInt.asIntN(width, v);
    const clip = (x: bigint, low: bigint, high: bigint): bigint => (x < low ? low : x > high ? high : x);
    const unsigned =
      random(2) === 0
        ? [clip(v - near, 0n, top), clip(v + near, 0n, top)]
        : [this.#between(0n, v), this.#between(v, top)];
    const both =
      random(2) === 0
        ? [clip(signed - near, -half, half - 1n), clip(signed + near, -half, half - 1n)]
        : [this.#between(-half, signed), this.#between(signed, half - 1n)];
    const [a, b] = random(3) === 0 ? [0n, top] : unsigned;
    const [c, d] = random(3) === 0 ? [-half, half - 1n] : both;
    const made = rangeOf(width, a, b, c, d);
    if (made === null) throw new Error('no range around a value');
    return made;
  }

  /** Among a few others. */
  #told(width: number, v: bigint): Value {
    const random = this.#random;
    const others = Array.from({ length: random(MOST_ELEMENTS) }, () =>
      random(2) === 0 ? this.#word(width) : BigInt.asUintN(width, v + BigInt(random(9)) - 4n),
    );
    const made = valueAmong(width, sorted([v, ...others]));
    if (made === null || !stands(made, v)) throw new Error(`${v} of ${width} bits is lost among the elements`);
    return made;
  }

  #value(width: number, v: bigint, exact = false): Value {
    const random = this.#random;
    if (exact) return exactValue(width, v);
    if (random(3) === 0) return this.#told(width, v);
    const known = random(2) === 0 ? 0n : this.#word(width);
    const modulus = [1n, 1n, 2n, 3n, 4n, 6n, 7n, 12n, 24n, BigInt(1 + random(1000))][random(10)];
    const made = value(
      this.#range(width, v),
      { zeros: known & ~v, ones: known & v },
      { modulus, remainder: v % modulus },
    );
    if (made === null || !stands(made, v)) throw new Error(`${v} of ${width} bits is lost in its own value`);
    return made;
  }
}
