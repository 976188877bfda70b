import type { Term } from '../../smt/builder.ts';
import { Op } from '../../smt/ops.ts';
import { freeVariables, postorder } from '../../smt/traverse.ts';
import { isReadSigned, type TransitionSystem } from '../../transys/system.ts';

/** Terms related with each other at one width. */
const MAX_TERMS = 12;
const MAX_WIDTH = 64;

/**
 * Bit-vector terms of one width that linear relations are looked for between, group by group: state variables, narrower ones that are extended as
 * the program has it, and elements of arrays at the program's own indices that speak of the state alone. Those that occur in most
 * formulas of the program come first. `wanted`: widths for which there is a group although no term has them.
 */
export function relatedGroups(system: TransitionSystem, wanted: readonly number[] = []): readonly (readonly Term[])[] {
  const { terms, stateVars, pc } = system;
  const order = postorder(terms, programTerms(system));
  const state = new Set(stateVars.map((v) => v.term));
  const counter = pc === null ? null : stateVars[pc].term;
  const uses = useCounts(system, order);
  const values = order.filter((t) => {
    if (terms.sort(t).kind !== 'bv' || t === counter) return false;
    if (terms.op(t) !== Op.SELECT) return state.has(t);
    return freeVariables(terms, [t]).every((v) => state.has(v));
  });
  const signed = new Set(stateVars.filter(isReadSigned).map((v) => v.term));
  const signExtended = new Set(order.flatMap((t) => (terms.op(t) === Op.SEXT ? [terms.arg(t, 0)] : [])));
  const zeroExtended = new Set(order.flatMap((t) => (terms.op(t) === Op.ZEXT ? [terms.arg(t, 0)] : [])));
  const extend = (t: Term, width: number): Term => {
    if (terms.width(t) === width) return t;
    const bySign = signExtended.has(t) || (signed.has(t) && !zeroExtended.has(t));
    return bySign ? terms.sext(t, width) : terms.zext(t, width);
  };
  // A single bit counts among numbers; bits alone are for clauses.
  const widths = [...new Set([...values.map((t) => terms.width(t)), ...wanted])].filter((width) => width > 1 && width <= MAX_WIDTH);
  return widths.flatMap((width) => {
    const group = values.filter((t) => terms.width(t) <= width).map((t) => [t, extend(t, width)] as const);
    group.sort(([a], [b]) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0));
    return group.length === 0 ? [] : [group.slice(0, MAX_TERMS).map(([, t]) => t)];
  });
}

/** What decides and makes the steps of a system. */
export function programTerms({ blocks }: TransitionSystem): Term[] {
  return blocks.flatMap((block) => [block.feasible, block.bad, block.gap, ...block.next]);
}

/** In how many terms a term is an argument; what is handed on unchanged does not count. */
function useCounts({ terms }: TransitionSystem, order: readonly Term[]): ReadonlyMap<Term, number> {
  const uses = new Map<Term, number>();
  for (const t of order) {
    if (terms.op(t) === Op.ITE) continue;
    for (let i = 0; i < terms.arity(t); i += 1) uses.set(terms.arg(t, i), (uses.get(terms.arg(t, i)) ?? 0) + 1);
  }
  return uses;
}
