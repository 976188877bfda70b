import type { Expr } from '../program/cfa/automaton.ts';
import type { Frame } from './activation.ts';
import type { Runtime } from './runtime.ts';
import type { Value } from './values.ts';
import type { FrameLayout } from './variables.ts';

/** Code that computes a value in an activation. */
export type Eval<T = Value> = (frame: Frame) => T;

/** The context for compiling the expressions of a function. */
export interface CompileContext {
  readonly runtime: Runtime;
  readonly frame: FrameLayout;
  /** Compiles a part of an expression or place. @throws {Halt} for constructs that are not modelled */
  readonly compile: (expr: Expr) => Eval;
}
