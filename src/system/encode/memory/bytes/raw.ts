import { isInteger as isIntegerType } from '../../../../c/types/type-basics.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { floatFormat, floatFromStored, storedWidth } from '../../../shapes/stored-float.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { NO_POINTERS, type PointerBytes } from '../../objects/pointer-bytes.ts';
import { pointerAt } from '../pointers/addresses.ts';
import { gather, scatter } from './array-parts.ts';
import { overwrite, spelled } from './cut-pointers.ts';
import { paddedFromFloat } from './float-bytes.ts';
import { isAligned, isPlace, keepsPointers, type PointerListener, pointersAt, pointersFrom } from './kept-pointers.ts';
import { headBytes, isCut, isInteger, pack, unpack } from './pointer-packing.ts';
import { followed, isLittle, lowestBit, paddingBefore, plus, readBytes, replaced, writeBytes } from './raw-bytes.ts';

/**
 * Values as bytes: reads and writes of objects that are kept as one bit-vector (`blob`) or as an array
 * of bytes. A pointer's bytes are its packed form. Offsets have the width of offsets.
 * In an array of bytes that a whole family shares, the instance stands above them.
 */

/**
 * Returns the cells of a value of that shape whose bytes lie at the offset. `pointers`: where pointers
 * lie among the bytes.
 */
export function decode(
  x: Execution,
  shape: Shape,
  content: Term,
  offset: Term,
  pointers: PointerBytes = NO_POINTERS,
): Term[] {
  const { terms } = x;
  const at = (bytes: number): Term => plus(x, offset, bytes);
  const plain = (bits: Term, size: number): Term => disclosed(x, content, offset, size, bits, pointers);
  switch (shape.kind) {
    case 'scalar': {
      if (shape.field !== null) {
        const { bit, bits } = shape.field;
        const size = Math.ceil((bit + bits) / 8);
        const low = lowestBit(x, shape.field, 8 * size)!;
        return [terms.extract(plain(readBytes(x, content, offset, size), size), low + bits - 1, low)];
      }
      const { type } = shape;
      if (type.kind === 'float') {
        const format = floatFormat(type.name)!;
        const size = storedWidth(format) / 8;
        const start = at(paddingBefore(x, shape.size, size));
        return [
          floatFromStored(
            terms,
            disclosed(x, content, start, size, readBytes(x, content, start, size), pointers),
            format,
          ),
        ];
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
      for (let i = 0; i < shape.count; i++)
        cells.push(...decode(x, shape.element, content, at(i * shape.stride), pointers));
      return cells;
    }
    case 'blob': {
      const bits = readBytes(x, content, offset, shape.size);
      if (!isWhole(x, offset, shape.size)) return [withoutPointers(x, plain(bits, shape.size))];
      x.encoding.known.learnBytes(bits, pointersFrom(x, pointers, offset, shape.size));
      return [bits];
    }
    case 'bytes': {
      const whole = isWhole(x, offset, shape.size);
      const cells = gather(x, shape, (_, bytes) => {
        const byte = readBytes(x, content, at(bytes), 1);
        return [whole ? byte : disclosed(x, content, at(bytes), 1, byte, pointers)];
      });
      x.encoding.known.learnBytes(cells[0], whole ? pointersFrom(x, pointers, offset, shape.size) : NO_POINTERS);
      return cells;
    }
    case 'region':
      return gather(x, shape, (element, bytes) => decode(x, element, content, at(bytes), pointers));
    case 'opaque':
      return [];
  }
}

/** Whether pointers among the `size` bytes lie there as a whole. */
function isWhole(x: Execution, offset: Term, size: number): boolean {
  return size % x.plan.layout.pointerSize === 0 && isAligned(x, x.facts.congruence(offset));
}

function withoutPointers(x: Execution, bits: Term): Term {
  x.encoding.known.learnBytes(bits, NO_POINTERS);
  return bits;
}

/**
 * Returns the pointer whose bytes are read at the offset. It is a packed one, or the address of an
 * object that was stored there as an integer.
 */
function pointerIn(x: Execution, offset: Term, stored: Term, pointers: PointerBytes): Pointer {
  const { terms } = x;
  const { pointerSize } = x.plan.layout;
  const kind = pointersAt(x, pointers, offset, pointerSize);
  if (kind === 'none') return pointerAt(x, stored);
  const targets = x.encoding.known.targetsAmong(pointers);
  let bits = stored;
  let { distances } = pointers;
  // If pointers lie across words, it is not known which bytes belong together. Cut words leave pointers
  // with any offset.
  const isUnaligned = kind === 'any' || !isAligned(x, x.facts.congruence(offset));
  const isLost = isUnaligned ? terms.true : distances?.modulus === 1n ? isCut(x, stored) : terms.false;
  if (isLost !== terms.false) {
    x.encoding.known.exposeAll(pointers.targets);
    const any = x.unknown(
      { kind: 'bv', width: 8 * pointerSize },
      'pointer of which a part was overwritten',
      {},
      isLost,
    );
    bits = terms.ite(isLost, any, stored);
    if (isUnaligned) distances = null;
  }
  const packed = unpack(x, bits, targets, distances);
  if (x.encoding.known.exposed.size === 0) return packed;
  const integer = pointerAt(x, bits);
  const isValue = isInteger(x, bits);
  return {
    object: terms.ite(isValue, integer.object, packed.object),
    offset: terms.ite(isValue, integer.offset, packed.offset),
  };
}

/**
 * Returns `value`, the `size` bytes at `offset` read as another type than a pointer. If they are part of a
 * pointer, they are part of its address; of a cut word, they are any value.
 */
function disclosed(x: Execution, content: Term, offset: Term, size: number, value: Term, pointers: PointerBytes): Term {
  const { terms, encoding } = x;
  const kind = pointers.places.length === 0 ? 'none' : pointersAt(x, pointers, offset, size);
  if (kind === 'none') return value;
  // A program that has the bytes has the address.
  encoding.known.exposeAll(pointers.targets);
  const any = (when: Term): Term => x.unknown(terms.sort(value), 'bytes of a pointer as another value', {}, when);
  if (kind === 'any') return any(terms.true);
  const { pointerSize } = x.plan.layout;
  const width = terms.width(offset);
  const mask = terms.bvNot(terms.bv(width, pointerSize - 1));
  const isWord = isAligned(x, x.facts.congruence(offset));
  const startOf = (byte: number): Term =>
    isWord ? plus(x, offset, byte - (byte % pointerSize)) : terms.bvAnd(plus(x, offset, byte), mask);
  const starts = new Set<Term>();
  for (let byte = 0; byte < size; byte += pointerSize) starts.add(startOf(byte));
  starts.add(startOf(size - 1));
  let isExact = terms.true;
  let bits: Term | null = null;
  for (const start of starts) {
    const stored = readBytes(x, content, start, pointerSize);
    const holds = pointersAt(x, pointers, start, pointerSize) !== 'none';
    const here = holds ? isPlace(x, pointers, start) : terms.false;
    const word = holds
      ? terms.ite(
          here,
          x.under(here, () => spelled(x, stored, pointers)),
          stored,
        )
      : stored;
    bits = bits === null ? word : followed(x, bits, word);
    if (!holds) continue;
    const isExactHere = isLegible(x, word, start, offset, size);
    isExact = terms.and(isExact, terms.orAll([terms.not(here), isInteger(x, word), isExactHere]));
  }
  const [first] = starts;
  const from = terms.sub(offset, first);
  const exact = bits === null ? value : readBytes(x, bits, from, size);
  return isExact === terms.true ? exact : terms.ite(isExact, exact, any(terms.not(isExact)));
}

/** Returns when a word is a cut one, and none of `size` bytes at an offset are in its head. `start`: its place. */
function isLegible(x: Execution, word: Term, start: Term, offset: Term, size: number): Term {
  const { terms } = x;
  const head = headBytes(x);
  const bytes = (count: number): Term => terms.bv(terms.width(offset), count);
  if (isLittle(x)) {
    const end = terms.sub(plus(x, offset, size), start);
    return terms.and(isCut(x, word), terms.ule(end, bytes(x.plan.layout.pointerSize - head)));
  }
  const first = terms.sub(offset, start);
  return terms.andAll([isCut(x, word), terms.ule(start, offset), terms.ule(bytes(head), first)]);
}

/**
 * Returns the content with a value's cells written at the offset. The listener `stored` gets the
 * pointers among them. `padding`: the byte between members (null: any).
 */
export function encode(
  x: Execution,
  shape: Shape,
  cells: readonly Term[],
  content: Term,
  offset: Term,
  stored: PointerListener | null = null,
  padding: Term | null = null,
): Term {
  const at = (bytes: number): Term => plus(x, offset, bytes);
  const known = stored?.known ?? NO_POINTERS;
  switch (shape.kind) {
    case 'scalar': {
      if (shape.type.kind === 'pointer') stored?.pointer(offset, { object: cells[0], offset: cells[1] });
      else stored?.other(offset, shape.size);
      if (shape.type.kind === 'pointer') return writeBytes(x, content, offset, bitsOf(x, shape, cells));
      if (shape.field === null) return overwrite(x, content, offset, bitsOf(x, shape, cells), known);
      const { bit, bits } = shape.field;
      const bytes = Math.ceil((bit + bits) / 8);
      const old = disclosed(x, content, offset, bytes, readBytes(x, content, offset, bytes), known);
      const merged = replaced(x, old, lowestBit(x, shape.field, 8 * bytes)!, cells[0]);
      return overwrite(x, content, offset, merged, known);
    }
    case 'record': {
      let result = content;
      if (hasPadding(shape)) {
        stored?.other(offset, shape.size);
        result = overwrite(x, content, offset, paddingOf(x, shape.size, padding), known);
      }
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
        result = encode(
          x,
          shape.element,
          cells.slice(i * n, (i + 1) * n),
          result,
          at(i * shape.stride),
          stored,
          padding,
        );
      }
      return result;
    }
    case 'blob': {
      const [bits] = cells;
      stored?.bytes(offset, bits);
      if (stored === null || keepsPointers(x, offset, bits, shape.size)) return writeBytes(x, content, offset, bits);
      return overwrite(
        x,
        content,
        offset,
        disclosed(x, bits, x.offset(0), shape.size, bits, x.encoding.known.originOfBytes(bits)),
        known,
      );
    }
    case 'bytes': {
      const [bytes] = cells;
      stored?.bytes(offset, bytes);
      const whole = stored === null || keepsPointers(x, offset, bytes, shape.size);
      const origin = x.encoding.known.originOfBytes(bytes);
      let result = content;
      scatter(x, shape, cells, (_, [byte], i) => {
        if (whole) result = writeBytes(x, result, at(i), byte);
        else result = overwrite(x, result, at(i), disclosed(x, bytes, x.offset(i), 1, byte, origin), known);
      });
      return result;
    }
    case 'region': {
      let result = content;
      scatter(x, shape, cells, (element, part, bytes) => {
        result = encode(x, element, part, result, at(bytes), stored, padding);
      });
      return result;
    }
    case 'opaque': {
      if (shape.size === 0) return content;
      stored?.other(offset, shape.size);
      return overwrite(x, content, offset, paddingOf(x, shape.size, padding), known);
    }
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

/** The bits that fill a record before its members are written. */
function paddingOf(x: Execution, size: number, byte: Term | null): Term {
  if (byte === null) return x.unknown({ kind: 'bv', width: 8 * size }, 'padding of a struct that is copied', {}, null);
  let bits = byte;
  for (let i = 1; i < size; i++) bits = x.terms.concat(byte, bits);
  return bits;
}

/** Returns the bytes of a scalar as one bit-vector. */
function bitsOf(x: Execution, shape: Shape & { kind: 'scalar' }, cells: readonly Term[]): Term {
  if (isIntegerType(shape.type)) return cells[0];
  if (shape.type.kind === 'pointer') return pack(x, { object: cells[0], offset: cells[1] });
  return paddedFromFloat(x, cells[0], shape.size);
}
