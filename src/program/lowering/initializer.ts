import type { SourceLocation } from '../../base/source.ts';
import type { Initializer, InitializerEntry } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { isArray, pointerTo, sizeType } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';
import { buildCall } from './call.ts';
import { checkedField } from './checks.ts';
import { CHANGES } from './effects.ts';
import { keep } from './keep.ts';
import { initialisedInOpenOrder } from './order/emit.ts';

/** Limit of the elements of a range that is written out. Longer ranges become a loop of the automaton. */
const MAX_RANGE = 64n;

/** Stores the initial value of an object whose lifetime has started. */
export function buildInitialiser(b: FunctionBuilder, place: Place, initializer: Initializer, at: SourceLocation): void {
  if (initializer.zeroFirst) b.emit({ kind: 'zero', target: place }, at);
  else if (place.kind === 'variable' && hasOpenBits(b.layout, place.type))
    b.emit({ kind: 'intrinsic', name: 'padding', arguments: [], places: [], result: place }, at);
  initialisedInOpenOrder(b, initializer, at, () => {
    initializer.entries.forEach((entry, i) => {
      // GNU's `[0 ... n] = 0` at the start repeats the zeroing.
      if (i === 0 && initializer.zeroFirst && entry.range !== undefined && isZero(entry.value)) return;
      buildEntry(b, place, entry);
    });
  });
}

/**
 * Whether a byte that holds bit-fields has bits outside all members. GCC leaves such bits unchanged,
 * or clears them when it optimises.
 */
function hasOpenBits(layout: Layout, type: CType): boolean {
  if (isArray(type)) return hasOpenBits(layout, type.element);
  if (type.kind !== 'struct' || type.definition.fields === null) return false;
  const { fields } = layout.record(type.definition);
  const taken = new Map<number, number>();
  for (const [i, { bits, bitOffset }] of fields.entries()) {
    // A bit-field without a name is not a member.
    const isMember = type.definition.fields[i].name !== null;
    for (let bit = bitOffset; bit < bitOffset + (bits ?? 0); bit++)
      taken.set(bit >> 3, (taken.get(bit >> 3) ?? 0) + (isMember ? 1 : 0));
  }
  return (
    [...taken.values()].some((bits) => bits < 8) ||
    type.definition.fields.some((field) => hasOpenBits(layout, field.type))
  );
}

function isZero(e: InitializerEntry['value']): boolean {
  return e.kind === 'integer' && e.value === 0n;
}

function buildEntry(b: FunctionBuilder, object: Place, entry: InitializerEntry): void {
  const { value, range } = entry;
  if (range !== undefined) {
    buildRange(b, object, entry, range);
    return;
  }
  const place = descend(b, object, entry.path, 0);
  if (value.kind === 'string' && isArray(place.type)) {
    setString(b, place, value.units, value.at);
    return;
  }
  if (value.kind === 'call' && !make.isBitField(place) && b.order.valueOf(value) === null) {
    buildCall(b, value, place);
    return;
  }
  b.assign(place, checkedField(b, place, value, b.value(value)), value.at);
}

/** Returns the sub-object at `path[from..]` of `object`. */
function descend(b: FunctionBuilder, object: Place, path: readonly number[], from: number): Place {
  let place = object;
  for (let level = from; level < path.length; level++) place = step(b, place, path[level]);
  return place;
}

function step(b: FunctionBuilder, place: Place, index: number): Place {
  if (isArray(place.type)) return make.elementOfArray(place, make.integer(sizeType(b.layout.model), BigInt(index)));
  if (place.type.kind === 'vector') return vectorElement(b, place, place.type.element, index);
  return make.memberOf(place, index);
}

/** Returns an element of a vector, through a pointer to the first one as in expressions. */
function vectorElement(b: FunctionBuilder, place: Place, element: CType, index: number): Place {
  const type = pointerTo(element);
  const first = make.addressOf(place, type);
  const offset = make.integer(sizeType(b.layout.model), BigInt(index));
  return make.dereference(b.layout, make.pointerAdd(first, offset, false, type), element);
}

function setString(b: FunctionBuilder, target: Place, units: readonly number[], at: SourceLocation): void {
  const length =
    isArray(target.type) && typeof target.type.length === 'bigint' ? target.type.length : BigInt(units.length);
  b.emit(
    { kind: 'set-string', target, units: BigInt(units.length) > length ? units.slice(0, Number(length)) : units },
    at,
  );
}

function buildRange(
  b: FunctionBuilder,
  object: Place,
  entry: InitializerEntry,
  range: NonNullable<InitializerEntry['range']>,
): void {
  const { path, value } = entry;
  const { at } = value;
  const first = path[range.level];
  const array = descend(b, object, path.slice(0, range.level), 0);
  // The value is evaluated once (GNU C, "Designated Initializers").
  const store =
    value.kind === 'string'
      ? (place: Place) => setString(b, place, value.units, at)
      : storeOnce(b, keep(b, b.value(value), CHANGES, at), at);
  if (BigInt(range.last - first) < MAX_RANGE) {
    for (let i = first; i <= range.last; i++) store(descend(b, step(b, array, i), path, range.level + 1));
    return;
  }
  const type = sizeType(b.layout.model);
  const counter = b.temporary(type, at);
  const index = make.load(counter);
  b.assign(counter, make.integer(type, BigInt(first)), at);
  const head = b.newLocation();
  const body = b.newLocation();
  const after = b.newLocation();
  b.continueAt(head, at);
  b.branch(make.compare('<=', index, make.integer(type, BigInt(range.last))), body, after, at);
  b.here = body;
  store(descend(b, make.elementOfArray(array, index), path, range.level + 1));
  b.assign(counter, make.binary(b.layout, type, '+', index, make.integer(type, 1n)), at);
  b.jump(head, at);
  b.here = after;
}

function storeOnce(b: FunctionBuilder, value: Expr, at: SourceLocation): (place: Place) => void {
  return (place) => b.assign(place, value, at);
}
