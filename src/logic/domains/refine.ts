import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import type { Domain } from './domain.ts';
import { least, most, type Range } from './range.ts';
import { rangeWidth } from './range-transfer.ts';

/** Most terms that are visited in one refinement. */
const MAX_STEPS = 128;

/** Depth to which a refinement looks into both sides of a disjunction. */
const DEPTH = 2;

/** Known values of single terms, beyond those that follow from their arguments. */
export type Known<V extends Range> = Map<Term, V>;

/**
 * Adds to `known` the consequences of `condition` having the given truth value; `value` returns the
 * values known before. It goes through conjunctions and comparisons, and from a term into its
 * arguments as far as the domain does. It takes what both sides of a disjunction say, down to `depth` of them, one
 * in the other. False if the condition cannot have that value.
 */
export function assume<V extends Range>(
  domain: Domain<V>,
  terms: TermStore,
  condition: Term,
  truth: boolean,
  known: Known<V>,
  value: (t: Term) => V | null,
  depth = DEPTH,
): boolean {
  return new Refinement(domain, terms, known, value, depth).run(condition, domain.exactly(1, truth ? 1n : 0n));
}

/** Adds to `known` the consequences of a term having the value, as {@link assume} does. */
export function learn<V extends Range>(
  domain: Domain<V>,
  terms: TermStore,
  t: Term,
  v: V | null,
  known: Known<V>,
  value: (t: Term) => V | null,
): boolean {
  return v === null || new Refinement(domain, terms, known, value, DEPTH).run(t, v);
}

class Refinement<V extends Range> {
  readonly #domain: Domain<V>;
  readonly #terms: TermStore;
  readonly #known: Known<V>;
  readonly #value: (t: Term) => V | null;
  readonly #waiting: [Term, V][] = [];

  constructor(
    domain: Domain<V>,
    terms: TermStore,
    known: Known<V>,
    value: (t: Term) => V | null,
    private readonly depth: number,
  ) {
    this.#domain = domain;
    this.#terms = terms;
    this.#known = known;
    this.#value = value;
  }

  run(root: Term, v: V): boolean {
    const waiting = this.#waiting;
    waiting.push([root, v]);
    for (let steps = 0; waiting.length > 0 && steps < MAX_STEPS; steps++) {
      const [t, learnt] = waiting.pop()!;
      const possible =
        this.#terms.sort(t).kind === 'bool' ? this.#condition(t, learnt.low === 1n) : this.#word(t, learnt);
      if (!possible) return false;
    }
    return true;
  }

  readonly #now = (t: Term): V => {
    const own = this.#known.get(t);
    const general = this.#value(t) ?? this.#domain.full(rangeWidth(this.#terms, t));
    return own === undefined ? general : (this.#domain.meet(own, general) ?? own);
  };

  #condition(t: Term, yes: boolean): boolean {
    const terms = this.#terms;
    const before = this.#now(t);
    if (before.low === before.high && (before.low === 1n) !== yes) return false;
    switch (terms.op(t)) {
      case Op.NOT:
        this.#waiting.push([terms.arg(t, 0), this.#truth(!yes)]);
        return true;
      case Op.AND: {
        const a = terms.arg(t, 0);
        const b = terms.arg(t, 1);
        if (yes) this.#waiting.push([b, this.#truth(true)], [a, this.#truth(true)]);
        else if (this.#now(a).low === 1n) this.#waiting.push([b, this.#truth(false)]);
        else if (this.#now(b).low === 1n) this.#waiting.push([a, this.#truth(false)]);
        else {
          this.#known.set(t, this.#truth(false));
          return this.#either(a, b);
        }
        return true;
      }
      case Op.ULT:
      case Op.SLT:
      case Op.EQ:
        this.#known.set(t, this.#truth(yes));
        return this.#compare(t, yes);
      default:
        this.#known.set(t, this.#truth(yes));
        return true;
    }
  }

  /** Learns what holds where a is false as well as where b is. */
  #either(a: Term, b: Term): boolean {
    if (this.depth === 0) return true;
    const [first, second] = [a, b].map((side) => this.#where(side));
    if (first === null || second === null) {
      if (first === null && second === null) return false;
      this.#waiting.push([first === null ? b : a, this.#truth(false)]);
      return true;
    }
    for (const [t, v] of first) {
      const w = second.get(t);
      if (w === undefined || this.#terms.sort(t).kind === 'bool') continue;
      const joined = this.#domain.join(v, w);
      if (!this.#domain.within(this.#now(t), joined)) this.#waiting.push([t, joined]);
    }
    return true;
  }

  /** The consequences of the condition being false; null: it cannot be. */
  #where(condition: Term): Known<V> | null {
    const known: Known<V> = new Map();
    const side = new Refinement(this.#domain, this.#terms, known, this.#now, this.depth - 1);
    return side.run(condition, this.#truth(false)) ? known : null;
  }

  /** Refines both sides of a comparison by each other. */
  #compare(t: Term, yes: boolean): boolean {
    const terms = this.#terms;
    const domain = this.#domain;
    const x = terms.arg(t, 0);
    const y = terms.arg(t, 1);
    if (rangeWidth(terms, x) === 0) return true;
    const a = this.#now(x);
    const b = this.#now(y);
    let newA: V | null = a;
    let newB: V | null = b;
    switch (terms.op(t)) {
      case Op.EQ:
        if (yes) {
          newA = domain.meet(a, b);
          newB = newA;
        } else if (b.low === b.high) newA = domain.without(a, b.low);
        else if (a.low === a.high) newB = domain.without(b, a.low);
        break;
      case Op.ULT:
        newA = yes
          ? domain.bounded(a, a.low, least(a.high, b.high - 1n))
          : domain.bounded(a, most(a.low, b.low), a.high);
        newB = yes
          ? domain.bounded(b, most(b.low, a.low + 1n), b.high)
          : domain.bounded(b, b.low, least(b.high, a.high));
        break;
      default:
        newA = yes
          ? domain.signedBounded(a, a.signedLow, least(a.signedHigh, b.signedHigh - 1n))
          : domain.signedBounded(a, most(a.signedLow, b.signedLow), a.signedHigh);
        newB = yes
          ? domain.signedBounded(b, most(b.signedLow, a.signedLow + 1n), b.signedHigh)
          : domain.signedBounded(b, b.signedLow, least(b.signedHigh, a.signedHigh));
    }
    return newA !== null && newB !== null && this.#learn(x, newA) && this.#learn(y, newB);
  }

  /** Refines an argument; only an exact value of a Boolean matters. */
  #learn(t: Term, v: V): boolean {
    if (this.#terms.sort(t).kind !== 'bool') return this.#word(t, v);
    if (v.low === v.high) this.#waiting.push([t, v]);
    return true;
  }

  /** Refines a bit-vector and then its arguments. */
  #word(t: Term, v: V): boolean {
    const terms = this.#terms;
    const before = this.#now(t);
    const met = this.#domain.meet(v, before);
    if (met === null) return false;
    if (terms.isConst(t)) return true;
    this.#known.set(t, met);
    const below = this.#domain.backward(terms, t, met, this.#now);
    if (below === null) return false;
    for (const [argument, value] of below)
      if (!this.#domain.within(this.#now(argument), value)) this.#waiting.push([argument, value]);
    return true;
  }

  #truth(yes: boolean): V {
    return this.#domain.exactly(1, yes ? 1n : 0n);
  }
}
