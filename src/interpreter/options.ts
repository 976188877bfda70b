import type { SourceLocation } from '../base/source.ts';
import type { AutomatonFunction, Location } from '../program/cfa/automaton.ts';
import type { ProgramInput } from '../program/cfa/inputs.ts';
import type { InputSource } from '../program/inputs/source.ts';
import type { Outcome } from './outcome.ts';
import type { Value } from './values.ts';

/** Options for a run of a program. */
export interface RunOptions {
  readonly inputs: InputSource;
  /** Names of functions whose call is an error. They take precedence over a body and over the library. */
  readonly errorFunctions: readonly string[];
  /** Limit of the executed edges; default: none. */
  readonly maxSteps?: number;
  /**
   * Called when the run reads a byte that it has not written. The content came from
   * `InputSource.content`, or a jump skipped the declaration. Tracking makes runs slower.
   * Scalars without an address ask the source at their declaration instead.
   */
  readonly onUnknownRead?: () => void;
  /** Whether the run ends where a result is only approximate. Default false. */
  readonly endsInexact?: boolean;
  /** Polled every few thousand steps. */
  readonly stopped?: () => boolean;
  /**
   * Receives the program's output, in pieces. It must not keep the array. Default: the output is
   * dropped.
   */
  readonly stdout?: (bytes: Uint8Array) => void;
  readonly stderr?: (bytes: Uint8Array) => void;
  /** The standard input; default: empty. A function is called when the program first reads. */
  readonly stdin?: Uint8Array | (() => Uint8Array);
  /** `argv[0]` onwards; default `["program"]`. */
  readonly argv?: readonly string[];
  /** Variables of the environment; absent: unknown. */
  readonly environment?: ReadonlyMap<string, string>;
  /** Limit of the bytes of all objects together; default 1 GiB. */
  readonly memoryLimit?: number;
  /** Limit of the bytes of the stack; default 64 MiB. */
  readonly stackLimit?: number;
  /** `inputs`: the inputs taken; `trace`: also the edges executed. Default `none`. */
  readonly record?: 'none' | 'inputs' | 'trace';
  /**
   * Number of passes of a loop's head before the loop gets generated JavaScript; default 400. All values
   * give the same run: tests compare runs with and without generated code.
   */
  readonly hotAfter?: number;
  /**
   * Observer of the run's arrival at chosen places. Closures alone execute such runs, without generated
   * JavaScript.
   */
  readonly watch?: Watch;
  /** Observer of the branches that runs take. Closures alone execute such runs. */
  readonly branches?: BranchObserver;
  /** Follower of the run's steps and accesses. Closures alone execute such runs. */
  readonly driver?: Driver;
  /** Number of steps that a trace keeps from its start; default 1,000,000. */
  readonly traceLimit?: number;
  /** Number of steps that a trace keeps from its end besides; default 0. */
  readonly traceTail?: number;
  /**
   * Number of the step from which steps are recorded for the trace's end; default 0. Steps between the
   * first `traceLimit` and this one are not recorded, which is much faster.
   */
  readonly traceResume?: number;
}

/** The options that may differ from one run of a prepared program to the next. */
export type RunChanges = Pick<
  RunOptions,
  'inputs' | 'maxSteps' | 'stopped' | 'record' | 'traceLimit' | 'traceTail' | 'traceResume'
>;

/** One executed edge. */
export interface TraceStep {
  /** `Context.path` of the activation (linked.ts). */
  readonly context: string;
  /** Number of activations below it on the stack, including that of the program's start. */
  readonly depth: number;
  /** Function id. */
  readonly function: number;
  /** Edge id in that function. */
  readonly edge: number;
  /** The value that an assignment to a scalar integer or pointer stored; absent for all other edges. */
  readonly value?: bigint;
}

/** A block of the heap, by its address and the place that allocated it. */
export interface LeakedBlock {
  readonly address: number;
  readonly at: SourceLocation;
}

/** The result of a run. */
export interface RunResult {
  readonly outcome: Outcome;
  /** Number of executed edges. Consecutive `skip`s count as one unless a trace is recorded. */
  readonly steps: number;
  /** Inputs in order of consumption; empty unless recorded. */
  readonly inputs: readonly ProgramInput[];
  /** The first steps, followed by the last ones. */
  readonly trace?: readonly TraceStep[];
  /** Whether the content of some object was unknown when its lifetime began. It need not have been read. */
  readonly hadUnknownMemory: boolean;
  /**
   * Name of the first called external function that its reading allows to change memory; null if there
   * was none. In this run the call changed nothing.
   */
  readonly external: string | null;
  /** The block that is live or lost where a run fails for that; null: not known. Traces only. */
  readonly leaked: LeakedBlock | null;
  /** True when steps are missing. */
  readonly traceCut: boolean;
  /** Number of steps that are missing in `trace` behind the first `traceLimit`. */
  readonly traceOmitted: number;
  /**
   * Reasons why the run may differ from one of the compiled program ("sin", "unknown function f may
   * write through its arguments"). An alarm is not certain unless this is empty.
   */
  readonly approximate: readonly string[];
}

/** Observes runs at places of the program, before the run executes anything there. */
export interface Watch {
  /** Observed locations by function id. */
  readonly locations: ReadonlyMap<number, ReadonlySet<number>>;
  /** Called at each arrival; a result of false ends the run. */
  arrived(moment: Moment): boolean;
}

/** The state of a run at an arrival. Valid until the run continues. */
export interface Moment {
  /** The function of the running activation. */
  readonly functionId: number;
  readonly location: number;
  /** `Context.path` of the running activation. */
  readonly path: string;
  /** Number of activations below the running one. */
  readonly depth: number;
  /** Inputs that the run has taken so far; empty unless the run records them. */
  readonly inputs: readonly ProgramInput[];
  /** The state of the run; null where states cannot be compared. */
  state(): PastState | null;
  /**
   * Reads `bits` bits of the object, `offset` bytes behind the part, as an unsigned number. Null where
   * the object does not exist or has no value yet.
   */
  read(part: ObjectPart, offset?: number): bigint | null;
}

/** The state that a run had at an arrival. */
export interface PastState {
  /**
   * Whether the run continues from this later moment as it did from the state, if it gets the same
   * inputs. The state is then the same, and its activation has not ended. The running activation may be
   * a later one of the same function, if nothing but its own variables distinguishes it.
   */
  recursAt(moment: Moment): boolean;
}

/** A part of a variable's object. */
export interface ObjectPart {
  readonly variable: number;
  /** `Context.path` of the activation that owns the variable; null for objects of static storage. */
  readonly path: string | null;
  /** Whether only the running activation may own the variable. */
  readonly recursive: boolean;
  /** Offset from the start of the object, in bits. */
  readonly bit: number;
  /** Width in bits. */
  readonly bits: number;
}

/** Observes the branches of runs. Closures alone execute such runs. */
export interface BranchObserver {
  /** Whether the run tells its comparisons, too. It may differ from run to run. */
  readonly compares: boolean;
  /** Called at each branch with a number that the place and the next location determine. */
  took(branch: number): void;
  /** Called with both sides of a comparison of numbers or pointers, and with a switch's value and a case. */
  compared(left: Value, right: Value): void;
}

/**
 * Follows a run step by step, and all its accesses to memory that places of the program make, or functions of
 * the library. Closures alone execute such runs.
 */
export interface Driver {
  /** Called before the step that leaves a location. A result of false ends the run as `stopped`. */
  step(fn: AutomatonFunction, location: Location): boolean;
  /** `size` in bytes; `atomic`: the object's type is atomic. */
  access(address: number, size: number, write: boolean, atomic: boolean): void;
}
