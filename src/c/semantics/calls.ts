import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { isComplete, isFunction, isPointer, isRecord, isVoid, valueType } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import type { FunctionType } from '../types/types.ts';
import { transparentArgument } from './casts.ts';
import { assigned, promotedArgument, rvalue } from './conversions.ts';

/** Function calls (C11 6.5.2.2). The arguments come as values. */
export function call(c: Context, callee: Expression, list: readonly Expression[], at: SourceLocation): Expression {
  const v = callee.kind === 'function' ? callee : rvalue(c, callee);
  // `(&f)()` and `(*f)()` are calls of f.
  const target = v.kind === 'address' && v.operand.kind === 'function' ? v.operand : v;
  const type = isFunction(target.type)
    ? target.type
    : isPointer(target.type) && isFunction(target.type.target)
      ? target.type.target
      : null;
  if (type === null) throw failure('C1426', [formatType(callee.type)], at);
  const { result } = type;
  if (!isVoid(result) && !isComplete(result)) throw failure('C1341', [formatType(result)], at);
  const values = convertedArguments(c, type, list, calleeName(target), at);
  return { kind: 'call', type: valueType(result), at, callee: target, arguments: values };
}

function calleeName(e: Expression): string {
  return e.kind === 'function' ? e.function.name : 'the function';
}

/**
 * Returns the arguments converted to the types of the parameters. Surplus arguments, and all of an
 * unprototyped function, are promoted.
 */
export function convertedArguments(
  c: Context,
  type: FunctionType,
  list: readonly Expression[],
  name: string,
  at: SourceLocation,
): Expression[] {
  const { parameters } = type;
  if (type.prototyped) {
    if (list.length < parameters.length) throw failure('C1416', ['few', name], at);
    if (list.length > parameters.length && !type.variadic) throw failure('C1416', ['many', name], at);
  }
  return list.map((argument, index) => {
    if (isVoid(argument.type)) throw failure('C1427', [index + 1, name], argument.at);
    if (!type.prototyped || index >= parameters.length) return promotedArgument(c, argument);
    const parameter = parameters[index].type;
    if (isRecord(parameter) && parameter.definition.transparentUnion && argument.type.kind !== 'union') {
      const wrapped = transparentArgument(c, argument, parameter, argument.at);
      if (wrapped) return wrapped;
    }
    return assigned(c, argument, parameter, 'argument');
  });
}

/** Returns the function of the standard library, declared implicitly with the type that GCC gives it. */
export function libraryFunction(c: Context, name: string, at: SourceLocation): Expression & { kind: 'function' } {
  const known = c.program.externals.get(name);
  if (known?.kind === 'function') return { kind: 'function', type: known.function.type, at, function: known.function };
  const type = c.program.builtins.typeOf(name)!;
  const declaration = c.program.newFunction(name, type, true, at);
  c.program.externals.set(name, {
    kind: 'function',
    function: declaration,
    definedAt: null,
    weak: false,
    implicit: true,
  });
  return { kind: 'function', type, at, function: declaration };
}
