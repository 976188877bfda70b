import { parseProgram } from '../../c/index.ts';
import type { DataModel } from '../../c/types/types.ts';
import type { AutomatonFunction, Program } from '../cfa/automaton.ts';
import ANY from '../lowering/models/c/conditions-any.c';
import SIGNALLED from '../lowering/models/c/conditions-signalled.c';
import DESTROYED from '../lowering/models/c/destroyed.c';
import KEYS from '../lowering/models/c/keys.c';
import THREADS from '../lowering/models/c/threads.c';
import { withErrno } from '../lowering/models/errno.ts';
import { lowerUnit } from '../lowering/program.ts';

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
/** The text of the models of keys. A line about each key is repeated. */
function keysText(keys: number): string {
  if (keys === 0) return '';
  const each = (line: string): string =>
    Array.from({ length: keys }, (_, key) => line.replaceAll('__EACH__', `${key}`)).join('\n');
  const text = KEYS.replaceAll(/^.*__EACH__.*(?=;$)/gm, (line) => each(`${line};`).slice(0, -1));
  return text.replaceAll('__KEYS__', `${keys}`);
}

const known = new Map<string, ThreadModel>();

/**
 * Parses the models at their first use. `keys`: how many keys of storage threads may make; 0 if the
 * program uses none. `races`: whether attempts may fail at any time, since failures order no accesses.
 * `strict`: whether what POSIX leaves undefined has no meaning.
 */
export function threadModel(
  model: DataModel,
  conditions: Conditions,
  keys: number,
  { races = false, strict = false }: { readonly races?: boolean; readonly strict?: boolean } = {},
): ThreadModel {
  const key = `${model} ${conditions} ${keys} ${races} ${strict}`;
  let parsed = known.get(key);
  if (parsed === undefined) {
    const [kind, users] = ['  int kind;\n', '  unsigned int users;\n'];
    const all = THREADS + (strict ? DESTROYED : '') + TEXTS[conditions];
    const ordered = races ? all : all.replaceAll(/^ .*__refuses\(\).*\n/gm, '');
    const whole =
      (strict ? ordered : ordered.replaceAll(/^ .*__VERIFIER_thread_undefined\(\).*\n/gm, '')) + keysText(keys);
    const text = model === 'LP64' ? whole.replace(kind + users, users + kind) : whole;
    // Attempts that fail set errno.
    const program = withErrno(lowerUnit(parseProgram([{ text, file: '<library>' }], { model })));
    const defined = program.functions.filter((fn): fn is AutomatonFunction => fn?.defined === true);
    parsed = { program, functions: new Map(defined.map((fn) => [fn.name, fn])) };
    known.set(key, parsed);
  }
  return parsed;
}
