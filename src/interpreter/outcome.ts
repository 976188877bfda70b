import type { SourceLocation } from '../base/source.ts';
import type { ProgramInput } from '../cfa/inputs.ts';
import type { InputSource } from './sources/source.ts';
import type { Watch } from './watch.ts';

/** How a run ended. */
export type Outcome =
  /** `exit`, `_Exit` or a return from `main`; the status is 0..255. */
  | { readonly kind: 'exit'; readonly status: number }
  /** The error function was called; `stack` goes from the call itself outwards to `main`. */
  | { readonly kind: 'error'; readonly function: string; readonly stack: readonly StackEntry[] }
  /** `abort`, a failed `assert`, `__builtin_trap`: `function` says which. */
  | { readonly kind: 'aborted'; readonly function: string; readonly at: SourceLocation | null }
  | { readonly kind: 'assumption-violated'; readonly at: SourceLocation | null }
  | { readonly kind: 'undefined-behaviour'; readonly what: string; readonly at: SourceLocation | null }
  | { readonly kind: 'unsupported'; readonly construct: string; readonly at: SourceLocation | null }
  | { readonly kind: 'limit'; readonly which: 'steps' | 'memory' | 'stack'; readonly at: SourceLocation | null }
  /** A source of inputs with an end had no further value. */
  | { readonly kind: 'inputs-exhausted'; readonly at: SourceLocation | null }
  /** `stopped()` said so. */
  | { readonly kind: 'stopped' };

/** A call that was being executed. */
export interface StackEntry {
  /** Function that makes the call. */
  readonly function: string;
  readonly at: SourceLocation;
}

/** An outcome whose place the machine fills in. */
export type Ending =
  | { readonly kind: 'exit'; readonly status: number }
  | { readonly kind: 'error'; readonly function: string }
  | { readonly kind: 'aborted'; readonly function: string }
  | { readonly kind: 'assumption-violated' }
  | { readonly kind: 'undefined-behaviour'; readonly what: string }
  | { readonly kind: 'unsupported'; readonly construct: string }
  | { readonly kind: 'limit'; readonly which: 'steps' | 'memory' | 'stack' }
  | { readonly kind: 'inputs-exhausted' }
  | { readonly kind: 'stopped' };

/** Thrown to end a run. Not an Error: no stack trace is wanted, and millions of short runs throw one each. */
export class Halt {
  constructor(readonly ending: Ending) {}
}

export function undefinedBehaviour(what: string): never {
  throw new Halt({ kind: 'undefined-behaviour', what });
}

export function unsupported(construct: string): never {
  throw new Halt({ kind: 'unsupported', construct });
}

export interface RunOptions {
  readonly inputs: InputSource;
  /** Names of functions whose call is an error. They take precedence over a body and over the library. */
  readonly errorFunctions: readonly string[];
  /** Edges to execute at most; default no limit. */
  readonly maxSteps?: number;
  /**
   * Called when a byte is read whose content came from `InputSource.content` and was not written since (or that was never written, where
   * a declaration was jumped over). Tracking makes runs slower. Scalars without an address ask the source at their declaration instead.
   */
  readonly onUnknownRead?: () => void;
  /** Polled every few thousand steps. */
  readonly stopped?: () => boolean;
  /** Receives what the program prints, in pieces; must not keep the array. Default: dropped. */
  readonly stdout?: (bytes: Uint8Array) => void;
  readonly stderr?: (bytes: Uint8Array) => void;
  /** Default: empty. A function is called when the program first reads. */
  readonly stdin?: Uint8Array | (() => Uint8Array);
  /** `argv[0]` onwards; default `["program"]`. */
  readonly argv?: readonly string[];
  /** Variables of the environment; absent: nobody knows them. */
  readonly environment?: ReadonlyMap<string, string>;
  /** Bytes of all objects together; default 1 GiB. */
  readonly memoryLimit?: number;
  /** Bytes of the stack; default 64 MiB. */
  readonly stackLimit?: number;
  /** `inputs`: the inputs taken; `trace`: also the edges executed. Default `none`. */
  readonly record?: 'none' | 'inputs' | 'trace';
  /**
   * A loop is made JavaScript when its head has been passed so often; default 400. The same happens in every run, however large it is: tests hold runs with and
   * without that against each other.
   */
  readonly hotAfter?: number;
  /** Observer of the run's arrival at chosen places. Only closures execute such runs, no generated JavaScript. */
  readonly watch?: Watch;
  /** Steps that a trace keeps from its start; default 1,000,000. */
  readonly traceLimit?: number;
  /** Steps that a trace keeps from its end besides; default 0. */
  readonly traceTail?: number;
  /** Steps before this one that are not among the first `traceLimit` are executed without noting them, which is much faster; default 0. */
  readonly traceResume?: number;
}

/** What may differ from one run of a prepared program to the next. */
export type RunChanges = Pick<
  RunOptions,
  'inputs' | 'maxSteps' | 'stopped' | 'record' | 'traceLimit' | 'traceTail' | 'traceResume'
>;

/** One executed edge. */
export interface TraceStep {
  /** `Context.path` of the activation (linked.ts). */
  readonly context: string;
  /** Activations below it on the stack, that of the program's start included. */
  readonly depth: number;
  /** Function id. */
  readonly function: number;
  /** Edge id in that function. */
  readonly edge: number;
  /** What an assignment to a scalar integer or pointer stored; absent for all other edges. */
  readonly value?: bigint;
}

export interface RunResult {
  readonly outcome: Outcome;
  /** Edges executed; runs of `skip` count as one unless a trace is recorded. */
  readonly steps: number;
  /** In order of consumption; empty unless recorded. */
  readonly inputs: readonly ProgramInput[];
  /** The first steps, followed by the last ones. */
  readonly trace?: readonly TraceStep[];
  /** Whether there were objects whose content was unknown when their lifetime began, be it read or not. */
  readonly hadUnknownMemory: boolean;
  /**
   * Name of the first called external function that its reading allows to change memory; null if there was none. In
   * this run the call changed nothing.
   */
  readonly external: string | null;
  /** True when steps are missing. */
  readonly traceCut: boolean;
  /** Steps that are missing in `trace` behind the first `traceLimit`. */
  readonly traceOmitted: number;
  /**
   * Why the run may differ from a run of the compiled program ("sin", "unknown function f may write through its arguments"); an
   * alarm of a run where this is not empty is not certain.
   */
  readonly approximate: readonly string[];
}
