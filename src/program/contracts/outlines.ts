import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement, TranslationUnit } from '../../c/ast.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import { Layout } from '../../c/types/layout.ts';
import type { BinaryOperator } from '../../c/types/operators.ts';
import { isInteger, qualifiersOf, valueType } from '../../c/types/type-basics.ts';
import { formatDeclaration, formatType } from '../../c/types/type-format.ts';
import { type CType, Qualifier } from '../../c/types/types.ts';
import { visitorOf } from './reached-globals.ts';

/** A value as clauses see it. `value`: of no kind that clauses are suggested about. */
interface ValueOutline {
  readonly kind: 'pointer' | 'integer' | 'value';
  /** The range of an integer; null for other values. */
  readonly integer: IntegerOutline | null;
}

export interface IntegerOutline {
  readonly min: bigint;
  readonly max: bigint;
}

/** A parameter, as clauses name it. */
export interface ParameterOutline extends ValueOutline {
  readonly name: string;
  /** Whether the function may not write through the pointer. */
  readonly isConstant: boolean;
}

/** A function with a body, as clauses about it can be written. Plain data. */
export interface FunctionOutline {
  readonly name: string;
  readonly at: SourceLocation;
  /** The declaration with names of parameters, without a semicolon. */
  readonly head: string;
  readonly result: ValueOutline;
  readonly parameters: readonly ParameterOutline[];
  /** Greatest operands with which operations of the function have no fault, as far as their types and constants say. */
  readonly limits: readonly bigint[];
  readonly hasContract: boolean;
}

/** The functions of a program that have a body. */
export function functionOutlines(unit: TranslationUnit): readonly FunctionOutline[] {
  const layout = new Layout(unit);
  const outlineOf = (type: CType): ValueOutline => {
    if (isInteger(type)) return { kind: 'integer', integer: integerRange(type, layout) };
    const isPointer = type.kind === 'pointer' && type.target.kind !== 'function' && layout.sizeOf(type.target) !== null;
    return { kind: isPointer ? 'pointer' : 'value', integer: null };
  };
  return unit.functions.flatMap(({ name, at, type, definition, contract, system }): readonly FunctionOutline[] => {
    if (definition === null || system) return [];
    const parameters = definition.parameters.map((parameter) => ({
      name: parameter.name,
      ...outlineOf(valueType(parameter.type)),
      isConstant: parameter.type.kind === 'pointer' && (qualifiersOf(parameter.type.target) & Qualifier.const) !== 0,
    }));
    const list = definition.parameters.map((parameter) => formatDeclaration(parameter.type, parameter.name));
    const head = `${formatType(type.result)} ${name}(${list.length === 0 ? 'void' : list.join(', ')})`;
    const result = outlineOf(valueType(type.result));
    const limits = limitsIn(definition.body, layout);
    return [{ name, at, head, result, parameters, limits, hasContract: contract !== undefined }];
  });
}

/** Greatest operands of the operations in a statement: of products and sums whose operands are alike, if none is constant. */
function limitsIn(body: Statement, layout: Layout): readonly bigint[] {
  const limits = new Set<bigint>();
  const see = (operator: BinaryOperator, type: CType, operands: readonly Expression[]): void => {
    if (!isInteger(type)) return;
    const { max } = integerRange(type, layout);
    const constant = operands.map(numberOf).find((value) => value !== null && value > 0n) ?? null;
    if (operator === '<<' || operator === '>>') limits.add(BigInt(layout.integerWidth(type)) - 1n);
    else if (operator === '*')
      limits.add(constant === null ? BigInt(Math.floor(Math.sqrt(Number(max)))) : max / constant);
    else if (operator === '+' || operator === '-') limits.add(constant === null ? max / 2n : max - constant);
  };
  visitorOf((e) => {
    if (e.kind === 'binary') see(e.operator, e.type, [e.left, e.right]);
    else if (e.kind === 'compound-assign') see(e.operator, e.computation, [e.value]);
    else if (e.kind === 'negate' && isInteger(e.type)) limits.add(integerRange(e.type, layout).max);
    else if (e.kind === 'increment' && isInteger(e.type)) limits.add(integerRange(e.type, layout).max - 1n);
    else if (e.kind === 'compare' || e.kind === 'array-decay') {
      const { type } = e.kind === 'compare' ? e : e.operand;
      const length = type.kind === 'array' && typeof type.length === 'bigint' ? type.length : null;
      const numbers = e.kind === 'compare' ? [e.left, e.right].map(numberOf) : [length];
      for (const number of numbers) if (number !== null && number > 0n) limits.add(number).add(number - 1n);
    }
  }).statement(body);
  return [...limits];
}

/** The value of a constant; null for other expressions. */
function numberOf(e: Expression): bigint | null {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'integer' ? inner.value : null;
}
