import type { Layout } from '../../../c/types/layout.ts';
import { CHAR, isInteger, VOID, valueType } from '../../../c/types/type-basics.ts';
import type { CType, Field, RecordDefinition } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr, Place } from '../../../program/cfa/automaton.ts';
import { misfitOf } from '../../../program/cfa/checks/formats.ts';
import { fitsArgument } from '../../../program/cfa/checks/surplus.ts';
import { constantText } from '../../../program/cfa/literal-text.ts';
import * as make from '../../../program/cfa/make.ts';
import { sameLayout } from '../../shapes/same-layout.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { resize } from '../memory/lifetimes/instances.ts';
import { load, store, storeResult } from '../memory/places/access.ts';
import { type Reference, resolve } from '../memory/places/places.ts';
import { nullPointer, pointerToInteger } from '../memory/pointers/pointers.ts';
import type { MemoryObject } from '../objects/object.ts';
import { NULL_OBJECT, SUMMARY_OBJECT } from '../plan/pointer-format.ts';

/**
 * Surplus arguments of variadic calls lie in a hidden object of the callee's context. They follow one
 * another as the System V ABI lays out those that no register holds. A `va_list` is a pointer into the
 * object (on LP64, the `overflow_arg_area` of one). Taking an argument that was not passed, or one
 * whose type is not compatible, is undefined (C11 7.16.1.1p2).
 */

/** One surplus argument, at `offset` bytes. */
interface Surplus {
  readonly type: CType;
  readonly offset: number;
  /** The argument's first cell in the hidden object. */
  readonly cell: number;
}

/** The hidden object of a context, and its arguments. */
interface ArgumentArea {
  readonly object: MemoryObject;
  /** The number of bytes of all arguments. */
  readonly end: number;
  readonly arguments: readonly Surplus[];
}

/** `gp_offset` and `fp_offset` of a list whose registers are used up. */
const USED_UP = [48n, 176n] as const;
const OVERFLOW_AREA = 2;

/** Returns the area of a context; null where its call is not known. */
function areaOf({ encoding, plan }: Execution, context: number): ArgumentArea | null {
  const { function: fn, callEdge, shared } = plan.linked.contexts[context];
  // The calls of a shared function may pass different arguments.
  if (shared) return null;
  const call = callEdge?.op;
  if (call !== undefined && call.kind !== 'call') return null;
  if (call === undefined && context !== 0) return null;
  const types = (call?.arguments ?? []).slice(fn.parameters.length).map((argument) => argument.type);
  const { layout } = plan;
  const fields: Field[] = [];
  const found: { type: CType; offset: number; index: number }[] = [];
  let end = 0;
  const fill = (to: number): void => {
    if (to > end) fields.push(field({ kind: 'array', element: CHAR, length: BigInt(to - end) }));
    end = to;
  };
  for (const type of types) {
    const size = layout.sizeOf(type);
    if (size === null) return null;
    fill(Math.ceil(end / alignment(layout, type)) * alignment(layout, type));
    found.push({ type, offset: end, index: fields.length });
    fields.push(field(valueType(type)));
    end += Number(size);
    fill(Math.ceil(end / layout.pointerSize) * layout.pointerSize);
  }
  const at = fn.at;
  const definition: RecordDefinition = {
    id: -1,
    kind: 'struct',
    tag: null,
    fields,
    packed: true,
    align: null,
    pack: null,
    at,
  };
  const object = encoding.objects.arguments(context, { kind: 'struct', definition }, at);
  const { members } = plan.shapes.of(object.type) as { members: readonly ({ cell: number } | null)[] };
  return {
    object,
    end,
    arguments: found.map(({ type, offset, index }) => ({ type, offset, cell: members[index]!.cell })),
  };
}

function field(type: CType): Field {
  return { name: null, type, at: make.NOWHERE };
}

/** Returns the alignment in bytes of an argument. */
function alignment(layout: Layout, type: CType): number {
  const { pointerSize } = layout;
  return pointerSize === 8 && Number(layout.alignOf(type)) >= 16 ? 16 : pointerSize;
}

/** Passes a call's surplus arguments: their values go to the callee's area. */
export function passSurplus(x: Execution, into: number, values: readonly (readonly Term[])[]): void {
  const { function: fn } = x.plan.linked.contexts[into];
  if (!fn.type.variadic) return;
  const area = areaOf(x, into);
  if (area === null) return;
  area.arguments.forEach((argument, i) => {
    store(x, argumentReference(x, area, argument), values[fn.parameters.length + i]);
  });
}

function argumentReference(x: Execution, { object }: ArgumentArea, { type, offset, cell }: Surplus): Reference {
  const { shape } = object;
  const common = { object, guard: x.terms.true, instance: null, indices: [], row: null };
  const alternative =
    shape.kind === 'record'
      ? { ...common, shape: x.plan.shapes.of(type), base: object.base + cell, offset: null }
      : { ...common, shape, base: object.base, offset: x.offset(offset) };
  return { kind: 'direct', type, field: null, alternatives: [alternative], valid: x.terms.true };
}

/** Encodes `va_start`. A call that is not known makes a gap. */
export function startList(x: Execution, list: Place): void {
  const { terms, encoding } = x;
  const area = areaOf(x, x.context);
  if (area === null) {
    x.gap('variable arguments of a call that is not known');
    return;
  }
  const { objectWidth, offsetWidth } = x.plan.pointers;
  const record = recordOf(x, list);
  if (record !== null) {
    USED_UP.forEach((value, index) => {
      storeResult(x, resolve(x, make.memberOf(record, index)), [terms.bv(32, value)]);
    });
    const zero = [terms.bv(objectWidth, 0), terms.bv(offsetWidth, 0)];
    storeResult(x, resolve(x, make.memberOf(record, OVERFLOW_AREA + 1)), zero);
  }
  storeResult(x, resolve(x, positionOf(x, list)), [
    terms.bv(objectWidth, encoding.objects.numberOf(area.object)),
    terms.bv(offsetWidth, 0),
  ]);
}

/** Leaves a list without arguments. */
export function useUpList(x: Execution, list: Place): void {
  const { object, offset } = nullPointer(x);
  storeResult(x, resolve(x, positionOf(x, list)), [object, offset]);
}

/** Encodes `va_copy`. */
export function copyList(x: Execution, target: Place, source: Place): void {
  const value = load(x, resolve(x, recordOf(x, source) ?? source));
  store(x, resolve(x, recordOf(x, target) ?? target), value);
}

/** Takes the next argument of a list. */
export function nextArgument(x: Execution, list: Place, result: Place): void {
  const { terms } = x;
  const { type } = result;
  const size = x.plan.layout.sizeOf(type);
  if (size === null) {
    x.gap('variable argument of a type without a size');
    return;
  }
  const place = positionOf(x, list);
  const word = x.plan.layout.pointerSize;
  const { object, offset } = argumentAt(x, place, type);
  const value = takeArgument(x, { object, offset }, type);
  storeResult(x, resolve(x, place), [object, terms.add(offset, x.offset(Math.ceil(Number(size) / word) * word))]);
  storeResult(x, resolve(x, result), value);
}

/** Returns where a list's next argument of that type lies. */
function argumentAt(x: Execution, place: Place, type: CType): Pointer {
  const { terms, plan } = x;
  const [object, start] = load(x, resolve(x, place));
  const by = alignment(plan.layout, type);
  const offset =
    by === plan.layout.pointerSize ? start : terms.bvAnd(terms.add(start, x.offset(by - 1)), x.offset(-by));
  return { object, offset };
}

/** Returns 1 where a list has no next argument of the type that is pointed to, else 0. */
export function isMisfit(x: Execution, list: Place, pointer: CType): Term {
  const { terms, encoding } = x;
  const wanted = pointer.kind === 'pointer' ? pointer.target : VOID;
  const at = argumentAt(x, positionOf(x, list), wanted);
  const targets = x.facts.targets(at.object);
  if (targets === null || targets.has(SUMMARY_OBJECT))
    return x.unknown({ kind: 'bv', width: 32 }, 'variable argument of a list that is not modelled');
  if (x.plan.layout.sizeOf(wanted) === 0n) return terms.bv(32, 0);
  const fitting = [...targets].map((number) => {
    const object = encoding.objects.withNumber(number);
    if (object === null) return terms.false;
    const area = encoding.objects.isArguments(object) ? areaOf(x, object.context) : null;
    // The program has built another list itself.
    const places = area?.arguments.filter(({ type }) => fitsArgument(x.plan.layout, type, wanted));
    const offsets = places?.map(({ offset }) => terms.eq(at.offset, x.offset(offset))) ?? [terms.true];
    return terms.and(terms.eq(at.object, terms.bv(x.plan.pointers.objectWidth, number)), terms.orAll(offsets));
  });
  return terms.ite(terms.orAll(fitting), terms.bv(32, 0), terms.bv(32, 1));
}

/** The arguments that a list still has, where its position is one that `guard` describes. */
interface Rest {
  readonly guard: Term;
  readonly area: ArgumentArea | null;
  readonly arguments: readonly Surplus[];
}

/** Lists the positions that a list may have in the arguments of known calls. Lists built otherwise are left out. */
function restsOf(x: Execution, list: Place): readonly Rest[] {
  const { terms, encoding } = x;
  const [object, offset] = load(x, resolve(x, positionOf(x, list)));
  return [...(x.facts.targets(object) ?? [])].flatMap((number): readonly Rest[] => {
    const target = encoding.objects.withNumber(number);
    const area = target !== null && encoding.objects.isArguments(target) ? areaOf(x, target.context) : null;
    const here = terms.eq(object, terms.bv(x.plan.pointers.objectWidth, number));
    if (number === NULL_OBJECT) return [{ guard: here, area, arguments: [] }];
    if (area === null) return [];
    const positions = [...area.arguments.map((argument) => argument.offset), area.end];
    return positions.map((position, i) => ({
      guard: terms.and(here, terms.eq(offset, x.offset(position))),
      area,
      arguments: area.arguments.slice(i),
    }));
  });
}

/** Returns 1 where arguments do not fit a format, whose text has to be constant, else 0. */
export function isFormatMisfit(x: Execution, [format, ...given]: readonly Expr[], list: Place | undefined): Term {
  const { terms, encoding, plan } = x;
  const [object, offset] = x.evaluate.cells(x, format);
  const texts = [...(x.facts.targets(object) ?? [])].flatMap((number) => {
    const text = constantText(plan.linked.program, encoding.objects.withNumber(number)?.variable ?? null);
    const start = terms.isBv(offset) ? Number(terms.constValue(offset)) : 0;
    if (text === null || start > text.length) return [];
    const here = terms.eq(object, terms.bv(plan.pointers.objectWidth, number));
    return [{ guard: terms.and(here, terms.eq(offset, x.offset(start))), text: text.slice(start) }];
  });
  const passed = given.flatMap(({ type }) => (type.kind === 'pointer' ? [type.target] : []));
  const sources =
    list === undefined
      ? [{ guard: terms.true, types: passed }]
      : restsOf(x, list).map(({ guard, arguments: rest }) => ({ guard, types: rest.map(({ type }) => type) }));
  const cases = texts.flatMap((text) =>
    sources.map(({ guard, types }) => ({
      guard: terms.and(text.guard, guard),
      fits: misfitOf(plan.layout, text.text, types) === null,
    })),
  );
  const misfits = cases.filter(({ fits }) => !fits).map(({ guard }) => guard);
  return answer(x, terms.orAll(misfits), terms.orAll(cases.map(({ guard }) => guard)), 'arguments of a format');
}

/** Returns 1 where a list has a pointer into the object of another one, within as many bytes behind it, else 0. */
export function listMeets(x: Execution, [pointer, bytes]: readonly Expr[], list: Place): Term {
  const { terms } = x;
  const [object, offset] = x.evaluate.cells(x, pointer);
  const room = x.evaluate.integer(x, bytes);
  const rests = restsOf(x, list);
  const met = rests.map(({ guard, area, arguments: rest }) => {
    const pointers = rest.filter(({ type }) => type.kind === 'pointer');
    const meetings = pointers.map((argument) => {
      const [into, at] = load(x, argumentReference(x, area!, argument));
      const behind = resize(x, terms.sub(at, offset), terms.width(room));
      const isBehind = terms.and(terms.sle(offset, at), terms.ule(room, behind));
      return terms.and(terms.eq(into, object), terms.not(isBehind));
    });
    return terms.and(guard, terms.orAll(meetings));
  });
  return answer(x, terms.orAll(met), terms.orAll(rests.map(({ guard }) => guard)), 'overlap of variable arguments');
}

/** Returns 1 or 0 where that is known, else any value. */
function answer(x: Execution, isSo: Term, isKnown: Term, construct: string): Term {
  const { terms } = x;
  const known = terms.ite(isSo, terms.bv(32, 1), terms.bv(32, 0));
  const open = terms.not(isKnown);
  if (terms.and(x.guard, open) === terms.false) return known;
  return terms.ite(isKnown, known, x.unknown({ kind: 'bv', width: 32 }, construct, {}, open));
}

/** Returns the argument at the list's current position. */
function takeArgument(x: Execution, at: Pointer, type: CType): readonly Term[] {
  const { terms, encoding } = x;
  const { objectWidth } = x.plan.pointers;
  const kinds = x.cellsOf(type);
  const targets = x.facts.targets(at.object);
  if (targets === null) return x.unknownCells(kinds, 'variable argument of a list that is not modelled', null);
  const found: { guard: Term; value: readonly Term[] }[] = [];
  for (const number of targets) {
    const object = encoding.objects.withNumber(number);
    if (object === null) continue;
    const here = terms.eq(at.object, terms.bv(objectWidth, number));
    const area = encoding.objects.isArguments(object) ? areaOf(x, object.context) : null;
    if (area === null) {
      // The program has built the list itself.
      const value = load(x, { kind: 'pointer', type, field: null, pointer: at });
      found.push({ guard: here, value });
      continue;
    }
    for (const argument of area.arguments) {
      const guard = terms.and(here, terms.eq(at.offset, x.offset(argument.offset)));
      const value = guard === terms.false ? null : adapted(x, area, argument, type, guard);
      if (value !== null) found.push({ guard, value });
    }
  }
  const passed = terms.orAll(found.map(({ guard }) => guard));
  const missing = terms.not(passed);
  const possible = terms.and(x.guard, missing) !== terms.false;
  if (!possible && found.length > 0) return choose(x, found.slice(0, -1), found[found.length - 1].value);
  const other = kinds.map(({ sort, role }) =>
    x.unknown(
      sort,
      'variable argument that was not passed with this type',
      role === 'object' ? { targets: new Set() } : {},
      missing,
    ),
  );
  return choose(x, found, other);
}

function choose(
  x: Execution,
  found: readonly { readonly guard: Term; readonly value: readonly Term[] }[],
  last: readonly Term[],
): readonly Term[] {
  let result = last;
  for (const { guard, value } of found) result = result.map((other, c) => x.terms.ite(guard, value[c], other));
  return result;
}

/** Returns the argument as a value of the requested type; null if the types do not agree. */
function adapted(
  x: Execution,
  area: ArgumentArea,
  argument: Surplus,
  wanted: CType,
  guard: Term,
): readonly Term[] | null {
  const { terms } = x;
  const { shapes } = x.plan;
  const { type } = argument;
  const value = load(x, argumentReference(x, area, argument));
  if (sameLayout(shapes.of(valueType(type)), shapes.of(valueType(wanted)))) return value;
  const word = (t: CType): boolean => isInteger(t) || t.kind === 'pointer';
  if (!word(type) || !word(wanted) || shapes.width(type) !== shapes.width(wanted)) return null;
  // The ABI does not distinguish words: a null pointer may be passed as 0.
  if (wanted.kind !== 'pointer')
    return [pointerToInteger(x, { object: value[0], offset: value[1] }, shapes.width(wanted))];
  x.gap(
    'integer argument taken as a pointer',
    terms.and(guard, terms.not(terms.eq(value[0], terms.bv(shapes.width(type), 0)))),
  );
  const none = nullPointer(x);
  return [none.object, none.offset];
}

/** Returns the list's record on LP64; null where a list is a plain pointer. */
function recordOf(x: Execution, list: Place): Place | null {
  if (list.type.kind === 'array') return make.elementOfArray(list, make.ZERO);
  if (list.type.kind === 'struct') return list;
  if (list.type.kind === 'pointer' && list.type.target.kind === 'struct')
    return make.dereference(x.plan.layout, make.load(list), list.type.target);
  return null;
}

/** Returns the pointer in a list that points to the next argument. */
function positionOf(x: Execution, list: Place): Place {
  const record = recordOf(x, list);
  return record === null ? list : make.memberOf(record, OVERFLOW_AREA);
}
