import { unreachable } from '../../../../base/errors.ts';
import type { Literal } from '../../../../logic/sat/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import { Op } from '../../../../logic/terms/ops.ts';
import type { TermStore } from '../../../../logic/terms/store.ts';
import { conjuncts, postorder } from '../../../../logic/terms/traverse.ts';
import { Arrays } from './arrays.ts';
import { type Clauses, NO, YES } from './clauses.ts';
import { Untranslatable } from './untranslatable.ts';
import * as w from './words.ts';

/** Bits from which the circuit of a product or quotient is large. */
const LARGE_BITS = 12;

/**
 * Translates terms over Booleans, bit-vectors and arrays of them to clauses, with one word for each
 * term that is not an array.
 */
export class Translation {
  readonly #words = new Map<Term, w.Word>();
  readonly #arrays: Arrays;
  /** Words of products and quotients, with the circuits that they are equal to and that have no clauses yet. */
  readonly #waiting: { readonly word: w.Word; readonly circuit: () => w.Word }[] = [];

  constructor(
    private readonly store: TermStore,
    private readonly clauses: Clauses,
  ) {
    this.#arrays = new Arrays(store, clauses, (t) => this.#word(t));
  }

  /**
   * The literal of a Boolean term, or the lowest bit of a word. Throws {@link Untranslatable} at floats
   * and where arrays are compared or nested, and LemmataError `E-LIMIT` when there are too many clauses.
   * Calls `stop` before each term, and passes on its errors.
   */
  literal(t: Term, stop: () => void): Literal {
    const known = this.#words.get(t);
    if (known !== undefined) return known[0];
    for (const each of postorder(this.store, [t])) {
      if (this.#words.has(each)) continue;
      stop();
      this.#words.set(each, this.#translate(each, stop));
    }
    return this.#word(t)[0];
  }

  /**
   * Uses an equation of a variable without a word as the variable's definition: its word is the other
   * side's. Circuits over variables of the same definition are then the same circuits. Returns false,
   * with the words unchanged, for any other term. Throws as {@link literal} does.
   */
  define(t: Term, stop: () => void): boolean {
    const { store } = this;
    if (store.op(t) !== Op.EQ || store.sort(store.arg(t, 0)).kind === 'array') return false;
    const [a, b] = [store.arg(t, 0), store.arg(t, 1)];
    const variable = [a, b].find((each) => store.op(each) === Op.VARIABLE && !this.#words.has(each));
    if (variable === undefined) return false;
    const value = variable === a ? b : a;
    this.literal(value, stop);
    // The value may contain the variable.
    if (this.#words.has(variable)) return false;
    this.#words.set(variable, this.#word(value));
    return true;
  }

  /**
   * Uses upper bounds of variables without a word, which an asserted term says, for their words: the high bits are
   * zeros. Circuits of 64-bit products of small numbers become small. The term still has to hold.
   */
  bound(asserted: Term): void {
    const { store, clauses } = this;
    for (const t of conjuncts(store, asserted)) {
      const limit = upperBoundIn(store, t);
      if (limit === null || this.#words.has(limit.variable)) continue;
      const bits = limit.most.toString(2).length;
      const word = Array.from({ length: store.width(limit.variable) }, (_, i) => (i < bits ? clauses.variable() : NO));
      this.#words.set(limit.variable, word);
    }
  }

  /**
   * Makes clauses of the circuits that were left out; returns whether there were any. Few proofs need what
   * products are, and their circuits slow all others down.
   */
  complete(stop: () => void): boolean {
    const { clauses } = this;
    const some = this.#waiting.length > 0;
    for (let next = this.#waiting.at(-1); next !== undefined; next = this.#waiting.at(-1)) {
      stop();
      const bits = next.circuit();
      next.word.forEach((literal, i) => {
        clauses.add(clauses.xor(literal, bits[i]) ^ 1);
      });
      this.#waiting.pop();
    }
    return some;
  }

  /**
   * A word of at most so many bits that is equal to a circuit over the operands. Small circuits, and those over
   * a constant, have their clauses at once.
   */
  #later(operands: readonly Term[], bits: number, circuit: () => w.Word): w.Word {
    const { store, clauses } = this;
    if (bits < LARGE_BITS || operands.some((operand) => store.isBv(operand))) return circuit();
    const word = this.#word(operands[0]).map((_, i) => (i < bits ? clauses.variable() : NO));
    this.#waiting.push({ word, circuit });
    return word;
  }

  #word(t: Term): w.Word {
    const word = this.#words.get(t);
    if (word === undefined) throw new Untranslatable(`term ${t}`);
    return word;
  }

  #translate(t: Term, stop: () => void): w.Word {
    const { store, clauses: c } = this;
    const sort = store.sort(t);
    if (sort.kind === 'float') throw new Untranslatable('floats');
    if (sort.kind === 'array') {
      if (sort.index.kind !== 'bv' || sort.element.kind === 'array') throw new Untranslatable('nested arrays');
      // Arrays have no words; their elements have.
      return [];
    }
    const width = sort.kind === 'bool' ? 1 : sort.width;
    const op = store.op(t);
    const args = Array.from({ length: store.arity(t) }, (_, i) => store.arg(t, i));
    if (op === Op.SELECT) return this.#arrays.read(args[0], this.#word(args[1]), width, stop);
    for (const arg of args) {
      const { kind } = store.sort(arg);
      if (kind === 'float' || kind === 'array')
        throw new Untranslatable(kind === 'float' ? 'floats' : 'comparison of arrays');
    }
    const [x = [], y = [], z = []] = args.map((arg) => this.#word(arg));
    switch (op) {
      case Op.TRUE:
        return [YES];
      case Op.FALSE:
        return [NO];
      case Op.BV_CONST:
        return w.wordOf(width, store.constValue(t));
      case Op.VARIABLE:
        return Array.from({ length: width }, () => c.variable());
      case Op.NOT:
      case Op.BV_NOT:
        return w.inverted(x);
      case Op.AND:
      case Op.BV_AND:
        return x.map((bit, i) => c.and(bit, y[i]));
      case Op.BV_OR:
        return x.map((bit, i) => c.or(bit, y[i]));
      case Op.BV_XOR:
        return x.map((bit, i) => c.xor(bit, y[i]));
      case Op.EQ:
        return [w.same(c, x, y)];
      case Op.ITE:
        return w.chosen(c, x[0], y, z);
      case Op.NEG:
        return w.negated(c, x);
      case Op.ADD:
        return w.sum(c, x, y);
      case Op.MUL:
        return this.#later(args, Math.min(width, length(x) + length(y)), () => w.product(c, x, y));
      case Op.UDIV:
        // A quotient by zero has all bits.
        return this.#later(args, width, () => w.quotientAndRest(c, x, y).quotient);
      case Op.UREM:
        return this.#later(args, length(x), () => w.quotientAndRest(c, x, y).remainder);
      case Op.SDIV:
        return this.#later(args, width, () => w.signedQuotientAndRest(c, x, y).quotient);
      case Op.SREM:
        return this.#later(args, width, () => w.signedQuotientAndRest(c, x, y).remainder);
      case Op.SHL:
        return w.shifted(c, x, y, 'up', NO);
      case Op.LSHR:
        return w.shifted(c, x, y, 'down', NO);
      case Op.ASHR:
        return w.shifted(c, x, y, 'down', x[width - 1]);
      case Op.ULT:
        return [w.below(c, x, y)];
      case Op.SLT:
        return [w.signedBelow(c, x, y)];
      case Op.CONCAT:
        return [...y, ...x];
      case Op.EXTRACT:
        return x.slice(store.low(t), store.high(t) + 1);
      case Op.ZEXT:
        return w.extended(x, width, NO);
      case Op.SEXT:
        return w.extended(x, width, x[x.length - 1]);
      case Op.CONST_ARRAY:
      case Op.STORE:
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
        throw new Untranslatable('floats');
      default:
        return unreachable(op);
    }
  }
}

/** Number of bits up to the last one that may be set. */
function length(word: w.Word): number {
  let bits = word.length;
  while (bits > 0 && word[bits - 1] === NO) bits -= 1;
  return bits;
}

/** The variable, and the greatest value that a comparison without signs leaves it; null for other terms. */
function upperBoundIn(store: TermStore, t: Term): { readonly variable: Term; readonly most: bigint } | null {
  const isNegated = store.op(t) === Op.NOT;
  const atom = isNegated ? store.arg(t, 0) : t;
  if (store.op(atom) !== Op.ULT) return null;
  const [x, y] = [store.arg(atom, 0), store.arg(atom, 1)];
  const [variable, limit] = isNegated ? [y, x] : [x, y];
  if (store.op(variable) !== Op.VARIABLE || !store.isBv(limit)) return null;
  const most = store.constValue(limit) - (isNegated ? 0n : 1n);
  return most < 0n ? null : { variable, most };
}
