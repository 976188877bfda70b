import type { Term } from '../../logic/terms/builder.ts';
import { pattern } from '../../logic/terms/evaluate.ts';
import { Op } from '../../logic/terms/ops.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import { type State, stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** Most terms of a group that bounds are made for. */
const MAX_TERMS = 6;

/**
 * Bounds ±x ± y <= c of octagons (Miné: The Octagon Abstract Domain, HOSC 2006) over the terms,
 * without wrap-around. The bound c is the largest value in the states, or the next constant of the
 * program above it. Terms are read as signed numbers, and as unsigned ones if the program or narrowing
 * extends them by zeros.
 */
export function boundsBetween(system: TransitionSystem, group: readonly Term[], states: readonly State[]): Term[] {
  const { terms } = system;
  if (states.length === 0) return [];
  const evaluators = states.map(stateEvaluators(system));
  const thresholds = constantsOf(system);
  const byZero = new Set(system.stateVars.flatMap(({ term, extension }) => (extension === 'zero' ? [term] : [])));
  const wide = (t: Term, width: number): Term =>
    terms.op(t) === Op.ZEXT || byZero.has(t) ? terms.zext(t, width) : terms.sext(t, width);
  const chosen = group.slice(0, MAX_TERMS);
  const found: Term[] = [];
  chosen.forEach((x, i) => {
    for (const y of chosen.slice(i + 1)) {
      // Two bits more than both have, so that no sum wraps around.
      const width = terms.width(x) + 2;
      const [a, b] = [wide(x, width), wide(y, width)];
      for (const sum of [terms.sub(a, b), terms.sub(b, a), terms.add(a, b), terms.neg(terms.add(a, b))]) {
        const values = evaluators.map((e) => BigInt.asIntN(width, pattern(e.value(sum))));
        const most = values.reduce((m, v) => (v > m ? v : m));
        const above = thresholds.find((c) => c >= most);
        for (const c of new Set([most, above ?? most]))
          found.push(terms.sle(sum, terms.bv(width, BigInt.asUintN(width, c))));
      }
    }
  });
  return found;
}

/** The program's constants with their negations, as signed numbers in order. */
function constantsOf(system: TransitionSystem): bigint[] {
  const { terms } = system;
  const found = new Set<bigint>([0n, 1n, -1n]);
  for (const t of postorder(terms, programTerms(system))) {
    if (!terms.isBv(t)) continue;
    const value = BigInt.asIntN(terms.width(t), terms.constValue(t));
    for (const c of [value, -value, value - 1n, 1n - value]) found.add(c);
  }
  return [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
