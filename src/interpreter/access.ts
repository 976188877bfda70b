import type { FloatValue } from '../base/float.ts';
import { fromBits, toBits } from '../base/float-bits.ts';
import { readWideSigned, readWideUnsigned, type Wide, writeWide } from '../base/wide.ts';
import type { ComplexValue, Representation, Value } from './values.ts';

/** Reads and writes of values in memory, little endian. The caller has checked the addresses. */

export type Reader = (view: DataView, address: number) => Value;
export type Writer = (view: DataView, address: number, value: Value) => void;

/** Returns a function that reads a value of the representation from memory. */
export function readerOf(representation: Representation): Reader {
  switch (representation.kind) {
    case 'int':
      return intReader(representation.size, representation.signed);
    case 'wide':
      return representation.signed ? readWideSigned : readWideUnsigned;
    case 'big': {
      const { signed } = representation;
      return (view, address) => {
        const low = view.getBigUint64(address, true);
        const high = signed ? view.getBigInt64(address + 8, true) : view.getBigUint64(address + 8, true);
        return (high << 64n) | low;
      };
    }
    case 'float':
      return representation.size === 4
        ? (view, address) => view.getFloat32(address, true)
        : (view, address) => view.getFloat64(address, true);
    case 'soft': {
      const { format } = representation;
      const bytes = softBytes(representation);
      return (view, address) => fromBits(format, readBits(view, address, bytes));
    }
    case 'complex': {
      const part = readerOf(representation.part);
      const { size } = representation.part;
      return (view, address) => ({ real: part(view, address), imaginary: part(view, address + size) });
    }
    case 'vector': {
      const element = readerOf(representation.element);
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

function intReader(size: number, signed: boolean): Reader {
  switch (size) {
    case 1:
      return signed ? (view, address) => view.getInt8(address) : (view, address) => view.getUint8(address);
    case 2:
      return signed
        ? (view, address) => view.getInt16(address, true)
        : (view, address) => view.getUint16(address, true);
    default:
      return signed
        ? (view, address) => view.getInt32(address, true)
        : (view, address) => view.getUint32(address, true);
  }
}

/** Returns a function that writes a value of the representation to memory. */
export function writerOf(representation: Representation): Writer {
  switch (representation.kind) {
    case 'int':
      return intWriter(representation.size);
    case 'wide':
      return (view, address, value) => writeWide(view, address, value as Wide);
    case 'big':
      return (view, address, value) => {
        view.setBigUint64(address, value as bigint, true);
        view.setBigInt64(address + 8, (value as bigint) >> 64n, true);
      };
    case 'float':
      return representation.size === 4
        ? (view, address, value) => view.setFloat32(address, value as number, true)
        : (view, address, value) => view.setFloat64(address, value as number, true);
    case 'soft': {
      const { format } = representation;
      const bytes = softBytes(representation);
      return (view, address, value) => writeBits(view, address, bytes, toBits(format, value as FloatValue));
    }
    case 'complex': {
      const part = writerOf(representation.part);
      const { size } = representation.part;
      return (view, address, value) => {
        part(view, address, (value as ComplexValue).real);
        part(view, address + size, (value as ComplexValue).imaginary);
      };
    }
    case 'vector': {
      const element = writerOf(representation.element);
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

function intWriter(size: number): Writer {
  switch (size) {
    case 1:
      return (view, address, value) => view.setInt8(address, value as number);
    case 2:
      return (view, address, value) => view.setInt16(address, value as number, true);
    default:
      return (view, address, value) => view.setInt32(address, value as number, true);
  }
}

/** Returns the bytes that a store of the value writes: GCC does not write the padding of a long double. */
export function softBytes(representation: Representation & { readonly kind: 'soft' }): number {
  return representation.format.precision === 64 ? 10 : representation.size;
}

/** Reads `bytes` bytes at `address` as an unsigned number. */
export function readBits(view: DataView, address: number, bytes: number): bigint {
  let bits = 0n;
  for (let index = bytes - 1; index >= 0; index--) bits = (bits << 8n) | BigInt(view.getUint8(address + index));
  return bits;
}

/** Writes an unsigned number to `bytes` bytes at `address`. */
export function writeBits(view: DataView, address: number, bytes: number, bits: bigint): void {
  let rest = bits;
  for (let index = 0; index < bytes; index++) {
    view.setUint8(address + index, Number(rest & 255n));
    rest >>= 8n;
  }
}
