import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import type { Context } from '../parse/context.ts';
import { failure } from '../parse/failures.ts';
import { DOUBLE, isArithmetic, isFloat, isPointer } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatibleUnqualified, usualArithmetic } from '../types/type-relations.ts';
import type { CType, FunctionType } from '../types/types.ts';
import { call } from './calls.ts';

/**
 * Builds `__builtin_tgmath(functions..., arguments...)`, which the macros of <tgmath.h> use. It calls
 * the function for the common type of the arguments; integers count as double (C11 7.25).
 */
export function tgmathCall(c: Context, list: readonly Expression[], at: SourceLocation): Expression {
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
