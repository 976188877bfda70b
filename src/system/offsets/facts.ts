import { gcd } from '../../base/gcd.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import {
  ANY_OFFSET,
  type Congruence,
  exactly,
  joinCongruence,
  linearForm,
  MAX_VALUES,
  mod,
  ordered,
  signed,
  sums,
  valuesOf,
} from './congruence.ts';
import { DistanceFinder, type Distances } from './distances.ts';

/** Object numbers that the first half of a pointer may be; null: any number. */
export type Targets = ReadonlySet<number> | null;

/** Number of objects beyond which an access uses up `Execution.casesLeft` to be split into cases. */
export const MAX_TARGETS = 32;

const NO_TARGETS: ReadonlySet<number> = new Set();

/**
 * A fact about a variable term. The fixpoint over the blocks gives those of state variables; those of
 * inputs hold by construction.
 */
export interface Fact {
  readonly targets?: Targets;
  readonly congruence?: Congruence;
  /** Offsets by object, where the variable `partner` holds the first half of the pointer. */
  readonly distances?: Distances;
  readonly partner?: Term;
}

/** Returns the union of two sets of targets. It is `a` itself if `b` adds nothing. */
export function joinTargets(a: Targets, b: Targets): Targets {
  if (a === null || b === null) return null;
  if (a === b || b.size === 0) return a;
  if (a.size === 0) return b;
  for (const number of b) if (!a.has(number)) return new Set([...a, ...b]);
  return a;
}

/** Returns the union of any number of sets of targets, in time linear in their sizes. */
function joinAll(all: readonly Targets[]): Targets {
  let joined: ReadonlySet<number> = NO_TARGETS;
  let own: Set<number> | null = null;
  for (const targets of all) {
    if (targets === null) return null;
    if (own === null && targets.size > 0 && joined.size === 0) joined = targets;
    for (const number of targets) {
      if (joined.has(number)) continue;
      own ??= new Set(joined);
      joined = own.add(number);
    }
  }
  return joined;
}

/**
 * Derives facts of terms from those of variables, once per term. Facts of variables must not change
 * meanwhile.
 *
 * Steps of pointers do not wrap around (C11 6.5.6p8). So a factor in an offset shows which multiples
 * the offset can be. The integers that a program computes do wrap. `noteSteps` records their factors:
 * for these the offset is only a multiple of the step's bytes, and of powers of two.
 */
export class FactFinder {
  readonly #targetMemo = new Map<Term, Targets>();
  readonly #congruenceMemo = new Map<Term, Congruence>();
  /**
   * Terms in sums and products of integers that count pointer steps, with the gcd of these steps' sizes
   * in bytes.
   */
  readonly #units = new Map<Term, bigint>();
  readonly #noted = new Set<Term>();
  readonly #distances: DistanceFinder;

  constructor(
    private readonly terms: TermStore,
    readonly factOf: (variable: Term) => Fact | undefined,
    /** Bits of the first half of a pointer that are the object's number. */
    private readonly numberWidth: number,
  ) {
    this.#distances = new DistanceFinder(terms, this);
  }

  /** Frees the memory of all answers, which later questions derive again. */
  forget(): void {
    this.#targetMemo.clear();
    this.#congruenceMemo.clear();
    this.#distances.clear();
  }

  /** Returns the offsets by object of a pointer, or of the pointers in two arrays. */
  distances(object: Term, offset: Term): Distances {
    return this.#distances.distances(object, offset);
  }

  /** Records that the pointers in cells are, one by one, those of one of several values. */
  learnChoice(
    roles: readonly { readonly role: string }[],
    chosen: readonly Term[],
    among: readonly (readonly Term[])[],
  ): void {
    for (let c = 0; c + 1 < roles.length; c++) {
      if (roles[c].role !== 'object') continue;
      this.#distances.learn(
        chosen[c],
        chosen[c + 1],
        among.map((cells) => [cells[c], cells[c + 1]]),
      );
    }
  }

  /** Returns the offsets that a pointer has in the object of that number, if it leads there. */
  distanceIn(object: Term, offset: Term, number: number): Congruence {
    const all = this.congruence(offset);
    return all.modulus === 0n ? all : (this.distances(object, offset)?.get(number) ?? all);
  }

  /** Returns the objects that the first half of a pointer (or of the pointers in an array) may name. */
  targets(root: Term): Targets {
    const targetMemo = this.#targetMemo;
    const stack = [root];
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      if (targetMemo.has(t)) {
        stack.pop();
        continue;
      }
      const children = this.#pointerChildren(t);
      const missing = children === null ? [] : children.filter((child) => !targetMemo.has(child));
      if (missing.length > 0) {
        stack.push(...missing);
        continue;
      }
      stack.pop();
      let result: Targets;
      if (children !== null) result = joinAll(children.map((child) => targetMemo.get(child)!));
      else result = this.#numberIn(t) ?? this.factOf(t)?.targets ?? null;
      targetMemo.set(t, result);
    }
    return targetMemo.get(root)!;
  }

  /** Returns the object number in the low bits, where they are constant. */
  #numberIn(t: Term): Targets {
    const { terms, numberWidth } = this;
    const low = terms.op(t) === Op.CONCAT ? terms.arg(t, 1) : t;
    if (!terms.isBv(low) || terms.width(low) < numberWidth) return null;
    return new Set([Number(BigInt.asUintN(numberWidth, terms.constValue(low)))]);
  }

  #pointerChildren(t: Term): Term[] | null {
    const { terms } = this;
    switch (terms.op(t)) {
      case Op.ITE:
        return [terms.arg(t, 1), terms.arg(t, 2)];
      case Op.SELECT:
      case Op.CONST_ARRAY:
        return [terms.arg(t, 0)];
      case Op.STORE:
        return this.#writesOf(t);
      default:
        return null;
    }
  }

  /** Returns what writes, one over the other, have written, and the array below, which may be known. */
  #writesOf(array: Term): Term[] {
    const { terms } = this;
    const out: Term[] = [];
    let t = array;
    do {
      out.push(terms.arg(t, 2));
      t = terms.arg(t, 0);
    } while (terms.op(t) === Op.STORE && !this.#targetMemo.has(t));
    out.push(t);
    return out;
  }

  /**
   * Records that a pointer moves by `count` steps of `bytes` bytes each. The program computed `count` as
   * an integer: modulo 2^width.
   */
  noteSteps(count: Term, bytes: bigint): void {
    const { terms } = this;
    const units = this.#units;
    const noted = this.#noted;
    const congruenceMemo = this.#congruenceMemo;
    const todo: [Term, bigint][] = [[count, bytes]];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const [t, unit] = next;
      const isArray = terms.sort(t).kind === 'array';
      const { constant, parts } = isArray
        ? { constant: 0n, parts: [{ term: t, coefficient: 1n }] }
        : linearForm(terms, t);
      const isSum = parts.length > 1 || constant !== 0n;
      for (const { term, coefficient } of parts) {
        if (isSum || coefficient !== 1n) {
          const known = units.get(term) ?? 0n;
          const now = gcd(known, unit);
          if (now !== known) {
            units.set(term, now);
            if (congruenceMemo.has(term)) {
              congruenceMemo.clear();
              this.#distances.clear();
            }
          }
        }
        if (noted.has(term)) continue;
        noted.add(term);
        const inner =
          term === t && terms.op(t) === Op.ADD ? [terms.arg(t, 0), terms.arg(t, 1)] : this.#offsetChildren(term);
        for (const child of inner) todo.push([child, 1n]);
      }
    }
  }

  /**
   * Returns the modulus of a multiple of a term in an offset of `width` bits. `modulus` is the one if
   * the product does not wrap.
   */
  #moduloOf(term: Term, modulus: bigint, width: number): bigint {
    const unit = this.#units.get(term);
    return unit === undefined ? modulus : gcd(modulus, unit << BigInt(width));
  }

  /**
   * Whether `coefficient` times a term in an offset is a multiple of `divisor` bytes, namely
   * `coefficient / divisor` times the term.
   */
  isMultiple(term: Term, coefficient: bigint, divisor: bigint): boolean {
    return coefficient % divisor === 0n && (this.#units.get(term) ?? 0n) % divisor === 0n;
  }

  congruence(root: Term): Congruence {
    const congruenceMemo = this.#congruenceMemo;
    const stack = [root];
    while (stack.length > 0) {
      const t = stack[stack.length - 1];
      if (congruenceMemo.has(t)) {
        stack.pop();
        continue;
      }
      const children = this.#offsetChildren(t);
      const missing = children.filter((child) => !congruenceMemo.has(child));
      if (missing.length > 0) {
        stack.push(...missing);
        continue;
      }
      stack.pop();
      congruenceMemo.set(t, this.#congruenceOf(t));
    }
    return congruenceMemo.get(root)!;
  }

  #offsetChildren(t: Term): Term[] {
    const { terms } = this;
    switch (terms.op(t)) {
      case Op.ADD:
      case Op.NEG:
      case Op.MUL:
      case Op.SHL:
        return linearForm(terms, t)
          .parts.map((part) => part.term)
          .filter((part) => part !== t);
      case Op.CONCAT:
        return [terms.arg(t, 1)];
      case Op.ZEXT:
      case Op.SEXT:
        return [terms.arg(t, 0)];
      case Op.EXTRACT:
        return terms.low(t) === 0 ? [terms.arg(t, 0)] : [];
      case Op.STORE:
        return [terms.arg(t, 0), terms.arg(t, 2)];
      default:
        return this.#pointerChildren(t) ?? [];
    }
  }

  #congruenceOf(t: Term): Congruence {
    const { terms } = this;
    const congruenceMemo = this.#congruenceMemo;
    switch (terms.op(t)) {
      case Op.BV_CONST:
        return { modulus: 0n, residue: signed(terms, t) };
      case Op.ITE:
        return joinCongruence(congruenceMemo.get(terms.arg(t, 1))!, congruenceMemo.get(terms.arg(t, 2))!);
      case Op.SELECT:
      case Op.CONST_ARRAY:
        return congruenceMemo.get(terms.arg(t, 0))!;
      case Op.STORE:
        return joinCongruence(congruenceMemo.get(terms.arg(t, 0))!, congruenceMemo.get(terms.arg(t, 2))!);
      case Op.ADD:
      case Op.NEG:
      case Op.MUL:
      case Op.SHL:
        return this.sumOf(t, (part) => congruenceMemo.get(part)!);
      case Op.BV_AND:
        return this.#maskedBy(t);
      case Op.UREM:
        return this.#remaindersOf(t);
      case Op.SEXT:
      case Op.EXTRACT: {
        const inner = terms.arg(t, 0);
        const known = terms.op(t) === Op.SEXT || terms.low(t) === 0 ? congruenceMemo.get(inner)! : ANY_OFFSET;
        return resized(known, Math.min(terms.width(t), terms.width(inner)));
      }
      case Op.ZEXT:
        return this.#extended(congruenceMemo.get(terms.arg(t, 0))!, terms.arg(t, 0));
      case Op.CONCAT: {
        const low = congruenceMemo.get(terms.arg(t, 1))!;
        const modulus = gcd(low.modulus, 1n << BigInt(terms.width(terms.arg(t, 1))));
        return { modulus, residue: mod(low.residue, modulus) };
      }
      default:
        return this.factOf(t)?.congruence ?? ANY_OFFSET;
    }
  }

  /** Returns the congruence of a sum (`+`, `-`, and multiples) from those of its parts. */
  sumOf(t: Term, partOf: (term: Term) => Congruence): Congruence {
    const { terms } = this;
    const { constant, parts } = linearForm(terms, t);
    const width = terms.width(t);
    let modulus = 0n;
    let residue = constant;
    let values: readonly bigint[] | null = [constant];
    for (const { term, coefficient } of parts) {
      const part = term === t ? ANY_OFFSET : partOf(term);
      modulus = gcd(modulus, this.#moduloOf(term, part.modulus * coefficient, width));
      residue += part.residue * coefficient;
      values = sums(values, valuesOf(part), coefficient, width);
    }
    if (values !== null) return exactly(values);
    if (modulus === 0n) return { modulus, residue: BigInt.asIntN(width, residue) };
    return { modulus, residue: mod(residue, modulus) };
  }

  /** Returns the values of a term that a constant masks, if the mask has few bits. */
  #maskedBy(t: Term): Congruence {
    const { terms } = this;
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    if (!terms.isBv(a) && !terms.isBv(b)) return ANY_OFFSET;
    const mask = terms.constValue(terms.isBv(a) ? a : b);
    let values = [0n];
    for (let bit = 1n; bit <= mask; bit <<= 1n) {
      if ((mask & bit) !== 0n) values = values.flatMap((value) => [value, value | bit]);
      if (values.length > MAX_VALUES) return { modulus: mask & -mask, residue: 0n };
    }
    return exactly(ordered(values.map((value) => BigInt.asIntN(terms.width(t), value))));
  }

  /** Returns the remainders of an unsigned division by a small constant. */
  #remaindersOf(t: Term): Congruence {
    const { terms } = this;
    const divisor = terms.isBv(terms.arg(t, 1)) ? terms.constValue(terms.arg(t, 1)) : 0n;
    if (divisor === 0n || divisor > MAX_VALUES) return ANY_OFFSET;
    const values = Array.from({ length: Number(divisor) }, (_, i) => BigInt.asIntN(terms.width(t), BigInt(i)));
    return exactly(ordered(values));
  }

  /** Returns the values of a term as unsigned numbers, if they are few. */
  #extended(known: Congruence, t: Term): Congruence {
    const width = this.terms.width(t);
    const all = 2 ** width <= MAX_VALUES ? Array.from({ length: 2 ** width }, (_, i) => BigInt(i)) : null;
    const values = valuesOf(known)?.map((value) => BigInt.asUintN(width, value)) ?? all;
    return values === null ? ANY_OFFSET : exactly(ordered(values));
  }
}

/**
 * Returns the congruence of the low bits of a number, as a signed number. The program may have
 * computed it modulo 2^width.
 */
function resized(known: Congruence, width: number): Congruence {
  const values = valuesOf(known)?.map((value) => BigInt.asIntN(width, value));
  if (values !== undefined) return exactly(ordered(values));
  const modulus = gcd(known.modulus, 1n << BigInt(width));
  return { modulus, residue: mod(known.residue, modulus) };
}
