import { exactValue, fewElements, fullValue, holds, type Value } from '../../logic/domains/value.ts';
import { VALUES, valueTransfer } from '../../logic/domains/values.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../transys/program-terms.ts';
import type { TransitionSystem } from '../transys/system.ts';

/** A class of values of a variable: a single value, an interval with both ends, or all but some values. */
export type ValueClass =
  | { readonly kind: 'one'; readonly value: bigint }
  | { readonly kind: 'between'; readonly signed: boolean; readonly low: bigint; readonly high: bigint }
  | { readonly kind: 'none'; readonly of: readonly bigint[] };

/** Most values that are classes of their own, and most classes of a variable. */
const MOST_VALUES = 32n;
const MOST_CLASSES = 64;

/** Comparisons of a variable with constants, and the points at which they change. */
export interface Comparisons {
  readonly atoms: readonly Term[];
  /** Constants of equations with it. */
  readonly equal: ReadonlySet<bigint>;
  /** Signed and unsigned constants c of comparisons that are equivalent to "below c". */
  readonly signedCuts: ReadonlySet<bigint>;
  readonly cuts: ReadonlySet<bigint>;
}

/** The comparisons of state variables with constants in the blocks, by variable. */
export function comparisonsWithConstants(system: TransitionSystem): ReadonlyMap<Term, Comparisons> {
  const { terms, stateVars } = system;
  const states = new Set(stateVars.map((v) => v.term));
  return comparisonsIn(terms, states, postorder(terms, programTerms(system)));
}

/** The comparisons of variables with constants among terms, by variable. */
export function comparisonsIn(
  terms: TermStore,
  variables: ReadonlySet<Term>,
  among: readonly Term[],
): ReadonlyMap<Term, Comparisons> {
  const found = new Map<Term, { atoms: Term[]; equal: Set<bigint>; signedCuts: Set<bigint>; cuts: Set<bigint> }>();
  for (const t of among) {
    const op = terms.op(t);
    if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) continue;
    const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
    const [variable, constant] = variables.has(x) ? [x, y] : [y, x];
    if (!variables.has(variable) || !terms.isBv(constant)) continue;
    let of = found.get(variable);
    if (of === undefined)
      found.set(variable, (of = { atoms: [], equal: new Set(), signedCuts: new Set(), cuts: new Set() }));
    of.atoms.push(t);
    const c = terms.constValue(constant);
    const signed = BigInt.asIntN(terms.width(constant), c);
    // The comparison c < x changes at c + 1.
    const after = variable === x ? 0n : 1n;
    if (op === Op.EQ) of.equal.add(c);
    else if (op === Op.ULT) of.cuts.add(c + after);
    else of.signedCuts.add(signed + after);
  }
  return found;
}

/**
 * Classes that cover all values of a variable: each value if there are few, else the intervals between
 * its comparisons. Null if there are too many classes, or only one.
 */
export function valueClasses(v: Value, compared: Comparisons | undefined): readonly ValueClass[] | null {
  const few = fewElements(v, MOST_VALUES);
  if (few !== null) return few.map((value) => ({ kind: 'one', value }));
  if (compared === undefined || compared.equal.size + compared.cuts.size + compared.signedCuts.size > MOST_CLASSES)
    return null;
  const { width } = v;
  const equal = [...compared.equal].filter((c) => holds(v, c));
  const signed = compared.signedCuts.size >= compared.cuts.size;
  const [low, high] = signed ? [v.signedLow, v.signedHigh] : [v.low, v.high];
  const cuts = [...(signed ? compared.signedCuts : compared.cuts)].filter((c) => c > low && c <= high);
  if (cuts.length === 0) {
    if (equal.length === 0) return null;
    return [...equal.map((value): ValueClass => ({ kind: 'one', value })), { kind: 'none', of: equal }];
  }
  const points = equal.flatMap((c) => {
    const number = signed ? BigInt.asIntN(width, c) : c;
    return [number, number + 1n];
  });
  const starts = [...new Set([low, ...cuts, ...points])]
    .filter((c) => c >= low && c <= high)
    .sort((a, b) => (a < b ? -1 : 1));
  if (starts.length > MOST_CLASSES) return null;
  return starts.map((from, i): ValueClass => {
    const to = i + 1 < starts.length ? starts[i + 1] - 1n : high;
    return from === to
      ? { kind: 'one', value: BigInt.asUintN(width, from) }
      : { kind: 'between', signed, low: from, high: to };
  });
}

/** The condition that a term is in the class. */
export function classCondition(terms: TermStore, t: Term, c: ValueClass): Term {
  const sort = terms.sort(t);
  const constant = (value: bigint): Term =>
    sort.kind === 'bv' ? terms.bv(sort.width, BigInt.asUintN(sort.width, value)) : terms.bool(value === 1n);
  switch (c.kind) {
    case 'one':
      return terms.eq(t, constant(c.value));
    case 'between': {
      const [low, high] = [constant(c.low), constant(c.high)];
      return c.signed
        ? terms.and(terms.sle(low, t), terms.sle(t, high))
        : terms.and(terms.ule(low, t), terms.ule(t, high));
    }
    case 'none':
      return terms.andAll(c.of.map((value) => terms.not(terms.eq(t, constant(value)))));
  }
}

/** The comparisons with constants that have one truth value throughout the class, with that value. */
export function decidedBy(
  terms: TermStore,
  atoms: readonly Term[],
  c: ValueClass,
): readonly (readonly [atom: Term, truth: boolean])[] {
  return atoms.flatMap((atom) => {
    const args = [0, 1].map((i): Value | null => {
      const arg = terms.arg(atom, i);
      const width = terms.width(arg);
      return terms.isBv(arg) ? exactValue(width, terms.constValue(arg)) : classValue(width, c);
    });
    if (c.kind === 'none') {
      const other = args.find((v) => v !== null && v.low === v.high);
      const excluded = terms.op(atom) === Op.EQ && other !== null && other !== undefined && c.of.includes(other.low);
      return excluded ? [[atom, false] as const] : [];
    }
    const truth = valueTransfer(terms, atom, args);
    return truth.low === truth.high ? [[atom, truth.low === 1n] as const] : [];
  });
}

function classValue(width: number, c: ValueClass): Value {
  const all = fullValue(width);
  switch (c.kind) {
    case 'one':
      return exactValue(width, c.value);
    case 'between':
      return (c.signed ? VALUES.signedBounded(all, c.low, c.high) : VALUES.bounded(all, c.low, c.high)) ?? all;
    case 'none':
      return all;
  }
}
