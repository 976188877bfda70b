import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from './program-terms.ts';
import { isReadSigned, type TransitionSystem } from './system.ts';

/** Most terms that are related with each other at one width. */
const MAX_TERMS = 12;
const MAX_WIDTH = 64;

/**
 * Groups of bit-vector terms of one width between which linear relations are looked for. They are state
 * variables, narrower ones extended as in the program, and elements of arrays at the program's own indices
 * over the state. The measures of the system come first, and then terms that occur in most formulas of the
 * program. `wanted`: widths in bits for which there is a group although no term has them.
 */
export function relatedGroups(system: TransitionSystem, wanted: readonly number[] = []): readonly (readonly Term[])[] {
  const { terms, stateVars, pc } = system;
  const order = postorder(terms, programTerms(system));
  const state = new Set(stateVars.map((v) => v.term));
  const counter = pc === null ? null : stateVars[pc].term;
  const uses = useCounts(system, order);
  const measures = new Set((system.measures ?? []).filter((t) => terms.width(t) > 1));
  const own = order.filter((t) => {
    if (terms.sort(t).kind !== 'bv' || t === counter) return false;
    if (terms.op(t) !== Op.SELECT) return state.has(t);
    return freeVariables(terms, [t]).every((v) => state.has(v));
  });
  const values = [...new Set([...measures, ...own])];
  const rank = (t: Term): number => (measures.has(t) ? order.length : (uses.get(t) ?? 0));
  const signed = new Set(stateVars.filter(isReadSigned).map((v) => v.term));
  const signExtended = new Set(order.flatMap((t) => (terms.op(t) === Op.SEXT ? [terms.arg(t, 0)] : [])));
  const zeroExtended = new Set(order.flatMap((t) => (terms.op(t) === Op.ZEXT ? [terms.arg(t, 0)] : [])));
  const extend = (t: Term, width: number): Term => {
    if (terms.width(t) === width) return t;
    const bySign = signExtended.has(t) || (signed.has(t) && !zeroExtended.has(t));
    return bySign ? terms.sext(t, width) : terms.zext(t, width);
  };
  // A group of numbers may contain single bits; there is no group of bits alone, which clauses describe.
  const widths = [...new Set([...values.map((t) => terms.width(t)), ...wanted])].filter(
    (width) => width > 1 && width <= MAX_WIDTH,
  );
  return widths.flatMap((width) => {
    const group = values.filter((t) => terms.width(t) <= width).map((t) => [t, extend(t, width)] as const);
    group.sort(([a], [b]) => rank(b) - rank(a));
    return group.length === 0 ? [] : [group.slice(0, MAX_TERMS).map(([, t]) => t)];
  });
}

/**
 * The number of terms in which each term is an argument; choices that pass it on unchanged do not
 * count.
 */
function useCounts({ terms }: TransitionSystem, order: readonly Term[]): ReadonlyMap<Term, number> {
  const uses = new Map<Term, number>();
  for (const t of order) {
    if (terms.op(t) === Op.ITE) continue;
    for (let i = 0; i < terms.arity(t); i++) uses.set(terms.arg(t, i), (uses.get(terms.arg(t, i)) ?? 0) + 1);
  }
  return uses;
}
