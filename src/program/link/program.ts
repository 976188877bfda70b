import { errorFunctionIds } from '../cfa/error-functions.ts';
import type { LinkedProgram, LinkGoal } from '../cfa/linked.ts';
import { callStructure } from './call-structure.ts';
import { CallGraph } from './calls.ts';
import { inlineCalls } from './inline.ts';
import { DEFAULT_LIMITS, type LinkLimits } from './limits.ts';
import { prune } from './prune.ts';
import { chooseShared, sharedAnyway } from './sharing.ts';
import { UsefulLocations } from './useful.ts';

/** Options for the linker. */
export interface LinkOptions {
  /** Names of the functions whose call is the violation, with or without a body. */
  readonly errorFunctions: readonly string[];
  readonly limits?: Partial<LinkLimits>;
  /** See {@link LinkGoal}; absent: `error`. */
  readonly goal?: LinkGoal;
}

/** The reason why there is nothing to link. */
export interface LinkFailure {
  readonly unsupported: string;
}

/**
 * Links a program into one automaton. Calls are inlined or led into the single layout of their
 * function (sharing.ts). Indirect calls branch over the functions that the pointer may hold. Only
 * edges on a path to the goal (or to an operation that might hide it) are kept. If the goal is a cycle,
 * these are all edges that a run without end may execute.
 */
export function linkAutomata(
  { source, program }: Pick<LinkedProgram, 'source' | 'program'>,
  options: LinkOptions,
): LinkedProgram | LinkFailure {
  const main = program.main === null ? null : program.functions[program.main];
  if (main === null || main === undefined || !main.defined) return { unsupported: 'a program without main' };
  const errors = errorFunctionIds(program, options.errorFunctions);
  if (program.functions.some((fn) => fn?.hasTwin === true && errors.has(fn.id)))
    return { unsupported: 'an error function that has two names' };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const goal = options.goal ?? 'error';
  const calls = new CallGraph(program, options.errorFunctions, goal);
  const useful = new UsefulLocations(calls);
  const structure = callStructure(program, main, calls, useful);
  const anyway = sharedAnyway(structure, limits);
  const plan = { calls, useful, structure };
  let draft = inlineCalls(program, main, { ...plan, shared: anyway, maxEdges: limits.inlined });
  if (!draft.complete) {
    const shared = chooseShared(structure, anyway, limits);
    draft = inlineCalls(program, main, { ...plan, shared, maxEdges: limits.edges });
  }
  const pruned = prune(draft, goal);
  const once = pruned.contexts.filter((context) => context.shared).map((context) => context.function.id);
  const ids = once.sort((a, b) => a - b);
  return {
    program: { ...program, shared: ids },
    source: { ...source, shared: ids },
    errorFunctions: options.errorFunctions,
    goal,
    ...pruned,
  };
}
