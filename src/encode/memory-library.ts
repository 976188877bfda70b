import type { AutomatonFunction, Expr, Place } from '../cfa/automaton.ts';
import type { Execution } from './execution.ts';

/** Handles a call and says so; false leaves it to the rule for undefined functions. */
export type MemoryFunction = (x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null) => boolean;

export const MEMORY_FUNCTIONS: ReadonlyMap<string, MemoryFunction> = new Map();
