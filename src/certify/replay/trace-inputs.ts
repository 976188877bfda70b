import { NO_TERM, type Term } from '../../logic/terms/builder.ts';
import { Evaluator, zeroValue } from '../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../logic/terms/solver.ts';
import {
  type InputQueue,
  type InputValue,
  numberedSite,
  type ProgramInput,
  queueInputs,
} from '../../program/cfa/inputs.ts';
import { UNNAMED } from '../../program/cfa/pointer-choices.ts';
import type { RunEnd } from '../../system/transys/simulate.ts';
import { modelValue, simulateTrace } from '../../system/transys/simulate.ts';
import type { InputOrigin, SystemTrace, TraceValue, TransitionSystem } from '../../system/transys/system.ts';

/**
 * The inputs with which the program makes the run of a trace, and the block where the run of the
 * system leads.
 */
export interface TraceInputs {
  readonly inputs: readonly InputQueue[];
  readonly end: RunEnd;
}

/**
 * Runs the trace on the system by evaluation. It collects, step by step, the values of those inputs
 * whose sites the step executes, in the order of execution. The system must be the one as compiled:
 * passes drop inputs that the program still reads.
 */
export function traceInputs(system: TransitionSystem, trace: SystemTrace): TraceInputs {
  const { terms, stateVars, pc, inputs } = system;
  const collected: ProgramInput[] = [];
  /** Calls of external functions that change memory, counted by site. */
  const changing = new Map<string, number>();
  const stateIndex = new Map(stateVars.map((v, index) => [v.term, index]));
  const inputIndex = new Map(inputs.map((v, index) => [v.term, index]));
  const byBlock = system.blocks.map((block) =>
    block.inputs
      .filter((index) => inputs[index].origin !== null && inputs[index].origin?.kind !== 'approximation')
      .sort((a, b) => (inputs[a].origin?.order ?? 0) - (inputs[b].origin?.order ?? 0)),
  );

  const end = simulateTrace(system, trace, {
    observe: (step, state) => {
      const block = pc === null ? 0 : Number(state[pc]);
      const values = trace.steps[step];
      const evaluator = new Evaluator(terms, (t) => {
        const index = stateIndex.get(t);
        return index === undefined ? inputValue(system, t, values, inputIndex) : state[index];
      });
      for (const index of byBlock[block] ?? []) {
        const { origin } = inputs[index];
        if (origin === null || origin.kind === 'approximation') continue;
        if (origin.guard !== NO_TERM && evaluator.value(origin.guard) !== true) continue;
        const { kind, path } = origin;
        const taken = origin.value === undefined ? values.get(index) : evaluator.value(origin.value);
        const value = origin.kind === 'external-pointer' ? objectIn(origin, values.get(index)) : flat(taken ?? 0n);
        const site = numberedSite(origin.site, (call) => changing.get(call) ?? 0);
        if (kind === 'external-change' && site === origin.site && value !== 0n)
          changing.set(site, (changing.get(site) ?? 0) + 1);
        if (value !== null) collected.push({ kind, site, path, value });
      }
    },
  });
  return { inputs: queueInputs(collected), end };
}

/**
 * Returns the inputs of a run without end: those before its cycle, and those of one turn. The trace ends
 * with the first turn, which begins at step `cycle`.
 */
export function cycleInputs(
  system: TransitionSystem,
  trace: SystemTrace,
  cycle: number,
): { readonly inputs: readonly InputQueue[]; readonly cycle: readonly InputQueue[] } {
  const whole = traceInputs(system, trace).inputs;
  const { inputs } = traceInputs(system, { ...trace, steps: trace.steps.slice(0, cycle) });
  const keyOf = ({ kind, site, path }: InputQueue): string => `${kind} ${path.join('.')} ${site}`;
  const taken = new Map(inputs.map((queue) => [keyOf(queue), queue.values.length]));
  const turn = whole.map((queue) => ({ ...queue, values: queue.values.slice(taken.get(keyOf(queue)) ?? 0) }));
  return { inputs, cycle: turn.filter(({ values }) => values.length > 0) };
}

function inputValue(
  system: TransitionSystem,
  term: Term,
  values: ReadonlyMap<number, TraceValue>,
  inputIndex: ReadonlyMap<Term, number>,
): ModelValue {
  const sort = system.terms.sort(term);
  const index = inputIndex.get(term);
  const value = index === undefined ? undefined : values.get(index);
  if (value === undefined) return zeroValue(sort);
  return modelValue(sort, value);
}

/** Returns the name of the object that a pointer leads to. */
function objectIn({ objects = [] }: InputOrigin, value: TraceValue = 0n): string {
  return objects.find(([number]) => BigInt(number) === value)?.[1] ?? UNNAMED;
}

/** The value in the program's form; null for arrays of arrays, which no program takes. */
function flat(value: TraceValue | ModelValue): InputValue | null {
  if (typeof value !== 'object') return BigInt(value);
  const entries: [bigint, bigint][] = [];
  for (const [index, element] of value.entries) {
    if (typeof element !== 'bigint') return null;
    entries.push([index, element]);
  }
  return typeof value.default === 'bigint' ? { default: value.default, entries } : null;
}
