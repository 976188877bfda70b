import { isInteger as isIntegerType } from '../../c/type/type-tools.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import { floatFromStored, paddedFromFloat, storedWidth } from '../floats/float-bytes.ts';
import { pointerAt } from './addresses.ts';
import { resize } from './instances.ts';
import { NO_POINTERS, type PointerBytes, pointersAt, targetsAmong } from './pointer-bytes.ts';
import { isInteger, pack, unpack } from './pointer-packing.ts';
import { floatFormat, type Shape } from './shape.ts';

/**
 * Values as bytes: reading and writing the content of objects that are kept as one bit-vector (`blob`) or as an array of bytes. Little
 * endian; a pointer's bytes are its packed form. Offsets have the width of offsets; in an array of bytes that a whole family shares, the
 * instance stands above them.
 */

/** Bits `8 * offset` up to `8 * (offset + size) - 1` of a blob or of an array of bytes. In bounds, unless unknown to the caller. */
export function readBytes(x: Execution, content: Term, offset: Term, size: number): Term {
  const { terms } = x;
  const sort = terms.sort(content);
  if (sort.kind === 'array') {
    let bits = terms.select(content, offset);
    for (let i = 1; i < size; i++) bits = terms.concat(terms.select(content, plus(x, offset, i)), bits);
    return bits;
  }
  const width = terms.width(content);
  if (terms.isBv(offset)) {
    const low = 8 * Number(terms.constValue(offset));
    if (low + 8 * size <= width) return terms.extract(content, low + 8 * size - 1, low);
    return terms.bv(8 * size, 0);
  }
  return terms.extract(terms.lshr(content, shiftBy(x, offset, width)), 8 * size - 1, 0);
}

/** The content with `bits` (a whole number of bytes) put at the offset. */
function writeBytes(x: Execution, content: Term, offset: Term, bits: Term): Term {
  const { terms } = x;
  const count = terms.width(bits) / 8;
  if (terms.sort(content).kind === 'array') {
    let result = content;
    for (let i = 0; i < count; i++) {
      const at = plus(x, offset, i);
      result = terms.store(result, at, terms.extract(bits, 8 * i + 7, 8 * i));
    }
    return result;
  }
  const width = terms.width(content);
  if (terms.isBv(offset)) {
    const low = 8 * Number(terms.constValue(offset));
    const high = low + 8 * count;
    if (high > width) return content;
    let result = bits;
    if (low > 0) result = terms.concat(result, terms.extract(content, low - 1, 0));
    if (high < width) result = terms.concat(terms.extract(content, width - 1, high), result);
    return result;
  }
  const by = shiftBy(x, offset, width);
  const mask = terms.shl(resize(x, terms.bvNot(terms.bv(8 * count, 0)), width), by);
  return terms.bvOr(terms.bvAnd(content, terms.bvNot(mask)), terms.shl(resize(x, bits, width), by));
}

/** An offset some bytes further on. */
function plus(x: Execution, offset: Term, bytes: number): Term {
  return bytes === 0 ? offset : x.terms.add(offset, x.terms.bv(x.terms.width(offset), bytes));
}

function shiftBy(x: Execution, offset: Term, width: number): Term {
  const { terms } = x;
  return terms.shl(resize(x, offset, width), terms.bv(width, Math.min(3, 2 ** Math.min(width, 31) - 1)));
}

/** The cells of a value of that shape whose bytes lie at the offset; `pointers`: where pointers lie among the bytes. */
export function decode(x: Execution, shape: Shape, content: Term, offset: Term, pointers: PointerBytes = NO_POINTERS): Term[] {
  const { terms } = x;
  const at = (bytes: number): Term => plus(x, offset, bytes);
  const plain = (bits: Term, size: number): Term => disclosed(x, content, offset, size, bits, pointers);
  switch (shape.kind) {
    case 'scalar': {
      if (shape.field !== null) {
        const { bit, bits } = shape.field;
        const size = Math.ceil((bit + bits) / 8);
        return [terms.extract(plain(readBytes(x, content, offset, size), size), bit + bits - 1, bit)];
      }
      const { type } = shape;
      if (type.kind === 'float') {
        const format = floatFormat(type.name)!;
        const size = storedWidth(format) / 8;
        return [floatFromStored(terms, plain(readBytes(x, content, offset, size), size), format)];
      }
      const bits = readBytes(x, content, offset, shape.size);
      if (type.kind !== 'pointer') return [plain(bits, shape.size)];
      const { object, offset: distance } = pointerIn(x, offset, bits, pointers);
      return [object, distance];
    }
    case 'record':
      return shape.members.flatMap((member) =>
        member === null ? [] : decode(x, member.shape, content, at(member.offset), pointers),
      );
    case 'list': {
      const cells: Term[] = [];
      for (let i = 0; i < shape.count; i++) cells.push(...decode(x, shape.element, content, at(i * shape.stride), pointers));
      return cells;
    }
    case 'blob':
      return [readBytes(x, content, offset, shape.size)];
    case 'bytes':
      if (terms.sort(content).kind === 'array' && terms.isBv(offset) && terms.constValue(offset) === 0n) return [content];
      return x.unknownCells(shape.cells, 'copy of a part of an object as bytes', null);
    case 'region':
      return x.unknownCells(shape.cells, 'large array within an object that is accessed as bytes', null);
    case 'opaque':
      return [];
  }
}

/** The pointer whose bytes are read at the offset: a packed one, or the address of an object that was put there as an integer. */
function pointerIn(x: Execution, offset: Term, bits: Term, pointers: PointerBytes): Pointer {
  const { terms } = x;
  const { pointerSize } = x.encoding.layout;
  if (pointersAt(x, pointers, offset, pointerSize) === 'none') return pointerAt(x, bits);
  const packed = unpack(x, bits, targetsAmong(x, pointers));
  if (x.encoding.revisions.exposed.size === 0) return packed;
  const integer = pointerAt(x, bits);
  const isValue = isInteger(x, bits);
  return {
    object: terms.ite(isValue, integer.object, packed.object),
    offset: terms.ite(isValue, integer.offset, packed.offset),
  };
}

/** `value`, the `size` bytes at `offset` read as something else than a pointer: any, if they are part of one. */
function disclosed(x: Execution, content: Term, offset: Term, size: number, value: Term, pointers: PointerBytes): Term {
  const { terms, encoding } = x;
  const kind = pointers.places.length === 0 ? 'none' : pointersAt(x, pointers, offset, size);
  if (kind === 'none') return value;
  // Whoever has the bytes has the address.
  encoding.exposeAll(pointers.targets);
  const any = (when: Term): Term => x.unknown(terms.sort(value), 'bytes of a pointer as another value', {}, when);
  if (kind === 'any') return any(terms.true);
  const { pointerSize } = encoding.layout;
  const mask = terms.bvNot(terms.bv(terms.width(offset), pointerSize - 1));
  const harmless = (at: Term): Term => isInteger(x, readBytes(x, content, terms.bvAnd(at, mask), pointerSize));
  const exact = terms.and(harmless(offset), harmless(plus(x, offset, size - 1)));
  return exact === terms.true ? value : terms.ite(exact, value, any(terms.not(exact)));
}

/**
 * The content with a value's cells put at the offset. `stored` hears of the pointers among them, with their offset and the number of their
 * object (null: bytes that may hold pointers). `padding`: the byte between members (null: any).
 */
export function encode(
  x: Execution,
  shape: Shape,
  cells: readonly Term[],
  content: Term,
  offset: Term,
  stored?: (offset: Term, object: Term | null) => void,
  padding: Term | null = null,
): Term {
  const { terms } = x;
  const at = (bytes: number): Term => plus(x, offset, bytes);
  switch (shape.kind) {
    case 'scalar': {
      if (shape.type.kind === 'pointer') stored?.(offset, cells[0]);
      if (shape.field === null) return writeBytes(x, content, offset, bitsOf(x, shape, cells));
      const { bit, bits } = shape.field;
      const bytes = Math.ceil((bit + bits) / 8);
      const old = readBytes(x, content, offset, bytes);
      let merged = cells[0];
      if (bit > 0) merged = terms.concat(merged, terms.extract(old, bit - 1, 0));
      if (bit + bits < 8 * bytes) merged = terms.concat(terms.extract(old, 8 * bytes - 1, bit + bits), merged);
      return writeBytes(x, content, offset, merged);
    }
    case 'record': {
      let result = hasPadding(shape) ? writeBytes(x, content, offset, paddingOf(x, shape.size, padding)) : content;
      for (const member of shape.members) {
        if (member === null) continue;
        const part = cells.slice(member.cell, member.cell + member.shape.cells.length);
        result = encode(x, member.shape, part, result, at(member.offset), stored, padding);
      }
      return result;
    }
    case 'list': {
      let result = content;
      const n = shape.element.cells.length;
      for (let i = 0; i < shape.count; i++) {
        result = encode(x, shape.element, cells.slice(i * n, (i + 1) * n), result, at(i * shape.stride), stored, padding);
      }
      return result;
    }
    case 'blob':
      stored?.(offset, null);
      return writeBytes(x, content, offset, cells[0]);
    case 'bytes':
      stored?.(offset, null);
      if (terms.isBv(offset) && terms.constValue(offset) === 0n && terms.sortId(content) === terms.sortId(cells[0]))
        return cells[0];
      return x.unknown(terms.sort(content), 'copy of a part of an object as bytes');
    case 'region':
      return x.unknown(terms.sort(content), 'large array within an object that is accessed as bytes');
    case 'opaque':
      return content;
  }
}

/** Whether there are bits between the members of a record, or behind the last. */
function hasPadding({ members, size }: Shape & { kind: 'record' }): boolean {
  let bits = 0;
  for (const member of members) {
    if (member === null) continue;
    const { shape } = member;
    bits += shape.kind === 'scalar' && shape.field !== null ? shape.field.bits : 8 * shape.size;
  }
  return bits < 8 * size;
}

/** What a record is filled with before its members are put there. */
function paddingOf(x: Execution, size: number, byte: Term | null): Term {
  if (byte === null) return x.unknown({ kind: 'bv', width: 8 * size }, 'padding of a struct that is copied', {}, null);
  let bits = byte;
  for (let i = 1; i < size; i++) bits = x.terms.concat(byte, bits);
  return bits;
}

/** The bytes of a scalar as one bit-vector. */
function bitsOf(x: Execution, shape: Shape & { kind: 'scalar' }, cells: readonly Term[]): Term {
  if (isIntegerType(shape.type)) return cells[0];
  if (shape.type.kind === 'pointer') return pack(x, { object: cells[0], offset: cells[1] });
  return paddedFromFloat(x, cells[0], shape.size);
}
