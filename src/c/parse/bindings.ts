import type { SourceLocation } from '../../base/source.ts';
import type { FunctionDeclaration, Variable } from '../ast.ts';
import type { ArrayType, CType, EnumDefinition, RecordDefinition } from '../types/types.ts';

interface BindingCommon {
  /** Scope in which the name was declared: 0 is the file. */
  readonly depth: number;
  readonly at: SourceLocation;
}

/** The meaning of an ordinary identifier (C11 6.2.3). */
export type Binding = BindingCommon &
  (
    | { readonly kind: 'typedef'; type: CType }
    /**
     * A variable. `type` is the one that this file declares. The variable's own type may be more complete,
     * or come from a file that declares it differently.
     */
    | {
        readonly kind: 'variable';
        readonly variable: Variable;
        type: CType;
        isDefinition: boolean;
        readonly isRegister: boolean;
      }
    | { readonly kind: 'function'; readonly function: FunctionDeclaration; type: CType; implicit: boolean }
    | { readonly kind: 'constant'; readonly value: bigint; readonly type: CType }
  );

/** The meaning of a tag. */
export interface TagBinding {
  readonly depth: number;
  readonly at: SourceLocation;
  readonly definition: RecordDefinition | EnumDefinition;
  readonly kind: 'struct' | 'union' | 'enum';
  /**
   * True once this file has the member list. A definition shared with another file may be complete
   * earlier.
   */
  complete: boolean;
  /** The type of the record's bytes, if it has members of variable size. */
  variable?: ArrayType;
  /** True once a type names the tag before its member list ends. */
  mentioned?: boolean;
}
