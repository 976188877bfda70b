import type { Expr } from '../program/cfa/automaton.ts';
import { type Step, SWITCH } from './activation.ts';
import type { Eval } from './context.ts';
import type { BranchObserver } from './options.ts';
import type { StepContext } from './step-context.ts';

/** Most cases of one switch that are told as comparisons. */
const MOST_CASES = 64;
/** Odd multipliers, which spread places over the numbers of branches. */
const OF_FUNCTION = 0x9e3779b1;
const OF_LOCATION = 0x85ebca6b;
const OF_NEXT = 0xc2b2ae35;

/** Wraps the step of a location so that it tells the observer its branch, if it has several edges. */
export function observedStep(
  observer: BranchObserver | undefined,
  context: StepContext,
  location: number,
  step: Step,
): Step {
  const { function: fn } = context.code;
  const edges = fn.outgoing[location] ?? [];
  if (observer === undefined || edges.length < 2) return step;
  const place = Math.imul(fn.id + 1, OF_FUNCTION) ^ Math.imul(location + 1, OF_LOCATION);
  // Few runs tell their comparisons.
  let compared: readonly Comparison[] | null = null;
  return (frame) => {
    if (observer.compares) {
      compared ??= comparisons(context, location);
      for (const [left, right] of compared) observer.compared(left(frame), right(frame));
    }
    const next = step(frame);
    if (next !== SWITCH) observer.took((place ^ Math.imul(next + 1, OF_NEXT)) >>> 0);
    return next;
  };
}

type Comparison = readonly [left: Eval, right: Eval];

/** The comparisons that a location makes, whichever edge a run takes. */
function comparisons(context: StepContext, location: number): readonly Comparison[] {
  const { function: fn } = context.code;
  const found: Comparison[] = [];
  const seen = new Set<Expr>();
  for (const id of fn.outgoing[location]) {
    const { op } = fn.edges[id];
    if (op.kind === 'assume') within(context, op.condition, seen, found);
    else if (op.kind === 'case' && found.length < MOST_CASES) {
      const { value, low } = op;
      found.push([context.compile(value), context.compile({ kind: 'integer', type: value.type, value: low })]);
    }
  }
  return found;
}

/** Adds the comparisons in a condition that do not lie in an arm of a conditional expression. */
function within(context: StepContext, root: Expr, seen: Set<Expr>, found: Comparison[]): void {
  const pending: Expr[] = [root];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    if (seen.has(expr)) continue;
    seen.add(expr);
    switch (expr.kind) {
      case 'compare':
        if (isComparable(expr.left)) found.push([context.compile(expr.left), context.compile(expr.right)]);
        pending.push(expr.left, expr.right);
        break;
      case 'binary':
        pending.push(expr.left, expr.right);
        break;
      case 'not':
      case 'convert':
        pending.push(expr.operand);
        break;
      default:
    }
  }
}

/** Whether values of the expression's type are numbers to runs. */
function isComparable({ type }: Expr): boolean {
  return type.kind === 'integer' || type.kind === 'enum' || type.kind === 'pointer' || type.kind === 'float';
}
