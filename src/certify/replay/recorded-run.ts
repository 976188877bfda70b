import type { SourceLocation } from '../../base/source.ts';
import type { Branch } from '../../program/cfa/automaton.ts';
import type { RunFault } from '../../program/cfa/checks/weaknesses.ts';
import type { EnvironmentVariable } from '../../program/cfa/environment.ts';
import { specialConstant } from '../../program/cfa/format-constant.ts';
import type { InputQueue, ProgramInput } from '../../program/cfa/inputs.ts';
import type { SystemTrace } from '../../system/transys/system.ts';

/** A run that was executed and ended in the error: the basis of a FALSE. Plain data. */
export type RecordedRun = ProgramRun | HardwareRun;

/** A run of the program in the interpreter. Its end is an error, undefined behaviour, or a cycle. */
export interface ProgramRun {
  readonly kind: 'program';
  /**
   * The inputs that the run took from outside, in their order; only the first ones, if there are very
   * many.
   */
  readonly inputs: readonly RecordedInput[];
  /** `argv` from the program's name on, one character per byte; null for a program that reads no arguments. */
  readonly arguments: readonly string[] | null;
  /** Variables of the environment that the program asks for. */
  readonly environment: readonly EnvironmentVariable[];
  /** The inputs after `inputs`, in brief; null: they are too many even for that. */
  readonly further: FurtherInputs | null;
  /**
   * Steps in order; a long run keeps its first and its last steps, and `omitted` gives the number of
   * missing ones between them.
   */
  readonly steps: readonly RunStep[];
  readonly omitted: { readonly after: number; readonly count: number } | null;
  /** The branches that statements of the program take, in order; absent: not all steps are known. */
  readonly branches?: readonly TakenBranch[];
  /** Number of executed edges. */
  readonly length: number;
  /** Name of the called error function; empty if the run calls none. */
  readonly errorFunction: string;
  /** The undefined behaviour in which the run ends; absent: it ends otherwise, or the behaviour has a check of its own. */
  readonly fault?: RunFault;
  /** The place that allocated the block that is lost, or live at the end; absent: the run ends otherwise. */
  readonly leaked?: SourceLocation;
  /** The step that takes the last pointer to that block, with the calls around it; absent: it is not known. */
  readonly lost?: LossPlace;
  /** Orders of evaluation that C leaves open, and in which the run differs from GCC; absent: it takes GCC's. */
  readonly orders?: readonly TakenOrder[];
  /** The part that repeats for ever; null if the run ends in the error. */
  readonly cycle: RunCycle | null;
  /** From main down to the call of the error function. */
  readonly callStack: readonly StackFrame[];
  /** The call of the error function, or the place where the cycle begins. */
  readonly error: SourceLocation;
  /** The same inputs in the interpreter's form. */
  readonly programInputs: readonly InputQueue[];
}

/** The outcome of the condition of an `if` or a loop in a run. */
export interface TakenBranch extends Branch {
  /** Number of the run's `inputs` up to the last one that a call has returned before. */
  readonly inputsBefore: number;
}

/** The step behind which no pointer tracks a block any more. */
export interface LossPlace {
  readonly at: SourceLocation;
  /** From main down to the step. */
  readonly callStack: readonly StackFrame[];
  /** Numbers of the values that calls return, and of the run's branches, up to the step. */
  readonly returned: number;
  readonly branches: number;
}

/** An order of two evaluations. */
export interface TakenOrder {
  /** The order in words: `f()` at 7:3 before `g()` at 7:9. */
  readonly what: string;
  readonly at: SourceLocation;
}

/** The last part of a recorded run, which repeats for ever. */
export interface RunCycle {
  /** Number of inputs of the run before the cycle; the others repeat with it. */
  readonly inputsBefore: number;
  /** Number of arrivals at heads of loops and entries of recursive functions in one turn. */
  readonly turns: number;
  /** False: no state need come again; the run stays in a closed set of states, and the cycle is one turn of it. */
  readonly repeats: boolean;
  /** Places of operations in the program's own functions that the recorded turn passes, without repetition. */
  readonly places: readonly SourceLocation[];
  /** The states at all visits of the loop where the cycle begins, also before it; null: they are not known. */
  readonly states: ListedStates | { readonly expression: string } | null;
}

/** Values of variables that have names at a place, as C constants: one row for each state. */
export interface ListedStates {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A run of a hardware model, evaluated on the unreduced system. */
export interface HardwareRun {
  readonly kind: 'hardware';
  readonly property: string;
  /** Names and values of the inputs, step by step; the last step violates the property. */
  readonly steps: readonly (readonly NamedValue[])[];
  /** Values of states without a fixed initial value. */
  readonly initial: readonly NamedValue[];
  /** The same values in the model's form, up to the violation. */
  readonly trace: SystemTrace;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface RecordedInput {
  readonly kind: ProgramInput['kind'];
  /** Function called, or the object that is not initialised or changes, such as `a[2].x`. */
  readonly name: string;
  readonly at: SourceLocation;
  /** The C type, as people write it. */
  readonly type: string;
  /** The value for people: `-3`, `4294967295`, `'a' (97)`, `0.1`. */
  readonly value: string;
  /** A C constant expression of the value for witnesses; null if there is none (NaN, arrays). */
  readonly constant: string | null;
  /**
   * Content of a block from `malloc`: the number of the call, from 0, and its first bytes in
   * hexadecimal digits. Only calls for at least one byte count.
   */
  readonly block?: { readonly call: number; readonly bytes: string };
  /** External function whose call changes the object (`name`) to the value. */
  readonly by?: string;
  /**
   * A part of the call with which a program without `main` begins. `argument`: `name` is a parameter. `target`: the
   * value is the object that `name` leads to. `pointer`: the value says whether `name` leads to one (0: it is null).
   */
  readonly entry?: 'argument' | 'target' | 'pointer';
}

/** The remaining inputs of a run with very many. */
export interface FurtherInputs {
  readonly sources: readonly InputSourceName[];
  /**
   * In order: index into `sources`, the C constant as in `RecordedInput`, and the number of consecutive
   * equal inputs.
   */
  readonly series: readonly (readonly [source: number, constant: string | null, count: number])[];
}

export type InputSourceName = Pick<RecordedInput, 'kind' | 'name' | 'type' | 'by'>;

/** One input, or several equal ones in a row. */
export type InputSeries = Pick<RecordedInput, 'kind' | 'name' | 'type' | 'constant' | 'block'> & {
  readonly count: number;
};

/**
 * All inputs of a run in order, with expressions of GCC for infinities and NaN; null: there are too
 * many.
 */
export function allInputs({ inputs, further }: Pick<ProgramRun, 'inputs' | 'further'>): readonly InputSeries[] | null {
  if (further === null) return null;
  const { sources, series } = further;
  return [
    ...inputs.map((input) => ({
      ...input,
      constant: input.constant ?? specialConstant(input.type, input.value),
      count: 1,
    })),
    ...series.map(([source, constant, count]) => ({ ...sources[source], constant, count })),
  ];
}

/** Names the external functions that change memory in a run. */
export function changingFunctions({ inputs, further }: Pick<ProgramRun, 'inputs' | 'further'>): readonly string[] {
  const sources = [...inputs, ...(further?.sources ?? [])];
  return [...new Set(sources.flatMap(({ by }) => by ?? []))];
}

export interface RunStep {
  readonly at: SourceLocation;
  /** The thread that makes the step, 0 is that of `main`; null in programs of one thread. */
  readonly thread: number | null;
  readonly function: string;
  /** Length of the call stack: 0 in `main`, or in the first function of a thread. */
  readonly depth: number;
  /** Text of the step, with its value: `x = y + 1 -> 5`, `i < n -> false`, `f(3)`. */
  readonly text: string;
  /** The value that the step set; null: no value, or not a scalar. */
  readonly assigned: AssignedValue | null;
  /** Index in the run's inputs of the value that a call returned to the thread at the step; absent: none. */
  readonly input?: number;
}

export interface AssignedValue {
  /** The object, as the source names it at the step. */
  readonly target: string;
  readonly value: string;
  /**
   * The activation that owns it; `momentary`: the name means that object at this step alone (`a[i]`,
   * `*p`).
   */
  readonly owner: 'local' | 'global' | 'momentary';
}

export interface StackFrame {
  readonly function: string;
  /** The call that it is executing. */
  readonly at: SourceLocation;
}
