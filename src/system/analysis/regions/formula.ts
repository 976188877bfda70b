import { rangeFormula } from '../../../logic/domains/formula.ts';
import { join, type Range } from '../../../logic/domains/range.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { guarded } from '../../transys/control.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { Region, RegionGraph } from './graph.ts';
import type { RegionModel } from './model.ts';

/**
 * The formula "the state is in one of the regions" over all state variables, as a decision diagram
 * over the variables. Variables with the fewest distinct ranges come first. Regions that agree on one
 * variable are distinguished by the later ones. Adjacent ranges with the same rest are merged.
 */
export function regionsFormula({ system, variables }: RegionModel, graph: RegionGraph): Term {
  const { terms, pc, blocks } = system;
  const byBlock = blocks.map((): Region[] => []);
  for (const region of graph.regions) byBlock[region.location]?.push(region);
  const formulas = blocks.map(({ id }) => {
    // The entry block reads no state, so that any values are possible there.
    if (pc !== null && id === 0) return terms.true;
    const boxes = byBlock[id].map(({ box }) => box);
    const order = variables.map((_, i) => ({ i, ways: new Set(boxes.map((box) => rangeKey(box[i]))).size }));
    order.sort((a, b) => a.ways - b.ways);
    return diagram(
      system,
      boxes,
      order.map(({ i }) => ({ position: i, term: variables[i].variable })),
      0,
    );
  });
  return terms.andAll(formulas.map((formula, id) => guarded(system, id, formula)));
}

interface Level {
  readonly position: number;
  readonly term: Term;
}

/**
 * The diagram of boxes that agree on the variables before the level. The recursion depth is the number
 * of variables.
 */
function diagram(
  system: TransitionSystem,
  boxes: readonly (readonly Range[])[],
  levels: readonly Level[],
  at: number,
): Term {
  const { terms } = system;
  if (boxes.length === 0) return terms.false;
  if (at === levels.length) return terms.true;
  const { position, term } = levels[at];
  const groups = new Map<string, (readonly Range[])[]>();
  for (const box of boxes) {
    const key = rangeKey(box[position]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [box]);
    else group.push(box);
  }
  const ranges = new Map<Term, Range[]>();
  for (const group of groups.values()) {
    const rest = diagram(system, group, levels, at + 1);
    const same = ranges.get(rest);
    if (same === undefined) ranges.set(rest, [group[0][position]]);
    else same.push(group[0][position]);
  }
  return terms.orAll(
    [...ranges].map(([rest, of]) =>
      terms.and(terms.orAll(merged(of).map((range) => rangeFormula(terms, term, range))), rest),
    ),
  );
}

/** Merges adjacent and overlapping ranges. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  const sorted = [...ranges].sort((a, b) =>
    a.signedLow < b.signedLow || (a.signedLow === b.signedLow && a.low < b.low) ? -1 : 1,
  );
  for (const range of sorted) {
    const last = result.at(-1);
    if (last !== undefined && isOneInterval(last) && isOneInterval(range) && range.signedLow <= last.signedHigh + 1n)
      result[result.length - 1] = join(last, range);
    else result.push(range);
  }
  return result;
}

/**
 * True if the signed bounds alone describe the range: the interval between them is as large as the
 * range.
 */
function isOneInterval({ width, low, high, signedLow, signedHigh }: Range): boolean {
  if (width === 1) return low === high || high - low === 1n;
  const whole = signedLow < 0n && signedHigh >= 0n;
  return whole ? low === 0n && high === (1n << BigInt(width)) - 1n : high - low === signedHigh - signedLow;
}

function rangeKey({ low, high, signedLow, signedHigh }: Range): string {
  return `${low} ${high} ${signedLow} ${signedHigh}`;
}
