import { LemmataError } from '../../base/errors.ts';
import { gcd } from '../../base/gcd.ts';
import type { Term } from '../../smt/builder.ts';
import { floorDivide, foldHorn, type HornSummand, type HornTerm, hornArguments, negation, sum } from '../../smt/horn.ts';
import type { TermStore } from '../../smt/store.ts';
import { rangeOf } from './integers.ts';
import type { Views } from './views.ts';

/** Numbers beyond this are not worth bit-vectors that can hold them. */
const MOST_BITS = 128n;

/**
 * How linear atoms become bit-vectors. `exact`: at a width that holds all values, so that the atom says what it says of integers. `equal`: an
 * inequality between several variables becomes the equality of its sides, modulo the width of the variables: Spacer gives an equality as two inequalities,
 * neither of which survives a wrap-around that both together do.
 */
export type AtomForm = 'exact' | 'equal';

/** A Boolean and its negation, each as translated for itself. */
interface Truth {
  readonly kind: 'truth';
  readonly yes: Term;
  readonly no: Term;
}

/** An integer from `low` to `high`: the term's value, signed if `low` is negative. */
interface Exact {
  readonly kind: 'exact';
  readonly term: Term;
  readonly low: bigint;
  readonly high: bigint;
}

type Translated = Truth | Exact;

/** Formulas over Booleans and integers as terms over the Booleans and bit-vectors that were read as such. */
export class BitTranslation {
  readonly #terms: TermStore;
  readonly #views: Views;
  readonly #args: readonly Term[];
  readonly #form: AtomForm;
  readonly #known = new Map<HornTerm, Translated>();

  /** `args`: what the variables stand for. */
  constructor(terms: TermStore, views: Views, args: readonly Term[], form: AtomForm) {
    this.#terms = terms;
    this.#views = views;
    this.#args = args;
    this.#form = form;
  }

  /** The term of a formula; null if it has numbers that are too large. */
  formula(t: HornTerm): Term | null {
    if (hasLargeNumbers(t)) return null;
    return truth(foldHorn(t, this.#known, (node, below) => this.#node(node, below))).yes;
  }

  #node(t: HornTerm, below: readonly Translated[]): Translated {
    const terms = this.#terms;
    switch (t.kind) {
      case 'truth':
        return this.#truth(terms.bool(t.value));
      case 'number':
        return this.#exact(t.value, t.value, [], t.value);
      case 'variable':
        return this.#variable(this.#args[t.index]);
      case 'not': {
        const { yes, no } = truth(below[0]);
        return { kind: 'truth', yes: no, no: yes };
      }
      case 'and':
      case 'or': {
        const parts = below.map(truth);
        const yes = parts.map((part) => part.yes);
        const no = parts.map((part) => part.no);
        return t.kind === 'and'
          ? { kind: 'truth', yes: terms.andAll(yes), no: terms.orAll(no) }
          : { kind: 'truth', yes: terms.orAll(yes), no: terms.andAll(no) };
      }
      case 'equal': {
        const [a, b] = below;
        if (a.kind === 'truth' && b.kind === 'truth') return this.#truth(terms.eq(a.yes, b.yes));
        return this.#truth(this.#form === 'equal' ? this.#equal(difference(t.a, t.b)) : this.#exactlyEqual(exact(a), exact(b)));
      }
      case 'at-most':
        return {
          kind: 'truth',
          yes: this.#atMostZero(difference(t.a, t.b)),
          no: this.#atMostZero(sum([{ factor: -1n, of: difference(t.a, t.b) }], 1n)),
        };
      case 'ite': {
        const [condition, yes, no] = below;
        const { yes: c } = truth(condition);
        if (yes.kind === 'truth' && no.kind === 'truth') {
          return { kind: 'truth', yes: terms.ite(c, yes.yes, no.yes), no: terms.ite(c, yes.no, no.no) };
        }
        const [a, b] = [exact(yes), exact(no)];
        const low = a.low < b.low ? a.low : b.low;
        const high = a.high > b.high ? a.high : b.high;
        const width = bitsFor(low, high);
        return { kind: 'exact', term: terms.ite(c, this.#extend(a, width), this.#extend(b, width)), low, high };
      }
      case 'sum':
        return this.#sum(t.parts, t.constant);
      case 'quotient':
      case 'remainder':
        return this.#division(exact(below[0]), t.by, t.kind);
    }
  }

  #truth(t: Term): Truth {
    return { kind: 'truth', yes: t, no: this.#terms.not(t) };
  }

  #variable(t: Term): Translated {
    const terms = this.#terms;
    if (terms.sort(t).kind === 'bool') return this.#truth(t);
    return { kind: 'exact', term: t, ...rangeOf(terms.width(t), this.#views.signed(t)) };
  }

  /** The sum of factors times values and a constant, which is from `low` to `high`. */
  #exact(low: bigint, high: bigint, parts: readonly (readonly [bigint, Exact])[], constant: bigint): Exact {
    const terms = this.#terms;
    const width = Math.max(bitsFor(low, high), ...parts.map(([, part]) => terms.width(part.term)));
    return { kind: 'exact', term: this.#modulo(width, parts, constant), low, high };
  }

  #sum(parts: readonly HornSummand[], constant: bigint): Exact {
    const values = parts.map(({ factor, of }) => [factor, this.#value(of)] as const);
    let low = constant;
    let high = constant;
    for (const [factor, value] of values) {
      low += factor * (factor > 0n ? value.low : value.high);
      high += factor * (factor > 0n ? value.high : value.low);
    }
    return this.#exact(low, high, values, constant);
  }

  /** The sum modulo 2^width, which is at least the width of its parts. */
  #modulo(width: number, parts: readonly (readonly [bigint, Exact])[], constant: bigint): Term {
    const terms = this.#terms;
    const number = (x: bigint): Term => terms.bv(width, BigInt.asUintN(width, x));
    return parts.reduce((result, [factor, part]) => {
      const value = this.#extend(part, width);
      return terms.add(result, factor === 1n ? value : factor === -1n ? terms.neg(value) : terms.mul(number(factor), value));
    }, number(constant));
  }

  #division(value: Exact, by: bigint, kind: 'quotient' | 'remainder'): Exact {
    const terms = this.#terms;
    const low = kind === 'quotient' ? floorDivide(value.low, by) : 0n;
    const high = kind === 'quotient' ? floorDivide(value.high, by) : by - 1n;
    // Wide enough for the divisor as a positive number, too.
    const width = bitsFor(value.low, value.high > by ? value.high : by);
    const of = this.#extend(value, width);
    const divisor = terms.bv(width, by);
    if (value.low >= 0n) {
      return { kind: 'exact', term: kind === 'quotient' ? terms.udiv(of, divisor) : terms.urem(of, divisor), low, high };
    }
    const signed = terms.srem(of, divisor);
    const remainder = terms.ite(terms.slt(signed, terms.bv(width, 0)), terms.add(signed, divisor), signed);
    if (kind === 'remainder') return { kind: 'exact', term: remainder, low, high };
    // What is divided may leave the width downwards by the remainder.
    const wide = width + 1;
    const multiple = terms.sub(terms.sext(of, wide), terms.zext(remainder, wide));
    return { kind: 'exact', term: terms.sdiv(multiple, terms.bv(wide, by)), low, high };
  }

  /** Σ factor · part + constant <= 0, with everything positive on its side. */
  #atMostZero(t: HornTerm): Term {
    const { parts, constant } = linear(t);
    if (this.#form === 'equal' && parts.length > 1) return this.#equal(t);
    const divisor = parts.reduce((g, { factor }) => gcd(g, factor), 0n);
    const scaled = divisor === 0n ? parts : parts.map(({ factor, of }) => ({ factor: factor / divisor, of }));
    const rest = divisor === 0n ? constant : -floorDivide(-constant, divisor);
    const left = scaled.filter(({ factor }) => factor > 0n);
    const right = scaled.filter(({ factor }) => factor < 0n).map(({ factor, of }) => ({ factor: -factor, of }));
    if (rest === 1n && left.length > 0 && right.length > 0) {
      return this.#terms.not(this.#atMost(this.#sum(right, 0n), this.#sum(left, 0n)));
    }
    return this.#atMost(this.#sum(left, rest > 0n ? rest : 0n), this.#sum(right, rest < 0n ? -rest : 0n));
  }

  #atMost(a: Exact, b: Exact): Term {
    const terms = this.#terms;
    if (a.high <= b.low) return terms.true;
    if (a.low > b.high) return terms.false;
    const { low, width } = common(a, b);
    const [x, y] = [this.#extend(a, width), this.#extend(b, width)];
    return low < 0n ? terms.sle(x, y) : terms.ule(x, y);
  }

  #exactlyEqual(a: Exact, b: Exact): Term {
    if (a.high < b.low || b.high < a.low) return this.#terms.false;
    const { width } = common(a, b);
    return this.#terms.eq(this.#extend(a, width), this.#extend(b, width));
  }

  /** Σ factor · part + constant = 0 modulo the largest width of the parts. */
  #equal(t: HornTerm): Term {
    const terms = this.#terms;
    const { parts, constant } = linear(t);
    if (parts.length === 0) return terms.bool(constant === 0n);
    const values = parts.map(({ factor, of }) => [factor, this.#value(of)] as const);
    const width = Math.max(...values.map(([, { term }]) => terms.width(term)));
    const left = values.filter(([factor]) => factor > 0n);
    const right = values.filter(([factor]) => factor < 0n).map(([factor, value]) => [-factor, value] as const);
    return terms.eq(
      this.#modulo(width, left, constant > 0n ? constant : 0n),
      this.#modulo(width, right, constant < 0n ? -constant : 0n),
    );
  }

  /** What is below a term that was translated. */
  #value(t: HornTerm): Exact {
    return exact(foldHorn(t, this.#known, (node, below) => this.#node(node, below)));
  }

  /** A value at a width that holds it; narrower only if the value fits. */
  #extend({ term, low }: Exact, width: number): Term {
    const terms = this.#terms;
    const own = terms.width(term);
    if (own === width) return term;
    if (own > width) return terms.extract(term, width - 1, 0);
    return low < 0n ? terms.sext(term, width) : terms.zext(term, width);
  }
}

function truth(t: Translated): Truth {
  if (t.kind !== 'truth') throw new LemmataError('E-INTERNAL', 'an integer stands where a Boolean should');
  return t;
}

function exact(t: Translated): Exact {
  if (t.kind !== 'exact') throw new LemmataError('E-INTERNAL', 'a Boolean stands where an integer should');
  return t;
}

function difference(a: HornTerm, b: HornTerm): HornTerm {
  return sum([
    { factor: 1n, of: a },
    { factor: -1n, of: b },
  ]);
}

/** Any integer term as a sum. */
function linear(t: HornTerm): { readonly parts: readonly HornSummand[]; readonly constant: bigint } {
  if (t.kind === 'sum') return t;
  return t.kind === 'number' ? { parts: [], constant: t.value } : { parts: [{ factor: 1n, of: t }], constant: 0n };
}

/** The width that holds all values of both, signed if `low` is negative. */
function common(a: Exact, b: Exact): { readonly low: bigint; readonly width: number } {
  const low = a.low < b.low ? a.low : b.low;
  return { low, width: bitsFor(low, a.high > b.high ? a.high : b.high) };
}

/** The least width of bit-vectors that hold all of `low` to `high`; signed if `low` is negative. */
function bitsFor(low: bigint, high: bigint): number {
  const bits = (x: bigint): number => (x === 0n ? 0 : x.toString(2).length);
  if (low >= 0n) return Math.max(1, bits(high));
  return 1 + Math.max(bits(-low - 1n), high > 0n ? bits(high) : 0);
}

function hasLargeNumbers(root: HornTerm): boolean {
  const tooLarge = (x: bigint): boolean => (x < 0n ? -x : x) >> MOST_BITS !== 0n;
  const seen = new Set<HornTerm>([root]);
  for (const t of seen) {
    if (t.kind === 'number' && tooLarge(t.value)) return true;
    if (t.kind === 'sum' && (tooLarge(t.constant) || t.parts.some(({ factor }) => tooLarge(factor)))) return true;
    if ((t.kind === 'quotient' || t.kind === 'remainder') && tooLarge(t.by)) return true;
    for (const arg of hornArguments(t)) seen.add(arg);
  }
  return false;
}

/** The parts of a conjunction. */
export function hornConjuncts(formula: HornTerm): readonly HornTerm[] {
  const result: HornTerm[] = [];
  const stack: HornTerm[] = [formula];
  for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
    if (t.kind === 'and') stack.push(...t.of);
    else if (t.kind === 'not' && t.of.kind === 'or') stack.push(...t.of.of.map(negation));
    else if (t.kind !== 'truth') result.push(t);
  }
  return result;
}

/** The comparisons in a formula, and their negations. */
export function hornAtoms(formula: HornTerm): readonly HornTerm[] {
  const seen = new Set<HornTerm>([formula]);
  const result: HornTerm[] = [];
  for (const t of seen) {
    switch (t.kind) {
      case 'at-most':
        result.push(t, negation(t));
        break;
      case 'equal':
        result.push(t, negation(t));
        for (const arg of hornArguments(t)) seen.add(arg);
        break;
      case 'not':
      case 'and':
      case 'or':
      case 'ite':
        for (const arg of hornArguments(t)) seen.add(arg);
        break;
      default:
        break;
    }
  }
  return result;
}
