import type { SourceLocation } from '../../base/source.ts';
import { INT, pointerTo, VOID } from '../../types/type-tools.ts';
import type { CType, FunctionType } from '../../types/types.ts';
import type { Expression, FunctionDeclaration, Statement, Variable } from '../ast.ts';
import type { ProgramState } from './program.ts';

/**
 * Makes the function that ends a program with destructors. It runs the handlers that `atexit`
 * registered, calls the destructors in the given order, and does the work of `_exit`. It becomes the
 * body of `exit`, unless the program has its own. Null without destructors.
 */
export function endingFunction(
  program: ProgramState,
  destructors: readonly FunctionDeclaration[],
): FunctionDeclaration | null {
  const [first] = destructors;
  if (first === undefined) return null;
  const { at } = first;
  const type = functionOf(VOID, INT);
  const ended = program.newVariable('$ended', INT, at, { storage: 'static', scope: null });
  const status = program.newVariable('$status', INT, at, { storage: 'automatic', scope: null });
  const handlers = library(program, '__cxa_finalize', functionOf(VOID, pointerTo(VOID)), at);
  const last = library(program, '_exit', type, at);
  const nothing: Expression = { kind: 'integer', type: pointerTo(VOID), at, value: 0n };
  const twice: Statement = { kind: 'unsupported', at, construct: 'exit within a destructor' };
  const body: Statement[] = [
    { kind: 'if', at, condition: read(ended, at), then: twice, otherwise: null },
    evaluated({
      kind: 'assign',
      type: INT,
      at,
      target: placeOf(ended, at),
      value: { kind: 'integer', type: INT, at, value: 1n },
    }),
    evaluated(callOf(handlers, [nothing], at)),
    ...destructors.map((destructor) => evaluated(callOf(destructor, [], at))),
    evaluated(callOf(last, [read(status, at)], at)),
  ];
  const ending = program.newFunction('$end', type, false, at);
  ending.noreturn = true;
  ending.definition = { parameters: [status], locals: [], body: { kind: 'block', at, body, end: at }, end: at };
  const exit = library(program, 'exit', type, at);
  if (exit.definition === null) {
    const given = program.newVariable('status', INT, at, { storage: 'automatic', scope: exit.id });
    const go = evaluated(callOf(ending, [read(given, at)], at));
    exit.definition = { parameters: [given], locals: [], body: { kind: 'block', at, body: [go], end: at }, end: at };
    exit.type = type;
  }
  return ending;
}

function functionOf(result: CType, parameter: CType): FunctionType {
  return { kind: 'function', result, parameters: [{ name: null, type: parameter }], variadic: false, prototyped: true };
}

function library(program: ProgramState, name: string, type: FunctionType, at: SourceLocation): FunctionDeclaration {
  const known = program.externals.get(name);
  if (known?.kind === 'function') return known.function;
  const declaration = program.newFunction(name, type, true, at);
  program.externals.set(name, {
    kind: 'function',
    function: declaration,
    definedAt: null,
    weak: false,
    implicit: true,
  });
  return declaration;
}

function placeOf(variable: Variable, at: SourceLocation): Expression {
  return { kind: 'variable', type: variable.type, at, variable };
}

function read(variable: Variable, at: SourceLocation): Expression {
  return { kind: 'load', type: variable.type, at, operand: placeOf(variable, at) };
}

function callOf(callee: FunctionDeclaration, list: readonly Expression[], at: SourceLocation): Expression {
  const { type } = callee;
  return {
    kind: 'call',
    type: type.result,
    at,
    callee: { kind: 'function', type, at, function: callee },
    arguments: list,
  };
}

function evaluated(expression: Expression): Statement {
  return { kind: 'expression', at: expression.at, expression };
}
