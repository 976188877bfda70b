import type { SourceLocation } from '../../base/source.ts';
import type { ArgumentSize, Expression, Statement, Variable } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import type { CType, ParameterType } from '../types/types.ts';
import type { ClosedScope } from './scopes.ts';

/** The name and type that a declarator declares. */
export interface Declarator {
  readonly name: Name | null;
  readonly at: SourceLocation;
  readonly type: CType;
  /** Parameters of the function that the name itself denotes; null for others. */
  readonly parameters: FunctionParameters | null;
  /** Length of the array that the name itself denotes, and whether `static` promises it; null for others. */
  readonly length: { readonly value: Expression; readonly promised: boolean } | null;
  /** Name that an attribute `counted_by` within the declarator names. */
  readonly countedBy: string | null;
}

/** `named`: a name is required; `abstract`: none is allowed; `either`: parameters. */
export type DeclaratorMode = 'named' | 'abstract' | 'either';

/** The parameter list of a function declarator. */
export interface FunctionParameters {
  readonly types: readonly ParameterType[];
  readonly variadic: boolean;
  readonly prototyped: boolean;
  /** Variables of the parameters, parallel to `types`. Used if a function body follows. */
  readonly variables: readonly Variable[];
  /** Objects of pointers, as the list says. */
  readonly sizes: readonly ArgumentSize[];
  /** Names, tags and constants declared in the list. */
  readonly scope: ClosedScope;
  /** Statements that set the lengths of VLA parameters on entry. */
  readonly lengths: readonly Statement[];
  /** Names of a K&R definition, whose types follow; else null. */
  readonly identifiers: readonly { readonly name: Name; readonly at: SourceLocation }[] | null;
}
