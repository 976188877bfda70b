import type { FloatFormat } from '../../../base/float.ts';
import { DOUBLE, FLOAT, HALF, POSITIVE_NAN, QUAD, X87_EXTENDED } from '../../../base/softfloat.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import { floatFormat } from '../../shapes/stored-float.ts';
import type { Execution } from '../machine/execution.ts';
import { approximate, approximateArity } from './float-approximate.ts';
import { classification } from './float-class.ts';
import { EXACT_FUNCTIONS, nextTowards } from './float-exact.ts';
import { exponentArgument, frexp, ilogb, logb, modf, remquo, scale, significand } from './float-parts.ts';
import { floatToInteger } from './floats.ts';
import { rounded, roundingFunction } from './rounding.ts';

/** Formats by the suffix of a function's name. */
const SUFFIXES: ReadonlyMap<string, FloatFormat> = new Map([
  ['', DOUBLE],
  ['f', FLOAT],
  ['l', X87_EXTENDED],
  ['f16', HALF],
  ['f32', FLOAT],
  ['f64', DOUBLE],
  ['f128', QUAD],
  ['f32x', DOUBLE],
  ['f64x', X87_EXTENDED],
  ['q', QUAD],
]);

/**
 * Encodes functions of math.h and fenv.h of all formats by formulas, also as builtins. Returns null
 * for other functions, or if the call does not fit.
 */
export function floatFunction(x: Execution, name: string, result: CType, args: readonly Expr[]): Term | null {
  const plain = name.replace(/^__builtin_/, '');
  const known = roundingFunction(x, plain, args) ?? classification(x, plain, result, args);
  if (known !== null) return known;
  for (const [suffix, format] of SUFFIXES) {
    if (!plain.endsWith(suffix)) continue;
    const value = named(x, plain.slice(0, plain.length - suffix.length), result, args, format);
    if (value !== null) return value;
  }
  return null;
}

/** Returns the function's result for one format; null for other names. */
function named(x: Execution, name: string, result: CType, args: readonly Expr[], format: FloatFormat): Term | null {
  const { terms } = x;
  const floats: Term[] = [];
  for (const argument of args) {
    if (argument.type.kind !== 'float' || !isFormat(argument.type, format)) break;
    floats.push(x.evaluate.cells(x, argument)[0]);
  }
  if (result.kind === 'integer') return toInteger(x, name, result, args, floats);
  if (!isFormat(result, format)) return null;
  const [a, b] = floats;
  if (floats.length === args.length) {
    const exact = EXACT_FUNCTIONS.get(name);
    if (exact !== undefined) return exact.arity === floats.length ? exact.apply(x, floats) : null;
    if (floats.length > 0 && approximateArity(name) === floats.length) return approximate(x, name, floats);
  }
  if (name === 'nan' && args.length === 1 && args[0].type.kind === 'pointer') return terms.float(format, POSITIVE_NAN);
  if (a === undefined) return null;
  switch (name) {
    case 'logb':
      return args.length === 1 ? logb(x, a) : null;
    case 'significand':
      return args.length === 1 ? significand(x, a) : null;
    case 'nexttoward': {
      if (args.length !== 2 || !isFormat(args[1].type, X87_EXTENDED)) return null;
      return nextTowards(x, a, x.evaluate.cells(x, args[1])[0]);
    }
    case 'ldexp':
    case 'scalbn':
    case 'scalbln': {
      const n = args.length === 2 ? exponentArgument(x, args[1]) : null;
      return n === null ? null : scale(x, a, n);
    }
    case 'frexp':
      return pointsTo(args, 1, 'int') ? frexp(x, a, args[1]) : null;
    case 'modf':
      return args.length === 2 && args[1].type.kind === 'pointer' && isFormat(args[1].type.target, format)
        ? modf(x, a, args[1])
        : null;
    case 'remquo':
      return b !== undefined && pointsTo(args, 2, 'int') ? remquo(x, a, b, args[2]) : null;
    default:
      return null;
  }
}

/**
 * Encodes functions that give an integer. Out of range it is any value (C11 F.10.6.5 leaves it
 * unspecified).
 */
function toInteger(
  x: Execution,
  name: string,
  result: CType,
  args: readonly Expr[],
  floats: readonly Term[],
): Term | null {
  const { terms } = x;
  if (args.length !== 1 || floats.length !== 1) return null;
  const [a] = floats;
  const width = x.plan.shapes.width(result);
  switch (name) {
    case 'lrint':
    case 'llrint':
      return floatToInteger(
        x,
        rounded(x, (mode) => terms.fpRoundToIntegral(mode, a)),
        width,
        true,
      );
    case 'lround':
    case 'llround':
      return floatToInteger(x, terms.fpRoundToIntegral('RNA', a), width, true);
    case 'ilogb':
      return width === 32 ? ilogb(x, a) : null;
    default:
      return null;
  }
}

function isFormat(type: CType, format: FloatFormat): boolean {
  const own = type.kind === 'float' ? floatFormat(type.name) : null;
  return own !== null && own.exponentBits === format.exponentBits && own.precision === format.precision;
}

function pointsTo(args: readonly Expr[], index: number, name: string): boolean {
  const type = args.length === index + 1 ? args[index].type : null;
  return type?.kind === 'pointer' && type.target.kind === 'integer' && type.target.name === name;
}
