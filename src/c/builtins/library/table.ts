import { type MathSuffix, mathVariant, type Prototype, prototypeOf } from '../signatures.ts';
import { CHARACTERS } from './characters.ts';
import { MATH } from './math.ts';
import { HEAP, MEMORY } from './memory.ts';
import { NUMBERS } from './numbers.ts';
import { OTHERS } from './others.ts';
import type { Effect, LibraryRow, MathRow, Precondition, Treatment } from './row.ts';
import { STREAMS } from './streams.ts';
import { STRINGS } from './strings.ts';
import { CONTROL, SYSTEM, THREADS } from './system.ts';

/** Table of all functions of C's library and of POSIX that Lemmata knows by name. */

/** The rows of all functions but those of math.h and complex.h. A start joins no tables: that would take milliseconds. */
const TABLES = [HEAP, MEMORY, STRINGS, CHARACTERS, NUMBERS, STREAMS, THREADS, SYSTEM, CONTROL] as const;
type Rows = typeof HEAP &
  typeof MEMORY &
  typeof STRINGS &
  typeof CHARACTERS &
  typeof NUMBERS &
  typeof STREAMS &
  typeof THREADS &
  typeof SYSTEM &
  typeof CONTROL;

/** Names of the rows of a table that have a property. */
type NamesWith<Table, Property extends keyof LibraryRow> = {
  [Name in keyof Table]: Table[Name] extends Readonly<Record<Property, unknown>> ? Name : never;
}[keyof Table];

/** Suffixes of the forms of a function of math.h; the empty one stands for double. */
export const MATH_SUFFIXES = ['', 'f', 'l', 'f16', 'f32', 'f64', 'f128', 'f32x', 'f64x'] as const;
const C_SUFFIXES = ['', 'f', 'l'] as const;

/** Forms of functions of math.h. */
type FormsOf<Name extends keyof typeof MATH> = Name extends unknown
  ? (typeof MATH)[Name] extends { readonly forms: 'C' }
    ? `${Name}${(typeof C_SUFFIXES)[number]}`
    : `${Name}${(typeof MATH_SUFFIXES)[number]}`
  : never;

/** Names of the rows but those of math.h and complex.h. */
export type LibraryName = keyof Rows;

/** Names of functions on strings and blocks of memory that have a formula. */
export type MemoryFormulaName = NamesWith<typeof MEMORY & typeof STRINGS, 'formula'>;

/** Names of the functions that the interpreter runs. */
export type RunName = NamesWith<Rows, 'run'> | FormsOf<NamesWith<typeof MATH, 'run'>>;

/** A library function's entry in the table. */
export interface LibraryEntry {
  readonly treatment: Treatment;
  /**
   * Null for functions of math.h on types of TS 18661, whose names programs do not reuse.
   */
  readonly prototype: Prototype | null;
  /** Null for functions of which the prototype alone is known. */
  readonly row: LibraryRow | null;
}

/** Returns the prototype of a function of that name. */
function prototypeOfRow(name: string, { type }: Pick<LibraryRow, 'type'>): Prototype {
  return prototypeOf(name, () => {
    const at = type.indexOf('(');
    return `${type.slice(0, at)}${type[at - 1] === '*' ? '' : ' '}${name}${type.slice(at)}`;
  });
}

function treatmentOfRow({ treatment, model, formula }: LibraryRow): Treatment {
  return treatment ?? (model !== undefined ? 'model' : formula === true ? 'formula' : 'interpreter');
}

/** Returns names and prototypes of the functions in a table's text, in their order. */
export function prototypesIn(text: string): readonly (readonly [name: string, prototype: string])[] {
  return [...text.matchAll(/(?:\w[^;()]*?)(\w+)\([^)]*\)/g)].map(([prototype, name]) => [name, prototype]);
}

/** Prototypes of the functions of which nothing else is known, by name, for each treatment that was asked for. */
const others = new Map<keyof typeof OTHERS, ReadonlyMap<string, string>>();

function otherEntry(name: string): LibraryEntry | null {
  for (const [treatment, text] of Object.entries(OTHERS) as [keyof typeof OTHERS, string][]) {
    if (!text.includes(`${name}(`)) continue;
    const known = others.get(treatment) ?? new Map(prototypesIn(text));
    others.set(treatment, known);
    const line = known.get(name);
    if (line !== undefined) return { treatment, prototype: { name, text: line }, row: null };
  }
  return null;
}

function rowNamed(name: string): LibraryRow | null {
  const table: Readonly<Record<string, LibraryRow>> | undefined = TABLES.find((one) => Object.hasOwn(one, name));
  return table === undefined ? null : table[name];
}

function rowEntry(name: string): LibraryEntry | null {
  const row = rowNamed(name);
  return row === null ? null : { treatment: treatmentOfRow(row), prototype: prototypeOfRow(name, row), row };
}

const MATH_ROWS: Readonly<Record<string, MathRow>> = MATH;

function mathEntry(name: string): LibraryEntry | null {
  for (const suffix of MATH_SUFFIXES) {
    const stem = name.slice(0, name.length - suffix.length);
    if (!name.endsWith(suffix) || !Object.hasOwn(MATH_ROWS, stem)) continue;
    const row = MATH_ROWS[stem];
    if (!suffixesOf(row).includes(suffix)) continue;
    const plain = prototypeOfRow(stem, row);
    const prototype = suffix === '' ? plain : suffix === 'f' || suffix === 'l' ? mathVariant(plain, suffix) : null;
    return { treatment: treatmentOfRow(row), prototype, row };
  }
  return null;
}

function suffixesOf({ forms }: MathRow): readonly (typeof MATH_SUFFIXES)[number][] {
  return forms === 'C' ? C_SUFFIXES : MATH_SUFFIXES;
}

/** Entries of the names that were asked for; null: no table has the name. */
const entries = new Map<string, LibraryEntry | null>();

/** Finds the entry of a name of the tables. */
function entryOf(name: string): LibraryEntry | null {
  let entry = entries.get(name);
  if (entry === undefined) entries.set(name, (entry = mathEntry(name) ?? rowEntry(name) ?? otherEntry(name)));
  return entry;
}

let whole: ReadonlyMap<string, LibraryEntry> | null = null;

/** Returns all entries by function name, which is for questions about the whole table. */
export function libraryTable(): ReadonlyMap<string, LibraryEntry> {
  whole ??= new Map(allNames().map((name): [string, LibraryEntry] => [name, entryOf(name)!]));
  return whole;
}

function allNames(): readonly string[] {
  return [
    ...Object.values(OTHERS).flatMap((text) => prototypesIn(text).map(([name]) => name)),
    ...TABLES.flatMap((table) => Object.keys(table)),
    ...Object.entries(MATH_ROWS).flatMap(([name, row]) => suffixesOf(row).map((suffix) => name + suffix)),
  ];
}

/** Suffixes of the forms of a function of math.h that the compiler knows. */
function compilerSuffixes({ forms }: MathRow): readonly (MathSuffix | '')[] {
  const plain = forms === 'C' || forms === 'builtins of C' ? C_SUFFIXES : MATH_SUFFIXES;
  return forms === 'quad' ? [...plain, 'q'] : plain;
}

/** Finds the prototype of a function of the library that the compiler knows without a declaration. */
export function compilerPrototype(name: string): Prototype | null {
  const row = rowNamed(name);
  if (row?.gcc === true) return prototypeOfRow(name, row);
  for (const suffix of [...MATH_SUFFIXES, 'q'] as const) {
    const stem = name.slice(0, name.length - suffix.length);
    const math = name.endsWith(suffix) && Object.hasOwn(MATH_ROWS, stem) ? MATH_ROWS[stem] : null;
    if (math === null || !compilerSuffixes(math).includes(suffix)) continue;
    const plain = prototypeOfRow(stem, math);
    return suffix === '' ? plain : mathVariant(plain, suffix);
  }
  return null;
}

/** The functions of the library that the compiler knows without a declaration. */
export function compilerNames(): readonly string[] {
  const rows = TABLES.flatMap((table) => Object.entries<LibraryRow>(table));
  return [
    ...rows.flatMap(([name, row]) => (row.gcc === true ? [name] : [])),
    ...Object.entries(MATH_ROWS).flatMap(([name, row]) => compilerSuffixes(row).map((suffix) => name + suffix)),
  ];
}

/**
 * Finds the entry of a name in a program; null: there is none. `__memcpy_chk` stands for
 * `memcpy`, whose arguments it checks, and `__isoc99_scanf` for `scanf`, which headers redirect to it.
 */
export function libraryEntry(name: string): LibraryEntry | null {
  const known = entryOf(name);
  if (known !== null || !name.startsWith('__')) return known;
  const plain = /^__(\w+)_chk$/.exec(name)?.[1] ?? /^__isoc(?:99|23)_(\w*scanf)$/.exec(name)?.[1];
  return plain === undefined ? null : entryOf(plain);
}

/** Returns the treatment of a library function. A function without an entry has no meaning. */
export function treatmentOf(name: string): Treatment {
  return libraryEntry(name)?.treatment ?? 'unsupported';
}

/** Returns the names of all functions with one of the treatments. */
export function namesOf(...treatments: readonly Treatment[]): ReadonlySet<string> {
  return new Set(
    [...libraryTable()].flatMap(([name, { treatment }]) => (treatments.includes(treatment) ? [name] : [])),
  );
}

/** Returns what a function does to memory where nothing else is known of it; null for any effect. */
export function effectOf(name: string): Effect | null {
  return libraryEntry(name)?.row?.does ?? null;
}

/** Returns the requirements on arguments of the library's or the compiler's function of that name. */
export function preconditionsOf(name: string): readonly Precondition[] {
  const row = libraryEntry(name.replace(/^__builtin_/, ''))?.row;
  if (row == null) return [];
  const { requires = [], one = [], optional = [] } = row;
  const objects = [...one, ...optional].map((at) => ({ kind: 'object', at, nullable: optional.includes(at) }) as const);
  return [...requires, ...objects];
}

/** Returns the counted pointers of the library's or the compiler's function of that name. */
export function countsOf(name: string): NonNullable<LibraryRow['counted']> {
  return libraryEntry(name.replace(/^__builtin_/, ''))?.row?.counted ?? [];
}

/** Returns the number of arguments of a library function; null where it varies or is not known. */
export function argumentCountOf(name: string): number | null {
  const { text } = libraryEntry(name)?.prototype ?? { text: '...' };
  if (text.includes('...')) return null;
  const parameters = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')).split(',');
  return parameters.length === 1 && parameters[0].trim() === 'void' ? 0 : parameters.length;
}

/** Whether the library's function of that name opens a stream. */
export function opensStream(name: string): boolean {
  return libraryEntry(name)?.row?.opens === true;
}

/** Whether the library's function of that name closes a stream. */
export function closesStream(name: string): boolean {
  return libraryEntry(name)?.row?.closes === true;
}

/** Whether a function of the library may make or move a block of the heap. */
export function allocates(name: string): boolean {
  return libraryEntry(name)?.row?.allocates === true;
}

/** Whether the function accesses one object of the declared type, and nothing else, through the parameter. */
export function takesOneObject(name: string, parameter: number): boolean {
  const row = entryOf(name)?.row;
  return [...(row?.one ?? []), ...(row?.optional ?? [])].includes(parameter);
}

/** Returns the parameters through which the function reads texts, and those through which it reads blocks. */
export function readsOf(name: string): Required<Pick<LibraryRow, 'texts' | 'blocks'>> {
  const { texts = [], blocks = [] } = entryOf(name)?.row ?? {};
  return { texts, blocks };
}

/** Whether the function accesses nothing through the parameter, from 0 on, if the argument is null. */
export function takesNull(name: string, parameter: number): boolean {
  const row = entryOf(name)?.row;
  return [...(row?.nullable ?? []), ...(row?.optional ?? [])].includes(parameter);
}

/**
 * Functions of the library that may end the program like `exit`, or register handlers in the same list as
 * `atexit`. The library runs handlers and destructors then, where no edge of the program shows it.
 */
export const ENDS_LIKE_EXIT: ReadonlySet<string> = new Set([
  ...Object.entries<LibraryRow>({ ...THREADS, ...CONTROL }).flatMap(([name, row]) =>
    row.exits === true ? [name] : [],
  ),
  ...['__builtin_exit', 'argp_parse', 'argp_error', 'argp_failure', 'argp_usage'],
]);

/** Functions that return the address of `errno` in the C libraries of GNU and musl, and in newlib, Bionic and Solaris. */
export const ERRNO_ADDRESS: ReadonlySet<string> = new Set(['__errno_location', '__errno', '___errno']);

/** Functions of threads that return their error numbers instead of setting `errno`. */
const RETURNS_ERROR = /^pthread_(join|detach|self|equal|exit|(mutex|cond|rwlock|spin|barrier)_\w+)$/;

/** Finds the entry of a library function of which the name may be another form. */
function plainEntry(name: string): LibraryEntry | null {
  return libraryEntry(name.replace(/^__builtin_/, ''));
}

/** Whether a call of the library's or the compiler's function of that name may change `errno`. */
export function maySetErrno(name: string): boolean {
  const entry = plainEntry(name);
  if (name.startsWith('__builtin_') && entry === null) return false;
  const { errno, does } = entry?.row ?? {};
  if (errno === 'kept' || (does === 'computes' && errno === undefined)) return false;
  return !ERRNO_ADDRESS.has(name) && !RETURNS_ERROR.test(name);
}

/** Whether the interpreter knows what a call of the function leaves in `errno`. */
export function setsErrnoExactly(name: string): boolean {
  return plainEntry(name)?.row?.errno === 'exact';
}
