import { unreachable } from '../base/errors.ts';
import { isVariableLength } from '../c/type/type-tools.ts';
import type { CType, FunctionType } from '../c/types.ts';
import type { Expr, Operation, Place } from '../cfa/automaton.ts';
import { ARGUMENTS, ENVIRONMENT } from '../cfa/beyond.ts';
import { CONSTRUCT } from '../cfa/constructs.ts';
import { EXTERNAL } from '../cfa/hidden-callbacks.ts';
import type { LinkedEdge } from '../cfa/linked.ts';
import type { Term } from '../smt/builder.ts';
import { callUnforeseen, isAddressOf } from './calls/callee.ts';
import { enter, leave, returnsTo } from './calls/calls.ts';
import { externalOperation } from './calls/external.ts';
import type { Execution } from './execution.ts';
import { floatFunction } from './floats/float-library.ts';
import { choosesBeyond, storeBeyond } from './library/beyond.ts';
import { callLibrary } from './library/library.ts';
import { choosesModel } from './library/library-choice.ts';
import { mathFunction } from './library/math-library.ts';
import { unspecified } from './library/unspecified.ts';
import { shapeOf, store } from './memory/access.ts';
import { allocateOnStack } from './memory/allocation.ts';
import { endArray } from './memory/lifetime-end.ts';
import { objectReference, resolve } from './memory/places.ts';
import { vectorBuiltin } from './values/composite.ts';
import { checkLengths } from './values/lengths.ts';
import { isSignedInteger } from './values/signs.ts';
import { setString } from './values/strings.ts';
import { storeResult } from './values/values.ts';
import { copyList, nextArgument, startList } from './values/varargs.ts';

/** Executes an edge's operation on the machine's state. The edge must not be a branch. */
export function execute(x: Execution, edge: LinkedEdge): void {
  const { op } = edge;
  const { encoding } = x;
  switch (op.kind) {
    case 'skip':
      return;
    case 'assign':
      assign(x, op.target, op.value);
      return;
    case 'declare': {
      checkLengths(x, op.variable.type);
      const object = encoding.objects.variable(op.variable, x.context);
      if (isVariableLength(op.variable.type)) endArray(x, object);
      x.declare(object);
      return;
    }
    case 'zero': {
      const reference = resolve(x, op.target);
      store(
        x,
        reference,
        shapeOf(x, reference).cells.map(({ sort }) => encoding.zero(sort)),
        x.terms.true,
        x.terms.bv(8, 0),
      );
      return;
    }
    case 'set-string':
      setString(x, op.target, op.units);
      return;
    case 'call': {
      if (op.callee.kind !== 'direct') {
        x.gap('call through a pointer');
        return;
      }
      const fn = encoding.linked.program.functions[op.callee.function];
      if (fn === null || fn === undefined) x.gap('call of an unknown function');
      else callLibrary(x, fn, op.arguments, op.result, edge);
      return;
    }
    case 'enter':
      enter(x, op);
      return;
    case 'return': {
      if (op.value === null) return;
      const fn = encoding.linked.contexts[x.context].function;
      storeResult(x, objectReference(x, encoding.objects.returnSlot(x.context, fn)), x.evaluate.cells(x, op.value));
      return;
    }
    case 'leave':
      leave(x, op);
      return;
    case 'intrinsic':
      intrinsic(x, op, edge);
      return;
    case 'unsupported':
      x.gap(op.construct);
      return;
    case 'unknown-callee':
      callUnforeseen(x, op);
      return;
    case 'assume':
    case 'case':
    case 'default':
    case 'choose':
    case 'assume-callee':
      return;
    default:
      unreachable(op);
  }
}

/** Returns the condition under which a branch edge is taken; null for other edges. */
export function branchCondition(x: Execution, edge: LinkedEdge): Term | null {
  const { op } = edge;
  const { terms } = x;
  switch (op.kind) {
    case 'assume': {
      const condition = x.evaluate.condition(x, op.condition);
      return op.truth ? condition : terms.not(condition);
    }
    case 'case':
      return inRange(x, op.value, op.low, op.high);
    case 'default':
      return terms.not(terms.orAll(op.ranges.map(({ low, high }) => inRange(x, op.value, low, high))));
    case 'leave':
      return op.call === null ? null : returnsTo(x, op.from, op.call);
    case 'choose':
      return choosesModel(x, op.call, edge) === op.model ? terms.true : terms.false;
    case 'assume-callee':
      return isAddressOf(x, x.evaluate.pointer(x, op.pointer), op.function);
    case 'unknown-callee': {
      const pointer = x.evaluate.pointer(x, op.pointer);
      return terms.not(terms.orAll(op.candidates.map((id) => isAddressOf(x, pointer, id))));
    }
    default:
      return null;
  }
}

function inRange(x: Execution, expr: Expr, low: bigint, high: bigint): Term {
  const { terms } = x;
  const value = x.evaluate.integer(x, expr);
  const width = terms.width(value);
  const constant = (n: bigint): Term => terms.bv(width, BigInt.asUintN(width, n));
  if (low === high) return terms.eq(value, constant(low));
  if (isSignedInteger(x, expr.type)) return terms.and(terms.sle(constant(low), value), terms.sle(value, constant(high)));
  return terms.and(terms.ule(constant(low), value), terms.ule(value, constant(high)));
}

/** Assigns a value, which is evaluated before the target's place. */
function assign(x: Execution, target: Place, value: Expr): void {
  const cells = x.evaluate.cells(x, value);
  storeResult(x, resolve(x, target), cells);
}

function intrinsic(x: Execution, op: Operation & { kind: 'intrinsic' }, edge: LinkedEdge): void {
  const { name, arguments: args, places, result } = op;
  switch (name) {
    case 'unreachable':
    case 'trap':
      x.require(x.terms.false);
      return;
    case 'va_start':
      startList(x, places[0]);
      return;
    case 'va_copy':
      copyList(x, places[0], places[1]);
      return;
    case 'va_arg':
      if (result !== null) nextArgument(x, places[0], result);
      return;
    case 'va_end':
      return;
    case 'assume':
      for (const argument of args) x.require(x.evaluate.condition(x, argument));
      return;
    case 'unspecified':
      if (result !== null) unspecified(x, resolve(x, result));
      return;
    case 'padding':
      if (result !== null) unspecified(x, resolve(x, result), 'bits beside a bit-field');
      return;
    case EXTERNAL.end:
      x.require(x.terms.false);
      return;
    case EXTERNAL.choice:
    case EXTERNAL.value:
    case EXTERNAL.change:
      externalOperation(x, op);
      return;
    case ARGUMENTS.choice:
    case ENVIRONMENT.choice:
      if (result !== null) storeResult(x, resolve(x, result), [choosesBeyond(x, name)]);
      return;
    case ARGUMENTS.beyond:
    case ENVIRONMENT.beyond:
      if (result !== null) storeBeyond(x, resolve(x, result), name);
      return;
    case ARGUMENTS.trim:
      return;
    case 'alloca':
    case 'alloca_with_align':
      if (!allocateOnStack(x, args, result, edge)) x.gap('alloca');
      return;
    default:
      if (result !== null) {
        const reference = resolve(x, result);
        const known = vectorBuiltin(x, op) ?? floatBuiltin(x, name, result.type, args) ?? numberBuiltin(x, name, result.type, args);
        const construct = name === 'asm' ? CONSTRUCT.asm : `__builtin_${name}`;
        storeResult(x, reference, known ?? x.unknownCells(shapeOf(x, reference).cells, construct, null));
      }
  }
}

function floatBuiltin(x: Execution, name: string, result: CType, args: readonly Expr[]): readonly Term[] | null {
  const value = floatFunction(x, name, result, args);
  return value === null ? null : [value];
}

function numberBuiltin(x: Execution, name: string, result: CType, args: readonly Expr[]): readonly Term[] | null {
  const type: FunctionType = { kind: 'function', result, parameters: [], variadic: false, prototyped: false };
  const value = mathFunction(x, name, { type }, args);
  return value === null ? null : [value];
}
