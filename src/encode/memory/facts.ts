import { gcd } from '../../base/gcd.ts';
import type { Term } from '../../terms/builder.ts';
import { Op } from '../../terms/ops.ts';
import type { TermStore } from '../../terms/store.ts';

/** Object numbers that the first half of a pointer may be; null: any number. */
export type Targets = ReadonlySet<number> | null;

/**
 * The offset is `residue` modulo `modulus` (bytes); a modulus of 0 means exactly `residue`. Offsets are
 * signed integers that do not wrap around, while `src/domains/congruence.ts` treats unsigned values
 * modulo 2^w. The encoder shares neither congruences nor linear forms with the analyses of engines:
 * verdicts rest on its facts, and on none of theirs.
 */
export interface Congruence {
  readonly modulus: bigint;
  readonly residue: bigint;
  /** All possible values, in increasing order, if they are few. */
  readonly values?: readonly bigint[];
}

/** Number of objects beyond which an access uses up `Execution.casesLeft` to be split into cases. */
export const MAX_TARGETS = 32;

/** Limit of the values that are kept one by one. */
const MAX_VALUES = 12;

/** Returns all values of a congruence if they are known one by one; else null. */
export function valuesOf({ modulus, residue, values }: Congruence): readonly bigint[] | null {
  return values ?? (modulus === 0n ? [residue] : null);
}

function joinValues(a: readonly bigint[] | null, b: readonly bigint[] | null): readonly bigint[] | null {
  if (a === null || b === null) return null;
  const all = [...new Set([...a, ...b])];
  return all.length > MAX_VALUES ? null : all.length === a.length ? a : all.sort((m, n) => (m < n ? -1 : 1));
}

function withValues(congruence: Congruence, values: readonly bigint[] | null): Congruence {
  const { modulus, residue } = congruence;
  return values === null || modulus === 0n ? { modulus, residue } : { modulus, residue, values };
}

/** The congruence of one of these values, in increasing order. */
function exactly(values: readonly bigint[]): Congruence {
  const [first] = values;
  const modulus = values.reduce((divisor, value) => gcd(divisor, value - first), 0n);
  return withValues({ modulus, residue: mod(first, modulus) }, values);
}

export const ANY_OFFSET: Congruence = { modulus: 1n, residue: 0n };
const NO_TARGETS: ReadonlySet<number> = new Set();

/**
 * A fact about a variable term. The fixpoint over the blocks gives those of state variables; those of
 * inputs hold by construction.
 */
export interface Fact {
  readonly targets?: Targets;
  readonly congruence?: Congruence;
}

/** Returns the residue in 0 .. modulus - 1 (the number itself for modulus 0). */
export function mod(value: bigint, modulus: bigint): bigint {
  if (modulus === 0n) return value;
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** Returns the union of two sets of targets. It is `a` itself if `b` adds nothing. */
export function joinTargets(a: Targets, b: Targets): Targets {
  if (a === null || b === null) return null;
  if (a === b || b.size === 0) return a;
  if (a.size === 0) return b;
  for (const number of b) if (!a.has(number)) return new Set([...a, ...b]);
  return a;
}

/** Returns a congruence that covers both. It is `a` itself if `b` adds nothing. */
export function joinCongruence(a: Congruence, b: Congruence): Congruence {
  const modulus = gcd(gcd(a.modulus, b.modulus), a.residue - b.residue);
  const mine = valuesOf(a);
  const values = joinValues(mine, valuesOf(b));
  return modulus === a.modulus && mine === values
    ? a
    : withValues({ modulus, residue: mod(a.residue, modulus) }, values);
}

/**
 * A sum of multiples of terms and a constant, modulo 2^width; coefficients signed. It is apart from that
 * of `src/analysis/linear.ts` on purpose (see {@link Congruence}), and looks at operators only.
 */
export interface LinearForm {
  readonly constant: bigint;
  readonly parts: readonly { readonly term: Term; readonly coefficient: bigint }[];
}

/** Splits a bit-vector term into a linear form, as far as its top operators show one. */
export function linearForm(terms: TermStore, term: Term): LinearForm {
  const width = terms.width(term);
  const coefficients = new Map<Term, bigint>();
  let constant = 0n;
  const todo: [Term, bigint][] = [[term, 1n]];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [t, c] = next;
    const op = terms.op(t);
    if (op === Op.BV_CONST) constant += c * terms.constValue(t);
    else if (op === Op.ADD) todo.push([terms.arg(t, 0), c], [terms.arg(t, 1), c]);
    else if (op === Op.NEG) todo.push([terms.arg(t, 0), -c]);
    else if (op === Op.MUL && terms.isBv(terms.arg(t, 0)))
      todo.push([terms.arg(t, 1), c * signed(terms, terms.arg(t, 0))]);
    else if (op === Op.MUL && terms.isBv(terms.arg(t, 1)))
      todo.push([terms.arg(t, 0), c * signed(terms, terms.arg(t, 1))]);
    else if (op === Op.SHL && terms.isBv(terms.arg(t, 1)) && terms.constValue(terms.arg(t, 1)) < BigInt(width))
      todo.push([terms.arg(t, 0), c << terms.constValue(terms.arg(t, 1))]);
    else coefficients.set(t, (coefficients.get(t) ?? 0n) + c);
    if (coefficients.size > 64) return { constant: 0n, parts: [{ term, coefficient: 1n }] };
  }
  const parts: { term: Term; coefficient: bigint }[] = [];
  for (const [t, c] of coefficients) {
    const coefficient = BigInt.asIntN(width, c);
    if (coefficient !== 0n) parts.push({ term: t, coefficient });
  }
  return { constant: BigInt.asIntN(width, constant), parts };
}

function signed(terms: TermStore, constant: Term): bigint {
  return BigInt.asIntN(terms.width(constant), terms.constValue(constant));
}

/** Returns the sums of values in `width` bits, which wrap around. */
function sums(
  a: readonly bigint[] | null,
  b: readonly bigint[] | null,
  coefficient: bigint,
  width: number,
): readonly bigint[] | null {
  if (a === null || b === null || a.length * b.length > MAX_VALUES) return null;
  const all = new Set(a.flatMap((value) => b.map((other) => BigInt.asIntN(width, value + coefficient * other))));
  return [...all].sort((m, n) => (m < n ? -1 : 1));
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

  constructor(
    private readonly terms: TermStore,
    private readonly factOf: (variable: Term) => Fact | undefined,
    /** Bits of the first half of a pointer that are the object's number. */
    private readonly numberWidth: number,
  ) {}

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
      if (children !== null) {
        result = NO_TARGETS;
        for (const child of children) result = joinTargets(result, targetMemo.get(child)!);
      } else result = this.#numberIn(t) ?? this.factOf(t)?.targets ?? null;
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
        return [terms.arg(t, 0), terms.arg(t, 2)];
      default:
        return null;
    }
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
            if (congruenceMemo.has(term)) congruenceMemo.clear();
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
      case Op.SHL: {
        const { constant, parts } = linearForm(terms, t);
        const width = terms.width(t);
        let modulus = 0n;
        let residue = constant;
        let values: readonly bigint[] | null = [constant];
        for (const { term, coefficient } of parts) {
          const part = term === t ? ANY_OFFSET : congruenceMemo.get(term)!;
          modulus = gcd(modulus, this.#moduloOf(term, part.modulus * coefficient, width));
          residue += part.residue * coefficient;
          values = sums(values, valuesOf(part), coefficient, width);
        }
        if (values !== null) return exactly(values);
        if (modulus === 0n) return { modulus, residue: BigInt.asIntN(width, residue) };
        return { modulus, residue: mod(residue, modulus) };
      }
      case Op.CONCAT: {
        const low = congruenceMemo.get(terms.arg(t, 1))!;
        const modulus = gcd(low.modulus, 1n << BigInt(terms.width(terms.arg(t, 1))));
        return { modulus, residue: mod(low.residue, modulus) };
      }
      default:
        return this.factOf(t)?.congruence ?? ANY_OFFSET;
    }
  }
}
