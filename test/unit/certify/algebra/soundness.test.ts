import { describe, expect, test } from 'vitest';
import { xorshift } from '../../../../src/base/xorshift.ts';
import { Contradictions } from '../../../../src/certify/proof/refuters/algebra/contradictions.ts';
import { factors } from '../../../../src/certify/proof/refuters/algebra/polynomial.ts';
import { Ranges } from '../../../../src/certify/proof/refuters/algebra/ranges.ts';
import { Reading } from '../../../../src/certify/proof/refuters/algebra/reading.ts';
import { algebraicRefuters } from '../../../../src/certify/proof/refuters/algebra/refuter.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import { TermStore } from '../../../../src/logic/terms/store.ts';

/** Random terms over three variables of few bits, and all of their values. */
class Words {
  readonly terms = new TermStore();
  readonly variables: readonly Term[];
  readonly random: (n: number) => number;

  constructor(seed: number) {
    const next = xorshift(Math.imul(seed, 0x9e3779b1) | 1);
    this.random = (n) => (next() >>> 3) % n;
    this.variables = ['a', 'b', 'c'].map((name) =>
      this.terms.variable(name, { kind: 'bv', width: 2 + this.random(2) }),
    );
  }

  pick<T>(of: readonly T[]): T {
    return of[this.random(of.length)];
  }

  /** A term of the width, at most so deep. */
  word(width: number, depth: number): Term {
    const { terms } = this;
    const fitting = this.variables.filter((v) => terms.width(v) === width);
    if (depth === 0) {
      if (fitting.length > 0 && this.random(4) > 0) return this.pick(fitting);
      const v = this.pick(this.variables);
      if (terms.width(v) < width) return this.random(2) === 0 ? terms.zext(v, width) : terms.sext(v, width);
      return terms.bv(width, this.random(2 ** width));
    }
    const same = (): Term => this.word(width, depth - 1);
    const small = 1 + this.random(Math.min(width, 4));
    switch (this.random(16)) {
      case 0:
      case 1:
      case 2:
        return terms.add(same(), same());
      case 3:
        return terms.sub(same(), same());
      case 4:
      case 5:
      case 6:
        return terms.mul(same(), same());
      case 7:
        return this.pick([terms.udiv, terms.urem, terms.sdiv, terms.srem]).call(terms, same(), same());
      case 8:
        return this.pick([terms.neg(same()), terms.bvNot(same()), terms.shl(same(), terms.bv(width, small))]);
      case 9:
        return this.pick([terms.lshr, terms.ashr]).call(terms, same(), terms.bv(width, small));
      case 10:
      case 11:
        return width > 2 ? terms.zext(this.word(2 + this.random(width - 2), depth - 1), width) : same();
      case 12:
      case 13:
        return width > 2 ? terms.sext(this.word(2 + this.random(width - 2), depth - 1), width) : same();
      case 14: {
        const wider = width + this.random(3);
        return terms.extract(this.word(wider, depth - 1), width - 1, 0);
      }
      default:
        return terms.ite(this.literal(0), same(), same());
    }
  }

  literal(depth: number): Term {
    const { terms } = this;
    const width = 2 + this.random(5);
    const [p, q] = [this.word(width, depth), this.word(width, depth)];
    const atom = this.pick([terms.eq, terms.eq, terms.ult, terms.slt, terms.ule, terms.sle]).call(terms, p, q);
    return this.random(3) === 0 ? terms.not(atom) : atom;
  }

  /** Literals, or a choice between bounds and literals. */
  formula(): Term {
    const { terms } = this;
    const [p, q, r] = [this.bounds(), this.bounds(), this.literal(1)];
    switch (this.random(6)) {
      case 0:
        return terms.ite(p, q, r);
      case 1:
        return terms.not(terms.ite(p, r, q));
      case 2:
        return terms.xor(p, q);
      case 3:
        return terms.eq(p, q);
      case 4:
        return terms.or(p, q);
      default:
        return r;
    }
  }

  /** A variable lies between two numbers. */
  bounds(): Term {
    const { terms } = this;
    const v = this.pick(this.variables);
    const bound = terms.bv(terms.width(v), this.random(2 ** terms.width(v)));
    return this.pick([terms.ule(v, bound), terms.ule(bound, v), terms.sle(v, bound), terms.sle(bound, v)]);
  }

  /** Two ways to compute the same, if nothing wraps around, and if that does not matter. */
  twoWays(): readonly [Term, Term] {
    const { terms } = this;
    const width = 2 + this.random(3);
    const wide = width + 1 + this.random(4);
    const [p, q, r] = [this.word(width, 1), this.word(width, 1), this.word(width, 1)];
    const extend = this.pick([terms.zext, terms.sext]);
    const ext = (t: Term): Term => extend.call(terms, t, wide);
    switch (this.random(7)) {
      case 0:
        return [ext(terms.add(p, q)), terms.add(ext(p), ext(q))];
      case 1:
        return [ext(terms.mul(p, q)), terms.mul(ext(p), ext(q))];
      case 2:
        return [ext(terms.neg(p)), terms.neg(ext(p))];
      case 3:
        return [ext(terms.extract(terms.mul(ext(p), ext(q)), width - 1, 0)), terms.mul(ext(p), ext(q))];
      case 4:
        return [terms.mul(p, terms.add(q, r)), terms.add(terms.mul(p, q), terms.mul(p, r))];
      case 5: {
        const [quotient, remainder] = this.pick([
          [terms.udiv(p, q), terms.urem(p, q)],
          [terms.sdiv(p, q), terms.srem(p, q)],
        ]);
        return [ext(p), terms.add(terms.mul(ext(q), ext(quotient)), ext(remainder))];
      }
      default: {
        const bit = terms.bv(1, this.random(2));
        const doubled = terms.mul(ext(p), terms.bv(wide, 2));
        return [ext(terms.concat(p, bit)), terms.add(doubled, terms.zext(bit, wide))];
      }
    }
  }

  /** An evaluator for each assignment. */
  *assignments(): Generator<Evaluator> {
    const { terms, variables } = this;
    const bits = variables.reduce((sum, v) => sum + terms.width(v), 0);
    for (let all = 0; all < 2 ** bits; all++) {
      const values = new Map<Term, bigint>();
      let rest = BigInt(all);
      for (const v of variables) {
        values.set(v, BigInt.asUintN(terms.width(v), rest));
        rest >>= BigInt(terms.width(v));
      }
      yield new Evaluator(terms, (t) => values.get(t) ?? 0n);
    }
  }
}

describe('refutation by algebra and evaluation agree', () => {
  test('what is refuted has no model', () => {
    let refuted = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const words = new Words(seed);
      const { terms } = words;
      const [p, q] = words.twoWays();
      const goal = words.random(6) === 0 ? words.literal(2) : terms.not(terms.eq(p, q));
      const literals = [
        goal,
        words.bounds(),
        words.bounds(),
        words.formula(),
        ...(seed % 2 === 0 ? [words.bounds()] : []),
      ];
      // Without a product the refuter would leave the query to others.
      const product = terms.mul(
        terms.variable('u', { kind: 'bv', width: 8 }),
        terms.variable('v', { kind: 'bv', width: 8 }),
      );
      const refuter = algebraicRefuters(terms).create();
      for (const t of literals) refuter.assert(t);
      const answer = refuter.check([terms.eq(product, terms.bv(8, 0))], { milliseconds: 100 });
      expect(answer).not.toBe('sat');
      if (answer !== 'unsat') continue;
      refuted += 1;
      const formula = terms.andAll(literals);
      for (const evaluator of words.assignments()) expect([seed, evaluator.value(formula)]).toEqual([seed, false]);
    }
    expect(refuted).toBeGreaterThan(60);
  }, 120_000);

  test('a polynomial is equal to the term that it was read from, at any width and in both readings', () => {
    let looked = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const words = new Words(seed);
      const { terms } = words;
      const literals = [words.bounds(), words.bounds(), words.literal(0)];
      const ranges = new Ranges(terms, literals);
      const reading = new Reading(terms, ranges);
      const t = words.word(2 + words.random(4), 3);
      const width = 1 + words.random(9);
      const size = terms.width(t);
      const readings = [false, true].map((signed) => [signed, reading.polynomial(t, width, signed)] as const);
      const definitions = readings
        .flatMap(([, p]) => [...p.keys()].flatMap(factors))
        .flatMap((x) => reading.definitions(x).map((zero) => [terms.width(x), zero] as const));
      for (const evaluator of words.assignments()) {
        if (literals.some((literal) => evaluator.value(literal) !== true)) continue;
        const number = (x: Term): bigint => {
          const value = evaluator.value(x);
          if (typeof value !== 'bigint') throw new Error('no bit-vector');
          return value;
        };
        const numberOf = (p: ReadonlyMap<string, bigint>): bigint =>
          [...p].reduce((sum, [m, c]) => sum + factors(m).reduce((product, x) => product * number(x), c), 0n);
        const { unsigned, signed } = ranges.of(t);
        const value = number(t);
        expect(value >= unsigned.low && value <= unsigned.high).toBe(true);
        const asSigned = BigInt.asIntN(size, value);
        expect(asSigned >= signed.low && asSigned <= signed.high).toBe(true);
        for (const [isSigned, p] of readings) {
          const wanted = isSigned && width > size ? asSigned : value;
          expect([seed, BigInt.asUintN(width, numberOf(p))]).toEqual([seed, BigInt.asUintN(width, wanted)]);
        }
        for (const [w, zero] of definitions) expect([seed, BigInt.asUintN(w, numberOf(zero))]).toEqual([seed, 0n]);
        looked += 1;
      }
    }
    expect(looked).toBeGreaterThan(1_500);
  }, 120_000);

  test('literals that all hold somewhere do not contradict each other', () => {
    let held = 0;
    for (let seed = 1; seed <= 500; seed++) {
      const words = new Words(seed);
      const { terms } = words;
      const candidates = Array.from({ length: 6 }, (_, i) => (i < 2 ? words.bounds() : words.literal(1 + (i % 2))));
      const all = [...words.assignments()];
      const evaluator = all[words.random(all.length)];
      const literals = new Set(candidates.map((t) => (evaluator.value(t) === true ? t : terms.not(t))));
      const atoms = [...literals].filter((t) => t !== terms.true);
      expect([seed, new Contradictions(terms, new Set(atoms), () => {}).found()]).toEqual([seed, false]);
      held += 1;
    }
    expect(held).toBe(500);
  }, 120_000);
});
