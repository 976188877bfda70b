import { type InputSource, Machine, queuedInputs, type RunResult } from '../../interpreter/index.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { checkOf, isLeakKind } from '../../program/cfa/checks/kinds.ts';
import type { Weakness } from '../../program/cfa/checks/weaknesses.ts';
import { type InputQueue, queueInputs } from '../../program/cfa/inputs.ts';
import { ARGUMENT_TEXT } from '../../program/cfa/main-arguments.ts';
import { replayEndless, replayOnward } from './endless.ts';
import { FilledInputs, PointedInputs, UsualOrders } from './filled-inputs.ts';
import { InputRecorder } from './input-recorder.ts';
import { placeOfLoss } from './lost-block.ts';
import { judgeRace } from './races/judge.ts';
import {
  callStack,
  FIRST_STEPS,
  LAST_STEPS,
  type Replay,
  type ReplayTask,
  recordedParts,
  rejected,
} from './recording.ts';
import { withFewerInputs } from './shorter-inputs.ts';
import { storableInputs } from './storable-inputs.ts';

/** Default limit; no claimed run is longer. */
const MOST_STEPS = 20_000_000_000;
/**
 * Most steps of a run that is made by the closures alone, which share nothing with the code that a
 * search may have run.
 */
const PLAIN_STEPS = 10_000_000;
/** Longest run that is repeated in order to find out what decides its end. */
const MOST_REPEATED_STEPS = 1_000_000;
/** Most orders of evaluation that are tried in a run once more. */
const MOST_ORDERS = 8;
/** Byte that stands for any content other than zeros. */
const OTHER_BYTE = 0x5a;
/** Address at which no object lies. */
const WILD_ADDRESS = 0x5a5a5a5a;

/**
 * Runs the program in the interpreter on the inputs of a claimed run. A reproduced run calls an error
 * function, without undefined behaviour or an approximate library result before. Each site takes its
 * values in order. A site without further values gets 0. Inputs that cannot influence the error are no
 * longer part of the system.
 */
export function replay(task: ReplayTask): Replay {
  if (task.head !== undefined) return replayOnward(task, task.cycle ?? [], task.head);
  if (task.cycle !== undefined) return replayEndless(task, task.cycle);
  return judged(task, replayedTidily(withFewerInputs(withStorableInputs(task))));
}

/** Returns the task with inputs that keep their values when the program stores them, if they lead to an error, too. */
function withStorableInputs(task: ReplayTask): ReplayTask {
  const { program, errorFunctions } = task;
  const change = storableInputs(program);
  if (change === null) return task;
  const options = { inputs: change(queuedInputs(task.inputs)), errorFunctions, maxSteps: MOST_REPEATED_STEPS };
  const result = new Machine(program, { ...options, record: 'inputs' }).run();
  return isViolation(result) ? { ...task, inputs: queueInputs(result.inputs) } : task;
}

function replayedTidily(task: ReplayTask): Replay {
  const found = replayedWithoutName(task);
  return found.kind === 'reproduced' ? inUsualOrder(task, found) : found;
}

/** Returns a run that takes GCC's order wherever the end does not rest on another one. */
function inUsualOrder(task: ReplayTask, found: Replay & { readonly kind: 'reproduced' }): Replay {
  const { orders = [], length } = found.run;
  if (length > MOST_REPEATED_STEPS) return found;
  const needed = new Set(orders.map(({ what }) => what));
  let best: Replay = found;
  for (const { what } of orders.slice(0, MOST_ORDERS)) {
    needed.delete(what);
    const usual = replayed(task, (source) => new UsualOrders(source, needed));
    if (usual.kind === 'reproduced') best = usual;
    else needed.add(what);
  }
  return best;
}

function replayedWithoutName(task: ReplayTask): Replay {
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
  if (isShown(first)) return undefinedRun(task, first, changed);
  if (!isViolation(first)) {
    const answer = rejected(task, first);
    if (answer.kind !== 'unsupported' || answer.at !== null || first.steps > MOST_REPEATED_STEPS) return answer;
    // The run is made once more, up to the result that makes it approximate.
    const inputs = changed(queuedInputs(task.inputs));
    const placed = new Machine(program, { ...options, inputs, endsInexact: true }).run();
    return placed.outcome.kind === 'unsupported' ? rejected(task, placed) : answer;
  }
  // Replays again for recording: the length of the run determines which of its steps are the last ones.
  // Only closures record notes.
  const plain = first.steps > FIRST_STEPS + LAST_STEPS && first.steps <= PLAIN_STEPS;
  const writer = plain ? new Machine(program, { ...options, hotAfter: Number.POSITIVE_INFINITY }) : machine;
  const recorder = new InputRecorder(changed(queuedInputs(task.inputs)), program);
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

/** Whether the run ends in undefined behaviour, and is worth being recorded. */
function isShown({ outcome, approximate, steps }: RunResult): boolean {
  return outcome.kind === 'undefined-behaviour' && approximate.length === 0 && steps <= MOST_REPEATED_STEPS;
}

/** Makes a run into undefined behaviour once more, and records it. */
function undefinedRun(task: ReplayTask, first: RunResult, changed: (source: InputSource) => InputSource): Replay {
  const { program, errorFunctions } = task;
  const recorder = new InputRecorder(changed(queuedInputs(task.inputs)), program);
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
  const errorFunction = outcome.kind === 'error' ? outcome.function : '';
  const check = checkOf(errorFunction);
  // A run may go on behind a leak, up to another fault.
  const isLeak = check !== null && isLeakKind(check);
  const { leaked, inputs } = result;
  const lost = check === 'memtrack' && leaked !== null ? placeOfLoss(task, queueInputs(inputs), leaked) : null;
  const fault = met === null ? {} : { fault: { ...met, weakness: weaknessOfRun(task, result) ?? met.weakness } };
  return {
    kind: 'reproduced',
    run: {
      ...recordedParts(task, result, recorder),
      errorFunction,
      ...fault,
      ...(result.leaked === null || !isLeak ? {} : { leaked: result.leaked.at }),
      ...(lost === null ? {} : { lost }),
      cycle: null,
      callStack: callStack(stack),
      error: stack[0]?.at ?? { file: program.files[0] ?? '', line: 1, column: 1 },
    },
  };
}

/** The program and the inputs of a run. */
interface RepeatedTask {
  readonly program: Program;
  readonly errorFunctions: readonly string[];
  readonly inputs: readonly InputQueue[];
}

/**
 * Returns the weakness of a run whose last access rests on content that is not initialised: other content
 * leads to another fault there. Null for other runs.
 */
function weaknessOfRun(task: RepeatedTask, { outcome, steps, inputs }: RunResult): Weakness | null {
  if (steps > MOST_REPEATED_STEPS || !inputs.some(({ kind }) => kind === 'uninitialised')) return null;
  const { program, errorFunctions } = task;
  const faultWith = (change: (source: InputSource) => InputSource): string | null => {
    const source = change(queuedInputs(task.inputs));
    const result = new Machine(program, { inputs: source, errorFunctions, maxSteps: steps + 1 }).run();
    return result.steps === steps ? faultOf(result.outcome) : null;
  };
  const own = faultOf(outcome);
  const differs = (change: (source: InputSource, address: number) => InputSource): boolean =>
    [0, WILD_ADDRESS].some((address) => {
      const other = faultWith((source) => change(source, address));
      return own !== null && other !== null && other !== own;
    });
  if (differs((source, address) => new PointedInputs(source, address))) return 'uninitialised-pointer';
  const filled = (source: InputSource, address: number): InputSource =>
    new FilledInputs(source, address === 0 ? 0 : OTHER_BYTE);
  return differs(filled) ? 'uninitialised-content' : null;
}

/** The fault of memory in which a run ends, in words; null for other ends. */
function faultOf(outcome: RunResult['outcome']): string | null {
  if (outcome.kind === 'error') return outcome.fault?.what ?? null;
  return outcome.kind === 'undefined-behaviour' ? outcome.what : null;
}
