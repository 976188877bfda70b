import type { CType, DataModel, FunctionType } from '../types.ts';
import { LIBRARY_PROTOTYPES, MATH_PROTOTYPES, VALUE_PROTOTYPES } from './library-prototypes.ts';
import { mathVariant, type Prototype, prototypeType, readPrototypes } from './signatures.ts';
import { SPECIAL_BUILTINS, type SpecialGroup } from './special-builtins.ts';

/** What GCC knows of functions without a declaration: `__builtin_*`, `__sync_*`, `__atomic_*` and the standard library. */

export type Builtin =
  /** `__builtin_memcpy`: the library function of that name and type. */
  | { readonly kind: 'library'; readonly name: string }
  /** A pure function known under its own name only (`__builtin_popcount`), to be modelled by name. */
  | { readonly kind: 'value'; readonly name: string }
  /** `__builtin___memcpy_chk`: calls the library function without the arguments at the places in `drop`. */
  | { readonly kind: 'checked'; readonly name: string; readonly drop: readonly number[] }
  /** Has no ordinary function type, or is a constant, or means something to the compiler: each treated on its own. */
  | { readonly kind: 'special'; readonly name: string; readonly group: SpecialGroup };

export type { SpecialGroup } from './special-builtins.ts';

const PREFIX = '__builtin_';

/** Places of the flag and object size arguments in the fortified functions, which `_FORTIFY_SOURCE` calls. */
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

function allPrototypes(): Map<string, Prototype> {
  const all = new Map<string, Prototype>();
  for (const prototype of readPrototypes(LIBRARY_PROTOTYPES)) all.set(prototype.name, prototype);
  for (const prototype of readPrototypes(MATH_PROTOTYPES)) {
    for (const each of [prototype, mathVariant(prototype, 'f'), mathVariant(prototype, 'l')]) all.set(each.name, each);
  }
  for (const prototype of readPrototypes(VALUE_PROTOTYPES)) all.set(PREFIX + prototype.name, prototype);
  return all;
}

/** The tables, read when they are first needed; one instance per compilation. */
export class Builtins {
  private table: Map<string, Prototype> | null = null;

  /** `vaList` is the type a va_list parameter has (decayed). */
  constructor(
    private readonly model: DataModel,
    private readonly vaList: CType,
  ) {}

  private get prototypes(): Map<string, Prototype> {
    this.table ??= allPrototypes();
    return this.table;
  }

  /** What an identifier that starts with `__builtin_`, `__sync_` or `__atomic_` stands for; null if it is none that is known. */
  find(name: string): Builtin | null {
    const group = SPECIAL_BUILTINS.get(name);
    if (group !== undefined) return { kind: 'special', name, group };
    if (name.startsWith('__atomic_')) return { kind: 'special', name, group: 'atomic' };
    if (name.startsWith('__sync_')) return { kind: 'special', name, group: 'sync' };
    if (!name.startsWith(PREFIX)) return null;
    if (this.prototypes.has(name)) return { kind: 'value', name };
    const plain = name.slice(PREFIX.length);
    if (this.prototypes.has(plain)) return { kind: 'library', name: plain };
    const checked = /^__(\w+)_chk$/.exec(plain)?.[1];
    const drop = checked !== undefined && Object.hasOwn(CHECKED, checked) ? CHECKED[checked] : undefined;
    return drop === undefined ? null : { kind: 'checked', name: checked!, drop };
  }

  /**
   * Type of a library function that GCC knows by name (`printf`), or of a `value` builtin (`__builtin_popcount`); null for any other name.
   * This is also the type that an implicitly declared function of that name has; others are `int ()`.
   */
  typeOf(name: string): FunctionType | null {
    const prototype = this.prototypes.get(name);
    return prototype === undefined ? null : prototypeType(prototype.text, this.model, this.vaList);
  }
}
