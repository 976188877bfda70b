import type { CType, DataModel, FunctionType } from '../types/types.ts';
import type { Treatment } from './library/row.ts';
import { compilerNames, compilerPrototype, libraryTable, treatmentOf } from './library/table.ts';
import { type Prototype, prototypeType, readPrototypes } from './signatures.ts';
import { SPECIAL_BUILTINS, type SpecialGroup } from './special-builtins.ts';
import { ASSUMPTION_PROTOTYPES } from './verifier-names.ts';

/**
 * Builtins of GCC 12 to 14 that have no meaning here. A call of one is `unsupported`. builtin-table.ts
 * reads this text.
 */

const FAMILIES = `
GOACC_ GOMP_ _ITM_ __asan_ __emutls_ __hwasan_ __sanitizer_ __tsan_ __ubsan_ coro_ eh_ goacc_ ia32_ ms_va_ omp_ setjmp_
speculation_safe_value_ sysv_va_
`;

const NAMES = `
acc_on_device addressof adjust_descriptor adjust_trampoline aggregate_incoming_address apply apply_args bit_cast call_with_static_chain
cexpi cexpif cexpil clog10 clog10f clog10l clzs ctzs cxa_end_cleanup dcgettext descriptor dgettext dwarf_cfa
dwarf_sp_column execl execle execlp extend_pointer fabsd128 fabsd32 fabsd64 fegetenv fegetexceptflag feholdexcept fesetexceptflag
finited128 finited32 finited64 gamma_r gammaf_r gammal_r gettext iceil iceilf iceill ifloor ifloorf ifloorl infd128 infd32 infd64
init_descriptor init_dwarf_reg_size_table init_heap_trampoline init_trampoline irint irintf irintl iround iroundf iroundl is_constant_evaluated
isinfd128 isinfd32 isinfd64 isnand128 isnand32 isnand64 issignaling lceil lceilf lceill lfloor lfloorf lfloorl lgamma_r lgammaf_r lgammal_r
llceil llceilf llceill llfloor llfloorf llfloorl memcmp_eq nand128 nand32 nand64 nansd128 nansd32 nansd64 next_arg nonlocal_goto
nested_func_ptr_created nested_func_ptr_deleted powi powif powil return saveregs set_thread_pointer signbitd128 signbitd32 signbitd64
__strub_enter __strub_leave __strub_update stack_address stack_restore stack_save stdarg_start strcmp_eq strfmon strncmp_eq thread_pointer
trampoline unwind_init unwind_resume update_setjmp_buf
${[
  'huge_val',
  'inf',
  'nan',
  'nans',
  ...'ceil copysign fabs floor fma fmax fmin nearbyint rint round roundeven sqrt trunc'.split(' '),
]
  .map((name) => `${name}f128x`)
  .join(' ')}
`;

const full = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((name) => `__builtin_${name}`);

export const UNSUPPORTED_BUILTINS = {
  names: full(NAMES),
  /** Prefixes of names: builtins of extensions, of the runtime and of vector instructions. */
  families: full(FAMILIES),
};

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

/** Builtins that compute an integer from their arguments alone. */
const VALUE_PROTOTYPES = `
uint16_t bswap16(uint16_t)
uint32_t bswap32(uint32_t)
uint64_t bswap64(uint64_t)
unsigned __int128 bswap128(unsigned __int128)
int clz(unsigned int)
int clzl(unsigned long)
int clzll(unsigned long long)
int clzimax(uint64_t)
int ctz(unsigned int)
int ctzl(unsigned long)
int ctzll(unsigned long long)
int ctzimax(uint64_t)
int clrsb(int)
int clrsbl(long)
int clrsbll(long long)
int clrsbimax(intmax_t)
int parity(unsigned int)
int parityl(unsigned long)
int parityll(unsigned long long)
int parityimax(uint64_t)
int popcount(unsigned int)
int popcountl(unsigned long)
int popcountll(unsigned long long)
int popcountimax(uint64_t)
int ffsimax(intmax_t)
`;

/** Functions that the compiler knows, but no C library has. */
const ALONE = `
int fprintf_unlocked(FILE *, const char *, ...)
int fputc_unlocked(int, FILE *)
int fputs_unlocked(const char *, FILE *)
size_t fwrite_unlocked(const void *, size_t, size_t, FILE *)
int printf_unlocked(const char *, ...)
int putc_unlocked(int, FILE *)
int puts_unlocked(const char *)
`;

/** Prototypes of the functions that the compiler alone knows, by name. */
const OWN_PROTOTYPES: ReadonlyMap<string, Prototype> = new Map(
  [
    ...readPrototypes(ALONE),
    ...readPrototypes(VALUE_PROTOTYPES).map(({ name, text }) => ({ name: PREFIX + name, text })),
  ].map((each) => [each.name, each]),
);

/** Finds the prototype of a function that GCC knows without a declaration. */
export function knownPrototype(name: string): Prototype | null {
  return OWN_PROTOTYPES.get(name) ?? compilerPrototype(name);
}

function readTable(): Map<string, BuiltinEntry> {
  const table = new Map<string, BuiltinEntry>();
  for (const name of UNSUPPORTED_BUILTINS.names) table.set(name, { treatment: 'unsupported', builtin: null });
  for (const name of [...compilerNames(), ...OWN_PROTOTYPES.keys()]) {
    const entry: BuiltinEntry = name.startsWith(PREFIX)
      ? { treatment: 'formula', builtin: { kind: 'value', name } }
      : { treatment: treatmentOf(name), builtin: { kind: 'library', name } };
    table.set(name.startsWith(PREFIX) ? name : PREFIX + name, entry);
  }
  for (const [name, { treatment, row }] of libraryTable()) {
    if (row?.fortified === undefined) continue;
    table.set(`${PREFIX}__${name}_chk`, { treatment, builtin: { kind: 'checked', name, drop: row.fortified } });
  }
  for (const [name, { group, treatment }] of SPECIAL_BUILTINS)
    table.set(name, { treatment, builtin: { kind: 'special', name, group } });
  return table;
}

let builtins: ReadonlyMap<string, BuiltinEntry> | null = null;

/** Entries by the builtin's name. Builtins of the families without meaning are left out. */
export function builtinTable(): ReadonlyMap<string, BuiltinEntry> {
  builtins ??= readTable();
  return builtins;
}

const NO_MEANING: BuiltinEntry = { treatment: 'unsupported', builtin: null };

/**
 * Finds the entry of a name that starts with `__builtin_`, `__sync_` or `__atomic_`. A builtin that is
 * in no table has no meaning.
 */
export function builtinEntry(name: string): BuiltinEntry {
  return builtinTable().get(name) ?? NO_MEANING;
}

/** Whether the table gives the treatment of the builtin, by its name or by its family. */
export function isListed(name: string): boolean {
  return builtinTable().has(name) || UNSUPPORTED_BUILTINS.families.some((family) => name.startsWith(family));
}

const ASSUMPTIONS = new Map(readPrototypes(ASSUMPTION_PROTOTYPES).map((each) => [each.name, each]));

/** Finds builtins, and types of functions that the compiler knows. There is one instance per compilation. */
export class Builtins {
  /** `vaList` is the (decayed) type of a va_list parameter. */
  constructor(
    private readonly model: DataModel,
    private readonly vaList: CType,
  ) {}

  /**
   * Finds the builtin of a name that starts with `__builtin_`, `__sync_` or `__atomic_`; null if it has
   * no meaning.
   */
  find(name: string): Builtin | null {
    return builtinEntry(name).builtin;
  }

  /**
   * Returns the type of a library function that GCC knows by name (`printf`), of a `value` builtin
   * (`__builtin_popcount`), or of an assumption. Null for other names. An implicitly declared function
   * of that name has this type; all other such functions are `int ()`.
   */
  typeOf(name: string): FunctionType | null {
    const prototype = knownPrototype(name) ?? ASSUMPTIONS.get(name);
    return prototype === undefined ? null : prototypeType(prototype.text, this.model, this.vaList);
  }
}
