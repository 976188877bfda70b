import { Layout } from '../../../c/types/layout.ts';
import { failLeaks } from '../../../program/cfa/checks/kinds.ts';
import { ACCESSIBLE } from '../../../program/cfa/checks/overlap.ts';
import type { LinkedProgram } from '../../../program/cfa/linked.ts';
import { type PointerFormat, Shapes } from '../../shapes/shape.ts';
import type { CountedLoop } from './counted-loops.ts';
import type { CutPoints } from './cut-points.ts';
import type { Decided } from './decided.ts';
import { type ExternalView, externalView } from './external-view.ts';
import { Lifetimes } from './lifetimes.ts';
import { OtherViews } from './other-views.ts';
import { pointerFormat } from './pointer-format.ts';

/**
 * The values that become inputs where expressions read them. Definitions say what they are, so that rewriting
 * does not decide the program. `scalars`: pointers, too; `literals`: also numbers of the source.
 */
export type NamedValues = 'none' | 'integers' | 'scalars' | 'literals';

/** All that is decided before a round of encoding begins. Nothing in it changes during the round. */
export interface Plan {
  readonly linked: LinkedProgram;
  readonly cuts: CutPoints;
  /** Loops that a block may unwind, by cut point. */
  readonly counted: ReadonlyMap<number, CountedLoop>;
  readonly lifetimes: Lifetimes;
  readonly layout: Layout;
  /**
   * The globals and functions that external functions know, in programs where external calls may change
   * anything.
   */
  readonly externalView: ExternalView;
  readonly otherViews: OtherViews;
  /** Whether the program has a call that may change the rounding mode. */
  readonly setsRounding: boolean;
  /** Whether the program asks for live blocks, so that the encoding counts them. */
  readonly countsBlocks: boolean;
  /** Whether the program asks what can be accessed, so that the encoding keeps the sizes of objects. */
  readonly asksSizes: boolean;
  /** Whether the encoded run has an end, as the only path of a program does. */
  readonly isEndSure: boolean;
  readonly names: NamedValues;
  readonly pointers: PointerFormat;
  readonly shapes: Shapes;
  /** The changes that earlier rounds asked for. */
  readonly decided: Decided;
  /** Whether this is the last round: accesses that do not fit become gaps. */
  readonly isLast: boolean;
}

/** Returns the plan of the first round. */
export function firstPlan(linked: LinkedProgram, cuts: CutPoints, decided: Decided): Plan {
  const layout = new Layout(linked.program);
  const view = externalView(linked);
  const pointers = pointerFormat(linked, cuts, view, decided.outlived);
  return {
    ...{ linked, cuts, layout, pointers, decided },
    counted: new Map(),
    lifetimes: new Lifetimes(),
    externalView: view,
    otherViews: new OtherViews(linked, layout),
    setsRounding: setsRounding(linked),
    countsBlocks: failLeaks(linked.errorFunctions),
    asksSizes: linked.edges.some(({ edge: { op } }) => op.kind === 'intrinsic' && op.name === ACCESSIBLE),
    isEndSure: false,
    names: 'none',
    shapes: new Shapes(layout, pointers),
    isLast: false,
  };
}

/** Returns the plan of the next round, which begins with other decisions. */
export function revisedPlan(plan: Plan, decided: Decided, isLast: boolean): Plan {
  const pointers = pointerFormat(plan.linked, plan.cuts, plan.externalView, decided.outlived);
  return withPointers({ ...plan, decided, isLast }, pointers);
}

/** Returns the plan with another format of pointers. */
export function withPointers(plan: Plan, pointers: PointerFormat): Plan {
  return { ...plan, pointers, shapes: new Shapes(plan.layout, pointers) };
}

const ROUNDING_SETTERS: ReadonlySet<string> = new Set(['fesetround', 'fesetenv', 'feupdateenv']);

function setsRounding({ program, edges }: LinkedProgram): boolean {
  return edges.some(({ edge: { op } }) => {
    if (op.kind !== 'call' || op.callee.kind !== 'direct') return false;
    return ROUNDING_SETTERS.has(program.functions[op.callee.function]?.name ?? '');
  });
}
