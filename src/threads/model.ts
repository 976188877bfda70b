import { parseProgram } from '../c/index.ts';
import type { AutomatonFunction, Program } from '../cfa/automaton.ts';
import ANY from '../lowering/models/c/conditions-any.c';
import SIGNALLED from '../lowering/models/c/conditions-signalled.c';
import THREADS from '../lowering/models/c/threads.c';
import { buildProgram } from '../lowering/program.ts';
import type { DataModel } from '../types/types.ts';

/** The models of functions that synchronise threads, as a program of its own. */
export interface ThreadModel {
  readonly program: Program;
  /** The functions with a body, by name. */
  readonly functions: ReadonlyMap<string, AutomatonFunction>;
}

/**
 * How waits for conditions end. `any`: at any time. `signalled`: by a signal, or as the run decides
 * without one, so that a thread may wait for ever.
 */
export type Conditions = 'any' | 'signalled';

const TEXTS: Readonly<Record<Conditions, string>> = { any: ANY, signalled: SIGNALLED };
const known = new Map<string, ThreadModel>();

/** Parses the models at the first use of a data model. */
export function threadModel(model: DataModel, conditions: Conditions): ThreadModel {
  const key = `${model} ${conditions}`;
  let parsed = known.get(key);
  if (parsed === undefined) {
    const [kind, users] = ['  int kind;\n', '  unsigned int users;\n'];
    const whole = THREADS + TEXTS[conditions];
    const text = model === 'LP64' ? whole.replace(kind + users, users + kind) : whole;
    const program = buildProgram(parseProgram([{ text, file: '<library>' }], { model }));
    const defined = program.functions.filter((fn): fn is AutomatonFunction => fn?.defined === true);
    parsed = { program, functions: new Map(defined.map((fn) => [fn.name, fn])) };
    known.set(key, parsed);
  }
  return parsed;
}
