import type { Operation } from '../program/cfa/automaton.ts';
import type { Frame } from './activation.ts';
import type { Calls } from './calls.ts';
import type { CompiledFunction } from './code.ts';
import type { CompileContext } from './context.ts';

export type Assignment = Operation & { readonly kind: 'assign' };
export type Observer = (frame: Frame) => bigint;

/** The context for compiling the edges of a function. */
export interface StepContext extends CompileContext {
  readonly code: CompiledFunction;
  readonly calls: Calls;
  /** Observers of assignments (trace.ts). */
  readonly observers: Map<Assignment, Observer | null>;
}
