import type { Program } from '../automaton.ts';
import type { LinkedProgram } from '../linked.ts';
import { CallGraph } from './calls.ts';
import { inlineCalls } from './inline.ts';
import { prune } from './prune.ts';

export interface LinkOptions {
  /** Name of the function whose call is the violation, with or without a body. */
  readonly errorFunction: string;
  readonly limits?: LinkLimits;
}

export interface LinkLimits {
  /** Calls that would make the program larger than this many edges become `unsupported`. */
  readonly edges: number;
}

export const DEFAULT_LIMITS: LinkLimits = { edges: 400_000 };

/** Why there is nothing to link. */
export interface LinkFailure {
  readonly unsupported: string;
}

/**
 * One automaton for the whole program, every call inlined. Indirect calls branch over the functions that the pointer may hold; recursive calls
 * and those that would make the program too large become `unsupported` operations. Only what lies on a path to the error (or to an operation
 * that might hide a call of it) is kept.
 */
export function linkProgram(program: Program, options: LinkOptions): LinkedProgram | LinkFailure {
  const main = program.main === null ? null : program.functions[program.main];
  if (main === null || main === undefined || !main.defined) return { unsupported: 'a program without main' };
  const calls = new CallGraph(program, options.errorFunction);
  const draft = inlineCalls(program, main, calls, (options.limits ?? DEFAULT_LIMITS).edges);
  return { program, errorFunction: options.errorFunction, ...prune(draft) };
}
