import { unreachable } from '../../base/errors.ts';
import { isVariableLength } from '../../c/types/type-basics.ts';
import type { CType, FunctionType } from '../../c/types/types.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { Expr, Operation, Place } from '../../program/cfa/automaton.ts';
import {
  ARGUMENTS,
  beyondConstruct,
  EARLY_JOIN,
  ENVIRONMENT,
  IDLE_THREAD,
  OPEN_ORDER,
  UNINTERPRETED,
} from '../../program/cfa/beyond.ts';
import { BLOCKS } from '../../program/cfa/checks/blocks.ts';
import { FORMAT_MISFIT } from '../../program/cfa/checks/formats.ts';
import { ACCESSIBLE, BLOCK_START, MEETING, OVERLAP } from '../../program/cfa/checks/overlap.ts';
import { LIST_MEETS, LIST_USED, MISFIT } from '../../program/cfa/checks/surplus.ts';
import { CONSTRUCT, END_OF_LIFE } from '../../program/cfa/constructs.ts';
import { ERRNO, functionBefore } from '../../program/cfa/errno.ts';
import { EXTERNAL } from '../../program/cfa/hidden-callbacks.ts';
import type { LinkedEdge } from '../../program/cfa/linked.ts';
import { DEFAULT_ARGUMENTS } from '../../program/cfa/main-arguments.ts';
import { joinTargets } from '../offsets/facts.ts';
import { callUnforeseen, enter, isAddressOf, leave, returnsTo } from './calls/calls.ts';
import { externalOperation } from './calls/external.ts';
import { floatFunction } from './floats/float-library.ts';
import { callLibrary } from './library/library.ts';
import { mathFunction } from './library/math-library.ts';
import { EXACT_FORMULAS, MEMORY_FUNCTIONS, STRING_WRITERS } from './library/memory-library.ts';
import type { Execution } from './machine/execution.ts';
import { judges, watches } from './machine/faults.ts';
import { allocateOnStack } from './memory/heap/allocation.ts';
import { isSomeBlockLost } from './memory/heap/lost-blocks.ts';
import { beginExtent } from './memory/lifetimes/extents.ts';
import { endArray, endScope, startsLiveBlock } from './memory/lifetimes/lifetime-end.ts';
import { isSomeBlockLive } from './memory/lifetimes/live-blocks.ts';
import { load, store, storeResult } from './memory/places/access.ts';
import { shapeOf } from './memory/places/meeting.ts';
import { objectReference, type Reference, resolve } from './memory/places/places.ts';
import { areAccessible } from './memory/places/whole-objects.ts';
import { bytesOf, checkLengths } from './memory/pointers/lengths.ts';
import { overlap } from './memory/pointers/numbers.ts';
import { isSignedInteger } from './memory/pointers/words.ts';
import { INTEGER_OBJECT, NULL_OBJECT, SUMMARY_OBJECT } from './plan/pointer-format.ts';
import { vectorBuiltin } from './values/composite.ts';
import { setString } from './values/strings.ts';
import { copyList, isFormatMisfit, isMisfit, listMeets, nextArgument, startList, useUpList } from './values/varargs.ts';

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
      if (isVariableLength(op.variable.type)) {
        const bytes = bytesOf(x, op.variable.type, x.plan.pointers.offsetWidth);
        beginExtent(
          x,
          object,
          bytes ?? x.unknown({ kind: 'bv', width: x.plan.pointers.offsetWidth }, 'size of an array'),
        );
      }
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
      const fn = x.plan.linked.program.functions[op.callee.function];
      if (fn === null || fn === undefined) x.gap('call of an unknown function');
      else callLibrary(x, fn, op.arguments, op.result, edge);
      return;
    }
    case 'enter':
      enter(x, op);
      return;
    case 'return': {
      if (op.value === null) return;
      const fn = x.plan.linked.contexts[x.context].function;
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
  if (isSignedInteger(x, expr.type))
    return terms.and(terms.sle(constant(low), value), terms.sle(value, constant(high)));
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
    case MISFIT:
      if (result !== null) storeResult(x, resolve(x, result), [isMisfit(x, places[0], args[0].type)]);
      return;
    case FORMAT_MISFIT:
      if (result !== null) storeResult(x, resolve(x, result), [isFormatMisfit(x, args, places[0])]);
      return;
    case LIST_MEETS:
      if (result !== null) storeResult(x, resolve(x, result), [listMeets(x, args, places[0])]);
      return;
    case LIST_USED:
      useUpList(x, places[0]);
      return;
    case 'va_end':
      return;
    case END_OF_LIFE:
      for (const place of places) if (place.kind === 'variable') endScope(x, place.variable);
      return;
    case 'assume':
      for (const argument of args) x.assume(x.evaluate.condition(x, argument));
      return;
    case 'unspecified':
      if (result !== null) unspecified(x, resolve(x, result), `what ${callerOf(x)} leaves open`);
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
    case EARLY_JOIN:
    case OPEN_ORDER:
      if (result !== null) storeResult(x, resolve(x, result), [choosesBeyond(x, name)]);
      return;
    case IDLE_THREAD:
      x.gap(tooManyThreads(args));
      return;
    case ARGUMENTS.beyond:
    case ENVIRONMENT.beyond:
    case UNINTERPRETED:
      if (result !== null) storeBeyond(x, resolve(x, result), name);
      return;
    case ARGUMENTS.trim:
      return;
    case BLOCKS.live:
      if (result !== null) storeResult(x, resolve(x, result), [truth(x, isSomeBlockLive(x))]);
      return;
    case BLOCKS.lost:
    case BLOCKS.lostBehindMain:
    case BLOCKS.lostInLoop:
    case BLOCKS.perhapsLostInLoop:
      if (result !== null) storeResult(x, resolve(x, result), [truth(x, isSomeBlockLost(x, name))]);
      return;
    case 'alloca':
    case 'alloca_with_align':
      if (!allocateOnStack(x, args, result, edge)) x.gap('alloca');
      return;
    case OVERLAP:
    case MEETING:
      if (result !== null) storeResult(x, resolve(x, result), [truth(x, overlap(x, name, args))]);
      return;
    case ACCESSIBLE:
      if (result !== null) storeResult(x, resolve(x, result), [truth(x, areAccessible(x, args))]);
      return;
    case BLOCK_START:
      if (result !== null) storeResult(x, resolve(x, result), [truth(x, startsLiveBlock(x, args))]);
      return;
    case ERRNO.read:
    case ERRNO.written:
      return;
    default:
      if (result !== null) {
        const reference = resolve(x, result);
        const known =
          errnoBehind(x, op) ??
          vectorBuiltin(x, op) ??
          floatBuiltin(x, name, result.type, args) ??
          numberBuiltin(x, name, result.type, args);
        const construct = name === 'asm' ? CONSTRUCT.asm : `__builtin_${name}`;
        storeResult(x, reference, known ?? x.unknownCells(shapeOf(x, reference).cells, construct, null));
      }
  }
}

function tooManyThreads([count]: readonly Expr[]): string {
  return `more than ${count?.kind === 'integer' ? count.value : 'some'} threads started at one place`;
}

function truth({ terms }: Execution, condition: Term): Term {
  return terms.ite(condition, terms.bv(32, 1), terms.bv(32, 0));
}

/** Returns what the call of a library function leaves in `errno`; null for other operations. */
function errnoBehind(
  x: Execution,
  { name, arguments: args }: Operation & { kind: 'intrinsic' },
): readonly Term[] | null {
  const before = functionBefore(name);
  if (before === null) return null;
  const { terms } = x;
  const construct = `errno after a call of ${before}`;
  if (args[1].kind !== 'integer' || args[1].value !== 0n) return [x.unknown({ kind: 'bv', width: 32 }, construct, {})];
  const set = x.unknown({ kind: 'bv', width: 31 }, construct, {});
  return [terms.ite(terms.eq(set, terms.bv(31, 0)), x.evaluate.integer(x, args[0]), terms.zext(set, 32))];
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

/** Names the function whose model the operation belongs to. */
function callerOf({ plan, context }: Execution): string {
  const { name, origin } = plan.linked.contexts[context].function;
  return origin === 'library' && !name.startsWith('_') ? name : 'the C library';
}

/** Assigns any value, where the construct leaves the value open. Pointers keep their targets, or lead nowhere. */
function unspecified(x: Execution, reference: Reference, construct: string): void {
  const old = load(x, reference);
  const cells = shapeOf(x, reference).cells.map(({ sort, role }, c) => {
    const targets =
      role === 'object' ? joinTargets(x.facts.targets(old[c]), new Set([NULL_OBJECT])) : new Set<number>();
    return x.unknown(sort, construct, role === 'object' ? { targets } : {});
  });
  store(x, reference, cells);
}

/** Returns an int that is not 0 if inputs go beyond those of runs. In the interpreter it is always 0. */
function choosesBeyond(x: Execution, name: string): Term {
  const { terms } = x;
  return x.unknown({ kind: 'bv', width: 32 }, construct(x, name), {}, (value) =>
    terms.not(terms.eq(value, terms.bv(32, 0))),
  );
}

/** Stores any value. A pointer in it leads to no object of the program. */
function storeBeyond(x: Execution, reference: Reference, name: string): void {
  const cells = shapeOf(x, reference).cells.map(({ sort, role }) => {
    if (role === 'offset') return x.encoding.zero(sort);
    return x.unknown(sort, construct(x, name), role === 'object' ? { targets: new Set() } : {});
  });
  store(x, reference, cells);
}

function construct({ plan }: Execution, name: string): string {
  const { arguments: given, environment } = plan.linked.program;
  return beyondConstruct(name, given ?? environment?.bounds ?? DEFAULT_ARGUMENTS) ?? name;
}

/**
 * Whether a call of a library function goes to its model in C. It does if there is no formula, and the
 * arguments lead to known objects. A call that went to the model once stays there.
 */
function choosesModel(x: Execution, call: Operation & { kind: 'call' }, { from }: LinkedEdge): boolean {
  const { revisions } = x.encoding;
  if (revisions.takesModel(from)) return true;
  // Both edges of the choice ask in the same state.
  if (x.formulaAt?.state === x.state && x.formulaAt.location === from) return false;
  const model =
    mustUseModel(x, call) || (!call.arguments.some((argument) => leadsAnywhere(x, argument)) && !hasFormula(x, call));
  if (model) revisions.takeModel(from);
  else x.formulaAt = { state: x.state, location: from };
  return model;
}

/** Whether a formula would not tell all accesses that the program watches for, or all writes that it judges. */
function mustUseModel(x: Execution, { callee }: Operation & { kind: 'call' }): boolean {
  if (!judges(x, 'deref') || callee.kind !== 'direct') return false;
  const name = x.plan.linked.program.functions[callee.function]?.name ?? '';
  return watches(x, 'deref') ? !EXACT_FORMULAS.has(name) : STRING_WRITERS.has(name);
}

/** Whether the call has a formula. The function tries the formula and undoes its effects. */
function hasFormula(x: Execution, { callee, arguments: args, result }: Operation & { kind: 'call' }): boolean {
  const fn = callee.kind === 'direct' ? x.plan.linked.program.functions[callee.function] : null;
  const formula = fn === null || fn === undefined ? undefined : MEMORY_FUNCTIONS.get(fn.name);
  if (fn === null || fn === undefined || formula === undefined) return false;
  const { state, stuck, failed, failures, masked, required, record } = x;
  const [gaps, undefinedCases] = [record.gaps.length, record.undefined.length];
  const has = formula(x, fn, args, result);
  Object.assign(x, { state, stuck, failed, failures, masked, required });
  record.gaps.length = gaps;
  record.undefined.length = undefinedCases;
  return has;
}

/**
 * Whether the argument leads to unmodelled memory alone, or anywhere. A model would read any value
 * there again and again.
 */
function leadsAnywhere(x: Execution, argument: Expr): boolean {
  if (argument.type.kind !== 'pointer' || argument.type.target.kind === 'function') return false;
  const targets = x.facts.targets(x.evaluate.pointer(x, argument).object);
  if (targets === null) return true;
  return targets.has(SUMMARY_OBJECT) && [...targets].every((number) => number <= INTEGER_OBJECT);
}
