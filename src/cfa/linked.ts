import type { Variable } from '../c/ast.ts';
import type { AutomatonFunction, Edge, Expr, Location, Operation, Place, Program } from './automaton.ts';

/**
 * One automaton for the whole program. Calls are inlined (a copy of the function's locations per call site and context) or lead into the one
 * context of a function that is laid out once. Operations are not copied: an edge names the context in which the variables of its operation
 * are to be read.
 */
export interface LinkedProgram {
  /** With the models of library functions that it calls. */
  readonly program: Program;
  /** Without them: what runs. */
  readonly source: Program;
  /** Functions whose calls violate the property. */
  readonly errorFunctions: readonly string[];
  readonly contexts: readonly Context[];
  readonly locationCount: number;
  readonly entry: Location;
  /**
   * Location that calls of the error functions lead to; no edge leaves it. Null if the program has no such call left.
   */
  readonly error: Location | null;
  /** Indexed by linked edge id; only edges that lie on a path from entry to error are kept. */
  readonly edges: readonly LinkedEdge[];
  /** Ids of edges that leave each linked location. An edge that was cut (it cannot reach the error) is simply missing. */
  readonly outgoing: readonly (readonly number[])[];
  /** Loop marks of the source for linked locations, for people and witnesses. */
  readonly loops: readonly LinkedLoop[];
}

/** One activation, or the one that is running of a function that is laid out once: `main` is context 0. */
export interface Context {
  readonly id: number;
  readonly function: AutomatonFunction;
  /** Null for main, and for functions that are laid out once. */
  readonly parent: number | null;
  /** Edge of the parent's function that calls; null without parent. */
  readonly callEdge: Edge | null;
  /**
   * Edge ids of the calls from main down to here, joined by `/` ("" for main, "12/3" ...): together with an edge id it names an
   * execution site, the same in the encoder's traces and in the interpreter, which computes it from its call stack. The innermost function
   * that is laid out once starts anew with `@` and its id ("@7", "@7/3" ...).
   */
  readonly path: string;
  /** Laid out once: all calls of the function lead here, and its exit leads back to the call whose number the activation keeps. */
  readonly shared: boolean;
  /** Number of the set of functions that may call each other (or itself) recursively to which the function belongs; else null. */
  readonly recursion: number | null;
}

/** How a function that is laid out once knows where to return: each call has a number, from 1. Null for an inlined call. */
export type CallNumber = number | null;

export interface LinkedEdge {
  readonly id: number;
  readonly from: Location;
  readonly to: Location;
  /** In whose context the operation's variables are read. */
  readonly context: number;
  /** The edge of the function's automaton it comes from. */
  readonly edge: Edge;
  readonly op: LinkedOperation;
}

export type LinkedOperation =
  /** Any operation but `return` and calls of functions with a body. */
  | Exclude<Operation, { kind: 'return' }>
  /** Arguments (read in `edge.context`) are assigned to the parameters of context `into`; surplus arguments are evaluated only. */
  | { readonly kind: 'enter'; readonly into: number; readonly arguments: readonly Expr[]; readonly call: CallNumber }
  /** The return value (null: none) is kept in the hidden return slot of `edge.context`. */
  | { readonly kind: 'return'; readonly value: Expr | null }
  /**
   * Back in `edge.context`: the return slot of `from` is assigned to `result`. With a number, a branch: taken if that is the number of the call
   * from which `from` was entered.
   */
  | { readonly kind: 'leave'; readonly from: number; readonly result: Place | null; readonly call: CallNumber }
  /** Resolution of an indirect call: the pointer equals this function's address. */
  | { readonly kind: 'assume-callee'; readonly pointer: Expr; readonly function: number }
  /** None of the candidates: the call goes to a function that is not known. */
  | { readonly kind: 'unknown-callee'; readonly pointer: Expr; readonly candidates: readonly number[] };

export interface LinkedLoop {
  readonly location: Location;
  readonly context: number;
  readonly mark: import('./automaton.ts').LocationMark;
}

/** A variable in a context; globals have context -1. */
export interface InstanceKey {
  readonly variable: Variable;
  readonly context: number;
}
