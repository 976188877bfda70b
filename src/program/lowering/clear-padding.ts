import type { Expression } from '../../c/ast.ts';
import type { Layout } from '../../c/types/layout.ts';
import { pointerTo, sizeType, UCHAR } from '../../c/types/type-basics.ts';
import type { CType } from '../../c/types/types.ts';
import type { Expr } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';

/** Number of bytes of the largest object whose padding is cleared byte by byte. */
const MOST_BYTES = 4096;
/** Bytes of the x87 format that hold the value. */
const EXTENDED_BYTES = 10;

/**
 * Builds `__builtin_clear_padding(pointer)`: stores to the bytes that are padding, or in which some
 * bits are.
 */
export function clearPadding(b: FunctionBuilder, e: Expression, given: Expr): void {
  const { layout } = b;
  const type = given.type.kind === 'pointer' ? given.type.target : null;
  const size = type === null ? null : layout.sizeOf(type);
  if (type === null || size === null || size > MOST_BYTES) {
    b.unsupported('__builtin_clear_padding of such an object', e.at);
    return;
  }
  const values = new Uint8Array(Number(size));
  addValueBits(layout, type, values, 0);
  const bytes = pointerTo(UCHAR);
  const start = b.hoist(make.convert(layout, bytes, given), e.at);
  values.forEach((mask, i) => {
    if (mask === 0xff) return;
    const index = make.integer(sizeType(layout.model), BigInt(i));
    const place = make.dereference(layout, make.pointerAdd(start, index, false, bytes), UCHAR);
    const kept = make.integer(UCHAR, BigInt(mask));
    b.assign(place, mask === 0 ? kept : make.binary(layout, UCHAR, '&', make.load(place), kept), e.at);
  });
}

/**
 * Sets the bits of a value of the type at byte `at`. Bits that some member of a union uses are not
 * padding.
 */
function addValueBits(layout: Layout, type: CType, bits: Uint8Array, at: number): void {
  const size = Number(layout.sizeOf(type) ?? 0n);
  switch (type.kind) {
    case 'float': {
      const extended = type.name === 'long double' || type.name === '_Float64x';
      const used = extended ? EXTENDED_BYTES : size;
      const start = layout.byteOrder === 'little' ? at : at + size - used;
      bits.fill(0xff, start, start + used);
      return;
    }
    case 'complex': {
      addValueBits(layout, type.base, bits, at);
      addValueBits(layout, type.base, bits, at + size / 2);
      return;
    }
    case 'array': {
      const step = Number(layout.sizeOf(type.element) ?? 0n);
      for (let offset = 0; offset < size; offset += step) addValueBits(layout, type.element, bits, at + offset);
      return;
    }
    case 'struct':
    case 'union': {
      const places = layout.record(type.definition).fields;
      type.definition.fields?.forEach((field, i) => {
        const { offset, bitOffset } = places[i];
        if (field.bits === undefined) addValueBits(layout, field.type, bits, at + Number(offset));
        else if (field.name !== null)
          for (let bit = bitOffset; bit < bitOffset + field.bits; bit++)
            bits[at + (bit >> 3)] |= layout.byteOrder === 'little' ? 1 << (bit & 7) : 0x80 >> (bit & 7);
      });
      return;
    }
    default:
      bits.fill(0xff, at, at + size);
  }
}
