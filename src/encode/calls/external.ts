import type { AutomatonFunction, Expr, Operation, Place } from '../../cfa/automaton.ts';
import { isConstantVariable } from '../../cfa/constant-objects.ts';
import { readingOf } from '../../cfa/external-functions.ts';
import { isExternalObject } from '../../cfa/external-objects.ts';
import { externalConstruct, mayChange } from '../../cfa/externals.ts';
import { EXTERNAL } from '../../cfa/hidden-callbacks.ts';
import { changeSite } from '../../cfa/inputs.ts';
import { type PointerPart, pointerParts, pointerSite } from '../../cfa/pointer-choices.ts';
import { namedFunction } from '../../link/calls.ts';
import type { Term } from '../../terms/builder.ts';
import type { Sort } from '../../terms/sort.ts';
import type { CType } from '../../types/types.ts';
import type { Execution, Pointer, PointerChange } from '../execution.ts';
import { joinTargets, type Targets } from '../memory/facts.ts';
import { changedBlock } from '../memory/heap-content.ts';
import { type MemoryObject, NULL_OBJECT, SUMMARY_OBJECT } from '../memory/objects.ts';
import { resolve } from '../memory/places.ts';
import { holdsBytes, noteForgotten } from '../memory/pointer-bytes.ts';
import { reachable } from '../memory/pointers.ts';
import { storeResult } from '../values/values.ts';
import { broughtObjects, givenPointer, nameOf } from './given-pointers.ts';

/**
 * Encodes calls of external functions. A call gives any value to each object that it may change, under
 * a condition that is free in each step. In a run where no such condition holds, external functions
 * change nothing, and the run has no doubt. Under `havoc` the conditions and the values are inputs of
 * the run. Such a run is in doubt if the replay may find that the call does not reach the object.
 */

/** Largest number of cells that one call may change. */
const MOST_CELLS = 4096;

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
  const isReplayed = readingOf(x.encoding.linked.program, fn) === 'havoc';
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
    return x.given(object, 'unknown-function', construct, targets, (path) => {
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
  const reading = readingOf(x.encoding.linked.program, fn);
  const given = argumentTargets(x, args);
  if (reading === null || !mayChange(reading))
    return given === null ? null : reachable(x, given.pointers, given.numbers);
  const construct = externalConstruct(fn.name);
  if (reading === 'havoc') {
    const condition = x.changes(fn.name, construct, x.site, x.terms.false);
    if (given !== null) noteCertain(certainlyReached(x, given.pointers));
    return change(x, { construct, condition, by: fn.name }, given);
  }
  const condition = x.unknown({ kind: 'bool' }, construct, {}, (chosen) => chosen);
  return change(x, { construct, condition, by: null }, given);
}

/** The name of the function that makes callbacks. Its real name depends on the call before. */
const CALLER = 'external function';

/** Whether the hidden function being executed is part of runs. Its choices are inputs then. */
function isReplayed({ encoding, context }: Execution): boolean {
  const { source, contexts } = encoding.linked;
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
        replayed && object !== null ? x.given(object, 'external-argument', construct, targets, pointerOf) : null;
      storeResult(x, reference, given ?? x.unknownCells(cells, construct, targets));
      return;
    }
    case EXTERNAL.change: {
      const condition = replayed ? x.changes(CALLER, construct, x.site, x.terms.false) : x.terms.true;
      change(x, { construct, condition, by: replayed ? CALLER : null }, { pointers: [], numbers: new Set() });
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
  const width = encoding.shapes.width(result.type);
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
    const fn = address.kind === 'function-address' ? encoding.linked.program.functions[address.function] : null;
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
  const { program } = x.encoding.linked;
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
  const { contexts } = encoding.linked;
  const { parent, callEdge } = contexts[context];
  if (parent === null || callEdge === null) return null;
  const { edges } = contexts[parent].function;
  const found = edges.find(({ op, to }) => to === callEdge.from && op.kind === 'call');
  return found?.op.kind === 'call' ? found.op : null;
}

function calleeOf(x: Execution, { callee }: Operation & { kind: 'call' }): AutomatonFunction | null {
  return callee.kind === 'direct' ? (x.encoding.linked.program.functions[callee.function] ?? null) : null;
}

/** Names the construct of the callbacks, by the external function that makes them where that is known. */
function callbackConstruct(x: Execution): string {
  const call = callBefore(x);
  const callee = call === null ? null : calleeOf(x, call);
  return callee === null ? 'external functions that call back' : `${externalConstruct(callee.name)} (a call back)`;
}

/** The effect of a call on all objects that it reaches. */
interface Effect {
  readonly construct: string;
  /** The condition under which the call changes anything. */
  readonly condition: Term;
  /** The function's name if the run's replay makes the changes; else null. */
  readonly by: string | null;
}

interface ArgumentTargets {
  readonly pointers: readonly Pointer[];
  readonly numbers: ReadonlySet<number>;
}

/**
 * Returns the objects that the arguments of a call lead to, also through bytes in them; null for any
 * objects.
 */
function argumentTargets(x: Execution, args: readonly Expr[]): ArgumentTargets | null {
  const { pointerBytes } = x.encoding.revisions;
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
    if (!holdsBytes(x.encoding.shapes.of(type))) continue;
    for (const { targets } of pointerBytes.values()) {
      if (targets === null) return null;
      for (const number of targets) numbers.add(number);
    }
  }
  return { pointers, numbers };
}

/**
 * Returns numbers of the objects that external functions know without the present arguments. These are
 * objects given to earlier calls, objects whose address became a number, and globals.
 */
function knownNumbers({ encoding }: Execution): Set<number> {
  const { objects, revisions } = encoding;
  const known = new Set([...revisions.escaped, ...revisions.exposed]);
  for (const global of encoding.externalView.visible) known.add(objects.numberOf(objects.variable(global, -1)));
  return known;
}

/**
 * Changes all that external functions can reach, if the effect's condition holds. Returns the targets
 * of pointers that come from there.
 */
function change(x: Execution, effect: Effect, given: ArgumentTargets | null): Targets {
  const { encoding, terms } = x;
  const { construct, condition, by } = effect;
  const reached = given === null ? null : reachable(x, given.pointers, new Set([...given.numbers, ...knownNumbers(x)]));
  if (reached === null) {
    x.gap(construct, condition);
    return null;
  }
  const brought = new Set(broughtObjects(x));
  // Pointers that a replay does not give need not lead to objects that external functions bring along.
  // Unmodelled memory stands for these, too.
  const targets = new Set([...reached].filter((number) => !brought.has(number)));
  encoding.escape(targets);
  encoding.intoSummary(targets);
  if (reachesUnforeseen(x, reached)) x.gap(`${construct} (a call back)`, condition);
  const objects = [...reached].flatMap((number) => {
    const object = encoding.objects.withNumber(number);
    return object !== null && isChangeable(object) ? [object] : [];
  });
  const cells = objects.reduce((sum, { shape }) => sum + shape.cells.length, 0);
  if (cells > MOST_CELLS) {
    x.gap(`${construct} (too much may change)`, condition);
    return targets;
  }
  const certain = by === null || given === null ? null : certainlyReached(x, given.pointers);
  for (const object of objects) {
    const site = certain === null ? null : siteOf(x, object);
    let changed = condition;
    if (certain !== null && site !== null) {
      const doubtful = terms.and(condition, terms.not(certain.get(encoding.objects.numberOf(object)) ?? terms.false));
      changed = terms.and(condition, x.changes(object.name, construct, site, doubtful));
    } else if (certain !== null) {
      const chosen = x.unknown({ kind: 'bool' }, construct, {}, (bit) => terms.and(condition, bit));
      changed = terms.and(condition, chosen);
    }
    const block =
      site === null || object.kind !== 'heap' ? null : x.under(changed, () => changedBlock(x, object, site));
    const pointerAt: PointerChange = (path, from) => {
      const part = partAt(x, object, path);
      if (part === null || site === null || certain === null) return null;
      const at = pointerSite(site, path);
      const { target } = part;
      const { name } = object;
      const when = terms.and(
        from,
        x.under(from, () => x.changes(name, construct, at, terms.false)),
      );
      return { when, pointer: givenPointer(x, { name, construct, site: at, target, targets, certain, when }) };
    };
    x.change(
      object,
      construct,
      changed,
      targets,
      object.kind === 'heap' && block === null ? null : site,
      block,
      pointerAt,
    );
    noteForgotten(x, object, targets);
  }
  return joinTargets(targets, new Set([NULL_OBJECT, SUMMARY_OBJECT]));
}

/**
 * Returns the site at which a replay changes the object by the present call; null if no site
 * identifies the object.
 */
function siteOf(x: Execution, object: MemoryObject): string | null {
  const name = nameOf(x, object);
  return name === null ? null : changeSite(x.site, name);
}

/** Returns the pointer at a path in a variable; null if the replay cannot identify it. */
function partAt({ encoding }: Execution, { variable }: MemoryObject, path: readonly number[]): PointerPart | null {
  if (variable === null) return null;
  const parts = pointerParts(variable.type, encoding.layout);
  return (
    parts.find((part) => part.path.length === path.length && part.path.every((step, i) => step === path[i])) ?? null
  );
}

/**
 * Returns when the arguments and visible globals lead to objects, by number. Further ways may lead
 * there.
 */
function certainlyReached(x: Execution, pointers: readonly Pointer[]): ReadonlyMap<number, Term> {
  const { encoding, facts, terms } = x;
  const { objects } = encoding;
  const certain = new Map<number, Term>();
  const todo: number[] = [];
  const lead = (object: Term, when: Term): void => {
    for (const number of facts.targets(object) ?? []) {
      const target = objects.withNumber(number);
      // The replay keeps bytes that may be a pointer in a block, as it does not know the block's type.
      if (target === null || target.variable === null || target.family !== null) continue;
      const here = terms.and(when, terms.eq(object, terms.bv(encoding.pointers.objectWidth, number)));
      if (!certain.has(number)) todo.push(number);
      certain.set(number, terms.or(certain.get(number) ?? terms.false, here));
    }
  };
  for (const { object } of pointers) lead(object, terms.true);
  for (const global of encoding.externalView.visible) {
    const number = objects.numberOf(objects.variable(global, -1));
    if (!certain.has(number)) todo.push(number);
    certain.set(number, terms.true);
  }
  for (let next = 0; next < todo.length; next++) {
    const number = todo[next];
    const { base, cells, variable } = objects.withNumber(number)!;
    // A doubt must not depend on these objects. A program need not read them, so the doubt would hold in
    // all runs.
    if (variable !== null && isExternalObject(variable)) continue;
    for (const [c, { role, sort }] of cells.entries()) {
      if (role === 'object' && sort.kind === 'bv') lead(x.read(base + c), certain.get(number)!);
    }
  }
  return certain;
}

function isChangeable(object: MemoryObject): boolean {
  if (object.kind === 'function' || object.kind === 'moved' || object.kind === 'summary') return false;
  return object.variable === null || !isConstantVariable(object.variable);
}

/**
 * Whether external functions reach a function with a body that the linker did not foresee as one to be
 * called back.
 */
function reachesUnforeseen({ encoding }: Execution, reached: ReadonlySet<number>): boolean {
  const { objects, externalView: globals } = encoding;
  return [...objects.functionNumbers].some(([id, number]) => reached.has(number) && globals.unforeseen.has(id));
}
