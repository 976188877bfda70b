import { unreachable } from '../base/errors.ts';
import type { Wide } from '../base/wide.ts';
import type { Variable } from '../c/ast.ts';
import { fieldUnit } from '../c/types/field-unit.ts';
import type { FieldLayout } from '../c/types/layout-record.ts';
import type { Place } from '../program/cfa/automaton.ts';
import type { Frame } from './activation.ts';
import { BoundedAccess, indexWithin, lengthCode, outside, partOf, reachOf } from './array-bounds.ts';
import type { CompileContext, Eval } from './context.ts';
import { displace } from './displace.ts';
import { memoryFault, undefinedBehaviour } from './outcome.ts';
import { sizeOf } from './values.ts';
import { isReadOnly } from './variables.ts';

/** The object that contains a place, if it is known. Accesses must stay inside it. */
interface Whole {
  readonly start: Eval<number>;
  readonly size: number;
  readonly name: string;
  /** Whether it is written by its name alone. */
  readonly isReadOnly: boolean;
}

/** A compiled place: a slot of the frame, or an address. */
export type PlaceCode =
  | { readonly kind: 'slot'; readonly slot: number; readonly variable: Variable }
  | {
      readonly kind: 'memory';
      readonly base:
        | { readonly kind: 'fixed'; readonly address: number; readonly whole: Whole }
        | { readonly kind: 'frame'; readonly offset: number; readonly whole: Whole }
        /** `accessed`: the address for an access. It ends the run where an index leaves its array. */
        | {
            readonly kind: 'computed';
            readonly address: Eval<Wide>;
            readonly accessed: Eval<Wide>;
            readonly whole: Whole | null;
          };
      /** Bytes to add to the base. */
      readonly offset: number;
      /**
       * The first bit (0..7) of a bit-field in the byte at the address, as in {@link FieldLayout}, and its
       * width. `extent`: the bytes of its memory location; `unit`: those that code may touch. Else null.
       */
      readonly bits: {
        readonly shift: number;
        readonly width: number;
        readonly extent: Extent;
        readonly unit: Extent;
      } | null;
      /** The array that a constant index leaves: the place has an address, but no content. Else null. */
      readonly outside: Place | null;
      /** The indices with bounds on the way to the place; null: none. */
      readonly bounded: BoundedAccess | null;
    };
export type MemoryPlace = PlaceCode & { readonly kind: 'memory' };

/** Compiles a place. @throws {Halt} for constructs that are not modelled */
export function compilePlace(context: CompileContext, place: Place): PlaceCode {
  switch (place.kind) {
    case 'variable':
      return variablePlace(context, place.variable);
    case 'dereference': {
      const part = partOf(place);
      return part === null ? inMemoryAt(context.compile(place.pointer) as Eval<Wide>) : elementPlace(context, part);
    }
    case 'member':
      return memberPlace(context, place);
    case 'element':
      return elementPlace(context, place);
    default:
      return unreachable(place);
  }
}

function variablePlace({ runtime, frame }: CompileContext, variable: Variable): PlaceCode {
  const slot = frame.slots.get(variable.id);
  if (slot !== undefined) return { kind: 'slot', slot, variable };
  const array = frame.arrays.get(variable.id);
  if (array !== undefined) {
    const address = (f: Frame): number => {
      const value = f[array];
      return value === undefined
        ? undefinedBehaviour(`use of \`${variable.name}\` before its declaration`)
        : (value as number);
    };
    return inMemoryAt(address);
  }
  const offset = frame.offsets.get(variable.id);
  if (offset !== undefined) {
    const whole = {
      start: (f: Frame) => (f[0] as number) + offset,
      size: sizeOf(variable.type, runtime.layout),
      name: variable.name,
      isReadOnly: isReadOnly(runtime.program, variable),
    };
    return {
      kind: 'memory',
      base: { kind: 'frame', offset, whole },
      offset: 0,
      bits: null,
      outside: null,
      bounded: null,
    };
  }
  const address = runtime.globals.get(variable.id);
  if (address === undefined) return undefinedBehaviour(`use of \`${variable.name}\` outside of its scope`);
  const size = runtime.globalSizes.get(variable.id) ?? 0;
  const whole = { start: () => address, size, name: variable.name, isReadOnly: isReadOnly(runtime.program, variable) };
  return {
    kind: 'memory',
    base: { kind: 'fixed', address, whole },
    offset: 0,
    bits: null,
    outside: null,
    bounded: null,
  };
}

/** Returns the place at an address. */
function inMemoryAt(address: Eval<Wide>): MemoryPlace {
  const base = { kind: 'computed', address, accessed: address, whole: null } as const;
  return { kind: 'memory', base, offset: 0, bits: null, outside: null, bounded: null };
}

function inMemory(code: PlaceCode): MemoryPlace {
  return code.kind === 'memory' ? code : undefinedBehaviour(`a part of the scalar \`${code.variable.name}\``);
}

function memberPlace(context: CompileContext, place: Place & { kind: 'member' }): PlaceCode {
  const base = inMemory(compilePlace(context, place.base));
  const record = place.base.type;
  if (record.kind !== 'struct' && record.kind !== 'union')
    return undefinedBehaviour('a member of an object that is not a struct or union');
  const { fields } = context.runtime.layout.record(record.definition);
  const field = fields[place.index];
  const offset = base.offset + Number(field.offset);
  if (field.bits === undefined) return { ...base, offset };
  const extent = record.kind === 'struct' ? besides(fields, place.index) : ownBytes(field);
  const unit = fieldUnit(context.runtime.layout, record.definition, place.index);
  return { ...base, offset, bits: { shift: field.bitOffset % 8, width: field.bits, extent, unit } };
}

/** The bytes that hold a bit-field alone. */
function ownBytes({ bitOffset, bits = 0 }: FieldLayout): Extent {
  return { before: 0, size: Math.ceil(((bitOffset % 8) + bits) / 8) };
}

/** The bytes of all bit-fields beside that one, up to one of width 0 (C11 3.14): one memory location. */
function besides(fields: readonly FieldLayout[], index: number): Extent {
  const isPart = (i: number): boolean => (fields[i]?.bits ?? 0) > 0;
  let [first, last] = [index, index];
  while (isPart(first - 1)) first--;
  while (isPart(last + 1)) last++;
  const start = Math.floor(fields[first].bitOffset / 8);
  const end = Math.ceil((fields[last].bitOffset + (fields[last].bits ?? 0)) / 8);
  return { before: Number(fields[index].offset) - start, size: end - start };
}

function elementPlace(context: CompileContext, place: Place & { kind: 'element' }): PlaceCode {
  const base = inMemory(compilePlace(context, place.base));
  const step = sizeCode(context, place.type);
  const reach = reachOf(context, place.base);
  if (place.index.kind === 'integer' && typeof step === 'number' && typeof reach !== 'function') {
    const { value } = place.index;
    const offset = base.offset + Number(value) * step;
    const isOutside = reach !== null && (value < 0n || value >= BigInt(reach));
    if (Number.isSafeInteger(offset)) {
      const bounded = reach === null ? base.bounded : boundedBy(context, base);
      return { ...base, offset, outside: base.outside ?? (isOutside ? place.base : null), bounded };
    }
  }
  const index = context.compile(place.index) as Eval<Wide>;
  const { moves } = context.runtime;
  const moved = (start: Eval<Wide>, by: Eval<Wide>): Eval<Wide> =>
    typeof step === 'number'
      ? (f) => displace(start(f), by(f), step, moves)
      : (f) => displace(start(f), by(f), step(f), moves);
  const address = moved(addressCode(context, base), index);
  const bounded = reach === null ? base.bounded : boundedBy(context, base);
  const accessed = moved(
    indicesCode(context, base),
    reach === null || bounded === null ? index : indexWithin(context, index, reach, place.base, bounded),
  );
  const computed = { kind: 'computed', address, accessed, whole: base.base.whole } as const;
  return { ...base, base: computed, offset: 0, bits: null, bounded };
}

/** The access through an index into the array at a place. */
function boundedBy(context: CompileContext, array: MemoryPlace): BoundedAccess {
  return array.bounded ?? new BoundedAccess(addressCode(context, array));
}

/**
 * Returns the size in bytes of a type: a number, or code that computes it for variable-length arrays.
 * 1 for void and functions.
 */
export function sizeCode(context: CompileContext, type: import('../c/types/types.ts').CType): number | Eval<number> {
  const { layout } = context.runtime;
  const fixed = layout.sizeOfGnu(type);
  if (fixed !== null) return Number(fixed);
  if (type.kind !== 'array' || type.length === 'unknown') return sizeOf(type, layout);
  const element = sizeCode(context, type.element);
  if (type.length !== 'variable') {
    const count = Number(type.length);
    return typeof element === 'number' ? element * count : (f) => element(f) * count;
  }
  const length = lengthCode(context, type.lengthVariable);
  return typeof element === 'number' ? (f) => length(f) * element : (f) => length(f) * element(f);
}

/** Compiles the address of a place in memory, without a check that an object is there. */
export function addressCode(context: CompileContext, code: MemoryPlace): Eval<Wide> {
  return codeOf(context, code, code.base.kind === 'computed' ? code.base.address : null);
}

/** Compiles the address of a place for an access to `size` bytes. Only the indices are checked. */
export function accessedCode(context: CompileContext, code: MemoryPlace, size: number, write: boolean): Eval<Wide> {
  judgeBy(context, code, size, write);
  return indicesCode(context, code);
}

function indicesCode(context: CompileContext, code: MemoryPlace): Eval<Wide> {
  const { outside: array, bounded } = code;
  if (array !== null && bounded !== null) return (f) => outside(context, array, bounded, f);
  return codeOf(context, code, code.base.kind === 'computed' ? code.base.accessed : null);
}

/** Lets an index beyond its array tell whether the accessed bytes lie in the same object. */
function judgeBy(context: CompileContext, code: MemoryPlace, size: number, write: boolean): void {
  const { bounded } = code;
  if (bounded === null) return;
  const address = addressCode(context, code);
  const { memory } = context.runtime;
  bounded.judge = (f) => memory.weaknessBeyond(bounded.anchor(f), address(f), size, write);
}

function codeOf({ runtime }: CompileContext, { base, offset }: MemoryPlace, computed: Eval<Wide> | null): Eval<Wide> {
  const { moves } = runtime;
  switch (base.kind) {
    case 'fixed': {
      const address = displace(base.address, offset, 1, moves);
      return () => address;
    }
    case 'frame': {
      const total = base.offset + offset;
      return (f) => (f[0] as number) + total;
    }
    case 'computed': {
      const address = computed ?? base.address;
      return offset === 0 ? address : (f) => displace(address(f), offset, 1, moves);
    }
    default:
      return unreachable(base);
  }
}

function outsideOf(name: string, write: boolean): never {
  return memoryFault('deref', `access outside of the bounds of \`${name}\``, write ? 'write-outside' : 'read-outside');
}

/**
 * Compiles the checked address for an access to `size` bytes of a place. Indices must be those of
 * elements. The bytes must be inside the variable that contains the place, or else in some live
 * object.
 */
export function checkedAddress(
  context: CompileContext,
  code: MemoryPlace,
  size: number,
  write: boolean,
  atomic = false,
): Eval<number> {
  const address = checked(context, code, size, write);
  return told(context, address, code.bits?.extent ?? { before: 0, size }, write, atomic);
}

function checked(context: CompileContext, code: MemoryPlace, size: number, write: boolean): Eval<number> {
  const { memory } = context.runtime;
  const { base, offset } = code;
  const { whole } = base;
  // Only the checks detect reads of unknown content.
  const inside =
    code.outside === null && offset >= 0 && whole !== null && offset + size <= whole.size && !memory.tracks;
  if (base.kind === 'fixed' && inside && !(write && context.runtime.constants.has(base.address))) {
    const address = base.address + offset;
    return () => address;
  }
  if (base.kind === 'frame' && inside) {
    const total = base.offset + offset;
    return (f) => (f[0] as number) + total;
  }
  const address = accessedCode(context, code, size, write);
  if (whole === null) {
    return write ? (f) => memory.writable(address(f), size) : (f) => memory.readable(address(f), size);
  }
  const { start, size: room, name, isReadOnly } = whole;
  return (f) => {
    const at = address(f);
    const first = start(f);
    if (at < first || at > first + room - size) outsideOf(name, write);
    if (!write) return memory.readable(at, size);
    return isReadOnly ? memory.initialised(at, size) : memory.writable(at, size);
  };
}

/** The same, where the driver of the run hears of the access. */
export function toldCode(context: CompileContext, code: MemoryPlace, size: number, write: boolean): Eval<Wide> {
  return told(context, accessedCode(context, code, size, write), { before: 0, size }, write, false);
}

/** Bytes of a memory location, around the address of an access to a part of it. */
interface Extent {
  /** Bytes before the address. */
  readonly before: number;
  readonly size: number;
}

/** Makes an access tell the driver about itself, if the run has one. */
function told<Address extends Wide>(
  { runtime }: CompileContext,
  address: Eval<Address>,
  { before, size }: Extent,
  write: boolean,
  atomic: boolean,
): Eval<Address> {
  const { driver } = runtime.options;
  if (driver === undefined) return address;
  return (f: Frame) => {
    const at = address(f);
    driver.access(Number(at) - before, size, write, atomic);
    return at;
  };
}
