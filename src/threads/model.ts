import { parseProgram } from '../c/index.ts';
import type { AutomatonFunction, Program } from '../cfa/automaton.ts';
import THREADS from '../lowering/models/c/threads.c';
import { buildProgram } from '../lowering/program.ts';
import type { DataModel } from '../types/types.ts';

/** The models of functions that synchronise threads, as a program of its own. */
export interface ThreadModel {
  readonly program: Program;
  /** The functions with a body, by name. */
  readonly functions: ReadonlyMap<string, AutomatonFunction>;
}

const known = new Map<DataModel, ThreadModel>();

/** Parses the models at the first use of a data model. */
export function threadModel(model: DataModel): ThreadModel {
  let parsed = known.get(model);
  if (parsed === undefined) {
    const [kind, users] = ['  int kind;\n', '  unsigned int users;\n'];
    const text = model === 'LP64' ? THREADS.replace(kind + users, users + kind) : THREADS;
    const program = buildProgram(parseProgram([{ text, file: '<library>' }], { model }));
    const defined = program.functions.filter((fn): fn is AutomatonFunction => fn?.defined === true);
    parsed = { program, functions: new Map(defined.map((fn) => [fn.name, fn])) };
    known.set(model, parsed);
  }
  return parsed;
}
