import { MATH_PROTOTYPES } from '../library-prototypes.ts';
import { mathVariant, readPrototypes } from '../signatures.ts';
import { KNOWN } from './known.ts';
import { COMPLEX_SUFFIXES, MATH_SUFFIXES, MATH_TREATMENTS, PARTS_OF_COMPLEX } from './math.ts';
import type { Treatment } from './treatment.ts';
import { UNSUPPORTED } from './unsupported.ts';

/** Table of all functions of C's library and of POSIX that Lemmata knows by name. */

/** A library function's entry in the table. */
export interface LibraryEntry {
  readonly treatment: Treatment;
  /**
   * Text of the prototype from the tables. Null for functions of math.h on types of TS 18661, whose
   * names programs do not reuse.
   */
  readonly prototype: string | null;
}

/** Returns names and prototypes of the functions in a table's text, in their order. */
export function prototypesIn(text: string): readonly (readonly [name: string, prototype: string])[] {
  return [...text.matchAll(/(?:\w[^;()]*?)(\w+)\([^)]*\)/g)].map(([prototype, name]) => [name, prototype]);
}

function readTable(): Map<string, LibraryEntry> {
  const table = new Map<string, LibraryEntry>();
  const add = (treatment: Treatment, text: string): void => {
    for (const [name, prototype] of prototypesIn(text)) table.set(name, { treatment, prototype });
  };
  add('unsupported', UNSUPPORTED);
  for (const [treatment, text] of Object.entries(KNOWN)) add(treatment as Treatment, text);
  const prototypes = new Map(
    readPrototypes(`${MATH_PROTOTYPES}double nan(const char *)`).map((each) => [each.name, each]),
  );
  for (const [treatment, names] of Object.entries(MATH_TREATMENTS)) {
    for (const name of names.trim().split(/\s+/)) {
      const plain = prototypes.get(name)!;
      for (const suffix of PARTS_OF_COMPLEX.test(name) ? COMPLEX_SUFFIXES : MATH_SUFFIXES) {
        const prototype =
          suffix === '' ? plain.text : suffix === 'f' || suffix === 'l' ? mathVariant(plain, suffix).text : null;
        table.set(name + suffix, { treatment: treatment as Treatment, prototype });
      }
    }
  }
  return table;
}

/** Entries by function name. */
export const LIBRARY_TABLE: ReadonlyMap<string, LibraryEntry> = readTable();

/**
 * Returns the name in the table for a name in a program; null: there is none. `__memcpy_chk` stands for
 * `memcpy`, whose arguments it checks, and `__isoc99_scanf` for `scanf`, which headers redirect to it.
 */
export function tableName(name: string): string | null {
  if (LIBRARY_TABLE.has(name)) return name;
  const plain = /^__(\w+)_chk$/.exec(name)?.[1] ?? /^__isoc(?:99|23)_(\w*scanf)$/.exec(name)?.[1];
  return plain !== undefined && LIBRARY_TABLE.has(plain) ? plain : null;
}

/** Finds the entry of a name in a program, as {@link tableName}. */
export function libraryEntry(name: string): LibraryEntry | null {
  const known = tableName(name);
  return known === null ? null : (LIBRARY_TABLE.get(known) ?? null);
}

/** Returns the treatment of a library function. A function without an entry has no meaning. */
export function treatmentOf(name: string): Treatment {
  return libraryEntry(name)?.treatment ?? 'unsupported';
}

/** Returns the names of all functions with one of the treatments. */
export function namesOf(...treatments: readonly Treatment[]): ReadonlySet<string> {
  return new Set([...LIBRARY_TABLE].flatMap(([name, { treatment }]) => (treatments.includes(treatment) ? [name] : [])));
}
