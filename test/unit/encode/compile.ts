import { parseProgram } from '../../../src/c/index.ts';
import type { DataModel } from '../../../src/c/types.ts';
import { type BuildOptions, buildProgram } from '../../../src/cfa/build/program.ts';
import { type LinkedProgram, type LinkLimits, linkProgram, type Program } from '../../../src/cfa/index.ts';
import { encodeProgram } from '../../../src/encode/index.ts';
import type { TransitionSystem } from '../../../src/transys/system.ts';

export interface Compiled {
  readonly program: Program;
  readonly linked: LinkedProgram;
  readonly system: TransitionSystem;
}

/** From C text that needs no preprocessor to a transition system; the error function is `reach_error`. */
export function compile(
  text: string,
  model: DataModel = 'LP64',
  options: BuildOptions & { limits?: Partial<LinkLimits> } = {},
): Compiled {
  const program = buildProgram(parseProgram([{ text, file: 'test.c' }], { model }), options);
  const linked = linkProgram(program, { errorFunction: 'reach_error', limits: options.limits });
  if ('unsupported' in linked) throw new Error(linked.unsupported);
  return { program: linked.source, linked, system: encodeProgram(linked) };
}
