import { unreachable } from '../base/errors.ts';
import { toNumber } from '../base/float-bits.ts';
import { roundTo } from '../base/softfloat.ts';
import { rewrap, SIGNED, type Wide, wide } from '../base/wide.ts';
import type { CType, FloatType } from '../c/types/types.ts';
import type { Expr } from '../program/cfa/automaton.ts';
import { binaryOperation, comparison, complement, negation } from './arithmetic.ts';
import type { CompileContext, Eval } from './context.ts';
import { conversion } from './convert.ts';
import { displace } from './displace.ts';
import { intBinary } from './int-operations.ts';
import { compileLoad } from './loads.ts';
import { unsupported } from './outcome.ts';
import { addressCode, compilePlace, sizeCode } from './places.ts';
import type { Runtime } from './runtime.ts';
import { compileTest } from './tests.ts';
import { type ComplexValue, type Representation, type Value, zeroOf } from './values.ts';
import type { FrameLayout } from './variables.ts';

/** Makes a context for the expressions of a function. */
export function compileContext(runtime: Runtime, frame: FrameLayout): CompileContext {
  const context: CompileContext = { runtime, frame, compile: (expr) => compileExpr(context, expr) };
  return context;
}

/** @throws {Halt} for constructs that are not modelled */
export function compileExpr(context: CompileContext, expr: Expr): Eval {
  const { runtime } = context;
  switch (expr.kind) {
    case 'integer': {
      const value = integerValue(expr.value, runtime.represent(expr.type));
      if (expr.type.kind === 'pointer' && value !== 0) runtime.makesNumberPointers = true;
      return () => value;
    }
    case 'float': {
      const value = floatConstant(expr.type, expr.value, runtime.represent(expr.type));
      return () => value;
    }
    case 'load':
      return compileLoad(context, expr.place, expr.type);
    case 'address': {
      const code = compilePlace(context, expr.place);
      if (code.kind === 'slot') return unsupported('the address of a variable without memory');
      return addressCode(context, code);
    }
    case 'function-address': {
      const address = runtime.functionAddress(expr.function);
      return () => address;
    }
    case 'label-address': {
      const address = runtime.labelAddress(expr.function, expr.location);
      return () => address;
    }
    case 'negate':
    case 'complement': {
      const operand = compileExpr(context, expr.operand);
      const representation = runtime.represent(expr.type);
      const apply = expr.kind === 'negate' ? negation(representation) : complement(representation);
      return (f) => apply(operand(f));
    }
    case 'not': {
      const test = compileTest(context, expr.operand);
      return (f) => (test(f) ? 0 : 1);
    }
    case 'binary': {
      const representation = runtime.represent(expr.type);
      const left = compileExpr(context, expr.left);
      const right = compileExpr(context, expr.right);
      if (
        representation.kind === 'int' &&
        representation.bits === 32 &&
        runtime.represent(expr.right.type).kind === 'int'
      ) {
        const constant = expr.right.kind === 'integer' ? Number(expr.right.value) : null;
        const code = intBinary(
          expr.operator,
          representation.signed,
          left as Eval<number>,
          right as Eval<number>,
          constant,
        );
        if (code !== null) return code;
      }
      const apply = binaryOperation(expr.operator, representation, runtime.floats);
      return (f) => apply(left(f), right(f));
    }
    case 'compare':
      return compileCompare(context, expr);
    case 'pointer-add': {
      const pointer = compileExpr(context, expr.pointer) as Eval<Wide>;
      const index = compileExpr(context, expr.index) as Eval<Wide>;
      const step = sizeCode(context, expr.type.target);
      const { moves } = runtime;
      const sign = expr.negative ? -1 : 1;
      if (typeof step === 'number') {
        const signed = sign * step;
        return (f) => displace(pointer(f), index(f), signed, moves);
      }
      return (f) => displace(pointer(f), index(f), sign * step(f), moves);
    }
    case 'pointer-difference':
      return pointerDifference(context, expr);
    case 'conditional': {
      const test = compileTest(context, expr.condition);
      const then = compileExpr(context, expr.then);
      const otherwise = compileExpr(context, expr.otherwise);
      return (f) => (test(f) ? then(f) : otherwise(f));
    }
    case 'convert': {
      const operand = compileExpr(context, expr.operand);
      if (isNumberPointer(expr)) runtime.makesNumberPointers = true;
      const [from, to] = [runtime.represent(expr.operand.type), runtime.represent(expr.type)];
      const convert = conversion(from, to, runtime.floats, runtime.memory.isLittle);
      return convert === null ? operand : (f) => convert(operand(f));
    }
    case 'complex-part': {
      const operand = compileExpr(context, expr.operand);
      const representation = runtime.represent(expr.operand.type);
      if (representation.kind !== 'complex') {
        const zero = zeroOf(representation);
        return expr.part === 'real' ? operand : () => zero;
      }
      const { part } = expr;
      return (f) => (operand(f) as ComplexValue)[part];
    }
    case 'complex': {
      const real = compileExpr(context, expr.real);
      const imaginary = compileExpr(context, expr.imaginary);
      return (f) => ({ real: real(f), imaginary: imaginary(f) });
    }
    case 'size-of': {
      const size = sizeCode(context, expr.of);
      return typeof size === 'number' ? () => size : size;
    }
    default:
      return unreachable(expr);
  }
}

/** Whether the conversion makes a pointer of an integer that is not the constant null. */
function isNumberPointer({ type, operand }: Expr & { kind: 'convert' }): boolean {
  return (
    type.kind === 'pointer' && operand.type.kind !== 'pointer' && !(operand.kind === 'integer' && operand.value === 0n)
  );
}

/** Returns an integer of a type's range in its representation. */
export function integerValue(value: bigint, representation: Representation): Value {
  switch (representation.kind) {
    case 'int':
      return Number(value);
    case 'wide':
      return wide(value);
    case 'big':
      return value;
    default:
      return unsupported('an integer constant of another type');
  }
}

function floatConstant(
  type: FloatType,
  value: import('../base/float.ts').FloatValue,
  representation: Representation,
): Value {
  if (representation.kind === 'soft') return roundTo(representation.format, value);
  if (representation.kind !== 'float') return unsupported(`a constant of type ${type.name}`);
  const number = toNumber(value);
  return representation.size === 4 ? Math.fround(number) : number;
}

/** Compiles a comparison. Its value is 0 or 1, or for vectors 0 or -1 for each element. */
function compileCompare(context: CompileContext, expr: Expr & { kind: 'compare' }): Eval {
  const operands = context.runtime.represent(expr.left.type);
  if (operands.kind !== 'vector') {
    const test = compileTest(context, expr);
    return (f) => (test(f) ? 1 : 0);
  }
  const left = compileExpr(context, expr.left) as Eval<readonly Value[]>;
  const right = compileExpr(context, expr.right) as Eval<readonly Value[]>;
  const compare = comparison(expr.operator, operands.element);
  const result = context.runtime.represent(expr.type);
  const yes = result.kind === 'vector' ? minusOne(result.element) : 1;
  const no = result.kind === 'vector' ? zeroOf(result.element) : 0;
  return (f) => {
    const second = right(f);
    return left(f).map((item, index) => (compare(item, second[index]) !== 0 ? yes : no));
  };
}

function minusOne(representation: Representation): Value {
  if (representation.kind === 'big') return representation.signed ? -1n : (1n << 128n) - 1n;
  if (representation.kind === 'wide') return rewrap(-1, representation.signed);
  return representation.kind === 'int' && !representation.signed ? 2 ** representation.bits - 1 : -1;
}

function pointerDifference(context: CompileContext, expr: Expr & { kind: 'pointer-difference' }): Eval {
  const left = compileExpr(context, expr.left) as Eval<Wide>;
  const right = compileExpr(context, expr.right) as Eval<Wide>;
  const step = sizeCode(context, targetOf(expr.left.type));
  const size = typeof step === 'number' ? () => step : step;
  if (context.runtime.pointerSize === 4) {
    return (f) => {
      const divisor = size(f);
      return divisor === 0 ? 0 : Math.trunc((((left(f) as number) - (right(f) as number)) | 0) / divisor) | 0;
    };
  }
  return (f) => {
    const divisor = size(f);
    return divisor === 0 ? 0 : SIGNED.divide(SIGNED.subtract(left(f), right(f)), divisor);
  };
}

function targetOf(type: CType): CType {
  return type.kind === 'pointer' ? type.target : unsupported('a difference of non-pointers');
}
