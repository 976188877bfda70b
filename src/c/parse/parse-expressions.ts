import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { precedence, type TokenKind } from '../lex/tokens.ts';
import { assign, compoundAssign } from '../semantics/assignments.ts';
import { rvalue } from '../semantics/conversions.ts';
import { binary, comma, compare, conditional, logical } from '../semantics/operators.ts';
import type { BinaryOperator } from '../types/operators.ts';
import { accept, type Context, deepen, expect, sees, setHeight } from './context.ts';
import { parseImplication, seesImplication } from './contract-terms.ts';
import { exactOperation, united } from './exact-numbers.ts';
import { parseCast } from './parse-unary.ts';

/**
 * Expressions from the comma operator down to the binary ones (C11 6.5.5 to 6.5.17), by precedence
 * climbing.
 */

/** Reads a comma expression, without decay. */
export function parseExpression(c: Context): Expression {
  let left = parseAssignment(c);
  while (sees(c, ',')) {
    const { at } = c.scanner;
    const height = c.height;
    c.scanner.advance();
    const right = parseAssignment(c);
    setHeight(c, Math.max(height, c.height) + 1);
    left = comma(c, left, right, at);
  }
  return left;
}

/** Reads an assignment expression, without decay. */
export function parseAssignment(c: Context): Expression {
  const left = parseConditional(c);
  const { kind } = c.scanner;
  if (kind === ')' || kind === ',' || kind === ';') return left;
  const operator = assignmentOperator(kind);
  if (operator === null) return left;
  const { at } = c.scanner;
  const height = c.height;
  deepen(c);
  c.scanner.advance();
  const right = parseAssignment(c);
  c.depth--;
  setHeight(c, Math.max(height, c.height) + 1);
  return operator === '=' ? assign(c, left, right, at) : compoundAssign(c, operator, left, right, at);
}

function assignmentOperator(kind: TokenKind): BinaryOperator | '=' | null {
  switch (kind) {
    case '=':
      return '=';
    case '+=':
    case '-=':
    case '*=':
    case '/=':
    case '%=':
    case '&=':
    case '^=':
    case '|=':
    case '<<=':
    case '>>=':
      return kind.slice(0, -1) as BinaryOperator;
    default:
      return null;
  }
}

/** Reads a conditional expression (C11 6.5.15). */
export function parseConditional(c: Context): Expression {
  const condition = parseBinary(c);
  if (seesImplication(c)) return parseImplication(c, condition);
  return sees(c, '?') ? parseArms(c, condition) : condition;
}

/** Reads the arms after the condition of `?:`. */
function parseArms(c: Context, condition: Expression): Expression {
  const { at } = c.scanner;
  let height = c.height;
  deepen(c);
  c.scanner.advance();
  let then: Expression | null = null;
  if (!sees(c, ':')) {
    then = parseExpression(c);
    height = Math.max(height, c.height);
  }
  expect(c, ':');
  const otherwise = parseConditional(c);
  c.depth--;
  setHeight(c, Math.max(height, c.height) + 1);
  if (c.contract?.isExact === true && then !== null)
    return conditional(c, condition, ...united(c, rvalue(c, then), rvalue(c, otherwise)), at);
  return conditional(c, condition, then, otherwise, at);
}

function parseBinary(c: Context): Expression {
  const left = parseCast(c);
  return precedence(c.scanner.kind) === 0 ? left : climb(c, left, 1);
}

/** Extends `left` by operators that bind at least as tightly as `weakest`. */
function climb(c: Context, start: Expression, weakest: number): Expression {
  let left = start;
  for (;;) {
    const operator = c.scanner.kind;
    const strength = precedence(operator);
    if (strength < weakest || strength === 0 || seesImplication(c)) return left;
    if (operator === '&&' || operator === '||') {
      left = parseLogical(c, operator, left);
      continue;
    }
    const { at } = c.scanner;
    const height = c.height;
    c.scanner.advance();
    const right = parseOperand(c, strength);
    setHeight(c, Math.max(height, c.height) + 1);
    left = operation(c, operator, left, right, at);
  }
}

/** Reads the right operand of an operator of that precedence. */
function parseOperand(c: Context, strength: number): Expression {
  const operand = parseCast(c);
  return precedence(c.scanner.kind) > strength ? climb(c, operand, strength + 1) : operand;
}

/** Operands of a chain that are joined already: `count` of them, and the operator before them. */
interface Joined {
  readonly e: Expression;
  readonly height: number;
  readonly count: number;
  readonly at: SourceLocation;
}

/**
 * Reads a chain of one of the operators `&&` and `||`, which are associative. The tree is a balanced one, so
 * that programs may have chains of any length.
 */
function parseLogical(c: Context, operator: '&&' | '||', start: Expression): Expression {
  const strength = precedence(operator);
  const stack: Joined[] = [{ e: start, height: c.height, count: 1, at: c.scanner.at }];
  const join = (): void => {
    const right = stack.pop()!;
    const left = stack.pop()!;
    const height = Math.max(left.height, right.height) + 1;
    setHeight(c, height);
    const e = logical(c, operator, left.e, right.e, right.at);
    stack.push({ e, height, count: left.count + right.count, at: left.at });
  };
  while (sees(c, operator)) {
    const { at } = c.scanner;
    c.scanner.advance();
    stack.push({ e: parseOperand(c, strength), height: c.height, count: 1, at });
    while (stack.length > 1 && stack.at(-2)!.count === stack.at(-1)!.count) join();
  }
  while (stack.length > 1) join();
  return stack[0].e;
}

function operation(
  c: Context,
  operator: TokenKind,
  left: Expression,
  right: Expression,
  at: SourceLocation,
): Expression {
  const exact = c.contract?.isExact === true ? exactOperation(c, operator, left, right, at) : null;
  if (exact !== null) return exact;
  switch (operator) {
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '==':
    case '!=':
      return compare(c, operator, left, right, at);
    default:
      return binary(c, operator as BinaryOperator, left, right, at);
  }
}

/** Reads arguments up to and including `)`, as values. */
export function parseArguments(c: Context): Expression[] {
  const list: Expression[] = [];
  if (accept(c, ')')) {
    c.height = 1;
    return list;
  }
  let height = 0;
  do {
    list.push(rvalue(c, parseAssignment(c)));
    height = Math.max(height, c.height);
  } while (accept(c, ','));
  expect(c, ')');
  c.height = height;
  return list;
}
