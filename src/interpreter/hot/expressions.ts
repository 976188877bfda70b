import { toNumber } from '../../base/float-bits.ts';
import type { BinaryOperator } from '../../c/types/operators.ts';
import type { Expr } from '../../program/cfa/automaton.ts';
import { binaryOperation, comparison, complement, negation } from '../arithmetic.ts';
import { conversion } from '../convert.ts';
import { displace } from '../displace.ts';
import { compileExpr, integerValue } from '../expressions.ts';
import { sizeCode } from '../places.ts';
import { pointerOrder } from '../pointer-order.ts';
import { compileTest } from '../tests.ts';
import type { IntRepresentation, Representation } from '../values.ts';
import { addressCode, loadCode } from './accesses.ts';
import { withFrame } from './closures.ts';
import { type CodeWriter, NotCompilable, numeral, type Scope } from './code-writer.ts';

/** Writes an expression as JavaScript, with the same value as its closure. @throws {NotCompilable} */
export function exprCode(writer: CodeWriter, scope: Scope, expr: Expr): string {
  const { runtime } = scope.context;
  switch (expr.kind) {
    case 'integer': {
      const value = integerValue(expr.value, runtime.represent(expr.type));
      return typeof value === 'number' || typeof value === 'bigint' ? numeral(value) : writer.constant(value);
    }
    case 'float': {
      const { kind } = runtime.represent(expr.type);
      const value = toNumber(expr.value);
      if (kind !== 'float' || !Number.isFinite(value)) return closureCode(writer, scope, expr);
      return numeral(runtime.represent(expr.type).size === 4 ? Math.fround(value) : value);
    }
    case 'load':
      return loadCode(writer, scope, expr.place, expr.type) ?? closureCode(writer, scope, expr);
    case 'address':
      return addressCode(writer, scope, expr.place) ?? closureCode(writer, scope, expr);
    case 'function-address':
      return numeral(runtime.functionAddress(expr.function));
    case 'negate':
    case 'complement': {
      const representation = runtime.represent(expr.type);
      const operand = exprCode(writer, scope, expr.operand);
      if (isWord(representation))
        return wrapped(representation, expr.kind === 'negate' ? `(0 - ${operand})` : `~${operand}`);
      if (representation.kind === 'float' && expr.kind === 'negate') return `(-${operand})`;
      const apply = expr.kind === 'negate' ? negation(representation) : complement(representation);
      return `${writer.constant(apply)}(${operand})`;
    }
    case 'not':
      return `(${testCode(writer, scope, expr.operand)} ? 0 : 1)`;
    case 'binary':
      return binaryCode(writer, scope, expr);
    case 'compare':
      if (runtime.represent(expr.left.type).kind === 'vector') return closureCode(writer, scope, expr);
      return `(${testCode(writer, scope, expr)} ? 1 : 0)`;
    case 'conditional': {
      const test = testCode(writer, scope, expr.condition);
      return `(${test} ? ${exprCode(writer, scope, expr.then)} : ${exprCode(writer, scope, expr.otherwise)})`;
    }
    case 'convert':
      return convertCode(writer, scope, expr);
    case 'pointer-add': {
      const step = sizeCode(scope.context, expr.type.target);
      if (typeof step !== 'number') throw new NotCompilable();
      const pointer = exprCode(writer, scope, expr.pointer);
      const index = exprCode(writer, scope, expr.index);
      const signed = expr.negative ? -step : step;
      const narrow = runtime.pointerSize === 4 && runtime.represent(expr.index.type).kind === 'int' && step === 1;
      if (narrow) return `(${pointer} + ${index} * ${numeral(signed)} >>> 0)`;
      return `${writer.constant(displace)}(${pointer}, ${index}, ${numeral(signed)}, ${writer.constant(runtime.moves)})`;
    }
    default:
      return closureCode(writer, scope, expr);
  }
}

/**
 * Writes the test whether a scalar expression differs from zero, as a JavaScript condition. @throws
 * {NotCompilable}
 */
export function testCode(writer: CodeWriter, scope: Scope, expr: Expr): string {
  const { runtime } = scope.context;
  if (expr.kind === 'not') return `!${testCode(writer, scope, expr.operand)}`;
  const compared = expr.kind === 'compare' ? runtime.represent(expr.left.type) : runtime.represent(expr.type);
  if (!isPlain(compared)) {
    if (expr.kind === 'compare' && compared.kind !== 'vector' && compared.kind !== 'bytes') {
      const apply = writer.constant(comparison(expr.operator, compared));
      return `(${apply}(${exprCode(writer, scope, expr.left)}, ${exprCode(writer, scope, expr.right)}) !== 0)`;
    }
    writer.mayThrow = true;
    return withFrame(writer, scope, expr, writer.constant(compileTest(scope.context, expr)));
  }
  if (expr.kind !== 'compare') return `(${exprCode(writer, scope, expr)} !== 0)`;
  const order = pointerOrder(runtime, expr);
  if (order !== null)
    return `${writer.constant(order)}(${exprCode(writer, scope, expr.left)}, ${exprCode(writer, scope, expr.right)})`;
  const operator = expr.operator === '==' ? '===' : expr.operator === '!=' ? '!==' : expr.operator;
  return `(${exprCode(writer, scope, expr.left)} ${operator} ${exprCode(writer, scope, expr.right)})`;
}

/** Whether JavaScript's own operators compare such values. */
function isPlain({ kind }: Representation): boolean {
  return kind === 'int' || kind === 'wide' || kind === 'float';
}

function isWord(representation: Representation): representation is IntRepresentation {
  return representation.kind === 'int' && representation.bits === 32;
}

function wrapped({ signed }: IntRepresentation, code: string): string {
  return signed ? `((${code}) | 0)` : `((${code}) >>> 0)`;
}

function binaryCode(writer: CodeWriter, scope: Scope, expr: Expr & { kind: 'binary' }): string {
  const { runtime } = scope.context;
  const representation = runtime.represent(expr.type);
  const [left, right] = [exprCode(writer, scope, expr.left), exprCode(writer, scope, expr.right)];
  if (isWord(representation) && runtime.represent(expr.right.type).kind === 'int') {
    const divisor = expr.right.kind === 'integer' ? Number(expr.right.value) : 0;
    const code = wordCode(expr.operator, representation, left, right, divisor);
    if (code !== null) return code;
  }
  if (representation.kind === 'float' && !runtime.floats.changes && /^[-+*/]$/.test(expr.operator)) {
    return representation.size === 8
      ? `(${left} ${expr.operator} ${right})`
      : `Math.fround(${left} ${expr.operator} ${right})`;
  }
  writer.mayThrow = true;
  return `${writer.constant(binaryOperation(expr.operator, representation, runtime.floats))}(${left}, ${right})`;
}

/** Writes an operator on 32-bit integers; null for divisions whose divisor may be zero or -1. */
function wordCode(
  operator: BinaryOperator,
  type: IntRepresentation,
  left: string,
  right: string,
  divisor: number,
): string | null {
  switch (operator) {
    case '+':
    case '-':
    case '&':
    case '|':
    case '^':
    case '<<':
      return wrapped(type, `${left} ${operator} ${right}`);
    case '>>':
      return type.signed ? `(${left} >> ${right})` : `(${left} >>> ${right})`;
    case '*':
      return type.signed ? `Math.imul(${left}, ${right})` : `(Math.imul(${left}, ${right}) >>> 0)`;
    case '/':
    case '%':
      return divisor > 0 ? wrapped(type, `${left} ${operator} ${right}`) : null;
  }
}

function convertCode(writer: CodeWriter, scope: Scope, expr: Expr & { kind: 'convert' }): string {
  const { runtime } = scope.context;
  const [from, to] = [runtime.represent(expr.operand.type), runtime.represent(expr.type)];
  const operand = exprCode(writer, scope, expr.operand);
  const convert = conversion(from, to, runtime.floats, runtime.memory.isLittle);
  if (convert === null) return operand;
  if (to.kind === 'int' && to.bits === 1 && isPlain(from)) return `(${operand} !== 0 ? 1 : 0)`;
  if (from.kind === 'int' && to.kind === 'int') {
    if (to.bits === 32) return wrapped(to, operand);
    const shift = 32 - to.bits;
    return to.signed ? `(${operand} << ${shift} >> ${shift})` : `(${operand} << ${shift} >>> ${shift})`;
  }
  const apply = writer.constant(convert);
  if (from.kind === 'int' && to.kind === 'wide') {
    const value = writer.temporary();
    return `((${value} = ${operand}) >= 0 ? ${value} : ${apply}(${value}))`;
  }
  return `${apply}(${operand})`;
}

/** Writes the value of an expression by its closure. */
function closureCode(writer: CodeWriter, scope: Scope, expr: Expr): string {
  writer.mayThrow = true;
  return withFrame(writer, scope, expr, writer.constant(compileExpr(scope.context, expr)));
}
