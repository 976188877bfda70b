import { readWideSigned, rewrap, type Wide, wrapSigned, wrapUnsigned } from '../base/wide.ts';
import { hasQualifier } from '../c/types/type-basics.ts';
import type { CType } from '../c/types/types.ts';
import type { Place } from '../program/cfa/automaton.ts';
import { PART_OF_UNIT } from '../program/cfa/checks/contested.ts';
import { readBits, readerOf, softBytes, writeBits, writerOf } from './access.ts';
import type { Frame } from './activation.ts';
import type { CompileContext, Eval } from './context.ts';
import type { Memory } from './memory.ts';
import { memoryFault, undefinedBehaviour } from './outcome.ts';
import { checkedAddress, compilePlace, type MemoryPlace, toldCode } from './places.ts';
import { type Representation, sizeOf, type Value } from './values.ts';

/** Compiles a read of a place. */
export function compileLoad(context: CompileContext, place: Place, type: CType): Eval {
  const code = compilePlace(context, place);
  if (code.kind === 'slot') {
    const { slot, variable } = code;
    return (f) => f[slot] ?? undefinedBehaviour(`use of the value of \`${variable.name}\`, which has none`, 'no-value');
  }
  const representation = context.runtime.represent(type);
  if (code.bits !== null) return loadBits(context, code, representation);
  const { memory } = context.runtime;
  const size = representation.kind === 'soft' ? softBytes(representation, memory.isLittle) : representation.size;
  const address = checkedAddress(context, code, size, false, hasQualifier(place.type, 'atomic'));
  if (representation.kind === 'int') {
    const { signed } = representation;
    // A `_Bool` whose byte is neither 0 nor 1 counts as true.
    if (representation.bits === 1) return (f) => (memory.bytes[address(f)] === 0 ? 0 : 1);
    if (size === 4 && memory.isLittle)
      return signed ? (f) => memory.view.getInt32(address(f), true) : (f) => memory.view.getUint32(address(f), true);
    if (size === 1) return signed ? (f) => memory.view.getInt8(address(f)) : (f) => memory.bytes[address(f)];
  }
  if (representation.kind === 'wide' && representation.signed && memory.isLittle)
    return (f) => readWideSigned(memory.view, address(f));
  const read = readerOf(representation, memory.isLittle);
  return (f) => {
    const at = address(f);
    return read(memory.view, at);
  };
}

/** Compiles a store of a value to a place. */
export function compileStore(context: CompileContext, place: Place): (frame: Frame, value: Value) => void {
  const code = compilePlace(context, place);
  if (code.kind === 'slot') {
    const { slot } = code;
    return (f, value) => {
      f[slot] = value;
    };
  }
  const representation = context.runtime.represent(place.type);
  if (code.bits !== null) return storeBits(context, code, representation);
  const { memory } = context.runtime;
  const size = representation.kind === 'soft' ? softBytes(representation, memory.isLittle) : representation.size;
  const address = checkedAddress(context, code, size, true, hasQualifier(place.type, 'atomic'));
  if (representation.kind === 'int') {
    if (size === 4 && memory.isLittle) return (f, value) => memory.view.setInt32(address(f), value as number, true);
    if (size === 1) {
      return (f, value) => {
        memory.bytes[address(f)] = value as number;
      };
    }
  }
  const write = writerOf(representation, memory.isLittle);
  return (f, value) => {
    const at = address(f);
    write(memory.view, at, value);
  };
}

/** Compiles a copy of an object of structure type. Source and target are equal or do not overlap. */
export function compileCopy(context: CompileContext, target: Place, source: Place): ((frame: Frame) => void) | null {
  const from = compilePlace(context, source);
  const to = compilePlace(context, target);
  if (from.kind === 'slot' || to.kind === 'slot') return null;
  const size = sizeOf(target.type, context.runtime.layout);
  const { memory } = context.runtime;
  if (memory.tracks) {
    const initialises = to.base.whole?.isReadOnly === true;
    const [source, destination] = [toldCode(context, from, size, false), toldCode(context, to, size, true)];
    return (f) => {
      const start = source(f);
      memory.copy(destination(f), start, size, initialises);
    };
  }
  const sourceAddress = checkedAddress(context, from, size, false);
  const targetAddress = checkedAddress(context, to, size, true);
  return (f) => {
    const start = sourceAddress(f);
    memory.bytes.copyWithin(targetAddress(f), start, start + size);
  };
}

type FieldBits = Pick<NonNullable<MemoryPlace['bits']>, 'shift' | 'width'>;

/** Returns the number of bytes that hold a bit-field. */
function bitFieldBytes({ shift, width }: FieldBits): number {
  return Math.ceil((shift + width) / 8);
}

/** Returns the number of bits below the field in the number that its bytes are. */
function lowestBit({ isLittle }: Memory, bits: FieldBits): number {
  return isLittle ? bits.shift : 8 * bitFieldBytes(bits) - bits.shift - bits.width;
}

/**
 * Compiles the checked address of the bytes that hold a bit-field. In a program that watches for faults,
 * an object with a part of the field's unit makes a contested access.
 */
function fieldAddress(context: CompileContext, code: MemoryPlace, write: boolean): Eval<number> {
  const { shift, width, unit } = code.bits!;
  const address = checkedAddress(context, code, Math.ceil((shift + width) / 8), write);
  const { memory, program } = context.runtime;
  if (!program.watched.includes('deref') || code.base.whole !== null) return address;
  return (f) => {
    const at = address(f);
    if (memory.weaknessBeyond(at, at - unit.before, unit.size, false) !== null)
      memoryFault('contested', PART_OF_UNIT, write ? 'write-outside' : 'read-outside');
    return at;
  };
}

function loadBits(context: CompileContext, code: MemoryPlace, representation: Representation): Eval {
  const { memory } = context.runtime;
  const { shift, width } = code.bits!;
  const count = bitFieldBytes({ shift, width });
  const address = fieldAddress(context, code, false);
  const signed = representation.kind !== 'bytes' && 'signed' in representation && representation.signed;
  if (width <= 32 && memory.isLittle) {
    const [below, above, half] = [2 ** shift, 2 ** width, 2 ** (width - 1)];
    return (f) => {
      const at = address(f);
      let unit = 0;
      // The value has at most 39 bits, so a double holds it exactly.
      for (let index = count - 1; index >= 0; index--) unit = unit * 256 + memory.bytes[at + index];
      const value = Math.floor(unit / below) % above;
      return representation.kind === 'big'
        ? BigInt(signed && value >= half ? value - above : value)
        : signed && value >= half
          ? value - above
          : value;
    };
  }
  const lowest = BigInt(lowestBit(memory, { shift, width }));
  return (f) => {
    const value = readBits(memory.view, address(f), count, memory.isLittle) >> lowest;
    const exact = signed ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value);
    return representation.kind === 'big' ? exact : signed ? wrapSigned(exact) : wrapUnsigned(exact);
  };
}

function storeBits(
  context: CompileContext,
  code: MemoryPlace,
  representation: Representation,
): (frame: Frame, value: Value) => void {
  const { memory } = context.runtime;
  const { shift, width } = code.bits!;
  const count = bitFieldBytes({ shift, width });
  const target = fieldAddress(context, code, true);
  const old = fieldAddress(context, code, false);
  // The other bits of the bytes stay. If reads are tracked, a store reads them first.
  const address: Eval<number> = memory.tracks ? (f) => old(f) && target(f) : target;
  if (width <= 32 && representation.kind !== 'big' && memory.isLittle) {
    const [below, above] = [2 ** shift, 2 ** width];
    return (f, value) => {
      const at = address(f);
      const low = typeof value === 'number' ? value : Number(rewrap(BigInt.asUintN(32, value as bigint), false));
      const field = ((low % above) + above) % above;
      let unit = 0;
      for (let index = count - 1; index >= 0; index--) unit = unit * 256 + memory.bytes[at + index];
      const before = Math.floor(unit / below) % above;
      let rest = unit + (field - before) * below;
      for (let index = 0; index < count; index++) {
        memory.bytes[at + index] = rest % 256;
        rest = Math.floor(rest / 256);
      }
    };
  }
  const lowest = BigInt(lowestBit(memory, { shift, width }));
  const mask = ((1n << BigInt(width)) - 1n) << lowest;
  return (f, value) => {
    const at = address(f);
    const unit = readBits(memory.view, at, count, memory.isLittle);
    const changed = (unit & ~mask) | ((BigInt(value as Wide) << lowest) & mask);
    writeBits(memory.view, at, count, changed, memory.isLittle);
  };
}
