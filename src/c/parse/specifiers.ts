import type { SourceLocation } from '../../base/source.ts';
import type { CType } from '../types/types.ts';
import type { Attributes } from './attributes.ts';
import type { Context } from './context.ts';

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
export function startsType(c: Context): boolean {
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
