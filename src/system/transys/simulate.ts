import type { Term } from '../../logic/terms/builder.ts';
import { Evaluator, zeroValue } from '../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../logic/terms/solver.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import type { Doubt, Gap, SystemTrace, TraceValue, TransitionSystem } from './system.ts';

/** The end of a run. `step` counts from 0. */
export type RunEnd =
  | { readonly kind: 'bad'; readonly step: number; readonly block: number; readonly property: string | null }
  | { readonly kind: 'gap'; readonly step: number; readonly block: number; readonly gap: Gap | null }
  /** The step has no successor. */
  | { readonly kind: 'stuck'; readonly step: number; readonly block: number }
  /** The trace is at its end and the run could go on. */
  | { readonly kind: 'open'; readonly step: number }
  /** The initial constraint does not hold. */
  | { readonly kind: 'no start' };

/** Callbacks of {@link simulateTrace}. */
export interface SimulateOptions {
  /** Called with the values of the state variables before each step. */
  readonly observe?: (step: number, state: readonly ModelValue[]) => void;
  /** Called for each doubt that the run rests on. */
  readonly doubt?: (doubt: Doubt) => void;
}

/**
 * Runs a trace by evaluation, without solver or rewriting, and returns its end. That is the first step
 * in which bad or a gap holds, or the reason why the run ends before. Inputs that the trace leaves out
 * are zero.
 */
export function simulateTrace(system: TransitionSystem, trace: SystemTrace, options: SimulateOptions = {}): RunEnd {
  const { terms, stateVars, inputs, blocks, pc } = system;
  const inputIndex = new Map(inputs.map((v, i) => [v.term, i]));
  const stateIndex = new Map(stateVars.map((v, i) => [v.term, i]));
  const given = (values: ReadonlyMap<number, TraceValue>, t: Term): ModelValue => {
    const index = inputIndex.get(t);
    const value = index === undefined ? undefined : values.get(index);
    return value === undefined ? zeroValue(terms.sort(t)) : modelValue(terms.sort(t), value);
  };
  const start = new Evaluator(terms, (t) => given(trace.init, t));
  if (start.value(system.initConstraint) !== true) return { kind: 'no start' };
  let state = system.init.map((t) => start.value(t));
  for (let step = 0; step < trace.steps.length; step++) {
    options.observe?.(step, state);
    const now = state;
    const block = pc === null ? 0 : Number(now[pc] as bigint);
    const current = blocks[block];
    if (current === undefined) return { kind: 'stuck', step, block };
    const evaluator = new Evaluator(terms, (t) => {
      const index = stateIndex.get(t);
      return index === undefined ? given(trace.steps[step], t) : now[index];
    });
    if (options.doubt !== undefined && evaluator.value(current.doubtful) === true) {
      for (const d of system.doubts) if (d.block === block && evaluator.value(d.condition) === true) options.doubt(d);
    }
    if (evaluator.value(current.bad) === true) {
      const property = current.bads.find((b) => evaluator.value(b.term) === true);
      return { kind: 'bad', step, block, property: property?.name ?? null };
    }
    if (evaluator.value(current.gap) === true) {
      const gap = system.gaps.find((g) => g.block === block && evaluator.value(g.condition) === true);
      return { kind: 'gap', step, block, gap: gap ?? null };
    }
    if (evaluator.value(current.feasible) !== true) return { kind: 'stuck', step, block };
    state = current.next.map((t) => evaluator.value(t));
  }
  return { kind: 'open', step: trace.steps.length };
}

/** A value of a trace as a value of that sort. */
export function modelValue(sort: Sort, value: TraceValue): ModelValue {
  if (typeof value === 'bigint') return sort.kind === 'bool' ? value !== 0n : value;
  const element = sort.kind === 'array' ? sort.element : sort;
  return {
    default: modelValue(element, value.default),
    entries: new Map(value.entries.map(([index, e]) => [index, modelValue(element, e)])),
  };
}
