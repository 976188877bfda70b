import type { SourceLocation } from '../../base/source.ts';
import type { CType } from '../../types/types.ts';
import type { Attributes } from './attributes.ts';
import type { Context } from './context.ts';

export type StorageClass = 'none' | 'typedef' | 'extern' | 'static' | 'auto' | 'register';

/** Declaration specifiers (C11 6.7): what stands before the declarators. */
export interface Specifiers {
  type: CType;
  storage: StorageClass;
  inline: boolean;
  threadLocal: boolean;
  /** `__auto_type`: the type comes from the initialiser. */
  autoType: boolean;
  /** No type specifier was given. */
  implicitInt: boolean;
  /** `struct S { ... }`, `struct S` or an enum: the declaration may do without declarators. */
  tag: boolean;
  /** `_Alignas`, in bytes. */
  alignas: number | null;
  attributes: Attributes;
  readonly at: SourceLocation;
}

/** True if the current token starts declaration specifiers or a type name. */
export function startsType(c: Context): boolean {
  switch (c.scanner.kind) {
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
    case '__auto_type':
    case '__attribute__':
      return true;
    default:
      return false;
  }
}
