import { type CFunction, cFunctions, withoutDirectives } from '../../../base/c-functions.ts';
import type { ModelFile } from '../../../c/builtins/library/row.ts';
import { type LibraryName, libraryEntry } from '../../../c/builtins/library/table.ts';
import type { DataModel } from '../../../c/types/types.ts';
import GENERAL from './c/general.c';
import INPUT from './c/input.c';
import MEMORY from './c/memory.c';
import NUMBERS from './c/numbers.c';
import NUMERALS from './c/numerals.c';
import OPTIONS from './c/options.c';
import PRELUDE from './c/prelude.h';
import STRINGS from './c/strings.c';
import SYSTEM from './c/system.c';
import TOKENS from './c/tokens.c';
import WIDE from './c/wide.c';

/**
 * Library functions in C (`c/*.c`), for calls that the encoder has no formula for. `element` is the
 * type that the arguments point to. A model has the parameters of the function. If it works in pieces,
 * `unit`, the size of an element, comes after them. `c/prelude.h` declares functions with two
 * underscores in front.
 */
export interface ModelText {
  readonly text: string;
  /**
   * The arguments that point to elements: `copied` as they are, `numbers` only if these are integers;
   * `record`: the result points to one, or else an argument; null: bytes.
   */
  readonly elements: 'copied' | 'numbers' | 'record' | null;
  /** Position of the argument that gives the number of bytes, which the call splits into elements. */
  readonly size?: number;
  /** Position of the argument that gives the size of one element. */
  readonly unit?: number;
  /** Declarations of library functions that the model calls. */
  readonly prototypes?: string;
  /** Whether the model takes the address of the position that `strtok` keeps, as its last argument. */
  readonly state?: true;
  /** Whether only the first arguments of the call matter. */
  readonly leading?: true;
  /** Whether the model has more parameters than the function, which are zero. */
  readonly padded?: true;
}

type Properties = Omit<ModelText, 'text' | 'prototypes'>;

const BYTEWISE: Properties = { elements: null };
const COPIED: Properties = { elements: 'copied', size: 2 };
const AS_NUMBERS: Properties = { elements: 'numbers', size: 2 };

/** Makes the model of a function from its text in C. */
function modelText({ text, declarations }: CFunction, properties: Properties): ModelText {
  return { text, ...properties, ...(declarations === '' ? {} : { prototypes: declarations }) };
}

/** Gives a function another name. */
function renamed(fn: CFunction, name: string): CFunction {
  return { ...fn, name, text: fn.text.replace(/\w+(?=\()/, name) };
}

/** Files of models, with the properties of most of their functions. */
const FILES: Readonly<Record<ModelFile, readonly [text: string, properties: Properties]>> = {
  'general.c': [GENERAL, BYTEWISE],
  'input.c': [INPUT, BYTEWISE],
  'memory.c': [MEMORY, COPIED],
  'numbers.c': [NUMBERS, AS_NUMBERS],
  'numerals.c': [NUMERALS, BYTEWISE],
  'options.c': [OPTIONS, BYTEWISE],
  'strings.c': [STRINGS, BYTEWISE],
  'system.c': [SYSTEM, BYTEWISE],
  'tokens.c': [TOKENS, BYTEWISE],
  'wide.c': [WIDE, BYTEWISE],
};

/** Whether runs of the interpreter follow the models of a file, since they give inputs or keep state. */
export function isRun(file: ModelFile): boolean {
  return file === 'input.c' || file === 'options.c' || file === 'system.c';
}

/** Properties of functions that differ from those of their files. */
const OWN_PROPERTIES: ReadonlyMap<string, Properties> = new Map<LibraryName, Properties>([
  ['bzero', { ...COPIED, size: 1 }],
  ['explicit_bzero', { ...COPIED, size: 1 }],
  ['strtok', { ...BYTEWISE, state: true }],
  ['error', { ...BYTEWISE, leading: true }],
  ['error_at_line', { ...BYTEWISE, leading: true }],
  ['getopt', { ...BYTEWISE, padded: true }],
  ['qsort', { elements: 'copied', unit: 2 }],
  ...(['gmtime', 'gmtime_r', 'localtime', 'localtime_r', 'mktime', 'timegm'] as const).map(
    (name): [LibraryName, Properties] => [name, { elements: 'record' }],
  ),
]);

/** The functions of the files that were asked for so far. */
const cut = new Map<ModelFile, ReadonlyMap<string, CFunction>>();

/** Returns the function `own` of a file. @throws {TypeError} where the file lacks it */
function functionOf(file: ModelFile, own: string): CFunction {
  let functions = cut.get(file);
  if (functions === undefined) cut.set(file, (functions = cFunctions(FILES[file][0])));
  const fn = functions.get(own);
  if (fn === undefined) throw new TypeError(`no model of ${own}`);
  return fn;
}

interface NamedModel {
  readonly file: ModelFile;
  readonly text: ModelText;
}

/** The models that were asked for so far, by the functions' names. */
const made = new Map<string, NamedModel | null>();

/** Finds the model in C that a function's row names, and its file; null: none, or one that is made for each call. */
export function modelOf(name: string): NamedModel | null {
  let model = made.get(name);
  if (model === undefined) made.set(name, (model = makeModel(name)));
  return model;
}

function makeModel(name: string): NamedModel | null {
  const { model } = libraryEntry(name)?.row ?? {};
  if (model === undefined || model === 'made') return null;
  const [file, own] = model.split(':') as [ModelFile, string?];
  const fn = functionOf(file, own ?? name);
  return { file, text: modelText(renamed(fn, name), OWN_PROPERTIES.get(name) ?? FILES[file][1]) };
}

/** Returns the model of `memset` that writes zeros. */
export function zeroingModel(): ModelText {
  return modelText(functionOf('memory.c', 'memset'), COPIED);
}

const SHARED = withoutDirectives(PRELUDE);

/**
 * Returns a model as a program of its own. `element`: an integer type; otherwise a structure that is
 * replaced later.
 */
export function modelSource({ text, prototypes = '' }: ModelText, model: DataModel, element: string | null): string {
  const wide = model === 'LP64';
  const source = `${SHARED}
${element === null ? 'typedef struct __element { byte content; } element;' : `typedef ${element} element;`}
${prototypes}
${text}
`;
  return source
    .replaceAll('__SIZE_TYPE__', wide ? 'unsigned long' : 'unsigned int')
    .replaceAll('__PTRDIFF_TYPE__', wide ? 'long' : 'int')
    .replaceAll('__LONG_MAX__', wide ? '9223372036854775807L' : '2147483647L');
}
