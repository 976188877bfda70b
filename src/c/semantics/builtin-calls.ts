import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { libraryEntry } from '../builtins/library/table.ts';
import type { SpecialGroup } from '../builtins/special-builtins.ts';
import { accept, type Context, expect, functionNameUnits, sees, setHeight } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import {
  arrayOf,
  CHAR,
  DOUBLE,
  FLOAT,
  INT,
  isArithmetic,
  isComplete,
  isFloat,
  isPointer,
  LONG,
  LONG_DOUBLE,
  pointerTo,
  sizeType,
  UINT,
  VOID,
  withQualifiers,
} from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatibleUnqualified, usualArithmetic } from '../types/type-relations.ts';
import { type CType, type FunctionType, Qualifier } from '../types/types.ts';
import { atomicCall, syncCall } from './atomics.ts';
import { bitBuiltin } from './bit-builtins.ts';
import { call, convertedArguments, libraryFunction } from './calls.ts';
import { fold } from './constants.ts';
import { assigned, balanced, convertNode, rvalue } from './conversions.ts';
import { intNode, isLvalue } from './nodes.ts';
import { objectSize } from './object-size.ts';
import { conditional } from './operators.ts';
import { floatConstant, foldedValueBuiltin, overflowCall } from './value-builtins.ts';

/**
 * Builds the builtin of an undeclared name that starts with `__`; the current token is the one behind
 * the name. The builtin is called or, if it is a library function, named. Null if there is no such
 * builtin.
 */
export function builtinCall(c: Context, name: string, at: SourceLocation): Expression | null {
  const operation = /^__CPROVER_overflow_(plus|minus|mult)$/.exec(name)?.[1];
  if (operation !== undefined && accept(c, '(')) return overflowQuestion(c, operation, name, at);
  const builtin = c.program.builtins.find(name);
  if (builtin === null) return null;
  if (builtin.kind === 'library' || builtin.kind === 'checked') {
    const callee = libraryFunction(c, builtin.name, at);
    if (!sees(c, '(') || builtin.kind === 'library') return callee;
    c.scanner.advance();
    const list = c.grammar.arguments(c).filter((_, index) => !builtin.drop.includes(index));
    const type = callee.type as FunctionType;
    return { kind: 'call', type: type.result, at, callee, arguments: convertedArguments(c, type, list, name, at) };
  }
  if (!sees(c, '(')) throw failure('C1430', [name], at);
  c.scanner.advance();
  if (builtin.kind === 'value') {
    const type = c.program.builtins.typeOf(name)!;
    const list = convertedArguments(c, type, c.grammar.arguments(c), name, at);
    setHeight(c, c.height + 1);
    return foldedValueBuiltin(c, name, list, type.result, at) ?? node(name, type.result, list, at);
  }
  if (builtin.group === 'varargs') return varargs(c, name, at);
  if (builtin.group === 'constant') return constantQuestion(c, name, at);
  if (builtin.group === 'vector') return vectorBuiltin(c, name, at);
  const list = c.grammar.arguments(c);
  setHeight(c, c.height + 1);
  return special(c, builtin.group, name, list, at);
}

function node(name: string, type: CType, list: readonly Expression[], at: SourceLocation): Expression {
  return { kind: 'builtin', name, type, at, arguments: list };
}

/** CBMC's question whether an operation overflows in the type that both operands have. */
function overflowQuestion(c: Context, operation: string, name: string, at: SourceLocation): Expression {
  const list = c.grammar.arguments(c);
  need(list, 2, 2, name, at);
  const both = balanced(c, list[0], list[1]);
  if (both === null) throw failure('C1406', [name, formatType(list[0].type), formatType(list[1].type)], at);
  const other = `__builtin_${operation === 'plus' ? 'add' : operation === 'minus' ? 'sub' : 'mul'}_overflow_p`;
  return overflowCall(c, other, [both.left, both.right, assigned(c, intNode(0, at), both.type, 'argument')], at);
}

function need(list: readonly Expression[], least: number, most: number, name: string, at: SourceLocation): void {
  if (list.length < least) throw failure('C1416', ['few', name], at);
  if (list.length > most) throw failure('C1416', ['many', name], at);
}

function special(
  c: Context,
  group: SpecialGroup,
  name: string,
  list: readonly Expression[],
  at: SourceLocation,
): Expression {
  const [first, second] = list;
  switch (group) {
    case 'place':
      need(list, 0, 0, name, at);
      return placeOfCall(c, name, at);
    case 'bits':
      return bitBuiltin(c, name, list, at);
    case 'hint':
      return hint(c, name, list, at);
    case 'overflow':
      need(list, 3, 3, name, at);
      return overflowCall(c, name, list, at);
    case 'float-class':
      return floatClass(c, name, list, at);
    case 'float-constant':
      return floatConstant(name, at);
    case 'control':
      return node(name, VOID, [], at);
    case 'memory':
      return memory(c, name, list, at);
    case 'frame':
      if (/_(extract_return_addr|frob_return_addr)$/.test(name)) {
        need(list, 1, 1, name, at);
        return assigned(c, first, pointerTo(VOID), 'argument');
      }
      need(list, 1, 1, name, at);
      return node(name, pointerTo(VOID), [assigned(c, first, UINT, 'argument')], at);
    case 'complex': {
      need(list, 2, 2, name, at);
      const both = balanced(c, first, second);
      if (both === null || !isFloat(both.type))
        throw failure('C1406', [name, formatType(first.type), formatType(second.type)], at);
      return node(name, { kind: 'complex', base: both.type }, [both.left, both.right], at);
    }
    case 'jump':
      return node(name, name === '__builtin_setjmp' ? INT : VOID, list, at);
    case 'atomic':
      return atomicCall(c, name, list, at);
    case 'sync':
      return syncCall(c, name, list, at);
    case 'type':
      if (name === '__builtin_tgmath') return tgmathCall(c, list, at);
      if (name !== '__builtin_classify_type' || first?.type.kind === 'vector') throw failure('C1336', [name], at);
      return intNode(typeClass(first?.type ?? VOID), at);
    case 'varargs':
    case 'constant':
    case 'vector':
      throw failure('C1336', [name], at);
  }
}

/** Returns GCC's type_class number (typeclass.h) of a promoted argument. */
function typeClass(type: CType): number {
  const classes: Readonly<Record<CType['kind'], number>> = {
    void: 0,
    integer: 1,
    enum: 1,
    pointer: 5,
    float: 8,
    complex: 9,
    function: 5,
    struct: 12,
    union: 13,
    array: 5,
    vector: 19,
  };
  return classes[type.kind];
}

/** Builds a hint to the compiler. Its value is that of the first argument; the others have their effects. */
function hint(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const [first, ...others] = list;
  if (first === undefined) throw failure('C1416', ['few', name], at);
  switch (name) {
    case '__builtin_expect':
    case '__builtin_expect_with_probability': {
      const value = convertNode(c, assigned(c, first, LONG, 'argument'), LONG, true);
      // The expected value is nearly always a constant. The first argument is then the whole result.
      if (list.slice(1).every((argument) => fold(c, argument, false).kind === 'integer' || argument.kind === 'float'))
        return value;
      return node('__builtin_expect', LONG, [value, ...list.slice(1)], at);
    }
    // Clang's hint: a run in which the condition is false is undefined.
    case '__builtin_assume': {
      const nothing = { kind: 'convert', type: VOID, at, operand: intNode(0, at), explicit: true } as const;
      return conditional(c, first, nothing, node('__builtin_unreachable', VOID, [], at), at);
    }
    case '__builtin_assume_aligned':
      return afterEffects(c, others, assigned(c, first, pointerTo(VOID), 'argument'));
    case '__builtin_prefetch':
    case '__builtin___clear_cache':
      return afterEffects(c, others, { kind: 'convert', type: VOID, at, operand: first, explicit: true });
    default:
      return afterEffects(c, others, first);
  }
}

/** Returns `value`, before which the expressions are evaluated. Constants have no effects. */
function afterEffects(c: Context, expressions: readonly Expression[], value: Expression): Expression {
  const { type, at } = value;
  return expressions
    .filter((each) => each.kind !== 'float' && fold(c, each, false).kind !== 'integer')
    .reduceRight<Expression>((right, left) => ({ kind: 'comma', type, at, left, right }), value);
}

function floatClass(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const bare = name.slice('__builtin_'.length);
  if (/^is(greater|less|unordered|eqsig)/.test(bare)) {
    need(list, 2, 2, name, at);
    const both = balanced(c, list[0], list[1]);
    if (both === null || !isFloat(both.type))
      throw failure('C1406', [name, formatType(list[0].type), formatType(list[1].type)], at);
    return node(name, INT, [both.left, both.right], at);
  }
  if (bare === 'fpclassify') {
    need(list, 6, 6, name, at);
    return node(name, INT, [...list.slice(0, 5).map((e) => assigned(c, e, INT, 'argument')), list[5]], at);
  }
  need(list, 1, 1, name, at);
  let argument = list[0];
  // The suffix, if any, gives the type. The answers do not depend on it otherwise.
  const suffix = /^(isnan|isinf|finite|signbit|isfinite)([fl])$/.exec(bare);
  const plain = suffix ? suffix[1] : bare;
  if (suffix) argument = assigned(c, argument, suffix[2] === 'f' ? FLOAT : LONG_DOUBLE, 'argument');
  else if (plain === 'finite') argument = assigned(c, argument, DOUBLE, 'argument');
  if (!isFloat(argument.type)) throw failure('C1422', [name, formatType(argument.type)], at);
  if (plain === 'signbit') {
    const constant = fold(c, argument, false);
    if (constant.kind === 'float' && constant.value.kind !== 'nan') return intNode(constant.value.negative ? 1 : 0, at);
  }
  return node(`__builtin_${plain === 'finite' ? 'isfinite' : plain}`, INT, [argument], at);
}

function memory(c: Context, name: string, list: readonly Expression[], at: SourceLocation): Expression {
  const size = sizeType(c.model);
  switch (name) {
    case '__builtin_object_size':
    case '__builtin_dynamic_object_size': {
      need(list, 2, 2, name, at);
      return objectSize(c, list[0], list[1], at);
    }
    case '__builtin_clear_padding':
      need(list, 1, 1, name, at);
      if (!isPointer(list[0].type) || !isComplete(list[0].type.target))
        throw failure('C1421', [formatType(list[0].type)], at);
      return node(name, VOID, list, at);
    case '__builtin_alloca_with_align':
    case '__builtin_alloca_with_align_and_max':
      need(list, 2, 3, name, at);
      return node(
        '__builtin_alloca_with_align',
        pointerTo(VOID),
        list.slice(0, 2).map((e) => assigned(c, e, size, 'argument')),
        at,
      );
    default:
      need(list, 1, 1, name, at);
      return node('__builtin_alloca', pointerTo(VOID), [assigned(c, list[0], size, 'argument')], at);
  }
}

/** Returns the line, file or function in which the call is written. */
function placeOfCall(c: Context, name: string, at: SourceLocation): Expression {
  if (name === '__builtin_LINE') return intNode(at.line, at);
  const units = name === '__builtin_FILE' ? [...new TextEncoder().encode(at.file), 0] : functionNameUnits(c);
  const literal: Expression = {
    kind: 'string',
    type: arrayOf(withQualifiers(CHAR, Qualifier.const), BigInt(units.length)),
    at,
    id: c.program.nextString(),
    units,
  };
  return rvalue(c, literal);
}

/** Lists are passed as places, not as values. */
function varargs(c: Context, name: string, at: SourceLocation): Expression {
  if (name === '__builtin_va_arg_pack' || name === '__builtin_va_arg_pack_len') {
    // These occur only in wrappers that GCC always inlines. Wrappers in headers act like the library's
    // function of their name, so they need no body.
    expect(c, ')');
    if (c.function === null || libraryEntry(c.function.declaration.name) === null) throw failure('C1336', [name], at);
    c.function.wrapsVariadic = true;
    return intNode(0, at);
  }
  const list: Expression[] = [];
  do list.push(c.grammar.assignment(c));
  while (accept(c, ','));
  expect(c, ')');
  setHeight(c, c.height + 1);
  switch (name) {
    case '__builtin_va_start':
      need(list, 1, 2, name, at);
      break;
    case '__builtin_va_end':
      need(list, 1, 1, name, at);
      break;
    case '__builtin_va_copy':
      need(list, 2, 2, name, at);
      break;
    default:
      throw failure('C1336', [name], at);
  }
  const places = list.slice(0, name === '__builtin_va_copy' ? 2 : 1);
  for (const place of places) if (!isLvalue(place)) throw failure('C1418', [], at);
  return node(name, VOID, places, at);
}

function constantQuestion(c: Context, name: string, at: SourceLocation): Expression {
  if (name !== '__builtin_constant_p') {
    const list = c.grammar.arguments(c);
    setHeight(c, 1);
    if (name === '__builtin_cpu_init')
      return { kind: 'convert', type: VOID, at, operand: intNode(0, at), explicit: true };
    need(list, 1, 1, name, at);
    if (list[0].kind !== 'array-decay') throw failure('C1336', [`${name} of an argument that is not a string`], at);
    return node(name, INT, [], at);
  }
  const e = rvalue(c, c.grammar.assignment(c));
  expect(c, ')');
  setHeight(c, 1);
  const folded = fold(c, e, false);
  const literal = folded.kind === 'array-decay' && folded.operand.kind === 'string';
  return intNode(folded.kind === 'integer' || folded.kind === 'float' || literal ? 1 : 0, at);
}

function vectorBuiltin(c: Context, name: string, at: SourceLocation): Expression {
  const v = rvalue(c, c.grammar.assignment(c));
  if (v.type.kind !== 'vector') throw failure('C1422', [name, formatType(v.type)], at);
  if (name === '__builtin_convertvector') {
    expect(c, ',');
    const type = c.grammar.typeName(c);
    expect(c, ')');
    if (type.kind !== 'vector' || type.count !== v.type.count)
      throw failure('C1405', [formatType(v.type), formatType(type)], at);
    return node(name, type, [v], at);
  }
  const list = [v];
  while (accept(c, ',')) list.push(rvalue(c, c.grammar.assignment(c)));
  expect(c, ')');
  setHeight(c, c.height + 1);
  const count = name === '__builtin_shufflevector' ? list.length - 2 : v.type.count;
  return node(name, { ...v.type, count }, list, at);
}

/**
 * Builds `__builtin_tgmath(functions..., arguments...)`, which the macros of <tgmath.h> use. It calls
 * the function for the common type of the arguments; integers count as double (C11 7.25).
 */
function tgmathCall(c: Context, list: readonly Expression[], at: SourceLocation): Expression {
  const types = list.map((e) => functionType(e.type));
  const first = types[0];
  if (!first) throw failure('C1416', ['few', '__builtin_tgmath'], at);
  const count = list.length - first.parameters.length;
  const functions = types.slice(0, count);
  const values = list.slice(count);
  let common: CType | null = null;
  for (const [index, value] of values.entries()) {
    if (!varies(functions, index)) continue;
    const type: CType = isFloat(value.type) || value.type.kind === 'complex' ? value.type : DOUBLE;
    if (!isArithmetic(value.type)) throw failure('C1422', ['__builtin_tgmath', formatType(value.type)], at);
    common = common === null ? type : usualArithmetic(common, type, c.layout);
  }
  const wanted = common ?? DOUBLE;
  const complex: CType | null = wanted.kind === 'float' ? { kind: 'complex', base: wanted } : null;
  const fits = (type: CType): number =>
    functions.findIndex((each, index) => index < count && each !== null && takes(each, functions, type));
  let chosen = fits(wanted);
  if (chosen < 0 && complex !== null) chosen = fits(complex);
  if (chosen < 0) throw failure('C1422', ['__builtin_tgmath', formatType(wanted)], at);
  return call(c, list[chosen], values, at);
}

function functionType(type: CType): FunctionType | null {
  if (type.kind === 'function') return type;
  return isPointer(type) && type.target.kind === 'function' ? type.target : null;
}

/** Whether the functions differ in that parameter. */
function varies(functions: readonly (FunctionType | null)[], index: number): boolean {
  const types = functions.map((each) => each?.parameters[index]?.type);
  return types.some((type) => type !== undefined && types[0] !== undefined && !compatibleUnqualified(type, types[0]));
}

function takes(candidate: FunctionType, functions: readonly (FunctionType | null)[], type: CType): boolean {
  return candidate.parameters.some(
    (parameter, index) => varies(functions, index) && compatibleUnqualified(parameter.type, type),
  );
}
