import type { DataModel, FloatName, IntegerName } from './types.ts';

/** Sizes and alignments of scalar types in bytes (System V ABI for i386 and x86-64). */

/** Returns the size in bytes of an integer type. */
export function integerBytes(name: IntegerName, model: DataModel): number {
  switch (name) {
    case 'bool':
    case 'char':
    case 'schar':
    case 'uchar':
      return 1;
    case 'short':
    case 'ushort':
      return 2;
    case 'int':
    case 'uint':
      return 4;
    case 'long':
    case 'ulong':
      return model === 'LP64' ? 8 : 4;
    case 'llong':
    case 'ullong':
      return 8;
    case 'int128':
    case 'uint128':
      return 16;
  }
}

/** Returns the size in bytes of a floating type. */
export function floatSize(name: FloatName, model: DataModel): number {
  switch (name) {
    case '_Float16':
      return 2;
    case 'float':
    case '_Float32':
    case '_Decimal32':
      return 4;
    case 'double':
    case '_Float64':
    case '_Float32x':
    case '_Decimal64':
      return 8;
    case 'long double':
    case '_Float64x':
      return model === 'LP64' ? 16 : 12;
    case '_Float128':
    case '_Decimal128':
      return 16;
  }
}

/** Returns the preferred alignment in bytes. Members of records may have less (`Layout.fieldAlign`). */
export function floatAlign(name: FloatName, model: DataModel): number {
  const size = floatSize(name, model);
  return size === 12 ? 4 : size;
}
