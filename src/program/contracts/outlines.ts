import type { SourceLocation } from '../../base/source.ts';
import type { TranslationUnit } from '../../c/ast.ts';
import { Layout } from '../../c/types/layout.ts';
import { isInteger, qualifiersOf, valueType } from '../../c/types/type-basics.ts';
import { formatDeclaration, formatType } from '../../c/types/type-format.ts';
import { type CType, Qualifier } from '../../c/types/types.ts';

/** A parameter, as clauses name it. `value`: of no kind that clauses are suggested about. */
export interface ParameterOutline {
  readonly name: string;
  readonly kind: 'pointer' | 'signed' | 'unsigned' | 'value';
  /** Whether the function may not write through the pointer. */
  readonly isConstant: boolean;
}

/** A function with a body, as clauses about it can be written. Plain data. */
export interface FunctionOutline {
  readonly name: string;
  readonly at: SourceLocation;
  /** The declaration with names of parameters, without a semicolon. */
  readonly head: string;
  readonly result: 'nothing' | ParameterOutline['kind'];
  readonly parameters: readonly ParameterOutline[];
  readonly hasContract: boolean;
}

/** The functions of a program that have a body. */
export function functionOutlines(unit: TranslationUnit): readonly FunctionOutline[] {
  const layout = new Layout(unit);
  const kindOf = (type: CType): ParameterOutline['kind'] => {
    if (type.kind === 'pointer')
      return type.target.kind === 'function' || layout.sizeOf(type.target) === null ? 'value' : 'pointer';
    return isInteger(type) ? (layout.isSigned(type) ? 'signed' : 'unsigned') : 'value';
  };
  return unit.functions.flatMap(({ name, at, type, definition, contract, system }): readonly FunctionOutline[] => {
    if (definition === null || system) return [];
    const parameters = definition.parameters.map((parameter) => ({
      name: parameter.name,
      kind: kindOf(valueType(parameter.type)),
      isConstant: parameter.type.kind === 'pointer' && (qualifiersOf(parameter.type.target) & Qualifier.const) !== 0,
    }));
    const list = definition.parameters.map((parameter) => formatDeclaration(parameter.type, parameter.name));
    const head = `${formatType(type.result)} ${name}(${list.length === 0 ? 'void' : list.join(', ')})`;
    const result = type.result.kind === 'void' ? 'nothing' : kindOf(valueType(type.result));
    return [{ name, at, head, result, parameters, hasContract: contract !== undefined }];
  });
}
