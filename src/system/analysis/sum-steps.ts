import { stronglyConnected } from '../../base/graph.ts';
import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { comparison } from './counters.ts';
import { linearForm, type ValueOf } from './linear.ts';
import type { PlacedFlow } from './places.ts';
import { measuredTerms } from './related-terms.ts';
import { forEachRelatedStep } from './steps.ts';

/** Numbers from `least` to `most`. */
export interface Interval {
  readonly least: bigint;
  readonly most: bigint;
}

/** A sum of multiples of numbers and a constant. */
export interface Sum {
  readonly parts: ReadonlyMap<Term, bigint>;
  readonly constant: bigint;
}

/** A step as what it assigns to numbers, each as a sum over the numbers before it. */
export interface SumStep {
  readonly from: number;
  readonly to: number;
  /** The variables that the step changes. */
  readonly assigned: ReadonlyMap<Term, Sum>;
  /** Sums over the numbers before the step that are at most 0, from its guards; [] for steps to the same place. */
  readonly guards: readonly Sum[];
  /** The values of the terms of the sums. */
  readonly ranges: ReadonlyMap<Term, Interval>;
}

/** Places that steps lead round and round, with the steps among them and those that enter them. */
export interface Cycle {
  readonly places: readonly number[];
  readonly inside: readonly SumStep[];
  readonly entering: readonly SumStep[];
}

/** Most steps that are looked at. */
const MOST_STEPS = 2_000;

/** The cycles of a flow: loops together with those around them, and inner loops of one place by themselves. */
export function cycles(system: TransitionSystem, flow: PlacedFlow, solution: Fixpoint<Value>): readonly Cycle[] {
  const steps = sumSteps(system, solution);
  const successors = flow.places.map((): number[] => []);
  for (const { from, to } of steps) successors[from].push(to);
  const component = stronglyConnected(successors);
  const byComponent = new Map<number, { places: Set<number>; inside: SumStep[]; entering: SumStep[] }>();
  for (const step of steps) {
    if (component[step.from] !== component[step.to]) continue;
    const of = byComponent.get(component[step.to]) ?? { places: new Set(), inside: [], entering: [] };
    byComponent.set(component[step.to], of);
    of.places.add(step.from).add(step.to);
    of.inside.push(step);
  }
  for (const step of steps)
    if (component[step.from] !== component[step.to]) byComponent.get(component[step.to])?.entering.push(step);
  // Runs that start in a cycle enter it without a step.
  for (const { node } of flow.starts) byComponent.delete(component[node]);
  const whole = [...byComponent.values()].map(({ places, ...rest }): Cycle => ({ places: [...places], ...rest }));
  return [...whole, ...whole.flatMap((cycle) => (cycle.places.length > 1 ? innerLoops(cycle) : []))];
}

function innerLoops({ places, inside, entering }: Cycle): readonly Cycle[] {
  return places.flatMap((place): readonly Cycle[] => {
    const own = inside.filter(({ from, to }) => from === place && to === place);
    const others = [...inside, ...entering].filter(({ from, to }) => from !== place && to === place);
    return own.length === 0 ? [] : [{ places: [place], inside: own, entering: others }];
  });
}

function sumSteps(system: TransitionSystem, solution: Fixpoint<Value>): readonly SumStep[] {
  const { terms, pc } = system;
  const numbers = measuredTerms(system).map((term, i) => ({ term, i }));
  const words = numbers.filter(({ term, i }) => i !== pc && terms.sort(term).kind === 'bv');
  const all: SumStep[] = [];
  let seen = 0;
  forEachRelatedStep(terms, solution, ({ from, to, next, literals, value }) => {
    seen += 1;
    if (seen > MOST_STEPS) return;
    const assigned = new Map<Term, Sum>();
    const ranges = new Map<Term, Interval>();
    for (const { term, i } of words) {
      if (next[i] === term) continue;
      assigned.set(term, sumOf(system, next[i], value, ranges));
      ranges.set(term, rangeOf(system, term, value));
    }
    const guards = from === to ? [] : literals.flatMap((t) => guardSum(system, t, value, ranges) ?? []);
    all.push({ from, to, assigned, guards, ranges });
  });
  return seen > MOST_STEPS ? [] : all;
}

/** The sum that is at most 0 where an order of two terms holds; null for other literals. */
function guardSum(system: TransitionSystem, t: Term, value: ValueOf, ranges: Map<Term, Interval>): Sum | null {
  const { terms } = system;
  const isNegation = terms.op(t) === Op.NOT;
  const order = comparison(terms, isNegation ? terms.arg(t, 0) : t);
  if (order === null || order.op === Op.EQ) return null;
  const [less, greater] = (isNegation ? [order.y, order.x] : [order.x, order.y]).map((side) =>
    sumOf(system, side, value, ranges),
  );
  const difference = added(less, greater, -1n);
  return { ...difference, constant: difference.constant + (isNegation ? 0n : 1n) };
}

/** The sum of a sum and a multiple of another one. */
export function added(a: Sum, b: Sum, times: bigint): Sum {
  const parts = new Map(a.parts);
  for (const [t, factor] of b.parts) {
    const sum = (parts.get(t) ?? 0n) + times * factor;
    if (sum === 0n) parts.delete(t);
    else parts.set(t, sum);
  }
  return { parts, constant: a.constant + times * b.constant };
}

/** A term as a sum of numbers; extensions are the numbers that they extend. */
function sumOf(system: TransitionSystem, t: Term, value: ValueOf, ranges: Map<Term, Interval>): Sum {
  const { terms } = system;
  const { width, parts, constant } = linearForm(terms, t, value);
  const sum = new Map<Term, bigint>();
  for (const [part, factor] of parts) {
    const number = extended(system, part, value);
    ranges.set(number, rangeOf(system, number, value));
    sum.set(number, (sum.get(number) ?? 0n) + BigInt.asIntN(width, factor));
  }
  return { parts: sum, constant: BigInt.asIntN(width, constant) };
}

function extended({ terms }: TransitionSystem, t: Term, value: ValueOf): Term {
  const op = terms.op(t);
  if (op === Op.ZEXT) return terms.arg(t, 0);
  if (op !== Op.SEXT) return t;
  const inner = terms.arg(t, 0);
  return (value(inner)?.signedLow ?? -1n) >= 0n ? inner : t;
}

/** The values of a term as numbers, in the reading of those two with the smaller range. */
function rangeOf({ terms }: TransitionSystem, t: Term, value: ValueOf): Interval {
  const v = value(t);
  return v === null ? { least: 0n, most: (1n << BigInt(terms.width(t))) - 1n } : narrower(v);
}

/** The range of a value without sign or with it, whichever is smaller. */
export function narrower({ low, high, signedLow, signedHigh }: Value): Interval {
  return signedHigh - signedLow < high - low ? { least: signedLow, most: signedHigh } : { least: low, most: high };
}
