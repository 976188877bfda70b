import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import type { AutomatonFunction, Expr, Operation, Place } from '../../../program/cfa/automaton.ts';
import { readingOf } from '../../../program/cfa/external-functions.ts';
import { externalConstruct, mayChange } from '../../../program/cfa/externals.ts';
import { EXTERNAL } from '../../../program/cfa/hidden-callbacks.ts';
import { pointerSite } from '../../../program/cfa/pointer-choices.ts';
import { namedFunction } from '../../../program/link/calls.ts';
import type { Targets } from '../../offsets/facts.ts';
import { holdsBytes } from '../../shapes/byte-cells.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { storeResult } from '../memory/places/access.ts';
import { resolve } from '../memory/places/places.ts';
import { reachable } from '../memory/pointers/pointers.ts';
import {
  type ArgumentTargets,
  certainlyReached,
  changeReachable,
  contentFromOutside,
  knownNumbers,
  partAt,
} from './external-changes.ts';
import { givenPointer } from './given-pointers.ts';

/**
 * Encodes calls of external functions. A call gives any value to each object that it may change, under
 * a condition that is free in each step. In a run where no such condition holds, external functions
 * change nothing, and the run has no doubt. Under `havoc` the conditions and the values are inputs of
 * the run. Such a run is in doubt if the replay may find that the call does not reach the object.
 */

/** The values that an external function may return, if they are pointers or structs. */
export interface ExternalResult {
  readonly targets: Targets;
  /** Returns the pointer that a replay makes; null if it makes none. */
  pointer(type: CType): Pointer | null;
  /** Returns the cells of a struct that a replay gives to the variable; null if it gives none. */
  record(place: Place): readonly Term[] | null;
}

/** Encodes the effects of an external function before it returns. */
export function callExternal(x: Execution, fn: AutomatonFunction, args: readonly Expr[]): ExternalResult {
  let certain: ReadonlyMap<number, Term> = new Map();
  const targets = changeByCall(x, fn, args, (found) => {
    certain = found;
  });
  const construct = externalConstruct(fn.name);
  const isReplayed = readingOf(x.plan.linked.program, fn) === 'havoc';
  const give = (target: CType, path: readonly number[]): Pointer => {
    const site = pointerSite(x.site, path);
    return givenPointer(x, { name: fn.name, construct, site, target, targets, certain, when: x.terms.true });
  };
  const pointer = (type: CType): Pointer | null =>
    isReplayed && type.kind === 'pointer' ? give(type.target, []) : null;
  const record = (place: Place): readonly Term[] | null => {
    const { type } = place;
    if (type.kind !== 'struct' || place.kind !== 'variable') return null;
    const object = x.encoding.objects.variable(place.variable, x.context);
    const { shape, family } = object;
    // Bytes in the struct may be pointers, which a replay does not give.
    if (family !== null || shape.kind !== 'record' || holdsBytes(shape)) return null;
    return contentFromOutside(x, object, 'unknown-function', construct, targets, (path) => {
      const part = isReplayed ? partAt(x, object, path) : null;
      return part === null ? null : give(part.target, path);
    });
  };
  return { targets, pointer, record };
}

/**
 * Encodes the changes of a call. Returns the targets that its result may have. `noteCertain` gets the
 * objects that the call surely reaches.
 */
function changeByCall(
  x: Execution,
  fn: AutomatonFunction,
  args: readonly Expr[],
  noteCertain: (certain: ReadonlyMap<number, Term>) => void,
): Targets {
  const reading = readingOf(x.plan.linked.program, fn);
  const given = argumentTargets(x, args);
  if (reading === null || !mayChange(reading))
    return given === null ? null : reachable(x, given.pointers, given.numbers);
  const construct = externalConstruct(fn.name);
  if (reading === 'havoc') {
    const condition = x.changes(fn.name, construct, x.site, x.terms.false);
    if (given !== null) noteCertain(certainlyReached(x, given.pointers));
    return changeReachable(x, { construct, condition, by: fn.name }, given);
  }
  const condition = x.unknown({ kind: 'bool' }, construct, {}, (chosen) => chosen);
  return changeReachable(x, { construct, condition, by: null }, given);
}

/** The name of the function that makes callbacks. Its real name depends on the call before. */
const CALLER = 'external function';

/** Whether the hidden function being executed is part of runs. Its choices are inputs then. */
function isReplayed({ encoding, context }: Execution): boolean {
  const { source, contexts } = encoding.plan.linked;
  return source.functions[contexts[context].function.id]?.defined === true;
}

/** Encodes the operations of the function that calls back. */
export function externalOperation(x: Execution, op: Operation & { kind: 'intrinsic' }): void {
  const construct = callbackConstruct(x);
  const replayed = isReplayed(x);
  switch (op.name) {
    case EXTERNAL.choice:
      if (op.result !== null) choose(x, op.arguments, op.result);
      return;
    case EXTERNAL.value: {
      if (op.result === null) return;
      const cells = x.cellsOf(op.result.type);
      const targets = reachable(x, [], knownNumbers(x));
      const reference = resolve(x, op.result);
      const object = op.result.kind === 'variable' ? x.encoding.objects.variable(op.result.variable, x.context) : null;
      const certain = certainlyReached(x, []);
      const pointerOf = (path: readonly number[]): Pointer | null => {
        const part = object === null ? null : partAt(x, object, path);
        if (part === null) return null;
        const site = pointerSite(x.site, path);
        const { target } = part;
        return givenPointer(x, { name: object!.name, construct, site, target, targets, certain, when: x.terms.true });
      };
      const given =
        replayed && object !== null
          ? contentFromOutside(x, object, 'external-argument', construct, targets, pointerOf)
          : null;
      storeResult(x, reference, given ?? x.unknownCells(cells, construct, targets));
      return;
    }
    case EXTERNAL.change: {
      const condition = replayed ? x.changes(CALLER, construct, x.site, x.terms.false) : x.terms.true;
      changeReachable(x, { construct, condition, by: replayed ? CALLER : null }, { pointers: [], numbers: new Set() });
      return;
    }
    default:
  }
}

/**
 * Stores 0, or the number of the function to call back. Its address must be one that external
 * functions were given.
 */
function choose(x: Execution, addresses: readonly Expr[], result: Place): void {
  const { terms, encoding } = x;
  const width = x.plan.shapes.width(result.type);
  const construct = callbackConstruct(x);
  const zero = terms.bv(width, 0);
  const passed = isReplayed(x) ? calledWith(x) : null;
  const doubtful = (choice: Term): Term =>
    terms.andAll([
      terms.not(terms.eq(choice, zero)),
      ...addresses.map((address, i) =>
        address.kind === 'function-address' && passed?.has(address.function) === true
          ? terms.not(terms.eq(choice, terms.bv(width, i + 1)))
          : terms.true,
      ),
    ]);
  const sort: Sort = { kind: 'bv', width };
  const value =
    passed === null
      ? x.unknown(sort, construct, {}, doubtful)
      : x.chosen(sort, 'external-call', CALLER, construct, doubtful);
  const known = knownNumbers(x);
  const possible = addresses.flatMap((address, i) => {
    const fn = address.kind === 'function-address' ? x.plan.linked.program.functions[address.function] : null;
    if (fn === null || fn === undefined || !known.has(encoding.objects.functionNumber(fn))) return [];
    return [terms.eq(value, terms.bv(width, i + 1))];
  });
  x.require(terms.orAll([terms.eq(value, zero), ...possible]));
  storeResult(x, resolve(x, result), [value]);
}

/**
 * Collects the functions, by id, whose addresses are among the arguments of the call that makes the
 * present callbacks.
 */
function calledWith(x: Execution): ReadonlySet<number> {
  const { program } = x.plan.linked;
  const call = callBefore(x);
  const found = new Set<number>();
  const callee = call === null ? null : calleeOf(x, call);
  if (call === null || callee === null || readingOf(program, callee) !== 'havoc') return found;
  for (const argument of call.arguments) {
    const fn = namedFunction(argument);
    if (fn !== null && argument.type.kind === 'pointer') found.add(fn);
  }
  return found;
}

/**
 * Returns the call after which the present callbacks are made; null if the activation does not
 * determine it.
 */
function callBefore({ encoding, context }: Execution): (Operation & { kind: 'call' }) | null {
  const { contexts } = encoding.plan.linked;
  const { parent, callEdge } = contexts[context];
  if (parent === null || callEdge === null) return null;
  const { edges } = contexts[parent].function;
  const found = edges.find(({ op, to }) => to === callEdge.from && op.kind === 'call');
  return found?.op.kind === 'call' ? found.op : null;
}

function calleeOf(x: Execution, { callee }: Operation & { kind: 'call' }): AutomatonFunction | null {
  return callee.kind === 'direct' ? (x.plan.linked.program.functions[callee.function] ?? null) : null;
}

/** Names the construct of the callbacks, by the external function that makes them where that is known. */
function callbackConstruct(x: Execution): string {
  const call = callBefore(x);
  const callee = call === null ? null : calleeOf(x, call);
  return callee === null ? 'external functions that call back' : `${externalConstruct(callee.name)} (a call back)`;
}

/**
 * Returns the objects that the arguments of a call lead to, also through bytes in them; null for any
 * objects.
 */
function argumentTargets(x: Execution, args: readonly Expr[]): ArgumentTargets | null {
  const { pointerBytes } = x.encoding.known;
  const pointers: Pointer[] = [];
  const numbers = new Set<number>();
  for (const argument of args) {
    const { type } = argument;
    if (type.kind === 'void' || argument.kind === 'integer' || argument.kind === 'float') continue;
    const cells = x.evaluate.cells(x, argument);
    const kinds = x.cellsOf(type);
    kinds.forEach(({ role }, c) => {
      if (role === 'object') pointers.push({ object: cells[c], offset: cells[c + 1] });
    });
    if (!holdsBytes(x.plan.shapes.of(type))) continue;
    for (const { targets } of pointerBytes.values()) {
      if (targets === null) return null;
      for (const number of targets) numbers.add(number);
    }
  }
  return { pointers, numbers };
}
