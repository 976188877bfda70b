import { parseProgram } from '../../../../src/c/index.ts';
import type { DataModel } from '../../../../src/c/types/types.ts';
import { checkFunction } from '../../../../src/program/cfa/checks/kinds.ts';
import { type Check, onlyChecks, placeChecks } from '../../../../src/program/cfa/checks/places.ts';
import type { Entry } from '../../../../src/program/cfa/entry-options.ts';
import type { LinkGoal } from '../../../../src/program/cfa/linked.ts';
import { DEFAULT_ARGUMENTS, withArguments } from '../../../../src/program/cfa/main-arguments.ts';
import { withChecksAtEnds } from '../../../../src/program/link/ends.ts';
import { type LinkedProgram, type LinkLimits, linkProgram, type Program } from '../../../../src/program/link/index.ts';
import { withEntry } from '../../../../src/program/lowering/entry.ts';
import { withInputs } from '../../../../src/program/lowering/models/inputs.ts';
import { type BuildOptions, buildProgram } from '../../../../src/program/lowering/program.ts';
import { mayStartThreads, withThreads } from '../../../../src/program/threads/program.ts';
import { type CutKind, encode } from '../../../../src/system/encode/index.ts';
import type { ProgramPlaces } from '../../../../src/system/transys/program-places.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';

export interface Compiled {
  readonly program: Program;
  readonly linked: LinkedProgram;
  readonly system: TransitionSystem;
  readonly places: ProgramPlaces;
}

export interface CompileOptions extends BuildOptions {
  readonly limits?: Partial<LinkLimits>;
  readonly entry?: Entry;
  readonly cuts?: CutKind;
  /** `cycle`: the question is whether all runs end, and there are no error functions. */
  readonly goal?: LinkGoal;
  /** Gives each check its own place, and returns the names of those that are open. */
  readonly open?: (checks: readonly Check[]) => readonly string[];
}

/**
 * From C text that needs no preprocessor to a transition system. The error functions are those of the
 * checks, or else `reach_error`.
 */
export function compile(text: string, model: DataModel = 'LP64', options: CompileOptions = {}): Compiled {
  const unit = parseProgram([{ text, file: 'test.c' }], { model });
  const built = buildProgram(unit, {
    anyBuffers: options.entry !== undefined,
    threads: options.goal !== 'cycle' && mayStartThreads(unit),
    ...options,
  });
  const begun = options.entry === undefined ? built : withEntry(built, options.entry);
  if ('failure' in begun) throw new Error(begun.failure);
  const checked = withChecksAtEnds(begun, options.checks ?? []);
  const { goal = 'error' } = options;
  const placed = options.open === undefined ? null : placeChecks(checked);
  const open = placed === null ? [] : (options.open?.(placed.checks) ?? []);
  const narrowed = placed === null ? checked : onlyChecks(placed.program, placed.checks, new Set(open));
  const kinds = placed === null ? options.checks?.map(checkFunction) : open;
  const errorFunctions = goal === 'cycle' ? [] : (kinds ?? ['reach_error']);
  const program = withInputs(withArguments(narrowed, DEFAULT_ARGUMENTS), DEFAULT_ARGUMENTS, errorFunctions);
  const threaded = goal === 'cycle' ? program : withThreads(program, errorFunctions);
  const linked = linkProgram(threaded, { errorFunctions, limits: options.limits, goal });
  if ('unsupported' in linked) throw new Error(linked.unsupported);
  const { system: encoded, places } = encode(linked, { cuts: options.cuts });
  const system: TransitionSystem = goal === 'cycle' ? { ...encoded, question: 'termination' } : encoded;
  return { program: linked.source, linked, system, places };
}
