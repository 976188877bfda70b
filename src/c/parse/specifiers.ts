import type { SourceLocation } from '../../base/source.ts';
import type { ArgumentSize } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import type { Scanner } from '../lex/scanner.ts';
import type { CType } from '../types/types.ts';

/** The attributes with a meaning here, collected from all places of one declaration. */
export interface Attributes {
  /** Alignment in bytes; null without one. */
  readonly align: number | null;
  readonly packed: boolean;
  readonly noreturn: boolean;
  /** `pure` or `const`. */
  readonly pure: boolean;
  readonly mode: string | null;
  /** Size in bytes of a vector type; null without one. */
  readonly vectorSize: number | null;
  readonly transparentUnion: boolean;
  readonly alias: string | null;
  readonly weak: boolean;
  /** Positions from 1 of the parameters that `nonnull` names; `all` where it names none. */
  readonly nonnull: readonly number[] | 'all';
  /** Objects of pointer parameters by the attribute `access`. */
  readonly sizes: readonly ArgumentSize[];
  /** Name of the member or parameter that `counted_by` names; null without one. */
  readonly countedBy: string | null;
  readonly gnuInline: boolean;
  /**
   * The function that `cleanup` names. It is called with the variable's address at the end of the
   * variable's scope.
   */
  readonly cleanup: { readonly name: Name; readonly at: SourceLocation } | null;
  /** `constructor` and `destructor` attributes: the function runs before or after main. */
  readonly startup: readonly Startup[];
}

/** A `constructor` or `destructor` attribute. */
export interface Startup {
  readonly name: 'constructor' | 'destructor';
  /**
   * Constructors run in the order of their priorities, those without a priority last. Destructors run in
   * the opposite order.
   */
  readonly priority: bigint | null;
  readonly at: SourceLocation;
}

export const NO_ATTRIBUTES: Attributes = {
  align: null,
  packed: false,
  noreturn: false,
  pure: false,
  mode: null,
  vectorSize: null,
  transparentUnion: false,
  alias: null,
  weak: false,
  nonnull: [],
  sizes: [],
  countedBy: null,
  gnuInline: false,
  cleanup: null,
  startup: [],
};

export type StorageClass = 'none' | 'typedef' | 'extern' | 'static' | 'auto' | 'register';

/** Declaration specifiers (C11 6.7), which come before the declarators. */
export interface Specifiers {
  type: CType;
  storage: StorageClass;
  inline: boolean;
  threadLocal: boolean;
  /** Whether the specifier is `__auto_type`, or `auto` without a type in C23: the initialiser has the type. */
  autoType: boolean;
  /** Whether the object is `constexpr` (C23). */
  constant: boolean;
  /** Whether there is no type specifier. */
  implicitInt: boolean;
  /**
   * Whether the specifier is `struct S { ... }`, `struct S` or an enum, so that the declaration needs no
   * declarators.
   */
  tag: boolean;
  /** Alignment of `_Alignas` in bytes; null without one. */
  alignas: number | null;
  attributes: Attributes;
  readonly at: SourceLocation;
}

/** Whether the current token starts declaration specifiers or a type name. */
export function startsType(c: { readonly scanner: Scanner }): boolean {
  switch (c.scanner.kind) {
    case '[':
      return c.scanner.peek() === '[';
    case 'identifier':
      return c.scanner.name.ordinary?.kind === 'typedef';
    case 'auto':
    case 'char':
    case 'const':
    case 'double':
    case 'enum':
    case 'extern':
    case 'float':
    case 'inline':
    case 'int':
    case 'long':
    case 'register':
    case 'restrict':
    case 'short':
    case 'signed':
    case 'static':
    case 'struct':
    case 'typedef':
    case 'union':
    case 'unsigned':
    case 'void':
    case 'volatile':
    case '_Alignas':
    case '_Atomic':
    case '_Bool':
    case '_Complex':
    case '_Noreturn':
    case '_Thread_local':
    case '__int128':
    case '_FloatName':
    case 'typeof':
    case 'typeof_unqual':
    case 'constexpr':
    case '__auto_type':
    case '__attribute__':
      return true;
    default:
      return false;
  }
}
