import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration, Variable } from '../ast.ts';
import { captureOf } from '../captures.ts';
import type { Name } from '../lex/names.ts';
import { addressOf, dereference } from '../semantics/nodes.ts';
import { isVariablyModified, pointerTo } from '../types/type-basics.ts';
import { compatible } from '../types/type-relations.ts';
import type { CType, FunctionType } from '../types/types.ts';
import type { Binding } from './bindings.ts';
import { type Context, type FunctionState, type Nest, type NestedCall, report } from './context.ts';
import { failure } from './failures.ts';
import type { Attributes } from './specifiers.ts';

/**
 * Nested functions (GNU C). Each becomes a function of its own. Hidden parameters, which come before
 * the others, point to variables of enclosing functions.
 */

/** Declares a nested function in the innermost scope. */
export function declareNested(
  c: Context,
  name: Name,
  type: FunctionType,
  attributes: Attributes,
  at: SourceLocation,
): Binding & { kind: 'function' } {
  const { nest, name: outer } = c.function!;
  const other = name.ordinary?.depth === c.scopes.depth ? name.ordinary : null;
  if (other?.kind === 'function' && nest.functions.has(other.function) && compatible(other.type, type)) return other;
  if (other !== null) report(c, 'C1318', [name.text], at, [{ message: 'previous declaration is here', at: other.at }]);
  const declaration = c.program.newFunction(`${outer}.${name.text}`, type, false, at);
  nest.functions.set(declaration, new Map());
  declaration.noreturn = attributes.noreturn;
  const binding = {
    kind: 'function' as const,
    function: declaration,
    type,
    implicit: false,
    depth: c.scopes.depth,
    at,
  };
  c.scopes.declare(name, binding);
  return binding;
}

/**
 * Refuses a type of the enclosing function whose size only that function knows. `depth`: scope of the
 * type's name.
 */
export function checkOwnType(c: Context, type: CType, depth: number, at: SourceLocation): void {
  const fn = c.function;
  if (fn === null || fn.outer === null || depth > fn.depth || !isVariablyModified(type)) return;
  throw failure('C1336', ['a type of variable size in a nested function'], at);
}

/** Returns the place of a variable, which may belong to an enclosing function. */
export function variablePlace(c: Context, e: Expression & { kind: 'variable' }): Expression {
  const { variable, at } = e;
  const fn = c.function;
  if (fn === null || !isCaptured(variable, fn)) return e;
  if (isVariablyModified(variable.type))
    throw failure('C1336', [`the array '${variable.name}' in a nested function`], at);
  return dereference(value(captured(c, fn, variable), at), at);
}

/**
 * Records a nested function that an expression names. The current token shows whether the expression
 * calls it.
 */
export function checkCalled(
  c: Context,
  { function: declaration }: Binding & { kind: 'function' },
  at: SourceLocation,
): void {
  if (c.function?.nest.functions.has(declaration) && c.scanner.kind !== '(') {
    throw failure('C1336', [`the address of the nested function '${declaration.name}'`], at);
  }
}

/** Records a call, which gets hidden arguments if it calls a nested function. */
export function noteCall(c: Context, e: Expression): void {
  if (e.kind !== 'call' || e.callee.kind !== 'function' || c.function === null) return;
  const { callee, at } = e;
  if (!c.function.nest.functions.has(callee.function)) return;
  c.function.nest.calls.push({
    caller: c.function,
    callee: callee.function,
    arguments: e.arguments as Expression[],
    at,
  });
}

/** Ends a function that is not nested: gives the nested ones, and their calls, the hidden parameters. */
export function finishNest(c: Context, { functions, calls }: Nest): void {
  const callsOf = new Map<FunctionDeclaration, NestedCall[]>();
  for (const call of calls) {
    const list = callsOf.get(call.callee);
    if (list === undefined) callsOf.set(call.callee, [call]);
    else list.push(call);
  }
  const pending = [...functions].flatMap(([callee, captures]) =>
    [...captures.keys()].map((variable) => ({ callee, variable })),
  );
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { callee, variable } = next;
    for (const { caller } of callsOf.get(callee) ?? []) {
      if (!isCaptured(variable, caller) || caller.captures.has(variable)) continue;
      captured(c, caller, variable);
      pending.push({ callee: caller.declaration, variable });
    }
  }
  for (const { caller, callee, arguments: list, at } of calls) {
    list.unshift(
      ...[...functions.get(callee)!.keys()].map((variable) => {
        const hidden = caller.captures.get(variable);
        return hidden === undefined
          ? addressOf({ kind: 'variable', type: variable.type, at, variable }, at)
          : value(hidden, at);
      }),
    );
  }
  for (const [declaration, captures] of functions) {
    const { type, definition } = declaration;
    const hidden = [...captures.values()];
    declaration.type = {
      ...type,
      parameters: [...hidden.map(({ name, type: own }) => ({ name, type: own })), ...type.parameters],
    };
    if (definition !== null)
      declaration.definition = { ...definition, parameters: [...hidden, ...definition.parameters] };
    else if (callsOf.has(declaration))
      report(c, 'C1336', [`the nested function '${declaration.name}' without a body`], declaration.at);
  }
}

function isCaptured({ storage, scope }: Variable, fn: FunctionState): boolean {
  return storage === 'automatic' && scope !== null && scope !== fn.id;
}

/** Returns the hidden parameter that points to the variable. */
function captured(c: Context, fn: FunctionState, variable: Variable): Variable {
  let hidden = fn.captures.get(variable);
  if (hidden === undefined) {
    const { name, type, at } = variable;
    hidden = c.program.newVariable(captureOf(name), pointerTo(type), at, { storage: 'automatic', scope: fn.id });
    fn.captures.set(variable, hidden);
  }
  return hidden;
}

function value(variable: Variable, at: SourceLocation): Expression {
  const { type } = variable;
  return { kind: 'load', type, at, operand: { kind: 'variable', type, at, variable } };
}
