import type { Wide } from '../base/wide.ts';
import type { Place } from '../program/cfa/automaton.ts';
import type { Weakness } from '../program/cfa/checks/weaknesses.ts';
import { formatPlace } from '../program/cfa/format-expr.ts';
import { sameScalars, ZERO } from '../program/cfa/make.ts';
import { readAddress } from './access.ts';
import type { Frame } from './activation.ts';
import type { CompileContext, Eval } from './context.ts';
import { memoryFault, undefinedBehaviour } from './outcome.ts';

/**
 * The number of elements that an indexed access may reach: a number, or code that computes the length
 * of a VLA. Memory behind the array does not count (C11 6.5.6p8). A last member of at most one element
 * may be a flexible one of old programs. It ends with its union, or with the object that a pointer
 * leads to. Null: the type has no elements.
 */
export type Reach = number | Eval<number> | null;

/** The reach of an array that extends to the end of its object. No object has so many elements. */
const UP_TO_END = 2 ** 63;

/** Returns the reach of an array, vector or complex number at a place. */
export function reachOf(context: CompileContext, array: Place): Reach {
  const { type } = array;
  if (type.kind === 'vector') return type.count;
  if (type.kind === 'complex') return 2;
  if (type.kind !== 'array') return null;
  if (type.length === 'unknown') return UP_TO_END;
  if (type.length === 'variable')
    return type.lengthVariable === undefined ? UP_TO_END : lengthCode(context, type.lengthVariable);
  return type.length < 2n ? reachOfLast(context, array, Number(type.length)) : Number(type.length);
}

/**
 * Returns the reach of an array with few elements. It includes the rest of its union, if no member
 * follows in a structure.
 */
function reachOfLast({ runtime: { layout } }: CompileContext, array: Place, declared: number): number {
  let place = array;
  let before = 0;
  let bytes = -1;
  while (place.kind === 'member' && (place.base.type.kind === 'struct' || place.base.type.kind === 'union')) {
    const { definition } = place.base.type;
    const { fields, size } = layout.record(definition);
    const isUnion = place.base.type.kind === 'union';
    if (!isUnion && place.index + 1 < fields.length) break;
    before += Number(fields[place.index].offset);
    if (isUnion) bytes = Number(size) - before;
    place = place.base;
  }
  if (place.kind === 'dereference') return UP_TO_END;
  const element = array.type.kind === 'array' ? Number(layout.sizeOfGnu(array.type.element) ?? 0n) : 0;
  return bytes >= 0 && element > 0 ? Math.floor(bytes / element) : declared;
}

/** Returns code for the length of a VLA, from its hidden variable. */
export function lengthCode({ runtime, frame }: CompileContext, id: number | undefined): Eval<number> {
  if (id === undefined) return undefinedBehaviour('a variable-length array without a length');
  const slot = frame.slots.get(id);
  if (slot !== undefined)
    return (f) => Number((f[slot] as Wide | undefined) ?? undefinedBehaviour('a length that was not computed'));
  const offset = frame.offsets.get(id);
  const fixed = runtime.globals.get(id);
  const { memory, pointerSize } = runtime;
  return (f) => {
    const address = fixed ?? (f[0] as number) + (offset ?? 0);
    return readAddress(memory.view, address, pointerSize, memory.isLittle);
  };
}

/**
 * An access through indices that have bounds. An index beyond an array is contested if the accessed
 * bytes lie in the same object, and an invalid access if not. The bytes are known when the place is
 * complete.
 */
export class BoundedAccess {
  /** Says what the access meets; null: bytes of the same object. */
  judge: Eval<Weakness | null> | null = null;

  /** `anchor`: the address of the first array that is indexed. */
  constructor(readonly anchor: Eval<Wide>) {}
}

/**
 * Returns code for an index that lies within the array. @throws {Halt} undefined behaviour for any
 * other
 */
export function indexWithin(
  context: CompileContext,
  index: Eval<Wide>,
  reach: number | Eval<number>,
  array: Place,
  access: BoundedAccess,
): Eval<Wide> {
  if (typeof reach === 'number') {
    return (f) => {
      const value = index(f);
      return value >= 0 && value < reach ? value : outside(context, array, access, f);
    };
  }
  return (f) => {
    const value = index(f);
    return value >= 0 && value < reach(f) ? value : outside(context, array, access, f);
  };
}

/** Ends the run at an access beyond an array. */
export function outside({ runtime }: CompileContext, array: Place, access: BoundedAccess, f: Frame): never {
  const what = `access outside of the bounds of \`${formatPlace(array, runtime.program)}\``;
  const weakness = access.judge === null ? null : access.judge(f);
  return weakness === null ? memoryFault('contested', what, array) : memoryFault('deref', what, weakness);
}

/**
 * Returns `((element *)&v)[i]` as an element of the vector or complex number `v`; null for other
 * places.
 */
export function partOf(place: Place & { kind: 'dereference' }): (Place & { kind: 'element' }) | null {
  const moved = place.pointer.kind === 'pointer-add' ? place.pointer : null;
  const start = moved?.pointer ?? place.pointer;
  const address = start.kind === 'convert' ? start.operand : start;
  if (address.kind !== 'address' || moved?.negative === true) return null;
  const { place: base } = address;
  const part = base.type.kind === 'vector' ? base.type.element : base.type.kind === 'complex' ? base.type.base : null;
  const step = moved?.type.target ?? place.type;
  if (part === null || !sameScalars(part, place.type) || !sameScalars(part, step)) return null;
  const index = moved?.index ?? ZERO;
  return { kind: 'element', type: place.type, base, index };
}
