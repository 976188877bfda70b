import type { SourceLocation } from '../../base/source.ts';
import type { Expression, FunctionDeclaration } from '../../c/ast.ts';
import { argumentCountOf } from '../../c/builtins/library/table.ts';
import { INT, isScalar, isVoid, pointerTo, valueType } from '../../c/types/type-basics.ts';
import type { CType, FunctionType } from '../../c/types/types.ts';
import type { Callee, Expr, Place } from '../cfa/automaton.ts';
import { isCompatibleCall, shapeOf } from '../cfa/compatible.ts';
import { undefinedOrigin } from '../cfa/jump-functions.ts';
import * as make from '../cfa/make.ts';
import { rootVariable, walkExpr } from '../cfa/walk.ts';
import type { FunctionBuilder } from './builder.ts';
import { checkedCall, isChecked } from './call-checks.ts';
import { require } from './checks.ts';
import { directCallee } from './jump-survey.ts';
import { operands, operandsBackwards } from './keep.ts';
import { inOpenOrder } from './order/emit.ts';
import { buildVerifierCall } from './verifier-calls.ts';

type Call = Expression & { kind: 'call' };

/**
 * Builds a call: callee and arguments left to right, then one edge. Where C leaves an order open that
 * matters, it is GCC's: from the last argument to the first. `result` is the target of the
 * value. The value is returned (a placeholder for void).
 */
export function buildCall(b: FunctionBuilder, e: Call, result: 'none' | 'temporary' | Place): Expr {
  const evaluate = (expressions: readonly Expression[]): Expr[] =>
    inOpenOrder(b, e, (open) => (open ? operandsBackwards(b, expressions) : operands(b, expressions)));
  const direct = directCallee(e.callee);
  let callee: Callee;
  let values: Expr[];
  let behind = (_: Place | null): void => {};
  if (direct !== null) {
    const jump = b.longJumps.kindOf(direct, e.arguments.length);
    if (jump !== null) return storedTo(b, b.longJumps.call(jump, evaluate(e.arguments), e.at), result, e);
    callee = { kind: 'direct', function: direct.id };
    const given = evaluate(e.arguments);
    requireArguments(b, direct, given, e.at);
    const verifier = buildVerifierCall(b, direct, given, e.at);
    if (verifier !== null) return isVoid(e.type) ? verifier : storedTo(b, verifier, result, e);
    const converted = requireNonnull(b, direct, convertArguments(b, direct, given), e.at);
    ({ values, behind } = checkedCall(b, direct, converted, e.at));
  } else {
    // A function that another file declares with another type is called through a pointer.
    const target = e.callee.kind === 'dereference' && e.callee.type.kind === 'function' ? e.callee.operand : e.callee;
    const [given, ...rest] = evaluate([target, ...e.arguments]);
    const type = calleeType(target.type);
    const pointer = checkedPointer(b, type, given, rest, e.at);
    const checked = checkedTargets(b, type, rest);
    if (checked.length > 0) return storedTo(b, throughPointer(b, e, type, pointer, rest, checked), result, e);
    callee = { kind: 'indirect', pointer: pointer, type };
    values = rest;
  }
  // The linker may leave out a call. Accesses on the way to it stay.
  if (b.watch.has('deref')) values = values.map((value) => (accesses(value) ? b.hoist(value, e.at) : value));
  if (b.longJumps.mayLeave(callee)) {
    // A function that a jump leaves has no result. A temporary holds the value until the branch below
    // decides.
    const held = isVoid(e.type) || result === 'none' ? null : b.temporary(valueType(e.type), e.at);
    b.emit({ kind: 'call', callee, arguments: values, result: held }, e.at);
    b.longJumps.behind(e.at);
    return held === null ? make.ZERO : storedTo(b, make.load(held), result, e);
  }
  if (b.watch.has('deref') && typeof result !== 'string' && !isVoid(e.type) && !make.isFixedPlace(result)) {
    const held = b.temporary(valueType(e.type), e.at);
    b.emit({ kind: 'call', callee, arguments: values, result: held }, e.at);
    if (direct === null || direct.definition === null) b.longJumps.behindLibrary(e.at);
    behind(held);
    return storedTo(b, make.load(held), result, e);
  }
  const place =
    isVoid(e.type) || result === 'none' ? null : result === 'temporary' ? b.temporary(valueType(e.type), e.at) : result;
  b.emit({ kind: 'call', callee, arguments: values, result: place }, e.at);
  if (direct === null || direct.definition === null) b.longJumps.behindLibrary(e.at);
  behind(place);
  return place === null ? make.ZERO : make.load(place);
}

/**
 * The pointer of a call, behind the check that it does not lead to a function of another type (C11 6.3.2.3p8). Such a
 * pointer comes from a conversion. Types count as alike where machines pass their values alike.
 */
function checkedPointer(
  b: FunctionBuilder,
  type: FunctionType,
  pointer: Expr,
  values: readonly Expr[],
  at: SourceLocation,
): Expr {
  if (!b.watch.ends('argument')) return pointer;
  const call = { kind: 'call', callee: { kind: 'indirect', pointer, type }, arguments: values, result: null } as const;
  const others = [...b.context.survey.castFunctions].filter(({ type: own, definition }) => {
    const parameters = definition?.parameters ?? [];
    return !isCompatibleCall({ type: own, defined: true, parameters }, call);
  });
  if (others.length === 0) return pointer;
  const kept = b.hoist(pointer, at);
  const leadsTo = (fn: FunctionDeclaration): Expr => {
    const address: Expr = { kind: 'function-address', type: pointerTo(fn.type), function: (fn.same ?? fn).id };
    return make.compare('==', kept, make.convert(b.layout, kept.type, address));
  };
  const violated = others.map(leadsTo).reduce((any, one) => make.conditional(INT, any, make.ONE, one));
  require(b, { kind: 'argument', what: 'call of a function through a pointer to another type', violated }, at);
  return kept;
}

/** The functions with checks of their arguments whose address the program takes, and that the call may mean. */
function checkedTargets(b: FunctionBuilder, { result }: FunctionType, values: readonly Expr[]): FunctionDeclaration[] {
  return [...b.context.survey.addressedLibrary].filter((fn) => {
    const { parameters, variadic } = fn.type;
    if (variadic || parameters.length !== values.length || !isChecked(b, fn)) return false;
    if (shapeOf(fn.type.result) !== shapeOf(result)) return false;
    return parameters.every(({ type }, i) => shapeOf(type) === shapeOf(values[i].type));
  });
}

/** Builds a call through a pointer that calls each function with checks directly where it leads there. */
function throughPointer(
  b: FunctionBuilder,
  e: Call,
  type: FunctionType,
  given: Expr,
  values: readonly Expr[],
  targets: readonly FunctionDeclaration[],
): Expr {
  const { at } = e;
  const [pointer, ...kept] = [given, ...values].map((value) => b.hoist(value, at));
  const result = isVoid(e.type) ? null : b.temporary(valueType(e.type), at);
  const done = b.newLocation();
  for (const fn of targets) {
    const [here, other] = [b.newLocation(), b.newLocation()];
    const address: Expr = { kind: 'function-address', type: pointerTo(fn.type), function: fn.id };
    b.branch(make.compare('==', pointer, make.convert(b.layout, pointer.type, address)), here, other, at);
    b.here = here;
    const call = checkedCall(b, fn, kept, at);
    b.emit({ kind: 'call', callee: { kind: 'direct', function: fn.id }, arguments: call.values, result }, at);
    b.longJumps.behindLibrary(at);
    call.behind(result);
    b.jump(done, at);
    b.here = other;
  }
  const callee: Callee = { kind: 'indirect', pointer, type };
  b.emit({ kind: 'call', callee, arguments: kept, result }, at);
  if (b.longJumps.mayLeave(callee)) b.longJumps.behind(at);
  else b.longJumps.behindLibrary(at);
  b.continueAt(done, at);
  return result === null ? make.ZERO : make.load(result);
}

/** Whether the value depends on an access through a pointer or an index. */
function accesses(value: Expr): boolean {
  let found = false;
  walkExpr(value, {
    place(place, addressed) {
      found ||= !addressed && (place.kind === 'dereference' || place.kind === 'element');
    },
  });
  return found;
}

function storedTo(b: FunctionBuilder, value: Expr, result: 'none' | 'temporary' | Place, e: Call): Expr {
  if (typeof result === 'string') return value;
  b.assign(result, make.convert(b.layout, valueType(e.type), value), e.at);
  return make.load(result);
}

function calleeType(type: CType): FunctionType {
  const inner = type.kind === 'pointer' ? type.target : type;
  if (inner.kind !== 'function') throw new TypeError(`call of a ${inner.kind}`);
  return inner;
}

/**
 * Requires that a call without a prototype passes what the definition expects: as many arguments, and words of
 * its sizes (C11 6.5.2.2p6). Integers and pointers of one size count as alike, as machines pass them.
 */
function requireArguments(b: FunctionBuilder, callee: FunctionDeclaration, given: Expr[], at: SourceLocation): void {
  if (!b.watch.ends('argument')) return;
  const { name, type, definition } = callee;
  const parameters = definition?.parameters ?? [];
  const isOther = definition === null && (type.prototyped || undefinedOrigin(callee).origin === 'external');
  const count = definition === null ? argumentCountOf(name) : parameters.length;
  if (isOther || count === null) return;
  const fail = (what: string): void => require(b, { kind: 'argument', what, violated: make.ONE }, at);
  if (given.length < count) fail(`call of ${name} with too few arguments`);
  else if (given.length > count && !type.variadic) fail(`call of ${name} with too many arguments`);
  else if (parameters.some(({ type }, i) => !arrivesAs(b, given[i].type, type)))
    fail(`call of ${name} with an argument of another type`);
}

/**
 * Requires that no argument is null where the attribute `nonnull` of the program excludes it. Functions of the
 * library have checks of their own.
 */
function requireNonnull(b: FunctionBuilder, callee: FunctionDeclaration, values: Expr[], at: SourceLocation): Expr[] {
  const { name, nonnull, definition } = callee;
  if (!b.watch.ends('argument') || nonnull.length === 0) return values;
  if (definition === null && undefinedOrigin(callee).origin !== 'external') return values;
  return values.map((value, i) => {
    if (value.type.kind !== 'pointer' || (nonnull !== 'all' && !nonnull.includes(i + 1))) return value;
    if (rootVariable(value) !== null) return value;
    const kept = b.hoist(value, at);
    const violated = make.compare('==', kept, make.zeroOf(kept.type));
    require(b, {
      kind: 'argument',
      what: `call of ${name} with a null pointer that its attribute excludes`,
      violated,
    }, at);
    return kept;
  });
}

/** Whether an argument of one type arrives as the value of a parameter, which an old-style definition narrows. */
function arrivesAs(b: FunctionBuilder, argument: CType, parameter: CType): boolean {
  if (!isScalar(argument) || !isScalar(parameter)) return true;
  const [given, expected] = [argument, parameter].map((type) => b.layout.sizeOf(type) ?? 0n);
  if ((argument.kind === 'float') !== (parameter.kind === 'float')) return false;
  if (argument.kind === 'float') return given >= expected;
  return given === expected || (given === b.layout.sizeOf(INT) && expected < given);
}

/**
 * Converts arguments of an old-style definition. Such a function gets promoted arguments and converts
 * them to the parameters' types itself (C11 6.9.1p10). The caller does it here, so that the values of
 * a call always have the parameters' types.
 */
function convertArguments(b: FunctionBuilder, callee: FunctionDeclaration, values: Expr[]): Expr[] {
  const parameters = callee.definition?.parameters;
  if (parameters === undefined) return values;
  return values.map((value, i) => {
    const parameter = parameters[i];
    if (parameter === undefined || !isScalar(parameter.type) || !isScalar(value.type)) return value;
    // A floating value for an integer parameter, or the reverse, arrives as an unrelated value.
    if ((parameter.type.kind === 'float') !== (value.type.kind === 'float')) return value;
    return make.convert(b.layout, valueType(parameter.type), value);
  });
}
