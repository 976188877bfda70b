import { LemmataError, unreachable } from '../../base/errors.ts';
import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import { bitCount } from '../terms/sort.ts';
import type { TermStore } from '../terms/store.ts';
import { TermMap } from '../terms/term-map.ts';
import { outerArity } from '../terms/traverse.ts';
import { Aig, type Edge, NO, YES } from './aig.ts';
import { ArrayGraph } from './array-graph.ts';
import * as c from './circuits.ts';
import { type Division, divide, divideSigned } from './divide.ts';
import { multiply } from './multiply.ts';
import { Unsupported } from './unsupported.ts';

/** Edges of many vectors one behind the other; entries never change. */
class BitPool {
  #edges = new Int32Array(1024);
  #count = 0;

  /** Appends a vector; returns where it begins. */
  add(bits: ArrayLike<Edge>): number {
    const start = this.#count;
    const end = start + bits.length;
    if (end > this.#edges.length) {
      const grown = new Int32Array(Math.max(end, 2 * this.#edges.length));
      grown.set(this.#edges);
      this.#edges = grown;
    }
    this.#edges.set(bits, start);
    this.#count = end;
    return start;
  }

  at(place: number): Edge {
    return this.#edges[place];
  }

  /** Must not be written to. */
  view(place: number, width: number): Int32Array {
    return this.#edges.subarray(place, place + width);
  }
}

/** Terms translated between two looks at the clock. */
const TERMS_BETWEEN_STOPS = 256;

/**
 * Terms over Booleans, bit-vectors and arrays as gates of one graph; each term is translated once.
 * Variables, reads of arrays and equalities of arrays become inputs; `arrays` explains the latter two.
 * Floats are lowered before (terms/lower-floats.ts).
 */
export class Blaster {
  readonly graph: Aig;
  readonly arrays: ArrayGraph;
  readonly #pool = new BitPool();
  readonly #places = new TermMap();
  readonly #divisions = new Map<string, Division>();

  /** `limit`: most gates, see {@link Aig}. */
  constructor(
    readonly store: TermStore,
    limit?: number,
  ) {
    this.graph = new Aig(limit);
    this.arrays = new ArrayGraph(store, this);
  }

  /** The bits of a translated term, least significant first; a Boolean has one edge. */
  bits(t: Term): Int32Array {
    return this.#pool.view(this.#places.get(t), bitCount(this.store.sort(t)));
  }

  /** The edge of a translated Boolean term. */
  edge(t: Term): Edge {
    return this.#pool.at(this.#places.get(t));
  }

  /** True if the term was translated. */
  has(t: Term): boolean {
    return this.#places.has(t);
  }

  /** New inputs. */
  fresh(width: number): Int32Array {
    return Int32Array.from({ length: width }, () => this.graph.input());
  }

  /**
   * Translates a term and what is below it. Throws `E-LIMIT` when the graph is full, {@link Unsupported}
   * at floats and arrays of arrays, and any error of `stop`, which is called now and then.
   * Terms translated before the error stay.
   */
  translate(root: Term, stop: () => void = () => {}): void {
    const { store } = this;
    const places = this.#places;
    const stack = [root];
    let count = 0;
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      if (places.has(t)) {
        stack.pop();
        continue;
      }
      let ready = true;
      for (let i = outerArity(store, t) - 1; i >= 0; i--) {
        const x = this.#needed(t, i);
        if (places.has(x)) continue;
        stack.push(x);
        ready = false;
      }
      if (!ready) continue;
      if (++count % TERMS_BETWEEN_STOPS === 0) stop();
      places.set(t, this.#place(t));
      stack.pop();
    }
  }

  /** Builds the bits of a term whose arguments have theirs; returns their place. */
  #place(t: Term): number {
    const { store } = this;
    const sort = store.sort(t);
    if (sort.kind === 'float') throw new Unsupported('floating point');
    if (sort.kind === 'array') {
      this.arrays.add(t);
      return 0;
    }
    // An extract is a slice of its operand's bits.
    if (store.op(t) === Op.EXTRACT) return this.#places.get(store.arg(t, 0)) + store.low(t);
    return this.#pool.add(this.#gates(t, bitCount(sort)));
  }

  /** The bits of a term that is not an array. */
  #gates(t: Term, width: number): c.Bits {
    const { store, graph: g } = this;
    const op = store.op(t);
    const x = (): Int32Array => this.bits(store.arg(t, 0));
    const y = (): Int32Array => this.bits(store.arg(t, 1));
    switch (op) {
      case Op.TRUE:
        return [YES];
      case Op.FALSE:
        return [NO];
      case Op.BV_CONST:
        return c.constantBits(width, store.constValue(t));
      case Op.VARIABLE:
        return this.fresh(width);
      case Op.NOT:
      case Op.BV_NOT:
        return c.invert(x());
      case Op.AND:
      case Op.BV_AND:
        return zip(x(), y(), (a, b) => g.and(a, b));
      case Op.BV_OR:
        return zip(x(), y(), (a, b) => g.or(a, b));
      case Op.BV_XOR:
        return zip(x(), y(), (a, b) => g.xor(a, b));
      case Op.EQ:
        return [this.#equality(t)];
      case Op.ITE:
        return c.choose(g, x()[0], y(), this.bits(store.arg(t, 2)));
      case Op.NEG:
        return c.negate(g, x());
      case Op.ADD:
        return this.#sum(store.arg(t, 0), store.arg(t, 1));
      case Op.MUL:
        return multiply(g, x(), y());
      case Op.UDIV:
        return this.#division(t, false).quotient;
      case Op.UREM:
        return this.#division(t, false).remainder;
      case Op.SDIV:
        return this.#division(t, true).quotient;
      case Op.SREM:
        return this.#division(t, true).remainder;
      case Op.SHL:
        return c.shiftLeft(g, x(), y());
      case Op.LSHR:
        return c.shiftRight(g, x(), y(), NO);
      case Op.ASHR:
        return c.shiftRight(g, x(), y(), x()[width - 1]);
      case Op.ULT:
        return [c.less(g, x(), y())];
      case Op.SLT:
        return [c.signedLess(g, x(), y())];
      case Op.CONCAT:
        return [...y(), ...x()];
      case Op.EXTRACT:
        return x().subarray(store.low(t), store.high(t) + 1);
      case Op.ZEXT:
        return extended(x(), width, NO);
      case Op.SEXT:
        return extended(x(), width, x()[x().length - 1]);
      case Op.SELECT:
        return this.arrays.read(t);
      case Op.CONST_ARRAY:
      case Op.STORE:
        throw new LemmataError('E-INTERNAL', `term ${t} is an array`);
      case Op.FLOAT_CONST:
      case Op.FP_NEG:
      case Op.FP_ABS:
      case Op.FP_ADD:
      case Op.FP_SUB:
      case Op.FP_MUL:
      case Op.FP_DIV:
      case Op.FP_FMA:
      case Op.FP_SQRT:
      case Op.FP_REM:
      case Op.FP_ROUND_TO_INTEGRAL:
      case Op.FP_EQ:
      case Op.FP_LT:
      case Op.FP_LE:
      case Op.FP_IS_NAN:
      case Op.FP_IS_INFINITE:
      case Op.FP_IS_NEGATIVE:
      case Op.FP_TO_FP:
      case Op.FP_FROM_SIGNED:
      case Op.FP_FROM_UNSIGNED:
      case Op.FP_TO_SIGNED:
      case Op.FP_TO_UNSIGNED:
      case Op.FP_FROM_BITS:
      case Op.FP_TO_BITS:
        throw new Unsupported('floating point');
      default:
        return unreachable(op);
    }
  }

  #equality(t: Term): Edge {
    const [a, b] = [this.store.arg(t, 0), this.store.arg(t, 1)];
    const kind = this.store.sort(a).kind;
    if (kind === 'array') return this.arrays.equality(t);
    if (kind === 'float') throw new Unsupported('floating point');
    return c.equal(this.graph, this.bits(a), this.bits(b));
  }

  /**
   * The i-th term whose bits `t` needs; for a sum with a negated operand, the operand without its
   * negation.
   */
  #needed(t: Term, i: number): Term {
    const { store } = this;
    const x = store.arg(t, i);
    return store.op(t) === Op.ADD && store.op(x) === Op.NEG ? store.arg(x, 0) : x;
  }

  #sum(a: Term, b: Term): Edge[] {
    const { store, graph: g } = this;
    const negated = (t: Term): boolean => store.op(t) === Op.NEG;
    if (negated(b)) {
      const from = negated(a) ? c.negate(g, this.bits(store.arg(a, 0))) : this.bits(a);
      return c.subtract(g, from, this.bits(store.arg(b, 0)));
    }
    if (negated(a)) return c.subtract(g, this.bits(b), this.bits(store.arg(a, 0)));
    return c.add(g, this.bits(a), this.bits(b));
  }

  /** Quotient and remainder of the same operands share their gates. */
  #division(t: Term, signed: boolean): Division {
    const [a, b] = [this.store.arg(t, 0), this.store.arg(t, 1)];
    const key = `${signed ? 's' : 'u'}${a} ${b}`;
    let known = this.#divisions.get(key);
    if (known === undefined) {
      known = (signed ? divideSigned : divide)(this.graph, this.bits(a), this.bits(b));
      this.#divisions.set(key, known);
    }
    return known;
  }
}

function zip(a: Int32Array, b: Int32Array, gate: (x: Edge, y: Edge) => Edge): Edge[] {
  return Array.from(a, (x, i) => gate(x, b[i]));
}

function extended(a: Int32Array, width: number, bit: Edge): Edge[] {
  return Array.from({ length: width }, (_, i) => (i < a.length ? a[i] : bit));
}
