import { unreachable } from '../../base/errors.ts';
import type { Expression, FunctionDeclaration } from '../../c/ast.ts';
import { INT, isComplex, isReal, isScalar, valueType } from '../../c/types/type-basics.ts';
import { compatibleUnqualified } from '../../c/types/type-relations.ts';
import type { CType, PointerType } from '../../c/types/types.ts';
import type { Expr } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import { assignmentEffects, assignmentValue } from './assignment.ts';
import type { FunctionBuilder } from './builder.ts';
import { buildBuiltin, buildVaArg } from './builtin.ts';
import { buildCall } from './call.ts';
import { checkedBinary, checkedConversion, checkedNegation, contestParts } from './checks.ts';
import { complexBinary, complexCompare, complexParts, complexTruth, complexUnary, convertComplex } from './complex.ts';
import { CHANGES, Effect, effectsOf } from './effects.ts';
import { keep, operands } from './keep.ts';
import { accessed, inOpenOrder } from './order/emit.ts';
import { wholePlace } from './place.ts';
import { mayFail } from './watch.ts';

/** Returns the value of an expression. Its effects become edges. */
export function buildValue(b: FunctionBuilder, e: Expression): Expr {
  switch (e.kind) {
    case 'integer':
      return e.unfolded !== undefined && b.watch.size > 0
        ? b.value(e.unfolded)
        : make.integer(valueType(e.type), e.value);
    case 'float':
      return { kind: 'float', type: e.type, value: e.value };
    case 'string':
    case 'variable':
    case 'dereference':
    case 'member':
    case 'compound-literal':
      return make.load(b.place(e));
    case 'load':
      return loadValue(b, e);
    case 'function':
      return functionAddress(e.function, { kind: 'pointer', target: e.type });
    case 'address':
    case 'array-decay':
      return addressValue(b, e);
    case 'negate':
    case 'complement': {
      const operand = b.value(e.operand);
      if (isComplex(e.type)) return complexUnary(b, e.kind, operand, e.at);
      return e.kind === 'negate'
        ? checkedNegation(b, valueType(e.type), operand, e.at)
        : make.complement(b.layout, e.type, operand);
    }
    case 'not':
      return make.not(decisionOf(b, e.operand));
    case 'binary':
      return binaryValue(b, e);
    case 'compare': {
      const [left, right] = sides(b, e, e.left, e.right);
      if (isComplex(left.type)) return complexCompare(b, e.operator as '==' | '!=', left, right, e.at);
      return make.compare(e.operator, left, right, e.type);
    }
    case 'pointer-add': {
      const [pointer, index] = sides(b, e, e.pointer, e.index);
      return make.pointerAdd(pointer, index, e.negative, valueType(e.type));
    }
    case 'pointer-difference': {
      const [left, right] = sides(b, e, e.left, e.right);
      return { kind: 'pointer-difference', type: e.type, left, right };
    }
    case 'logical':
      return logicalValue(b, e);
    case 'conditional':
      return conditionalValue(b, e);
    case 'comma':
      b.effects(e.left);
      return b.value(e.right);
    case 'assign':
    case 'compound-assign':
    case 'increment':
      return assignmentValue(b, e);
    case 'call':
      return buildCall(b, e, 'temporary');
    case 'convert':
      return convertValue(b, e);
    case 'statement-expression':
      b.lasting = e.body;
      b.statement(e.body);
      return b.value(e.result!);
    case 'sizeof-variable':
      if (e.operand !== null) b.effects(e.operand);
      return { kind: 'size-of', type: e.type, of: e.of };
    case 'label-address':
      return b.context.labelAddress(e.label, valueType(e.type), b.declaration.id);
    case 'va-arg':
      return buildVaArg(b, e);
    case 'complex-part': {
      const operand = b.value(e.operand);
      if (isComplex(operand.type)) return complexParts(b, operand, e.at)[e.part];
      return e.part === 'real' ? operand : make.zeroOf(operand.type);
    }
    case 'builtin':
      return buildBuiltin(b, e);
    default:
      return unreachable(e);
  }
}

/** Evaluates an expression whose value, if any, is not used. */
export function buildEffects(b: FunctionBuilder, expression: Expression): void {
  let e = expression;
  for (;;) {
    if (b.order.valueOf(e) !== null) return;
    switch (e.kind) {
      case 'comma':
        b.effects(e.left);
        e = e.right;
        continue;
      case 'convert':
        if (mayFail(b.watch, b.layout, e)) {
          b.value(e);
          return;
        }
        e = e.operand;
        continue;
      case 'assign':
      case 'compound-assign':
      case 'increment':
        assignmentEffects(b, e);
        return;
      case 'call':
        buildCall(b, e, 'none');
        return;
      case 'statement-expression':
        b.lasting = e.body;
        b.statement(e.body);
        if (e.result === null) return;
        e = e.result;
        continue;
      case 'conditional': {
        const { then, otherwise } = e;
        b.decide(
          e.condition,
          () => then !== null && b.effects(then),
          () => b.effects(otherwise),
        );
        return;
      }
      case 'logical': {
        const { right } = e;
        const evaluate = () => b.effects(right);
        const nothing = () => {};
        if (e.operator === '&&') b.decide(e.left, evaluate, nothing);
        else b.decide(e.left, nothing, evaluate);
        return;
      }
      case 'builtin':
        buildBuiltin(b, e);
        return;
      case 'load':
        if (b.watched.has(e) || (b.watch.has('deref') && isWatched(b, e))) {
          b.hoist(b.value(e), e.at);
          return;
        }
        e = e.operand;
        continue;
      case 'negate':
        if (isWatched(b, e)) {
          b.value(e);
          return;
        }
        e = e.operand;
        continue;
      case 'address':
      case 'array-decay':
        e = e.operand;
        // The address of a member needs no access.
        while (e.kind === 'member') e = e.base;
        continue;
      case 'dereference':
      case 'complement':
      case 'not':
        e = e.operand;
        continue;
      default:
        // A read of an object has no effect, but its parts may (`a[i++];`), and so may a check.
        if (b.watch.has('deref') && isWatched(b, e)) b.hoist(b.value(e), e.at);
        else if ((effectsOf(b.context, e) & CHANGES) !== 0 || isWatched(b, e)) b.value(e);
        return;
    }
  }
}

/** Whether the expression may have a check. */
function isWatched(b: FunctionBuilder, e: Expression): boolean {
  return b.watch.size > 0 && (effectsOf(b.context, e) & Effect.guarded) !== 0;
}

function loadValue(b: FunctionBuilder, e: Expression & { kind: 'load' }): Expr {
  const { operand } = e;
  if (operand.kind !== 'complex-part' || !isComplex(operand.operand.type)) {
    const place = wholePlace(b, operand);
    accessed(b, e, place);
    return make.load(place);
  }
  return complexParts(b, make.load(b.place(operand.operand)), e.at)[operand.part];
}

function functionAddress(declaration: FunctionDeclaration, type: CType): Expr {
  if (declaration.missing) return make.zeroOf(type);
  return { kind: 'function-address', type, function: (declaration.same ?? declaration).id };
}

function addressValue(b: FunctionBuilder, e: Expression & { kind: 'address' | 'array-decay' }): Expr {
  if (e.operand.kind === 'function') {
    return functionAddress(e.operand.function, valueType(e.type));
  }
  if (e.operand.kind === 'variable' && e.operand.variable.missing === true) return make.zeroOf(valueType(e.type));
  return make.addressOf(b.place(e.operand), valueType(e.type) as PointerType);
}

/** Returns the values of the operands of an operation. */
function sides(b: FunctionBuilder, e: Expression, left: Expression, right: Expression): [Expr, Expr] {
  return inOpenOrder(b, e, () => operands(b, [left, right]) as [Expr, Expr]);
}

function binaryValue(b: FunctionBuilder, e: Expression & { kind: 'binary' }): Expr {
  const [left, right] = sides(b, e, e.left, e.right);
  if (isComplex(e.type)) {
    contestParts(b, e.type, e.at);
    const realSide = isFromReal(e.right) ? 'right' : isFromReal(e.left) ? 'left' : null;
    return complexBinary(b, e.type, e.operator, left, right, realSide, e.at);
  }
  return checkedBinary(b, valueType(e.type), e.operator, left, right, e.at);
}

function isFromReal(e: Expression): boolean {
  return e.kind === 'convert' && isReal(e.operand.type);
}

function convertValue(b: FunctionBuilder, e: Expression & { kind: 'convert' }): Expr {
  const operand = b.value(e.operand);
  if (isComplex(e.type) || isComplex(operand.type)) return convertComplex(b, valueType(e.type), operand, e.at);
  // A conversion to a vector of other elements keeps the bits.
  const same =
    e.type.kind === operand.type.kind && (e.type.kind !== 'vector' || compatibleUnqualified(e.type, operand.type));
  if (!isScalar(e.type) && same) return operand;
  return checkedConversion(b, valueType(e.type), operand, e.at, e.explicit);
}

/** Whether the expression needs a branch: for effects, or for guarded undefined behaviour. */
function needsBranch(b: FunctionBuilder, e: Expression): boolean {
  return effectsOf(b.context, e) !== Effect.none;
}

/** Returns a scalar that is non-zero if the expression is. */
function decisionOf(b: FunctionBuilder, e: Expression): Expr {
  const value = b.value(e);
  return isComplex(value.type) ? complexTruth(b, value, e.at) : value;
}

/** Returns the value of a scalar expression as 0 or 1. */
function truthOf(b: FunctionBuilder, e: Expression): Expr {
  return make.truth(decisionOf(b, e));
}

function logicalValue(b: FunctionBuilder, e: Expression & { kind: 'logical' }): Expr {
  if (needsBranch(b, e.right)) {
    const place = b.flag(e.at);
    const set = (value: Expr) => () => b.assign(place, value, e.at);
    b.decide(e, set(make.ONE), set(make.ZERO));
    return make.load(place);
  }
  const left = decisionOf(b, e.left);
  const right = truthOf(b, e.right);
  return e.operator === '&&'
    ? make.conditional(INT, left, right, make.ZERO)
    : make.conditional(INT, left, make.ONE, right);
}

function conditionalValue(b: FunctionBuilder, e: Expression & { kind: 'conditional' }): Expr {
  const type = valueType(e.type);
  if (e.then === null) return elvisValue(b, e);
  const { then, otherwise } = e;
  if (isScalar(type) && !needsBranch(b, then) && !needsBranch(b, otherwise)) {
    return make.conditional(type, decisionOf(b, e.condition), b.value(then), b.value(otherwise));
  }
  const place = b.temporary(type, e.at);
  b.decide(
    e.condition,
    () => b.assign(place, b.value(then), then.at),
    () => b.assign(place, b.value(otherwise), otherwise.at),
  );
  return make.load(place);
}

/** Builds GNU's `a ?: b`. */
function elvisValue(b: FunctionBuilder, e: Expression & { kind: 'conditional' }): Expr {
  const type = valueType(e.type);
  const first = b.value(e.condition);
  const effects = effectsOf(b.context, e.otherwise);
  // The value is used twice, so it has to be small.
  const shared =
    first.kind === 'load' && first.place.kind === 'variable' ? keep(b, first, effects, e.at) : b.hoist(first, e.at);
  const own = () =>
    isComplex(type) || isComplex(shared.type)
      ? convertComplex(b, type, shared, e.at)
      : make.convert(b.layout, type, shared);
  const decision = isComplex(shared.type) ? complexTruth(b, shared, e.at) : shared;
  if (isScalar(type) && effects === Effect.none) return make.conditional(type, decision, own(), b.value(e.otherwise));
  const place = b.temporary(type, e.at);
  const yes = b.newLocation();
  const no = b.newLocation();
  const join = b.newLocation();
  b.branch(decision, yes, no, e.at);
  b.here = yes;
  b.assign(place, own(), e.at);
  b.jump(join, e.at);
  b.here = no;
  b.assign(place, b.value(e.otherwise), e.at);
  b.continueAt(join, e.at);
  return make.load(place);
}
