import { rangeOfResult } from '../../../c/builtins/library/ranges.ts';
import { effectOf, opensStream, takesNull, takesOneObject, treatmentOf } from '../../../c/builtins/library/table.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { AutomatonFunction, Expr, Place } from '../../../program/cfa/automaton.ts';
import { changesBlocks } from '../../../program/cfa/checks/blocks.ts';
import type { LinkedEdge } from '../../../program/cfa/linked.ts';
import { callOf, hasNoMeaning, libraryTreatment } from '../../../program/cfa/meaning.ts';
import { joinTargets, type Targets } from '../../offsets/facts.ts';
import { floatFromStored, storedWidth } from '../../shapes/stored-float.ts';
import { callExternal } from '../calls/external.ts';
import { floatFunction } from '../floats/float-library.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { judges, watches } from '../machine/faults.ts';
import { noteForgotten } from '../memory/bytes/kept-pointers.ts';
import { allocate } from '../memory/heap/allocation.ts';
import { endBlock } from '../memory/lifetimes/lifetime-end.ts';
import { store, storeResult } from '../memory/places/access.ts';
import { type Reference, resolve } from '../memory/places/places.ts';
import { isConstant, whenWritable } from '../memory/places/whole-objects.ts';
import { nullPointer, reachable } from '../memory/pointers/pointers.ts';
import { ALLOCATORS } from '../plan/allocators.ts';
import { INTEGER_OBJECT, NULL_OBJECT } from '../plan/pointer-format.ts';
import { integerArgument } from './arguments.ts';
import { complexFunction, mathFunction } from './math-library.ts';
import { EXACT_FORMULAS, MEMORY_FUNCTIONS } from './memory-library.ts';
import { readingsOf } from './reads.ts';

/** Calls of functions that the program does not define. */

const NONDET = /^__VERIFIER_nondet_/;

/** Functions without an effect that matters here. */
const NO_EFFECT: ReadonlySet<string> = new Set(['srand', 'srandom', '__builtin_prefetch', 'assert']);

const THREADS = /^(pthread_|thrd_|mtx_|cnd_|sem_)/;
/** Functions that have nothing to do without another thread. */
const LONELY = /^(pthread_(mutex|cond|attr|mutexattr|condattr|rwlock|spin)_|mtx_|sem_)/;

/**
 * Encodes a call of a function without a body: by a formula, as an external function, or with any
 * result.
 */
export function callLibrary(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
  edge: LinkedEdge,
): void {
  const { name } = fn;
  if (fn.origin === 'external') {
    const { targets, pointer, record } = callExternal(x, fn, args);
    if (result === null) return;
    const given = pointer(result.type);
    const cells = given === null ? record(result) : [given.object, given.offset];
    if (cells === null) returnInput(x, fn, result, 'unknown-function', targets);
    else storeResult(x, resolve(x, result), cells);
    return;
  }
  if (NONDET.test(name) && args.length === 0) {
    returnInput(x, fn, result, 'nondet');
    return;
  }
  if (name === '__VERIFIER_assume') {
    if (args.length > 0) assumed(x, x.evaluate.condition(x, args[0]));
    return;
  }
  if (name === '__VERIFIER_atomic_begin' || name === '__VERIFIER_atomic_end') return;
  if (THREADS.test(name) && !LONELY.test(name)) {
    x.gap(`call of ${name}`);
    return;
  }
  contestAccesses(x, fn, args);
  const does = effectOf(name);
  if (does === 'prints') {
    if (name.includes('printf') && countsCharacters(x, args)) {
      x.gap(`call of ${name} with %n`);
      return;
    }
    returnInput(x, fn, result, 'unknown-function');
    return;
  }
  if (does === 'frees' || NO_EFFECT.has(name)) {
    if (does === 'frees') endBlock(x, args[0]);
    returnInput(x, fn, result, 'unknown-function');
    return;
  }
  if (ALLOCATORS.has(name) && allocate(x, fn, args, result, edge)) return;
  if (divide(x, fn, args, result)) return;
  const memory = MEMORY_FUNCTIONS.get(name);
  if (memory?.(x, fn, args, result) === true) return;
  const value = floatFunction(x, name, fn.type.result, args) ?? mathFunction(x, name, fn, args);
  const values = value === null ? complexFunction(x, name, args) : [value];
  if (values !== null) {
    if (result !== null) storeResult(x, resolve(x, result), values);
    return;
  }
  if (hasNoMeaning(fn)) x.gap(callOf(fn));
  else {
    judgeObjects(x, fn, args);
    undefinedFunction(x, fn, args, result);
  }
}

/** Makes a gap for what a library function writes to one object, where writes alone are judged. */
function judgeObjects(x: Execution, fn: AutomatonFunction, args: readonly Expr[]): void {
  if (watches(x, 'deref') || !judges(x, 'deref') || !mayWrite(fn)) return;
  args.forEach((argument, i) => {
    const declared = fn.type.parameters[i]?.type ?? argument.type;
    if (declared.kind !== 'pointer' || argument.type.kind !== 'pointer' || !takesOneObject(fn.name, i)) return;
    if (isConstant(declared.target) || isHarmless(argument, takesNull(fn.name, i))) return;
    if (!contestObject(x, fn.name, argument, declared.target, takesNull(fn.name, i))) x.gap(`what ${fn.name} accesses`);
  });
}

/**
 * Makes a gap for accesses of a library function that no formula tells, in programs that watch for
 * them. Texts of the program and streams are valid.
 */
function contestAccesses(x: Execution, fn: AutomatonFunction, args: readonly Expr[]): void {
  const { name, type } = fn;
  if (
    !watches(x, 'deref') ||
    libraryTreatment(fn) === 'unsupported' ||
    EXACT_FORMULAS.has(name) ||
    effectOf(name) === 'frees' ||
    ALLOCATORS.has(name)
  )
    return;
  const readings = readingsOf(x, name, args);
  const isUnknown = args.some((argument, i) => {
    const declared = type.parameters[i]?.type ?? argument.type;
    if (declared.kind !== 'pointer' || argument.type.kind !== 'pointer') return false;
    const mayBeNull = takesNull(name, i);
    if (isHarmless(argument, mayBeNull)) return false;
    if (takesOneObject(name, i)) return !contestObject(x, name, argument, declared.target, mayBeNull);
    const read = readings.get(i);
    return read === undefined || !unlessNull(x, argument, mayBeNull, () => read(x, args, i));
  });
  if (isUnknown) x.gap(`what ${name} accesses`);
}

/** Reads where the pointer is not null, or everywhere if it must not be. */
function unlessNull(x: Execution, argument: Expr, mayBeNull: boolean, read: () => boolean): boolean {
  if (!mayBeNull) return read();
  const { terms } = x;
  const { object } = x.evaluate.pointer(x, argument);
  return x.under(terms.not(terms.eq(object, terms.bv(x.plan.pointers.objectWidth, NULL_OBJECT))), read);
}

/** Whether the library function may write through its arguments. */
function mayWrite({ name, pure }: AutomatonFunction): boolean {
  const does = effectOf(name);
  return !pure && does !== 'computes' && does !== 'reads';
}

/**
 * Makes a gap where the argument does not lead to a live object that has a value of the type. Returns
 * false where that is not known at all.
 */
function contestObject(x: Execution, name: string, argument: Expr, type: CType, mayBeNull: boolean): boolean {
  if (isWholeVariable(x, argument, type)) return true;
  const { terms } = x;
  const size = x.plan.layout.sizeOf(type);
  if (size === null) return false;
  const pointer = x.evaluate.pointer(x, argument);
  const valid = whenWritable(x, pointer, Number(size));
  if (valid === null) return false;
  const isNull = terms.eq(pointer.object, terms.bv(x.plan.pointers.objectWidth, NULL_OBJECT));
  x.gap(`what ${name} accesses`, terms.not(mayBeNull ? terms.or(valid, isNull) : valid));
  return true;
}

/** Whether the argument is the address of a variable, or of a member, that holds an object of the type. */
function isWholeVariable(x: Execution, argument: Expr, type: CType): boolean {
  let inner: Expr = argument;
  while (inner.kind === 'convert') inner = inner.operand;
  if (inner.kind !== 'address' || isConstant(inner.place.type)) return false;
  let { place } = inner;
  const size = x.plan.layout.sizeOf(place.type);
  while (place.kind === 'member') place = place.base;
  return place.kind === 'variable' && !isConstant(place.type) && size !== null && size === x.plan.layout.sizeOf(type);
}

/** Whether the function accesses nothing through the argument that the program may get wrong. */
function isHarmless(argument: Expr, mayBeNull: boolean): boolean {
  let inner: Expr = argument;
  while (inner.kind === 'convert') inner = inner.operand;
  if (inner.kind === 'integer') return mayBeNull && inner.value === 0n;
  if (inner.kind === 'address') {
    let { place } = inner;
    while (place.kind === 'element' || place.kind === 'member') place = place.base;
    return place.kind === 'variable' && place.variable.name.startsWith('$string');
  }
  const { type } = inner;
  if (type.kind === 'pointer' && type.target.kind === 'struct' && STREAMS.has(type.target.definition.tag ?? ''))
    return true;
  return false;
}

const STREAMS: ReadonlySet<string> = new Set(['_IO_FILE', 'FILE', '__FILE', '__sFILE']);

/** Encodes the call of a library function that has no formula. */
function undefinedFunction(x: Execution, fn: AutomatonFunction, args: readonly Expr[], result: Place | null): void {
  if (x.plan.countsBlocks && changesBlocks(fn.name)) {
    x.gap(`call of ${fn.name} where blocks are counted`);
    return;
  }
  const given: Pointer[] = [];
  const written: Pointer[] = [];
  const does = effectOf(fn.name);
  const writes = mayWrite(fn);
  args.forEach((argument, i) => {
    if (argument.type.kind !== 'pointer' || argument.kind === 'integer') return;
    const pointer = x.evaluate.pointer(x, argument);
    given.push(pointer);
    // The conversion to the parameter's type does not keep qualifiers.
    const declared = fn.type.parameters[i]?.type ?? argument.type;
    const readOnly = declared.kind === 'pointer' && isConstant(declared.target) && !leadsOn(x, pointer);
    if (writes && !readOnly) written.push(pointer);
  });
  if (writes && does !== 'writes') written.push(...escapedPointers(x));
  const reached = written.length === 0 ? new Set<number>() : forgetReachable(x, fn, written);
  if (reached === null) {
    x.gap(`call of undefined function ${fn.name} that takes a pointer`);
    return;
  }
  if (does !== 'writes') x.encoding.known.escape(reached);
  const seen = result?.type.kind === 'pointer' ? reachable(x, given) : reached;
  returnInput(x, fn, result, 'unknown-function', joinTargets(seen, reached));
}

/** Whether the pointer's targets may contain pointers. */
function leadsOn(x: Execution, pointer: Pointer): boolean {
  const { objects, known } = x.encoding;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return true;
  return [...targets].some((number) => {
    const object = objects.withNumber(number);
    if (object === null || object.kind === 'function') return false;
    return (
      object.kind === 'summary' ||
      object.cells.some(({ role }) => role === 'object') ||
      known.pointerBytes.has(object.key)
    );
  });
}

/**
 * Returns pointers to the objects that undefined functions were given. Any of these functions may keep
 * a pointer and use it in a later call.
 */
function escapedPointers(x: Execution): Pointer[] {
  const { terms, encoding } = x;
  const { objectWidth, offsetWidth } = x.plan.pointers;
  return [...encoding.known.escaped].map((number) => ({
    object: terms.bv(objectWidth, number),
    offset: terms.bv(offsetWidth, 0),
  }));
}

/** Limit of the cells that one call may make unknown. */
const MAX_FORGOTTEN = 4096;

/**
 * Makes everything that the pointers lead to unknown, as the call may have written it. Returns the
 * numbers of the objects; null if they cannot be listed.
 */
function forgetReachable(x: Execution, fn: AutomatonFunction, pointers: readonly Pointer[]): Set<number> | null {
  const { encoding } = x;
  const reached = reachable(x, pointers);
  if (reached === null) return null;
  let cells = 0;
  for (const number of reached) cells += encoding.objects.withNumber(number)?.shape.cells.length ?? 0;
  if (cells > MAX_FORGOTTEN) return null;
  encoding.known.intoSummary(reached);
  for (const number of reached) {
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function' || object.kind === 'summary') continue;
    if (object.variable !== null && isConstant(object.type)) continue;
    // A function takes surplus arguments from a list, and writes none (C11 7.16.1.1).
    if (encoding.objects.isArguments(object)) continue;
    x.forget(object, `call of undefined function ${fn.name} that takes a pointer`, reached);
    noteForgotten(x, object, reached);
  }
  return reached;
}

/** Whether the interpreter may know more of the library function's result than its type. */
function mayBeKnown(name: string): boolean {
  const treatment = treatmentOf(name);
  if (treatment === 'input') return false;
  return treatment === 'approximate' || treatment === 'interpreter' || effectOf(name) !== null || NO_EFFECT.has(name);
}

/** Makes the result an input of the run, which the replay knows by its site. */
function returnInput(
  x: Execution,
  fn: AutomatonFunction,
  result: Place | null,
  kind: 'nondet' | 'unknown-function',
  targets: Targets = new Set(),
): void {
  if (result === null) return;
  const { terms } = x;
  const { type } = result;
  const reference: Reference = resolve(x, result);
  const known = fn.origin !== 'verifier' && mayBeKnown(fn.name);
  const construct = kind === 'unknown-function' && known ? `result of ${fn.name}` : null;
  switch (type.kind) {
    case 'integer':
    case 'enum': {
      const width = x.plan.shapes.width(type);
      const truth = type.kind === 'integer' && type.name === 'bool';
      const value = x.fresh({ kind: 'bv', width: truth ? 1 : width }, kind, fn.name, [], construct);
      x.require(withinRange(x, fn, value));
      storeResult(x, reference, [truth ? terms.zext(value, width) : value]);
      return;
    }
    case 'float': {
      const [cell] = x.cellsOf(type);
      if (cell === undefined || cell.sort.kind !== 'float') return;
      const bits = x.fresh({ kind: 'bv', width: storedWidth(cell.sort) }, kind, fn.name, [], construct);
      store(x, reference, [floatFromStored(terms, bits, cell.sort)]);
      return;
    }
    default: {
      const construct = `result of undefined function ${fn.name}`;
      const opens = fn.origin === 'library' && type.kind === 'pointer' && opensStream(fn.name);
      const cells = opens ? streamOrNull(x, fn, construct) : x.unknownCells(x.cellsOf(type), construct, targets);
      storeResult(x, reference, cells);
    }
  }
}

/** Returns the cells of a stream, which leads to no object, or of null if an input of the run says so. */
function streamOrNull(x: Execution, { name }: AutomatonFunction, construct: string): Term[] {
  const { terms } = x;
  const { objectWidth, offsetWidth } = x.plan.pointers;
  const failed = x.fresh({ kind: 'bool' }, 'allocation', name);
  const number = x.unknown({ kind: 'bv', width: offsetWidth }, construct, {}, terms.not(failed));
  const none = nullPointer(x);
  return [
    terms.ite(failed, none.object, terms.bv(objectWidth, INTEGER_OBJECT)),
    terms.ite(failed, none.offset, number),
  ];
}

/** Whether the format has `%n`, or is not a literal. */
function countsCharacters(x: Execution, args: readonly Expr[]): boolean {
  for (const argument of args) {
    if (argument.kind !== 'address') continue;
    let { place } = argument;
    while (place.kind === 'element' || place.kind === 'member') place = place.base;
    if (place.kind !== 'variable' || !place.variable.name.startsWith('$string')) continue;
    const [value] = x.plan.linked.program.initialValues.get(place.variable.id) ?? [];
    if (value === undefined || value.value.kind !== 'bytes') continue;
    const format = String.fromCharCode(...value.value.units.slice(0, 10_000)).replaceAll('%%', '');
    if (/%[-+ #0-9.*]*(hh|h|l|ll|j|z|t)?n/.test(format)) return true;
  }
  return false;
}

/**
 * Returns the range of a library function's result as a formula, by the function's name. True if
 * nothing is known.
 */
function withinRange(x: Execution, { name, type, origin }: AutomatonFunction, value: Term): Term {
  const { terms } = x;
  const range = origin === 'library' || origin === 'verifier' ? rangeOfResult(name, type.result, x.plan.layout) : null;
  const width = terms.width(value);
  if (range === null || range.most === null) return range === null ? terms.true : atLeast(x, range.least, value);
  const most = terms.bv(width, BigInt.asUintN(width, range.most));
  if (!range.signed) return terms.ule(value, most);
  return terms.and(atLeast(x, range.least, value), terms.sle(value, most));
}

/** Returns a range without an upper end, which only signed results have. */
function atLeast({ terms }: Execution, least: bigint, value: Term): Term {
  const width = terms.width(value);
  return terms.sle(terms.bv(width, BigInt.asUintN(width, least)), value);
}

const NAMES: ReadonlySet<string> = new Set(['div', 'ldiv', 'lldiv', 'imaxdiv']);

/**
 * Encodes div and its kin, which give a structure of quotient and remainder. False for other
 * functions, with the state unchanged.
 */
function divide(x: Execution, { name, type }: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const { result: returned } = type;
  if (!NAMES.has(name) || returned.kind !== 'struct' || returned.definition.fields === null) return false;
  const [numerator, denominator] = [integerArgument(x, args, 0), integerArgument(x, args, 1)];
  if (numerator === null || denominator === null) return false;
  const { terms } = x;
  const width = terms.width(numerator);
  const names = returned.definition.fields.map((field) => field.name);
  const cells = x.plan.shapes.of(returned).cells;
  const fits =
    cells.every(({ sort }) => sort.kind === 'bv' && sort.width === width) && terms.width(denominator) === width;
  if (!fits || cells.length !== 2 || !names.includes('quot') || !names.includes('rem')) return false;
  const zero = terms.eq(denominator, terms.bv(width, 0));
  x.undefinedWhen(zero, `${name} by zero`);
  if (result === null) return true;
  const values = names.map((part) => {
    const value = part === 'quot' ? terms.sdiv(numerator, denominator) : terms.srem(numerator, denominator);
    if (terms.and(x.guard, zero) === terms.false) return value;
    return terms.ite(zero, x.unknown({ kind: 'bv', width }, `${name} by zero`, {}, zero), value);
  });
  storeResult(x, resolve(x, result), values);
  return true;
}

/**
 * Executes an assumption. Rules of earlier years let the run wait for ever where it fails, later ones
 * let it end. The two readings differ only if the ends of runs are the question.
 */
function assumed(x: Execution, condition: Term): void {
  if (x.plan.linked.goal === 'cycle')
    x.gap('a failing __VERIFIER_assume, which by some rules never returns', x.terms.not(condition));
  else x.assume(condition);
}
