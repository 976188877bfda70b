import { LemmataError, unreachable } from '../../base/errors.ts';
import { readOrEmpty, shownName } from '../../base/files.ts';
import type { ArgumentCount, ArgumentSize, Variable } from '../../c/ast.ts';
import { isInteger } from '../../c/types/type-basics.ts';
import { type CType, Qualifier } from '../../c/types/types.ts';
import type { AutomatonFunction, Program } from '../cfa/automaton.ts';
import type { Entry } from '../cfa/entry-options.ts';
import { EntryBuilder } from './entry-builder.ts';

/** Programs that begin at a function other than `main`. */

/**
 * Adds a hidden `main` that runs the constructors and calls the function once. The arguments are
 * uninitialised variables with the parameters' names, that is, inputs. Each pointer among them leads to an
 * object of its own with any content, or is null where the entry does not exclude that.
 *
 * If `globals` is `any`, globals have any content too, including pointers. Constructors then do not
 * run, as any content covers their effects. Constant globals keep their values. Throws LemmataError
 * `E-INPUT` if the program has no such function.
 */
export function withEntry(program: Program, entry: Entry): Program {
  const fn = definedFunction(program, entry.function);
  const globals = entry.globals === 'any' ? program.globals.filter(isAnyGlobal) : [];
  const builder = new EntryBuilder(program, fn, entry, argumentObjects(program, fn, entry));
  const main = builder.build(globals, entry.globals === 'initialised');
  const any = new Set(globals.map(({ id }) => id));
  // Places refer to the variable objects themselves, so the change is made in place.
  for (const global of globals) global.undefined = true;
  return {
    ...program,
    functions: [...program.functions, main, ...builder.inputs],
    initialValues: new Map([...program.initialValues].filter(([id]) => !any.has(id))),
    main: main.id,
    promised: [...builder.promised].map(([pointer, count]) => ({ pointer, count })),
  };
}

/** Whether a global takes any content. Hidden variables, such as string literals, keep theirs. */
export function isAnyGlobal({ name, type, undefined: unknown }: Variable): boolean {
  return !name.startsWith('$') && !isConstant(type) && !unknown;
}

function isConstant(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return ((inner.qualifiers ?? 0) & Qualifier.const) !== 0;
}

/** Throws LemmataError `E-INPUT` unless one function of the program has this name and a body. */
export function definedFunction(program: Program, name: string): AutomatonFunction {
  const candidates = program.functions.filter((fn): fn is AutomatonFunction => fn?.name === name);
  const defined = candidates.filter((fn) => fn.defined);
  if (defined.length > 1) throw entryFailure(program, `several files have a function ${name}`);
  if (defined.length === 1) return defined[0];
  if (candidates.length > 0) throw entryFailure(program, `the function ${name} has no body`);
  const own = program.functions.filter(
    (fn): fn is AutomatonFunction => fn?.defined === true && fn.origin === 'program',
  );
  const names = own.map((fn) => fn.name);
  const meant = expansion(name, new Set(own.map(({ at }) => at.file)));
  if (meant !== null && names.includes(meant))
    throw entryFailure(program, `there is no function ${name}; it is a macro, which stands for ${meant}`);
  throw notThere(program, `function ${name}`, name, names);
}

/** The error that something has no such name, with the nearest of those that there are. */
export function notThere(program: Program, what: string, name: string, names: readonly string[]): LemmataError {
  return entryFailure(program, `there is no ${what}${suggestion(nearest(name, names))}`);
}

function entryFailure({ files }: Program, what: string): LemmataError {
  return new LemmataError('E-INPUT', `${files.map((file) => shownName(file)).join(', ')}: ${what}`);
}

function suggestion(name: string | null): string {
  return name === null ? '' : `; did you mean ${name}?`;
}

/** Returns the name that a macro stands for, through further macros; null if no file defines it as a name. */
function expansion(macro: string, files: ReadonlySet<string>): string | null {
  const macros = new Map<string, string>();
  for (const file of files)
    for (const [, name, meant] of readOrEmpty(file).matchAll(DEFINITION)) macros.set(name, meant);
  let meant: string | undefined;
  // Each step takes out a macro, so that a circle of them ends.
  for (let next = macros.get(macro); next !== undefined; next = macros.get(meant)) {
    macros.delete(meant ?? macro);
    meant = next;
  }
  return meant ?? null;
}

/** A macro that stands for one name, perhaps with arguments: `#define f g` or `#define f(x) g(x)`. */
const DEFINITION = /^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\([^)\n]*\))?[ \t]+([A-Za-z_]\w*)[ \t]*(?:\(.*)?$/gm;

/** Returns the name with the fewest single changes from a name that is unknown; null if none is near. */
function nearest(unknown: string, names: readonly string[]): string | null {
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of new Set(names)) {
    const distance = name.includes(unknown) && unknown.length > 2 ? 1 : changes(unknown, name);
    if (distance <= Math.max(1, unknown.length / 3) && (best === null || distance < best.distance))
      best = { name, distance };
  }
  return best?.name ?? null;
}

/** Returns the number of characters to insert, delete or replace (Wagner, Fischer 1974). */
function changes(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (const [i, c] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (to[j] === c ? 0 : 1)));
    row = next;
  }
  return row[to.length];
}

/**
 * Returns the number of elements of each argument's object: as the entry says, else as the function says;
 * null: neither does. Throws LemmataError `E-INPUT` for an object of something that is no pointer argument,
 * or of no known length.
 */
function argumentObjects(
  program: Program,
  { name: called, parameters, sizes = [] }: AutomatonFunction,
  { objects }: Entry,
): readonly (ArgumentSize | null)[] {
  const asked = Object.entries(objects).map(([name, count]): ArgumentSize => {
    const pointer = parameters.findIndex((parameter) => parameter.name === name);
    if (parameters[pointer]?.type.kind !== 'pointer')
      throw entryFailure(program, `${called} has no pointer ${name}${suggestion(nearest(name, namesOf('pointer')))}`);
    return { pointer: pointer + 1, count: countOf(name, count), null: 'never' };
  });
  const integers = parameters.map(({ type }) => isInteger(type));
  return parameters.map(
    (_, i) => [...asked, ...sizes].find((one) => one.pointer === i + 1 && isKnown(one.count, integers)) ?? null,
  );

  function countOf(pointer: string, count: string): ArgumentCount {
    if (/^\d+$/.test(count)) return { kind: 'number', value: BigInt(count) };
    const position = parameters.findIndex(({ name, type }) => name === count && isInteger(type)) + 1;
    if (position > 0) return { kind: 'argument', position };
    const near = suggestion(nearest(count, namesOf('integer')));
    throw entryFailure(program, `${called} has no integer ${count}, which ${pointer} is to have as its length${near}`);
  }

  function namesOf(kind: CType['kind']): readonly string[] {
    return parameters.flatMap(({ name, type }) => (type.kind === kind ? [name] : []));
  }
}

/** Whether all arguments of a number are integers; attributes may name any. */
function isKnown(count: ArgumentCount, integers: readonly boolean[]): boolean {
  switch (count.kind) {
    case 'number':
      return true;
    case 'argument':
      return integers[count.position - 1] ?? false;
    case 'binary':
      return isKnown(count.left, integers) && isKnown(count.right, integers);
    default:
      return unreachable(count);
  }
}
