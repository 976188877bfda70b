import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../../c/ast.ts';
import { isComplex, pointerTo, valueType } from '../../c/types/type-basics.ts';
import type { ArrayType, CType } from '../../c/types/types.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';
import { declareInScope } from './cleanups.ts';

/**
 * Returns the object that an lvalue denotes. A value (a struct that a call returns) is stored in a
 * hidden variable, if it is not an object already.
 */
export function buildPlace(b: FunctionBuilder, e: Expression): Place {
  switch (e.kind) {
    case 'variable':
      if (e.variable.storage === 'static') b.context.addGlobal(e.variable);
      else b.addLocal(e.variable);
      return make.variablePlace(e.variable);
    case 'string':
      return make.variablePlace(b.context.string(e));
    case 'dereference':
      return make.dereference(b.layout, b.value(e.operand), e.type);
    case 'member':
      return make.memberOf(b.place(e.base), e.index);
    case 'compound-literal':
      return compoundLiteral(b, e);
    case 'complex-part':
      return complexPartPlace(b, e);
    default: {
      const value = b.value(e);
      if (b.context.endsLifetimes && holdsArray(value.type)) return passingObject(b, value, e.at);
      // A struct that was read stands for its object, as long as no store comes in between.
      if (value.kind === 'load') return value.place;
      const place = b.temporary(value.type, e.at);
      b.assign(place, value, e.at);
      return place;
    }
  }
}

/** The object that an lvalue denotes, for an access to all of it: a variable may be larger than its type says. */
export function wholePlace(b: FunctionBuilder, e: Expression): Place {
  const place = b.place(e);
  if (place.kind !== 'variable' || lastLength(place.type) === lastLength(e.type)) return place;
  const target = valueType(e.type);
  return make.dereference(b.layout, make.convert(b.layout, pointerTo(target), make.addressOfPlace(place)), target);
}

/** The number of elements of the array at the end of a struct; null for other types. */
function lastLength(type: CType): ArrayType['length'] | null {
  const last = type.kind === 'struct' ? type.definition.fields?.at(-1)?.type : undefined;
  return last?.kind === 'array' ? last.length : null;
}

/** Stores a value in an object that ends with the statement, as pointers to elements of it may be left (C11 6.2.4p8). */
function passingObject(b: FunctionBuilder, value: Expr, at: SourceLocation): Place {
  const place = b.temporary(value.type, at);
  if (place.kind !== 'variable') return place;
  b.emit({ kind: 'declare', variable: place.variable }, at);
  b.assign(place, value, at);
  b.passing.push(place.variable);
  return place;
}

function holdsArray(type: CType): boolean {
  if (type.kind !== 'struct' && type.kind !== 'union') return false;
  return (type.definition.fields ?? []).some((field) => field.type.kind === 'array' || holdsArray(field.type));
}

function compoundLiteral(b: FunctionBuilder, e: Expression & { kind: 'compound-literal' }): Place {
  const place = make.variablePlace(e.variable);
  if (e.variable.storage === 'static') {
    if (b.context.addGlobal(e.variable)) b.context.addInitializer(e.variable, e.variable.initializer ?? e.initializer);
    return place;
  }
  b.addLocal(e.variable);
  b.names.declare(e.variable);
  declareInScope(b, e.variable);
  b.emit({ kind: 'declare', variable: e.variable }, e.at);
  b.initialise(place, e.initializer, e.at);
  return place;
}

/** Returns `__real__ z` or `__imag__ z` as an object: the first or the second half of `z`. */
function complexPartPlace(b: FunctionBuilder, e: Expression & { kind: 'complex-part' }): Place {
  const whole = b.place(e.operand);
  if (!isComplex(whole.type)) return whole;
  const type = pointerTo(valueType(whole.type.base));
  const first = make.convert(b.layout, type, make.addressOfPlace(whole));
  const pointer = e.part === 'real' ? first : make.pointerAdd(first, make.ONE, false, type);
  return make.dereference(b.layout, pointer, type.target);
}
