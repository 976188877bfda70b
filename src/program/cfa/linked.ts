import type { AutomatonFunction, Edge, Expr, Location, Operation, Place, Program } from './automaton.ts';

/**
 * The goal that the kept code must be able to reach: a call of an error function, or a cycle of the
 * program. A run may stay on a cycle for ever, which is a loop or a recursion.
 */
export type LinkGoal = 'error' | 'cycle';

/**
 * One automaton for the whole program. The linker inlines a call (a copy of the function's locations
 * per call site and context), or leads it into the one context of a function that is laid out once.
 * Operations are not copied. An edge names the context in which its operation's variables are read.
 */
export interface LinkedProgram {
  /** The program with the models of library functions that it calls. */
  readonly program: Program;
  /** The program without models, which runs execute. */
  readonly source: Program;
  /** Functions whose calls violate the property. */
  readonly errorFunctions: readonly string[];
  readonly goal: LinkGoal;
  readonly contexts: readonly Context[];
  readonly locationCount: number;
  readonly entry: Location;
  /**
   * The location that calls of the error functions lead to; no edge leaves it. Null if no such call is
   * left.
   */
  readonly error: Location | null;
  /** Edges that lie on a path from entry to error, by linked edge id. */
  readonly edges: readonly LinkedEdge[];
  /** Ids of edges that leave each linked location. Edges that cannot reach the error are missing. */
  readonly outgoing: readonly (readonly number[])[];
  /** Loop marks of the source for linked locations, for messages and witnesses. */
  readonly loops: readonly LinkedLoop[];
}

/** One activation, or the running activation of a function that is laid out once. `main` is context 0. */
export interface Context {
  readonly id: number;
  readonly function: AutomatonFunction;
  /** The caller's context; null for main, and for functions that are laid out once. */
  readonly parent: number | null;
  /** The edge of the parent's function that calls; null without parent. */
  readonly callEdge: Edge | null;
  /**
   * Edge ids of the calls from main down to here, joined by `/` ("" for main, "12/3" ...). Together with
   * an edge id it names an execution site. The encoder's traces and the interpreter use the same names;
   * the interpreter computes them from its call stack. The innermost function that is laid out once
   * starts again with `@` and its id ("@7", "@7/3" ...).
   */
  readonly path: string;
  /**
   * Whether the function is laid out once. All its calls lead here, and its exit leads back to the call
   * whose number the activation keeps.
   */
  readonly shared: boolean;
  /**
   * Number of the function's set of mutually (or self-) recursive functions; null if it is not
   * recursive.
   */
  readonly recursion: number | null;
}

/**
 * The number of a call, from 1, by which a function that is laid out once finds its return. Null for
 * an inlined call.
 */
export type CallNumber = number | null;

/** An edge of the linked program. */
export interface LinkedEdge {
  readonly id: number;
  readonly from: Location;
  readonly to: Location;
  /** The context in which the operation's variables are read. */
  readonly context: number;
  /** The edge of the function's automaton that it stands for. */
  readonly edge: Edge;
  readonly op: LinkedOperation;
}

export type LinkedOperation =
  /** Any operation but `return` and calls of functions with a body. */
  | Exclude<Operation, { kind: 'return' }>
  /**
   * Assigns the arguments (read in `edge.context`) to the parameters of context `into`. Surplus
   * arguments are evaluated only.
   */
  | { readonly kind: 'enter'; readonly into: number; readonly arguments: readonly Expr[]; readonly call: CallNumber }
  /** Stores the return value (null: none) in the hidden return slot of `edge.context`. */
  | { readonly kind: 'return'; readonly value: Expr | null }
  /**
   * Returns to `edge.context`: assigns the return slot of `from` to `result`. If `call` is a number, it
   * is a branch, taken if the call of that number entered `from`.
   */
  | { readonly kind: 'leave'; readonly from: number; readonly result: Place | null; readonly call: CallNumber }
  /** The branch of an indirect call where the pointer equals this function's address. */
  | { readonly kind: 'assume-callee'; readonly pointer: Expr; readonly function: number }
  /** The branch where the pointer is none of the candidates: the call goes to an unknown function. */
  | { readonly kind: 'unknown-callee'; readonly pointer: Expr; readonly candidates: readonly number[] };

/** A loop head of the source at a linked location. */
export interface LinkedLoop {
  readonly location: Location;
  readonly context: number;
  readonly mark: import('./automaton.ts').LocationMark;
}
