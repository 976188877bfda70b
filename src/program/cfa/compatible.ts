import { elementOf } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Expr, Operation } from './automaton.ts';

/**
 * Returns the shape of a type for calls. Functions of the same shapes can be called through one
 * pointer.
 */
export function shapeOf(type: CType): string {
  switch (type.kind) {
    case 'integer':
      return type.name.replace(/^u|^s(?=char)/, '');
    case 'enum':
      return type.definition.underlying === null ? 'int' : shapeOf(type.definition.underlying);
    case 'float':
      return type.name;
    case 'struct':
    case 'union':
      return `${type.kind}${type.definition.id}`;
    case 'complex':
      return `complex ${type.base.name}`;
    case 'vector':
      return `vector ${type.count} ${type.element.name}`;
    case 'pointer':
    case 'array':
    case 'function':
      return 'pointer';
    case 'void':
      return 'void';
  }
}

/**
 * Returns the shapes of a call: its result and its arguments. A call through a pointer has the result
 * of the pointer's type. Another call has void if its result is not used.
 */
export function callShape(op: Operation & { kind: 'call' }): string {
  const result = op.callee.kind === 'indirect' ? op.callee.type.result : (op.result?.type ?? { kind: 'void' as const });
  return [shapeOf(result), ...op.arguments.map((argument) => shapeOf(argument.type))].join(',');
}

/**
 * Whether the call may be meant for this function. Number and shapes of parameters agree, and the
 * result if one is expected.
 */
export function isCompatibleCall(
  fn: Pick<AutomatonFunction, 'type' | 'defined' | 'parameters'>,
  op: Operation & { kind: 'call' },
): boolean {
  const { type } = fn;
  const result = op.callee.kind === 'indirect' ? op.callee.type.result : null;
  if (result !== null && result.kind !== 'void' && shapeOf(result) !== shapeOf(type.result)) return false;
  const parameters = fn.defined
    ? fn.parameters.map((parameter) => parameter.type)
    : type.parameters.map((parameter) => parameter.type);
  if (!fn.defined && !type.prototyped) return true;
  if (op.arguments.length < parameters.length) return false;
  if (op.arguments.length > parameters.length && !type.variadic && type.prototyped) return false;
  return parameters.every((parameter, i) => agree(parameter, op.arguments[i].type, type.prototyped));
}

/** Whether parameter and argument agree. Arguments of an old-style function are promoted. */
function agree(parameter: CType, argument: CType, prototyped: boolean): boolean {
  if (shapeOf(parameter) === shapeOf(argument)) return true;
  return (
    !prototyped && parameter.kind === argument.kind && (parameter.kind === 'integer' || parameter.kind === 'float')
  );
}

/** Whether the arguments have the shapes of the parameters, as far as there are parameters for them. */
export function argumentsFit(fn: AutomatonFunction, values: readonly Expr[]): boolean {
  return fn.parameters.every((parameter, i) => {
    const value = values[i];
    return value === undefined || shapeOf(parameter.type) === shapeOf(value.type);
  });
}

/** Whether an object of the type may directly store a pointer to a function. */
export function mayHoldPointer(type: CType): boolean {
  return elementOf(type).kind === 'pointer';
}
