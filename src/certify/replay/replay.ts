import type { SourceLocation } from '../../base/source.ts';
import {
  ArrivalWatch,
  type InputSource,
  Machine,
  queuedInputs,
  type Repetition,
  RepetitionWatch,
  type RunResult,
  repeatedInputs,
} from '../../interpreter/index.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { checkOf } from '../../program/cfa/checks/kinds.ts';
import { ENTRY_FUNCTION } from '../../program/cfa/entry-options.ts';
import { type InputQueue, queueInputs } from '../../program/cfa/inputs.ts';
import { ARGUMENT_TEXT } from '../../program/cfa/main-arguments.ts';
import { withEntryInputs } from './entry-inputs.ts';
import { FilledInputs } from './filled-inputs.ts';
import { InputRecorder } from './input-recorder.ts';
import { judgeRace } from './races/judge.ts';
import type { ProgramRun, StackFrame } from './recorded-run.ts';
import { type ProgramPoint, perhapsUndefined } from './recurrent/defined.ts';
import { HeadWatch } from './recurrent/head-watch.ts';
import { describeSteps } from './run-steps.ts';
import { faultOf, MOST_REPEATED_STEPS, OTHER_BYTE, weaknessOfRun } from './run-weakness.ts';
import { turnPlaces } from './turn-places.ts';

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

/**
 * Most steps of a run until it is known to repeat itself. The closures alone make such runs.
 */
const MOST_ENDLESS_STEPS = 200_000_000;
/** Arrivals for which a run is followed within a closed set of states, and most of its steps. */
const ARRIVALS = 20_000;
const MOST_ONWARD_STEPS = 3_000_000;
/** Default limit; no claimed run is longer. */
const MOST_STEPS = 20_000_000_000;
/** Number of first and of last steps of a longer run that are recorded. */
const FIRST_STEPS = 4000;
const LAST_STEPS = 16_000;
/**
 * Most steps of a run that is made by the closures alone, which share nothing with the code that a
 * search may have run.
 */
const PLAIN_STEPS = 10_000_000;

/**
 * Runs the program in the interpreter on the inputs of a claimed run. A reproduced run calls an error
 * function, without undefined behaviour or an approximate library result before. Each site takes its
 * values in order. A site without further values gets 0. Inputs that cannot influence the error are no
 * longer part of the system.
 */
export function replay(task: ReplayTask): Replay {
  if (task.head !== undefined) return replayOnward(task, task.cycle ?? [], task.head);
  if (task.cycle !== undefined) return replayEndless(task, task.cycle);
  return judged(task, replayedTidily(task));
}

function replayedTidily(task: ReplayTask): Replay {
  const tidied = withoutName(task);
  // Few programs use their own name, and an empty one is easier to read.
  const tidy = tidied === null ? null : replayed(tidied);
  if (tidied !== null && tidy?.kind === 'reproduced') return withoutIdleContent(tidied, tidy);
  const whole = replayed(task);
  return whole.kind === 'reproduced' ? withoutIdleContent(task, whole) : whole;
}

/**
 * Judges a claimed data race a second time, by the order between accesses. Where threads are not told
 * apart, only the ends of runs are judged.
 */
function judged(task: ReplayTask, replay: Replay): Replay {
  if (replay.kind !== 'reproduced' || checkOf(replay.run.errorFunction) !== 'data-race') return replay;
  const judgement = judgeRace(task);
  return judgement.kind === 'refused' ? { kind: 'refused', why: judgement.why } : replay;
}

/**
 * Returns the same run with zeros as the content of uninitialised objects, if no such content decides
 * anything. Such content is overwritten before it is read, or is never read.
 */
function withoutIdleContent(task: ReplayTask, found: Replay & { readonly kind: 'reproduced' }): Replay {
  const { inputs, length } = found.run;
  if (length > MOST_REPEATED_STEPS || !inputs.some(({ kind }) => kind === 'uninitialised')) return found;
  const { program, errorFunctions, maxSteps = MOST_STEPS } = task;
  for (const byte of [0, OTHER_BYTE]) {
    const source = new FilledInputs(queuedInputs(task.inputs), byte);
    const result = new Machine(program, { inputs: source, errorFunctions, maxSteps }).run();
    if (!isViolation(result) || result.steps !== length || faultOf(result.outcome) !== (found.run.fault?.what ?? null))
      return found;
  }
  const plain = replayed(task, (source) => new FilledInputs(source, 0));
  return plain.kind === 'reproduced' ? plain : found;
}

/**
 * Returns the task with an empty program name on its command line; null if the task does not set the
 * name.
 */
function withoutName(task: ReplayTask): ReplayTask | null {
  const { program, inputs } = task;
  const name =
    program.arguments === null ? undefined : program.globals.find((variable) => variable.name === `${ARGUMENT_TEXT}0`);
  if (name === undefined) return null;
  const left = inputs.filter(({ site }) => site !== `global:${name.id}`);
  return left.length === inputs.length ? null : { ...task, inputs: left };
}

/** Replays the run. `changed`: a source that changes the inputs of the task. */
function replayed(task: ReplayTask, changed: (source: InputSource) => InputSource = (source) => source): Replay {
  const { program, errorFunctions, maxSteps = MOST_STEPS } = task;
  const options = { inputs: changed(queuedInputs(task.inputs)), errorFunctions, maxSteps };
  const machine = new Machine(program, options);
  const first = machine.run();
  if (!isViolation(first)) return isShown(first) ? undefinedRun(task, first, changed) : rejected(task, first);
  // Replays again for recording: the length of the run determines which of its steps are the last ones.
  // Only closures record notes.
  const plain = first.steps > FIRST_STEPS + LAST_STEPS && first.steps <= PLAIN_STEPS;
  const writer = plain ? new Machine(program, { ...options, hotAfter: Number.POSITIVE_INFINITY }) : machine;
  const recorder = new InputRecorder(changed(queuedInputs(task.inputs)), program.dataModel);
  const second = writer.run({
    inputs: recorder,
    record: 'trace',
    traceLimit: FIRST_STEPS,
    traceResume: first.steps - LAST_STEPS,
    traceTail: LAST_STEPS,
  });
  if (!isViolation(second)) return rejected(task, second);
  return second.steps === first.steps
    ? reproduced(task, second, recorder)
    : { kind: 'refused', why: 'repeated replays differ' };
}

/**
 * Runs the program on inputs of which some repeat for ever, until the run is shown to repeat itself. Its
 * whole state then is that of an earlier moment, and so are all further inputs.
 */
function replayEndless(task: ReplayTask, cycle: readonly InputQueue[]): Replay {
  const { program, errorFunctions, maxSteps = MOST_ENDLESS_STEPS } = task;
  const source = repeatedInputs(task.inputs, cycle);
  const watch = new RepetitionWatch(program, () => source.position());
  const options = { inputs: source, errorFunctions, maxSteps, watch };
  const first = new Machine(program, options).run();
  const { found } = watch;
  if (found === null || first.outcome.kind !== 'stopped') return rejected(task, first);
  const recorder = new InputRecorder(repeatedInputs(task.inputs, cycle), program.dataModel);
  let inputsBefore = 0;
  const begun = (): void => {
    inputsBefore = recorder.inputs.length;
  };
  const second = new Machine(program, { ...options, watch: new ArrivalWatch(program, found, begun) }).run({
    inputs: recorder,
    record: 'trace',
    traceLimit: FIRST_STEPS,
    traceResume: first.steps - LAST_STEPS,
    traceTail: LAST_STEPS,
  });
  if (second.outcome.kind !== 'stopped') return rejected(task, second);
  return endless(task, second, recorder, { found, inputsBefore, repeats: true });
}

/**
 * Runs the program into a closed set of states, and on within it. The set shows that the run has no end
 * if its operations are defined, also those of later turns. The run shows that the program makes it.
 */
function replayOnward(task: ReplayTask, cycle: readonly InputQueue[], head: ProgramPoint): Replay {
  const { program, errorFunctions, maxSteps = MOST_ONWARD_STEPS } = task;
  const undefinedThing = perhapsUndefined(program, head);
  if (undefinedThing !== null) return { kind: 'unsupported', ...undefinedThing };
  const watch = new HeadWatch(head, ARRIVALS);
  const limit = Math.min(maxSteps, MOST_ONWARD_STEPS);
  const options = { inputs: repeatedInputs(task.inputs, cycle), errorFunctions, maxSteps: limit, watch };
  const first = new Machine(program, options).run();
  if (first.outcome.kind !== 'stopped') return rejected(task, first);
  if (first.approximate.length > 0) return { kind: 'unsupported', construct: first.approximate[0], at: null };
  // The first arrivals show the way into the loop, and a few turns.
  const recorder = new InputRecorder(repeatedInputs(task.inputs, cycle), program.dataModel);
  let inputsBefore = 0;
  const begun = (): void => {
    inputsBefore = recorder.inputs.length;
  };
  const second = new Machine(program, { ...options, watch: new HeadWatch(head, 2, begun) }).run({
    inputs: recorder,
    record: 'trace',
    traceLimit: FIRST_STEPS,
    traceResume: Number.MAX_SAFE_INTEGER,
    traceTail: LAST_STEPS,
  });
  if (second.outcome.kind !== 'stopped') return rejected(task, second);
  const found = { functionId: head.function, location: head.location, begins: 0, ends: 1 };
  return endless(task, second, recorder, { found, inputsBefore, repeats: false });
}

function endless(
  task: ReplayTask,
  result: RunResult,
  recorder: InputRecorder,
  end: { readonly found: Repetition; readonly inputsBefore: number; readonly repeats: boolean },
): Replay {
  const { program } = task;
  const { found, inputsBefore, repeats } = end;
  const { trace = [], traceOmitted } = result;
  const last = traceOmitted === 0 ? trace : trace.slice(FIRST_STEPS);
  const fn = program.functions[found.functionId];
  const edge = fn?.edges[fn.outgoing[found.location]?.[0] ?? -1];
  const at = fn?.marks.find(({ location }) => location === found.location)?.at ?? edge?.at ?? fn?.at;
  return {
    kind: 'reproduced',
    run: {
      ...recordedParts(task, result, recorder),
      errorFunction: '',
      cycle: { inputsBefore, turns: found.ends - found.begins, repeats, places: turnPlaces(program, last, found) },
      callStack: [],
      error: at ?? { file: program.files[0] ?? '', line: 1, column: 1 },
    },
  };
}

/** Whether the run ends in undefined behaviour, and is worth being recorded. */
function isShown({ outcome, approximate, steps }: RunResult): boolean {
  return outcome.kind === 'undefined-behaviour' && approximate.length === 0 && steps <= MOST_REPEATED_STEPS;
}

/** Makes a run into undefined behaviour once more, and records it. */
function undefinedRun(task: ReplayTask, first: RunResult, changed: (source: InputSource) => InputSource): Replay {
  const { program, errorFunctions } = task;
  const recorder = new InputRecorder(changed(queuedInputs(task.inputs)), program.dataModel);
  const result = new Machine(program, { inputs: recorder, errorFunctions, hotAfter: Number.POSITIVE_INFINITY }).run({
    record: 'trace',
    traceLimit: FIRST_STEPS,
    traceResume: first.steps - LAST_STEPS,
    traceTail: LAST_STEPS,
  });
  const { outcome } = result;
  const answer = rejected(task, first);
  if (answer.kind !== 'undefined-behaviour' || outcome.kind !== 'undefined-behaviour' || result.steps !== first.steps)
    return answer;
  const { what, stack } = outcome;
  const weakness = weaknessOfRun(task, result) ?? outcome.weakness;
  const error = outcome.at ?? stack[0]?.at ?? { file: program.files[0] ?? '', line: 1, column: 1 };
  const parts = recordedParts(task, result, recorder);
  const end = { errorFunction: '', fault: { what, weakness }, cycle: null, callStack: callStack(stack), error };
  return { ...answer, run: { ...parts, ...end } };
}

function isViolation({ outcome, approximate }: RunResult): boolean {
  return outcome.kind === 'error' && approximate.length === 0;
}

function reproduced(task: ReplayTask, result: RunResult, recorder: InputRecorder): Replay {
  const { program } = task;
  const { outcome } = result;
  const [stack, met] = outcome.kind === 'error' ? [outcome.stack, outcome.fault] : [[], null];
  const fault = met === null ? {} : { fault: { ...met, weakness: weaknessOfRun(task, result) ?? met.weakness } };
  return {
    kind: 'reproduced',
    run: {
      ...recordedParts(task, result, recorder),
      errorFunction: outcome.kind === 'error' ? outcome.function : '',
      ...fault,
      cycle: null,
      callStack: callStack(stack),
      error: stack[0]?.at ?? { file: program.files[0] ?? '', line: 1, column: 1 },
    },
  };
}

/** The calls from `main` inwards, without the hidden one of a program without `main`. */
function callStack(stack: readonly StackFrame[]): readonly StackFrame[] {
  return stack.filter((frame) => frame.function !== ENTRY_FUNCTION).reverse();
}

/** The parts of a recorded run that do not depend on how it ends. */
function recordedParts(
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
    steps: [...first, ...last],
    omitted: traceOmitted === 0 ? null : { after: first.length, count: traceOmitted },
    length: result.steps,
    programInputs: queueInputs(result.inputs),
  };
}

function rejected(task: ReplayTask, result: RunResult): Replay {
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
