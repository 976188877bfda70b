import type { ByteOrder } from '../../../../src/base/byte-order.ts';
import { parseProgram } from '../../../../src/c/index.ts';
import type { DataModel } from '../../../../src/c/types/types.ts';
import type { Program } from '../../../../src/program/cfa/automaton.ts';
import { checkFunction } from '../../../../src/program/cfa/checks/kinds.ts';
import type { Check } from '../../../../src/program/cfa/checks/places.ts';
import type { LinkedProgram } from '../../../../src/program/cfa/linked.ts';
import { linkChosen, type ProgramOptions, prepareProgram } from '../../../../src/program/passes.ts';
import { type CutKind, encode } from '../../../../src/system/encode/index.ts';
import type { ProgramPlaces } from '../../../../src/system/transys/program-places.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';

export interface Compiled {
  readonly program: Program;
  readonly linked: LinkedProgram;
  readonly system: TransitionSystem;
  readonly places: ProgramPlaces;
}

/** `goal: 'cycle'`: the question is whether all runs end, and there are no error functions. */
export interface CompileOptions extends Omit<ProgramOptions, 'placed'> {
  readonly cuts?: CutKind;
  /** See `EncodeOptions.unwinds`. */
  readonly unwinds?: boolean;
  /** Default `little`. */
  readonly byteOrder?: ByteOrder;
  /** Gives each check its own place, and returns the names of those that are open. */
  readonly open?: (checks: readonly Check[]) => readonly string[];
}

/**
 * From C text that needs no preprocessor to a transition system. The error functions are those of the
 * checks, or else `reach_error`.
 */
export function compile(text: string, model: DataModel = 'LP64', options: CompileOptions = {}): Compiled {
  const unit = parseProgram([{ text, file: 'test.c' }], { model, byteOrder: options.byteOrder });
  const prepared = prepareProgram(unit, { ...options, placed: options.open !== undefined });
  const asked = options.open?.(prepared.checks) ?? options.checks?.map(checkFunction) ?? ['reach_error'];
  const { linked } = linkChosen(prepared, options.goal === 'cycle' ? [] : asked);
  if ('unsupported' in linked) throw new Error(linked.unsupported);
  const { system: encoded, places } = encode(linked, { cuts: options.cuts, unwinds: options.unwinds });
  const system: TransitionSystem = options.goal === 'cycle' ? { ...encoded, question: 'termination' } : encoded;
  return { program: linked.source, linked, system, places };
}
