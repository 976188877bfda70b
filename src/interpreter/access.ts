import type { FloatValue } from '../base/float.ts';
import { formatBits, fromBits, toBits } from '../base/float-bits.ts';
import { readWideSigned, readWideUnsigned, type Wide, wide, writeWide } from '../base/wide.ts';
import type { ComplexValue, Representation, Value } from './values.ts';

/**
 * Reads and writes of values in memory. `isLittle`: whether the first byte of a value is the least
 * significant one. The caller has checked the addresses.
 */

export type Reader = (view: DataView, address: number) => Value;
export type Writer = (view: DataView, address: number, value: Value) => void;

/** Returns a function that reads a value of the representation from memory. */
export function readerOf(representation: Representation, isLittle: boolean): Reader {
  switch (representation.kind) {
    case 'int':
      return intReader(representation.size, representation.signed, isLittle);
    case 'wide': {
      const { signed } = representation;
      if (isLittle) return signed ? readWideSigned : readWideUnsigned;
      return (view, address) => wide(signed ? view.getBigInt64(address) : view.getBigUint64(address));
    }
    case 'big': {
      const { signed } = representation;
      const [lower, upper] = isLittle ? [0, 8] : [8, 0];
      return (view, address) => {
        const low = view.getBigUint64(address + lower, isLittle);
        const at = address + upper;
        const high = signed ? view.getBigInt64(at, isLittle) : view.getBigUint64(at, isLittle);
        return (high << 64n) | low;
      };
    }
    case 'float':
      if (isLittle) {
        return representation.size === 4
          ? (view, address) => view.getFloat32(address, true)
          : (view, address) => view.getFloat64(address, true);
      }
      return representation.size === 4
        ? (view, address) => view.getFloat32(address)
        : (view, address) => view.getFloat64(address);
    case 'soft': {
      const { format } = representation;
      const bytes = softBytes(representation, isLittle);
      const bits = formatBits(format);
      return (view, address) => fromBits(format, BigInt.asUintN(bits, readBits(view, address, bytes, isLittle)));
    }
    case 'complex': {
      const part = readerOf(representation.part, isLittle);
      const { size } = representation.part;
      return (view, address) => ({ real: part(view, address), imaginary: part(view, address + size) });
    }
    case 'vector': {
      const element = readerOf(representation.element, isLittle);
      const { size } = representation.element;
      const { count } = representation;
      return (view, address) => Array.from({ length: count }, (_, index) => element(view, address + index * size));
    }
    case 'bytes': {
      const { size } = representation;
      return (view, address) =>
        new Uint8Array(view.buffer.slice(view.byteOffset + address, view.byteOffset + address + size));
    }
  }
}

function intReader(size: number, signed: boolean, isLittle: boolean): Reader {
  if (size === 1) return signed ? (view, address) => view.getInt8(address) : (view, address) => view.getUint8(address);
  if (!isLittle) {
    if (size === 2)
      return signed ? (view, address) => view.getInt16(address) : (view, address) => view.getUint16(address);
    return signed ? (view, address) => view.getInt32(address) : (view, address) => view.getUint32(address);
  }
  if (size === 2)
    return signed ? (view, address) => view.getInt16(address, true) : (view, address) => view.getUint16(address, true);
  return signed ? (view, address) => view.getInt32(address, true) : (view, address) => view.getUint32(address, true);
}

/** Returns a function that writes a value of the representation to memory. */
export function writerOf(representation: Representation, isLittle: boolean): Writer {
  switch (representation.kind) {
    case 'int':
      return intWriter(representation.size, isLittle);
    case 'wide':
      if (isLittle) return writeWide as Writer;
      return (view, address, value) => view.setBigInt64(address, BigInt(value as Wide));
    case 'big': {
      const [lower, upper] = isLittle ? [0, 8] : [8, 0];
      return (view, address, value) => {
        view.setBigUint64(address + lower, value as bigint, isLittle);
        view.setBigInt64(address + upper, (value as bigint) >> 64n, isLittle);
      };
    }
    case 'float':
      if (isLittle) {
        return representation.size === 4
          ? (view, address, value) => view.setFloat32(address, value as number, true)
          : (view, address, value) => view.setFloat64(address, value as number, true);
      }
      return representation.size === 4
        ? (view, address, value) => view.setFloat32(address, value as number)
        : (view, address, value) => view.setFloat64(address, value as number);
    case 'soft': {
      const { format } = representation;
      const bytes = softBytes(representation, isLittle);
      return (view, address, value) => writeBits(view, address, bytes, toBits(format, value as FloatValue), isLittle);
    }
    case 'complex': {
      const part = writerOf(representation.part, isLittle);
      const { size } = representation.part;
      return (view, address, value) => {
        part(view, address, (value as ComplexValue).real);
        part(view, address + size, (value as ComplexValue).imaginary);
      };
    }
    case 'vector': {
      const element = writerOf(representation.element, isLittle);
      const { size } = representation.element;
      return (view, address, value) => {
        const items = value as readonly Value[];
        for (let index = 0; index < items.length; index++) element(view, address + index * size, items[index]);
      };
    }
    case 'bytes':
      return (view, address, value) => new Uint8Array(view.buffer, view.byteOffset).set(value as Uint8Array, address);
  }
}

function intWriter(size: number, isLittle: boolean): Writer {
  if (size === 1) return (view, address, value) => view.setInt8(address, value as number);
  if (!isLittle) {
    return size === 2
      ? (view, address, value) => view.setInt16(address, value as number)
      : (view, address, value) => view.setInt32(address, value as number);
  }
  return size === 2
    ? (view, address, value) => view.setInt16(address, value as number, true)
    : (view, address, value) => view.setInt32(address, value as number, true);
}

/**
 * Returns the bytes that a store of the value writes. GCC does not write the padding behind a long double;
 * padding in front of one becomes zero.
 */
export function softBytes({ format, size }: Representation & { readonly kind: 'soft' }, isLittle: boolean): number {
  return format.precision === 64 && isLittle ? 10 : size;
}

/** Reads `bytes` bytes at `address` as an unsigned number. */
export function readBits(view: DataView, address: number, bytes: number, isLittle: boolean): bigint {
  let bits = 0n;
  for (let index = 0; index < bytes; index++)
    bits = (bits << 8n) | BigInt(view.getUint8(address + (isLittle ? bytes - 1 - index : index)));
  return bits;
}

/** Writes an unsigned number to `bytes` bytes at `address`. */
export function writeBits(view: DataView, address: number, bytes: number, bits: bigint, isLittle: boolean): void {
  let rest = bits;
  for (let index = 0; index < bytes; index++) {
    view.setUint8(address + (isLittle ? index : bytes - 1 - index), Number(rest & 255n));
    rest >>= 8n;
  }
}

/** Reads an address of `size` bytes. */
export function readAddress(view: DataView, at: number, size: number, isLittle: boolean): number {
  return size === 4 ? view.getUint32(at, isLittle) : Number(view.getBigUint64(at, isLittle));
}

/** Writes an address to `size` bytes. */
export function writeAddress(view: DataView, at: number, size: number, address: number, isLittle: boolean): void {
  if (size === 4) view.setUint32(at, address, isLittle);
  else view.setBigUint64(at, BigInt(address), isLittle);
}
