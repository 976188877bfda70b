import { compilerSuffixes } from './library/math.ts';
import { treatmentOf } from './library/table.ts';
import type { Treatment } from './library/treatment.ts';
import { LIBRARY_PROTOTYPES, MATH_PROTOTYPES, VALUE_PROTOTYPES } from './library-prototypes.ts';
import { mathVariant, type Prototype, readPrototypes } from './signatures.ts';
import { SPECIAL_BUILTINS, type SpecialGroup } from './special-builtins.ts';
import { UNSUPPORTED_BUILTINS } from './unsupported-builtins.ts';

/**
 * GCC's knowledge of functions without a declaration: `__builtin_*`, `__sync_*`, `__atomic_*` and the
 * standard library.
 */

export type Builtin =
  /**
   * A library function under another name, such as `__builtin_memcpy`. It has the library function's
   * name and type.
   */
  | { readonly kind: 'library'; readonly name: string }
  /** A pure function known under its own name only (`__builtin_popcount`), to be modelled by name. */
  | { readonly kind: 'value'; readonly name: string }
  /**
   * A fortified function, such as `__builtin___memcpy_chk`. It calls the library function without the
   * arguments at the positions in `drop`.
   */
  | { readonly kind: 'checked'; readonly name: string; readonly drop: readonly number[] }
  /**
   * A builtin without an ordinary function type, a constant, or one with a meaning to the compiler. Each
   * is treated on its own.
   */
  | { readonly kind: 'special'; readonly name: string; readonly group: SpecialGroup };

/** A builtin's entry in the table. */
export interface BuiltinEntry {
  readonly treatment: Treatment;
  /** Null for builtins without meaning: their calls are unsupported, by name. */
  readonly builtin: Builtin | null;
}

const PREFIX = '__builtin_';

/**
 * Positions of the flag and object size arguments in the fortified functions, which `_FORTIFY_SOURCE`
 * calls.
 */
const CHECKED: Readonly<Record<string, readonly number[]>> = {
  memcpy: [3],
  memmove: [3],
  mempcpy: [3],
  memset: [3],
  stpcpy: [2],
  stpncpy: [3],
  strcat: [2],
  strcpy: [2],
  strncat: [3],
  strncpy: [3],
  sprintf: [1, 2],
  vsprintf: [1, 2],
  snprintf: [2, 3],
  vsnprintf: [2, 3],
  printf: [0],
  vprintf: [0],
  fprintf: [1],
  vfprintf: [1],
};

/** Prototypes of the functions that GCC knows without a declaration, by name. */
export const PROTOTYPES: ReadonlyMap<string, Prototype> = new Map(
  [
    ...readPrototypes(LIBRARY_PROTOTYPES),
    ...readPrototypes(MATH_PROTOTYPES).flatMap((each) => [
      each,
      ...compilerSuffixes(each).map((suffix) => mathVariant(each, suffix)),
    ]),
    ...readPrototypes(VALUE_PROTOTYPES).map(({ name, text }) => ({ name: PREFIX + name, text })),
  ].map((each) => [each.name, each]),
);

function readTable(): Map<string, BuiltinEntry> {
  const table = new Map<string, BuiltinEntry>();
  for (const name of UNSUPPORTED_BUILTINS.names) table.set(name, { treatment: 'unsupported', builtin: null });
  for (const name of PROTOTYPES.keys()) {
    const entry: BuiltinEntry = name.startsWith(PREFIX)
      ? { treatment: 'formula', builtin: { kind: 'value', name } }
      : { treatment: treatmentOf(name), builtin: { kind: 'library', name } };
    table.set(name.startsWith(PREFIX) ? name : PREFIX + name, entry);
  }
  for (const [name, drop] of Object.entries(CHECKED))
    table.set(`${PREFIX}__${name}_chk`, { treatment: treatmentOf(name), builtin: { kind: 'checked', name, drop } });
  for (const [name, { group, treatment }] of SPECIAL_BUILTINS)
    table.set(name, { treatment, builtin: { kind: 'special', name, group } });
  return table;
}

/** Entries by the builtin's name. Builtins of the families without meaning are left out. */
export const BUILTIN_TABLE: ReadonlyMap<string, BuiltinEntry> = readTable();

const NO_MEANING: BuiltinEntry = { treatment: 'unsupported', builtin: null };

/**
 * Finds the entry of a name that starts with `__builtin_`, `__sync_` or `__atomic_`. A builtin that is
 * in no table has no meaning.
 */
export function builtinEntry(name: string): BuiltinEntry {
  return BUILTIN_TABLE.get(name) ?? NO_MEANING;
}

/** Whether the table gives the treatment of the builtin, by its name or by its family. */
export function isListed(name: string): boolean {
  return BUILTIN_TABLE.has(name) || UNSUPPORTED_BUILTINS.families.some((family) => name.startsWith(family));
}
