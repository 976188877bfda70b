import type { SourceLocation } from '../../base/source.ts';
import type { RunResult } from '../../interpreter/index.ts';
import type { AutomatonFunction, Program } from '../../program/cfa/automaton.ts';
import { ENTRY_FUNCTION, GIVEN_SUFFIX, TARGET_SUFFIX } from '../../program/cfa/entry-options.ts';
import { type InputQueue, queueInputs } from '../../program/cfa/inputs.ts';
import type { InputRecorder } from './input-recorder.ts';
import type { ProgramRun, RecordedInput, StackFrame } from './recorded-run.ts';
import type { ProgramPoint } from './recurrent/defined.ts';
import { describeSteps, takenBranches } from './run-steps.ts';

/** The result of replaying a claimed run. */
export type Replay =
  | { readonly kind: 'reproduced'; readonly run: ProgramRun }
  /** The run is not a run of the program, or does not reach the error. */
  | { readonly kind: 'refused'; readonly why: string }
  | {
      readonly kind: 'undefined-behaviour';
      readonly what: string;
      readonly at: SourceLocation | null;
      /** The run up to there; absent: it is too long to be made once more, or rests on approximate results. */
      readonly run?: ProgramRun;
    }
  | { readonly kind: 'unsupported'; readonly construct: string; readonly at: SourceLocation | null }
  | { readonly kind: 'incomplete'; readonly why: string };

export interface ReplayTask {
  readonly program: Program;
  readonly errorFunctions: readonly string[];
  readonly inputs: readonly InputQueue[];
  /** Inputs that come again and again after the others, on a run without end; absent: the run ends. */
  readonly cycle?: readonly InputQueue[];
  /**
   * Where the run enters a closed set of states, which a certificate shows. The run is followed from
   * there for a while, and need not repeat itself.
   */
  readonly head?: ProgramPoint;
  /**
   * Constructs that the encoding replaced by any value: they may explain a run that is not reproduced,
   * which is then not an internal error.
   */
  readonly approximations: readonly { readonly construct: string; readonly at: SourceLocation | null }[];
  /** Longer runs are `incomplete`. Absent: twenty thousand million, which no claimed run has. */
  readonly maxSteps?: number;
}

/** Number of first and of last steps of a longer run that are recorded. */
export const FIRST_STEPS = 4000;
export const LAST_STEPS = 16_000;

/** The parts of a recorded run that do not depend on how it ends. */
export function recordedParts(
  { program }: ReplayTask,
  result: RunResult,
  recorder: InputRecorder,
): Omit<ProgramRun, 'errorFunction' | 'cycle' | 'callStack' | 'error'> {
  const { trace = [], traceOmitted } = result;
  const first = describeSteps(program, trace.slice(0, FIRST_STEPS), recorder.inputs, false);
  const last = describeSteps(program, trace.slice(FIRST_STEPS), recorder.complete ? recorder.inputs : [], true);
  return {
    kind: 'program',
    inputs: withEntryInputs(program, recorder.inputs),
    arguments: recorder.commandLine(program.arguments),
    environment: recorder.environment(program),
    further: recorder.further,
    ...(recorder.orders.length === 0 ? {} : { orders: recorder.orders }),
    steps: [...first, ...last],
    omitted: traceOmitted === 0 ? null : { after: first.length, count: traceOmitted },
    ...(traceOmitted === 0 ? { branches: takenBranches(program, trace, recorder.inputs) } : {}),
    length: result.steps,
    programInputs: queueInputs(result.inputs),
  };
}

/** The calls from `main` inwards, without the hidden one of a program without `main`. */
export function callStack(stack: readonly StackFrame[]): readonly StackFrame[] {
  return stack.filter((frame) => frame.function !== ENTRY_FUNCTION).reverse();
}

/** The answer about a run that does not end as claimed. */
export function rejected(task: ReplayTask, result: RunResult): Replay {
  const { outcome, approximate } = result;
  switch (outcome.kind) {
    case 'undefined-behaviour':
      return { kind: 'undefined-behaviour', what: outcome.what, at: outcome.at };
    case 'unsupported':
      return { kind: 'unsupported', construct: outcome.construct, at: outcome.at };
    case 'limit':
      return {
        kind: 'incomplete',
        why: `the run needs too many ${outcome.which === 'steps' ? 'steps' : `bytes of ${outcome.which}`}`,
      };
    case 'error':
      return { kind: 'unsupported', construct: approximate[0] ?? 'an approximate result', at: null };
    case 'exit':
    case 'aborted':
    case 'assumption-violated':
    case 'inputs-exhausted':
    case 'stopped':
      if (approximate.length > 0) return { kind: 'unsupported', construct: approximate[0], at: null };
      return unreproduced(task, `the run ended otherwise (${outcome.kind}) after ${result.steps} steps`);
  }
}

function unreproduced({ approximations }: ReplayTask, why: string): Replay {
  const [first] = approximations;
  return first === undefined
    ? { kind: 'refused', why }
    : { kind: 'unsupported', construct: `${first.construct} (approximated)`, at: first.at };
}

/** Names the parts of the call with which a program without `main` begins, among the inputs of its run. */
function withEntryInputs(program: Program, inputs: readonly RecordedInput[]): readonly RecordedInput[] {
  const main = program.main === null ? null : program.functions[program.main];
  if (main?.name !== ENTRY_FUNCTION) return inputs;
  return inputs.map((input) => (isOfEntry(main, input) ? { ...input, ...partOf(main, input.name) } : input));
}

/** No other object without initial content is at the place of the called function. */
function isOfEntry({ at, locals }: AutomatonFunction, input: RecordedInput): boolean {
  const same = input.at.line === at.line && input.at.column === at.column && input.at.file === at.file;
  return same && input.kind === 'uninitialised' && locals.some(({ name }) => name === input.name);
}

function partOf({ locals }: AutomatonFunction, name: string): Pick<RecordedInput, 'entry' | 'name'> {
  // The variables of a pointer come in this order: its object, and whether it leads there.
  const index = locals.findIndex((local) => local.name === name);
  const object = name.endsWith(GIVEN_SUFFIX) ? `${name.slice(0, -GIVEN_SUFFIX.length)}${TARGET_SUFFIX}` : null;
  if (object !== null && locals[index - 1]?.name === object)
    return { entry: 'pointer', name: name.slice(0, -GIVEN_SUFFIX.length) };
  // No argument is an array.
  if (name.endsWith(TARGET_SUFFIX) && locals[index].type.kind === 'array')
    return { entry: 'target', name: name.slice(0, -TARGET_SUFFIX.length) };
  return { entry: 'argument', name };
}
