import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import { join, type Range, within } from '../../logic/domains/range.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { Fact } from './facts.ts';
import type { PlacedFlow } from './places.ts';

/** Least width in bits of a variable whose bounds are worth a question. */
const LEAST_WIDTH = 16;

/**
 * Bounds of single variables with which a place is entered from another one, where the values lose them: candidates for
 * invariants. In `while (...) if (v >= INT_MIN / 10 && ...) v = 10 * v - digit`, entered with 0, the values know no bound of
 * v, since they do not see that the product fits. Yet `v <= 0` holds.
 */
export function entryBounds({ terms }: TransitionSystem, flow: PlacedFlow, solution: Fixpoint<Value>): readonly Fact[] {
  const entered = new Map<number, (Range | null)[]>();
  solution.forEachStep(({ from, to, next, value }) => {
    if (from === to) return;
    const before = entered.get(to);
    entered.set(
      to,
      flow.observed.map((t, i) => {
        const here = terms.sort(t).kind === 'bv' ? value(next[i]) : null;
        const known = before?.[i];
        return here === null || known === null ? null : known === undefined ? here : join(known, here);
      }),
    );
  });
  return [...entered].flatMap(([to, ranges]) => {
    const { block, at } = flow.places[to];
    const bounds = flow.observed.flatMap((t, i) => {
      const [range, all] = [ranges[i], solution.values[to]?.[i] ?? null];
      if (range === null || all === null || range.width < LEAST_WIDTH || within(all, range)) return [];
      const constant = (n: bigint): Term => terms.bv(range.width, BigInt.asUintN(range.width, n));
      return [
        ...(all.low < range.low ? [terms.ule(constant(range.low), t)] : []),
        ...(all.high > range.high ? [terms.ule(t, constant(range.high))] : []),
        ...(all.signedLow < range.signedLow ? [terms.sle(constant(range.signedLow), t)] : []),
        ...(all.signedHigh > range.signedHigh ? [terms.sle(t, constant(range.signedHigh))] : []),
      ];
    });
    return bounds.map((formula): Fact => ({ block, formula: terms.implies(at, formula) }));
  });
}
