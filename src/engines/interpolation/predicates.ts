import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';

/** The terms that predicates are taken from. */
export interface PredicateSource {
  readonly terms: TermStore;
  readonly state: readonly Term[];
  /** The program's own formulas over state variables and inputs: guards, bad and gaps. */
  readonly roots: readonly Term[];
  /**
   * Next values of the state variables, block by block (indexed as `state`): they show which variables
   * depend on which.
   */
  readonly next: readonly (readonly Term[])[];
  /** Formulas that fix the location of the control. */
  readonly locations: readonly Term[];
}

/** Most pairs of related variables. */
const MAX_RELATED = 600;
/** Most bits of the state that become predicates. */
const MAX_BITS = 4096;
/** Most constants that one variable is compared with. */
const MAX_CONSTANTS = 24;

/**
 * Predicates over the state in tiers, without repetitions (interpolation abstraction: Rümmer, Subotić,
 * FMCAD 2013). The tiers are:
 * - the program's atoms;
 * - comparisons of related variables with each other;
 * - comparisons with constants of the program;
 * - neighbouring values, the lowest bits, and signs;
 * - every bit of every variable.
 *
 * Arrays are represented by their elements at the program's own index terms.
 */
export function predicateTiers(source: PredicateSource): readonly (readonly Term[])[] {
  const miner = new Miner(source);
  const tiers = [miner.atoms(), miner.comparisons(), miner.limits(), miner.neighbours(), miner.bits()];
  const known = new Set<Term>();
  return tiers.map((tier) => {
    const fresh: Term[] = [];
    for (const p of tier) {
      const positive = source.terms.op(p) === Op.NOT ? source.terms.arg(p, 0) : p;
      if (source.terms.isConst(positive) || known.has(positive)) continue;
      known.add(positive);
      fresh.push(positive);
    }
    return fresh;
  });
}

class Miner {
  readonly terms: TermStore;
  readonly #source: PredicateSource;
  /** Terms over state variables alone, in post-order. */
  readonly #closed: readonly Term[];
  /**
   * Bit-vector terms that stand for values of the program: the variables, and elements of arrays at
   * closed indices.
   */
  readonly #values: readonly Term[];
  /** Values that the program extends by their sign, and those that it extends by zeros. */
  readonly #signed: ReadonlySet<Term>;
  readonly #unsigned: ReadonlySet<Term>;
  readonly #related: readonly (readonly [Term, Term])[];
  readonly #constants: ReadonlyMap<Term, readonly Term[]>;

  constructor(source: PredicateSource) {
    this.#source = source;
    this.terms = source.terms;
    const order = postorder(source.terms, [...source.roots, ...source.next.flat()]);
    this.#closed = closedTerms(source, order);
    const { terms } = this;
    const elements = this.#closed.filter((t) => terms.op(t) === Op.SELECT && terms.sort(t).kind === 'bv');
    // Variables that fix the location of the control have predicates of their own.
    const control = new Set(freeVariables(terms, source.locations));
    this.#values = [...source.state.filter((v) => terms.sort(v).kind === 'bv' && !control.has(v)), ...elements];
    const under = (op: Op): Set<Term> => new Set(order.flatMap((t) => (terms.op(t) === op ? [terms.arg(t, 0)] : [])));
    this.#signed = under(Op.SEXT);
    this.#unsigned = under(Op.ZEXT);
    const { pairs, constants } = this.#relations(order);
    this.#related = pairs;
    this.#constants = constants;
  }

  atoms(): Term[] {
    const { terms } = this;
    const found = this.#closed.filter((t) => terms.sort(t).kind === 'bool' && isAtom(terms.op(t)));
    return [...found, ...this.#source.locations];
  }

  /** Comparisons of related variables with each other. */
  comparisons(): Term[] {
    const found: Term[] = [];
    for (const pair of this.#related) {
      const [x, y] = this.#aligned(pair);
      found.push(...this.#orders(x, y, pair));
    }
    return found;
  }

  /** Comparisons of variables with constants. */
  limits(): Term[] {
    const { terms } = this;
    const found: Term[] = [];
    for (const [x, values] of this.#constants) {
      for (const c of values) found.push(...this.#orders(x, c, [x]));
    }
    for (const x of this.#values) {
      const zero = terms.bv(terms.width(x), 0);
      found.push(terms.eq(x, zero));
      if (!this.#isUnsigned(x)) found.push(terms.slt(x, zero));
    }
    return found;
  }

  /** Values one apart, the lowest bits, and the signs. */
  neighbours(): Term[] {
    const { terms } = this;
    const found: Term[] = [];
    for (const pair of this.#related) {
      const [x, y] = this.#aligned(pair);
      const one = terms.bv(terms.width(x), 1);
      found.push(terms.eq(x, terms.add(y, one)), terms.eq(y, terms.add(x, one)));
    }
    for (const x of this.#values) {
      const width = terms.width(x);
      for (let i = 0; i < Math.min(2, width); i++) found.push(bit(terms, x, i));
      found.push(bit(terms, x, width - 1));
    }
    return found;
  }

  /** All bits. */
  bits(): Term[] {
    const { terms } = this;
    const floats = this.#source.state.filter((v) => terms.sort(v).kind === 'float').map((v) => terms.fpToBits(v));
    const found: Term[] = [];
    for (const x of [...this.#values, ...floats]) {
      const width = terms.width(x);
      if (found.length + width > MAX_BITS) break;
      for (let i = 0; i < width; i++) found.push(bit(terms, x, i));
    }
    return found;
  }

  /**
   * Pairs of values that occur together in an atom or an assignment, and the constants that occur with
   * each value.
   */
  #relations(order: readonly Term[]): { pairs: (readonly [Term, Term])[]; constants: Map<Term, Term[]> } {
    const { terms } = this;
    const isValue = new Set(this.#values);
    const pairs = new Map<string, readonly [Term, Term]>();
    const constants = new Map<Term, Term[]>();
    const meet = (group: readonly Term[]): void => {
      const values = group.filter((t) => isValue.has(t));
      for (const x of values) {
        for (const t of group) {
          if (terms.isBv(t)) this.#addConstant(constants, x, t);
          else if (t > x && isValue.has(t) && terms.width(x) > 1 === terms.width(t) > 1 && pairs.size < MAX_RELATED)
            pairs.set(`${x} ${t}`, [x, t]);
        }
      }
    };
    for (const t of order)
      if (COMPARISONS.has(terms.op(t))) meet(nearby(terms, [terms.arg(t, 0), terms.arg(t, 1)], isValue));
    for (const next of this.#source.next) {
      for (const [v, t] of next.entries()) meet([this.#source.state[v], ...nearby(terms, [t], isValue)]);
    }
    if (this.#values.length <= 12) meet(this.#values);
    return { pairs: [...pairs.values()], constants };
  }

  /**
   * Equality and orders of x and y. `values`: the program's values in x and y, which determine whether
   * signed orders are included.
   */
  #orders(x: Term, y: Term, values: readonly Term[]): Term[] {
    const { terms } = this;
    const orders = [terms.eq(x, y), terms.ult(x, y), terms.ult(y, x)];
    if (!values.every((t) => this.#isUnsigned(t))) orders.push(terms.slt(x, y), terms.slt(y, x));
    return orders;
  }

  /** True if the program extends the value, and only by zeros: its highest bit is not a sign. */
  #isUnsigned(t: Term): boolean {
    return this.#unsigned.has(t) && !this.#signed.has(t);
  }

  /** The two values at one width: the narrower one is extended as in the program. */
  #aligned([x, y]: readonly [Term, Term]): [Term, Term] {
    const { terms } = this;
    const width = Math.max(terms.width(x), terms.width(y));
    const wide = (t: Term): Term => {
      if (terms.width(t) === width) return t;
      return this.#signed.has(t) ? terms.sext(t, width) : terms.zext(t, width);
    };
    return [wide(x), wide(y)];
  }

  #addConstant(constants: Map<Term, Term[]>, x: Term, c: Term): void {
    const { terms } = this;
    const width = terms.width(x);
    const value = terms.constValue(c);
    if (value >= 1n << BigInt(width)) return;
    const known = constants.get(x) ?? [];
    if (known.length === 0) constants.set(x, known);
    const fitted = terms.bv(width, value);
    if (known.length < MAX_CONSTANTS && !known.includes(fitted)) known.push(fitted);
  }
}

const COMPARISONS: ReadonlySet<Op> = new Set([Op.EQ, Op.ULT, Op.SLT]);
/** Most nodes that are visited below a comparison or an assignment. */
const NEARBY = 40;

/** Values and constants below some terms, within a few nodes, and not below other values. */
function nearby(terms: TermStore, roots: readonly Term[], isValue: ReadonlySet<Term>): Term[] {
  const found: Term[] = [];
  const seen = new Set<Term>(roots);
  const queue = [...roots];
  for (let i = 0; i < queue.length && i < NEARBY; i++) {
    const t = queue[i];
    if (isValue.has(t) || terms.isBv(t)) {
      found.push(t);
      continue;
    }
    for (let k = 0; k < terms.arity(t); k++) {
      const arg = terms.arg(t, k);
      if (!seen.has(arg)) queue.push(arg);
      seen.add(arg);
    }
  }
  return found;
}

function isAtom(op: Op): boolean {
  return op !== Op.NOT && op !== Op.AND && op !== Op.ITE && op !== Op.TRUE && op !== Op.FALSE;
}

/** The terms of an order with variables, all of which are state variables. */
export function closedTerms(
  { terms, state }: Pick<PredicateSource, 'terms' | 'state'>,
  order: readonly Term[],
): Term[] {
  const isState = new Set(state);
  const open = new Set<Term>();
  const grounded = new Set<Term>();
  for (const t of order) {
    if (terms.op(t) === Op.VARIABLE) {
      (isState.has(t) ? grounded : open).add(t);
      continue;
    }
    for (let k = 0; k < terms.arity(t); k++) {
      const arg = terms.arg(t, k);
      if (open.has(arg)) open.add(t);
      else if (grounded.has(arg)) grounded.add(t);
    }
  }
  return order.filter((t) => grounded.has(t) && !open.has(t));
}

function bit(terms: TermStore, x: Term, i: number): Term {
  return terms.eq(terms.extract(x, i, i), terms.bv(1, 1));
}
