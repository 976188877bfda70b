import { gcd } from '../../base/gcd.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/**
 * The offset is `residue` modulo `modulus` (bytes); a modulus of 0 means exactly `residue`. Offsets
 * are signed integers that do not wrap around, while `src/logic/domains/congruence.ts` treats unsigned
 * values modulo 2^w. The encoder shares neither congruences nor linear forms with the analyses of
 * engines: verdicts rest on its facts, and on none of theirs.
 */
export interface Congruence {
  readonly modulus: bigint;
  readonly residue: bigint;
  /** All possible values, in increasing order, if they are few. */
  readonly values?: readonly bigint[];
}

/** Limit of the values that are kept one by one. */
export const MAX_VALUES = 12;

/** Returns all values of a congruence if they are known one by one; else null. */
export function valuesOf({ modulus, residue, values }: Congruence): readonly bigint[] | null {
  return values ?? (modulus === 0n ? [residue] : null);
}

function joinValues(a: readonly bigint[] | null, b: readonly bigint[] | null): readonly bigint[] | null {
  if (a === null || b === null) return null;
  const all = ordered([...a, ...b]);
  return all.length > MAX_VALUES ? null : all.length === a.length ? a : all;
}

function withValues(congruence: Congruence, values: readonly bigint[] | null): Congruence {
  const { modulus, residue } = congruence;
  return values === null || modulus === 0n ? { modulus, residue } : { modulus, residue, values };
}

/** The congruence of one of these values, in increasing order. */
export function exactly(values: readonly bigint[]): Congruence {
  const [first] = values;
  const modulus = values.reduce((divisor, value) => gcd(divisor, value - first), 0n);
  return withValues({ modulus, residue: mod(first, modulus) }, values);
}

export const ANY_OFFSET: Congruence = { modulus: 1n, residue: 0n };

/** Returns the residue in 0 .. modulus - 1 (the number itself for modulus 0). */
export function mod(value: bigint, modulus: bigint): bigint {
  if (modulus === 0n) return value;
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
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
 * A sum of multiples of terms and a constant, modulo 2^width; coefficients signed. It is apart from
 * that of `src/system/analysis/linear.ts` on purpose (see {@link Congruence}), and looks at operators
 * only.
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

/** Returns the value of a constant as a signed number. */
export function signed(terms: TermStore, constant: Term): bigint {
  return BigInt.asIntN(terms.width(constant), terms.constValue(constant));
}

/** Returns the sums of values in `width` bits, which wrap around. */
export function sums(
  a: readonly bigint[] | null,
  b: readonly bigint[] | null,
  coefficient: bigint,
  width: number,
): readonly bigint[] | null {
  if (a === null || b === null) return null;
  const all = ordered(a.flatMap((value) => b.map((other) => BigInt.asIntN(width, value + coefficient * other))));
  return all.length > MAX_VALUES ? null : all;
}

/** Returns values without repetition, in increasing order. */
export function ordered(values: readonly bigint[]): readonly bigint[] {
  return [...new Set(values)].sort((m, n) => (m < n ? -1 : m > n ? 1 : 0));
}

/** Returns the congruence of offsets that are smaller by a number of bytes. */
export function minus({ modulus, residue, values }: Congruence, bytes: bigint): Congruence {
  return {
    modulus,
    residue: mod(residue - bytes, modulus),
    ...(values === undefined ? {} : { values: values.map((value) => value - bytes) }),
  };
}

/** Returns the congruence of the remainders of offsets, divided by a number of bytes. */
export function remainder({ modulus, residue }: Congruence, by: number): Congruence {
  const divisor = gcd(modulus, BigInt(by));
  return { modulus: modulus % BigInt(by) === 0n ? 0n : divisor, residue: mod(residue, divisor) };
}
