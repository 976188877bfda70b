import { existsSync, readFileSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { ByteOrder } from '../../base/byte-order.ts';
import { LemmataError, messageOf } from '../../base/errors.ts';
import { formatLocation, type SourceLocation } from '../../base/source.ts';
import { FrontEndError } from '../../c/diagnostics.ts';
import { parseProgram } from '../../c/index.ts';
import type { SourceText } from '../../c/source/source-text.ts';
import { Layout } from '../../c/types/layout.ts';
import type { DataModel } from '../../c/types/types.ts';
import {
  type InputSource,
  type Outcome,
  runProgram,
  scheduled,
  scriptedInputs,
  seededInputs,
} from '../../interpreter/index.ts';
import { guardChecks } from '../../program/cfa/assertions.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { isHiddenChoice } from '../../program/cfa/beyond.ts';
import { hasUnsetArguments } from '../../program/cfa/main-arguments.ts';
import { withRunModels } from '../../program/lowering/models/inputs.ts';
import { buildProgram } from '../../program/passes.ts';
import { mayStartThreads, withThreads } from '../../program/threads/program.ts';
import type { Property } from '../../race/property.ts';

/** The task of the thread: plain data. */
export interface RunTask {
  readonly sources: readonly SourceText[];
  readonly model: DataModel;
  readonly byteOrder: ByteOrder;
  readonly mallocMayFail: boolean;
  /** Values of inputs in the order of their use; null: drawn by seed. */
  readonly inputs: readonly (bigint | number)[] | null;
  readonly seed: number;
  readonly maxSteps: number | null;
  readonly arguments: readonly string[];
  /** Bytes of all objects of the program. */
  readonly memory: number;
  /** Runs up to a violation of the property instead; the program's output is dropped then. */
  readonly until?: Property;
}

/** The result of a run up to a violation. */
export interface Followed {
  readonly kind: 'followed';
  /** The error function was called, with nothing undefined or approximated before. */
  readonly reached: boolean;
  /** The place of that call, or of the run's end. */
  readonly at: SourceLocation;
  /** Number of inputs that the run asked for; each is zero. */
  readonly open: number;
  /** The run came to an end that the program intends. */
  readonly decided: boolean;
  readonly message: string;
}

/** The thread's answer: an exit status and a text for stderr, or an error of Lemmata. */
export type RunAnswer =
  | Followed
  | { readonly kind: 'ended'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'diagnostics'; readonly diagnostics: FrontEndError['diagnostics'] }
  | {
      readonly kind: 'failed';
      readonly code: LemmataError['code'];
      readonly message: string;
      readonly at: SourceLocation | null;
    };

/** Exit status of a run that could not be followed to its end. */
const UNKNOWN_END = 5;
/** Most edges of a run up to a violation: runs that leave the witness wait forever. */
const UNGUIDED_STEPS = 10_000_000;
/** The status that a shell reports for a process that called abort. */
const ABORTED = 134;

/** Compiles and runs the program of `workerData`, writing to the process's own stdout and stderr. */
export function runThread(): void {
  parentPort?.postMessage(answer(workerData as RunTask));
}

function answer(task: RunTask): RunAnswer {
  try {
    const unit = parseProgram(task.sources, task);
    const threads = task.until === undefined && mayStartThreads(unit);
    const built = withRunModels(buildProgram(unit, { allocationMayFail: task.mallocMayFail, threads }));
    if (built.main === null) throw new LemmataError('E-INPUT', `${built.files.join(', ')}: there is no function main`);
    if (task.until !== undefined) return runUntil(built, task, task.until);
    const errorFunctions = bodylessErrorFunctions(built);
    const program = threads ? withThreads(built, errorFunctions).program : built;
    const result = runProgram(program, {
      inputs: withSchedule(inputsOf(task), task, program.ways ?? []),
      errorFunctions,
      maxSteps: task.maxSteps ?? undefined,
      memoryLimit: task.memory,
      stdin: () => (existsSync('/dev/stdin') ? readFileSync(0) : new Uint8Array(0)),
      stdout: (bytes) => writeAll(1, bytes),
      stderr: (bytes) => writeAll(2, bytes),
      argv: [task.sources[0]?.file ?? 'program', ...task.arguments],
      environment: new Map(
        Object.entries(process.env).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
      ),
    });
    return { kind: 'ended', ...describeEnd(result.outcome) };
  } catch (error) {
    if (error instanceof FrontEndError) return { kind: 'diagnostics', diagnostics: error.diagnostics };
    if (error instanceof LemmataError)
      return { kind: 'failed', code: error.code, message: error.message, at: error.at };
    return { kind: 'failed', code: 'E-INTERNAL', message: messageOf(error), at: null };
  }
}

function runUntil(built: Program, task: RunTask, property: Property): Followed {
  const files = task.sources.map(({ file }) => file);
  const program = property.kind === 'plain' ? guardChecks(built) : built;
  let open = 0;
  const { outcome, approximate } = runProgram(program, {
    inputs: zeros(() => open++),
    errorFunctions: property.errorFunctions,
    maxSteps: task.maxSteps ?? UNGUIDED_STEPS,
    memoryLimit: task.memory,
    argv: [files[0] ?? 'program'],
  });
  const { message } = describeEnd(outcome);
  const call = outcome.kind === 'error' ? outcome.stack[0]?.at : null;
  return {
    kind: 'followed',
    reached: call != null && approximate.length === 0,
    at: call ?? { file: files[0] ?? '', line: 1, column: 1 },
    // The arguments of the program are inputs, too.
    open: open + (hasUnsetArguments(program) ? 1 : 0),
    decided: outcome.kind === 'exit' || outcome.kind === 'aborted' || outcome.kind === 'assumption-violated',
    message: message ?? 'the run ends without the error',
  };
}

/** Inputs that are all zero; `asked` is called for each. */
function zeros(asked: () => void): InputSource {
  return {
    scalar: () => {
      asked();
      return 0n;
    },
    pointer: () => {
      asked();
      return null;
    },
    content: () => {
      asked();
      return false;
    },
  };
}

/** Uninitialised memory is zero here, as fresh pages are. */
function inputsOf(task: RunTask): InputSource {
  if (task.inputs !== null) return scriptedInputs(task.inputs);
  return seededInputs(task.seed, 'mix', { layout: layoutOf(task), uninitialised: 'zero' });
}

function layoutOf({ model: dataModel, byteOrder }: RunTask): Layout {
  return new Layout({ dataModel, byteOrder });
}

/** Returns a source that draws decisions about threads by seed; all other inputs are the given source's. */
function withSchedule(source: InputSource, task: RunTask, ways: readonly number[]): InputSource {
  if (ways.length === 0) return source;
  const decisions = scheduled(seededInputs(task.seed, 'random', { layout: layoutOf(task) }), task.seed, ways);
  return {
    scalar: (request) => (isHiddenChoice(request.name) ? decisions : source).scalar(request),
    content: (...request) => source.content(...request),
    pointer: (...request) => source.pointer(...request),
  };
}

/** `reach_error` with a body runs its body. */
function bodylessErrorFunctions(program: Program): readonly string[] {
  return program.functions.some((fn) => fn != null && fn.name === 'reach_error' && !fn.defined) ? ['reach_error'] : [];
}

function describeEnd(outcome: Outcome): { status: number; message: string | null } {
  switch (outcome.kind) {
    case 'exit':
      return { status: outcome.status, message: null };
    case 'error':
      return { status: ABORTED, message: located(outcome.stack[0]?.at ?? null, `${outcome.function} is called`) };
    case 'aborted':
      return { status: ABORTED, message: located(outcome.at, `the program ends in ${outcome.function}`) };
    case 'assumption-violated':
      return { status: UNKNOWN_END, message: located(outcome.at, 'an assumption does not hold') };
    case 'undefined-behaviour':
      return { status: UNKNOWN_END, message: located(outcome.at, `undefined behaviour: ${outcome.what}`) };
    case 'unsupported':
      return { status: UNKNOWN_END, message: located(outcome.at, `not supported: ${outcome.construct}`) };
    case 'limit':
      return { status: UNKNOWN_END, message: located(outcome.at, `the run reaches the limit of ${outcome.which}`) };
    case 'inputs-exhausted':
      return { status: UNKNOWN_END, message: located(outcome.at, 'there is no further input') };
    case 'stopped':
      return { status: UNKNOWN_END, message: 'lemmata: the run was stopped' };
  }
}

function located(at: SourceLocation | null, text: string): string {
  return `${at === null ? 'lemmata' : formatLocation(at)}: ${text}`;
}

/**
 * Writes synchronously and waits while a pipe is full; a closed pipe ends the process as SIGPIPE
 * would.
 */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EPIPE') process.exit(141);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
