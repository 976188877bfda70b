import { type CFunction, cFunctions, withoutDirectives } from '../../../base/c-functions.ts';
import type { ModelFile } from '../../../c/builtins/library/row.ts';
import { LIBRARY_TABLE, type LibraryName } from '../../../c/builtins/library/table.ts';
import type { DataModel } from '../../../c/types/types.ts';
import GENERAL from './c/general.c';
import MEMORY from './c/memory.c';
import NUMBERS from './c/numbers.c';
import NUMERALS from './c/numerals.c';
import PRELUDE from './c/prelude.h';
import STRINGS from './c/strings.c';
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
   * null: bytes.
   */
  readonly elements: 'copied' | 'numbers' | null;
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
}

type Properties = Omit<ModelText, 'text' | 'prototypes'>;

const BYTEWISE: Properties = { elements: null };
const COPIED: Properties = { elements: 'copied', size: 2 };
const AS_NUMBERS: Properties = { elements: 'numbers', size: 2 };

/** Makes the model of a function from its text in C. */
export function modelText({ text, declarations }: CFunction, properties: Properties): ModelText {
  return { text, ...properties, ...(declarations === '' ? {} : { prototypes: declarations }) };
}

/** Gives a function another name. */
function renamed(fn: CFunction, name: string): CFunction {
  return { ...fn, name, text: fn.text.replace(/\w+(?=\()/, name) };
}

/** Returns a function of a file; throws TypeError where there is none. */
function named(file: string, name: string): CFunction {
  const fn = cFunctions(file).get(name);
  if (fn === undefined) throw new TypeError(`no model of ${name}`);
  return fn;
}

/** Finds the functions whose rows name the file, in its text. @throws {TypeError} where the file lacks one */
export function* modelled(file: ModelFile, text: string): Iterable<[name: LibraryName, fn: CFunction]> {
  for (const [name, { row }] of LIBRARY_TABLE) {
    const [where, own = name] = row?.model?.split(':') ?? [];
    if (where === file) yield [name as LibraryName, renamed(named(text, own), name)];
  }
}

/** Files of models, with the properties of most of their functions. Models of the standard input: input-texts.ts. */
const FILES: Readonly<Record<Exclude<ModelFile, 'input.c'>, readonly [text: string, properties: Properties]>> = {
  'general.c': [GENERAL, BYTEWISE],
  'memory.c': [MEMORY, COPIED],
  'numbers.c': [NUMBERS, AS_NUMBERS],
  'numerals.c': [NUMERALS, BYTEWISE],
  'strings.c': [STRINGS, BYTEWISE],
  'tokens.c': [TOKENS, BYTEWISE],
  'wide.c': [WIDE, BYTEWISE],
};

/** Properties of functions that differ from those of their files. */
const OWN_PROPERTIES: ReadonlyMap<LibraryName, Properties> = new Map([
  ['bzero', { ...COPIED, size: 1 }],
  ['strtok', { ...BYTEWISE, state: true }],
  ['error', { ...BYTEWISE, leading: true }],
  ['error_at_line', { ...BYTEWISE, leading: true }],
  ['qsort', { elements: 'copied', unit: 2 }],
]);

/** The models by the names of the functions. The model of `memset` that writes zeros has its own name. */
export const MODEL_TEXTS: ReadonlyMap<string, ModelText> = new Map([
  ['memset of zeros', modelText(named(MEMORY, 'memset'), COPIED)],
  ...Object.entries(FILES).flatMap(([file, [text, properties]]) =>
    [...modelled(file as keyof typeof FILES, text)].map(
      ([name, fn]) => [name, modelText(fn, OWN_PROPERTIES.get(name) ?? properties)] as const,
    ),
  ),
]);

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
