import type { Layout } from '../../c/types/layout.ts';
import { valueType } from '../../c/types/type-basics.ts';
import type { ArrayType, CType, Field, RecordDefinition, RecordType, ScalarType } from '../../c/types/types.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import { floatFormat } from './stored-float.ts';

/** The content of a cell: an ordinary value, or one half of a pointer. */
export type CellRole = 'value' | 'object' | 'offset';

/** The sort of a cell, and its role. */
export interface CellKind {
  readonly sort: Sort;
  readonly role: CellRole;
}

interface ShapeCommon {
  /** Cells of the object in order; those of a part are contiguous. */
  readonly cells: readonly CellKind[];
  /** Size in bytes; Infinity when not known. */
  readonly size: number;
}

/**
 * The representation of a type's content in cells. A pointer is two cells (number of the object,
 * offset in bytes), any other scalar one. Small arrays have separate cells for each element. In a
 * larger array each cell of the element becomes an array cell. A union that is as large as a pointer,
 * and has one, is a pointer whose other members are its bits. Other unions, and objects that are
 * accessed through other types, are `blob` (one wide bit-vector in the program's byte order) or `bytes`
 * (an array of bytes).
 */
export type Shape =
  | (ShapeCommon & {
      readonly kind: 'scalar';
      readonly type: ScalarType;
      /** First bit within its first byte, as in `FieldLayout`, and width, for a bit-field; else null. */
      readonly field: { readonly bit: number; readonly bits: number } | null;
      /** Whether it is a union, whose members without pointers are the bits of this pointer. */
      readonly isUnion?: true;
    })
  | (ShapeCommon & {
      readonly kind: 'record';
      readonly definition: RecordDefinition;
      readonly members: readonly (Member | null)[];
    })
  | (ShapeCommon & { readonly kind: 'list'; readonly element: Shape; readonly count: number; readonly stride: number })
  | (ShapeCommon & {
      readonly kind: 'region';
      /** Shape of one element, with cells that are not arrays yet. */
      readonly element: Shape;
      readonly count: number;
      readonly stride: number;
      /**
       * Number of elements of the flattened region that one step of each dimension skips, outermost first;
       * the last is 1. NaN in VLAs.
       */
      readonly steps: readonly number[];
      readonly indexWidth: number;
    })
  | (ShapeCommon & { readonly kind: 'blob' })
  | (ShapeCommon & { readonly kind: 'bytes' })
  /** The shape stores nothing: reads give any value. */
  | (ShapeCommon & { readonly kind: 'opaque'; readonly type: CType; readonly why: string });

/** A member of a record's shape. */
export interface Member {
  readonly shape: Shape;
  /** First cell, relative to the record's. */
  readonly cell: number;
  /** Bytes from the record's start. */
  readonly offset: number;
  readonly index: number;
}

/** Limit of the scalars of an array with a cell for each. */
const SMALL_ARRAY = 64;
/** Limit of the bytes of an object that becomes one bit-vector when it is kept as bytes. */
const SMALL_BLOB = 128;
/** Bits that count the elements of a VLA, whose real number is not known here, and those of a long block. */
const VARIABLE_BITS = 31;
const LONG_BITS = 63;

/**
 * The widths of a pointer's halves, in bits. The first half names an object: its number below, and
 * above it the instance for families (`MemoryObject.family`; 0 for all other objects). The second half
 * is the distance from the object's start in bytes, in C's width.
 */
export interface PointerFormat {
  readonly numberWidth: number;
  /** Bits of the instance; 0 in programs without families. */
  readonly instanceWidth: number;
  readonly objectWidth: number;
  readonly offsetWidth: number;
}

/** The shapes of types, each made once. */
export class Shapes {
  readonly #records = new Map<RecordDefinition, Shape>();
  readonly #types = new WeakMap<CType, Shape>();
  readonly #blocks = new Map<number, CType>();

  constructor(
    readonly layout: Layout,
    private readonly pointers: PointerFormat,
  ) {}

  of(type: CType): Shape {
    let shape = this.#types.get(type);
    if (shape === undefined) {
      shape = this.#make(type);
      this.#types.set(type, shape);
    }
    return shape;
  }

  /** Gives an array of variable length room for as many elements as a size can say. */
  long(type: ArrayType): ArrayType {
    const bits = this.pointers.offsetWidth === 64 ? LONG_BITS : VARIABLE_BITS;
    this.#types.set(type, variableRegion(type, this.of(type.element), 1, bits));
    return type;
  }

  /** Returns the shape of an object that is accessed through other types than its own. */
  raw(size: number): Shape {
    if (size <= SMALL_BLOB && size > 0) return { kind: 'blob', cells: [value(bv(8 * size))], size };
    return {
      kind: 'bytes',
      cells: [value({ kind: 'array', index: bv(this.pointers.offsetWidth), element: bv(8) })],
      size,
    };
  }

  /** Returns a type of `size` bytes without structure, which is kept as raw bytes. */
  block(size: number): CType {
    let type = this.#blocks.get(size);
    if (type === undefined) {
      const bytes: CType = { kind: 'array', element: { kind: 'integer', name: 'uchar' }, length: BigInt(size) };
      const at = { file: '', line: 1, column: 1 };
      const fields = [{ name: null, type: bytes, at }];
      const definition: RecordDefinition = {
        id: -1,
        kind: 'union',
        tag: null,
        fields,
        packed: false,
        align: null,
        pack: null,
        at,
      };
      type = { kind: 'union', definition };
      this.#blocks.set(size, type);
    }
    return type;
  }

  /**
   * Returns one cell for all instances of a family: an array from instances. If the cell is already an
   * array, the two arrays are joined.
   */
  lifted(kind: CellKind): CellKind {
    const { instanceWidth } = this.pointers;
    const { sort, role } = kind;
    if (sort.kind !== 'array' || sort.index.kind !== 'bv')
      return { sort: { kind: 'array', index: bv(instanceWidth), element: sort }, role };
    return { sort: { kind: 'array', index: bv(instanceWidth + sort.index.width), element: sort.element }, role };
  }

  /** Returns an unsigned type of a pointer's width. */
  addressType(): CType {
    return { kind: 'integer', name: this.pointers.offsetWidth === 32 ? 'uint' : 'ullong' };
  }

  /** Returns an unsigned type that can count all instances. */
  instanceCounter(): 'uint' | 'ullong' {
    return this.pointers.instanceWidth <= 32 ? 'uint' : 'ullong';
  }

  sizeOf(type: CType): number {
    const size = this.layout.sizeOf(type);
    return size === null ? Number.POSITIVE_INFINITY : Number(size);
  }

  /** Returns the storage width in bits of an integer type: 8 for `_Bool`. */
  width(type: CType): number {
    switch (type.kind) {
      case 'integer':
        return type.name === 'bool' ? 8 : this.layout.integerWidth(type);
      case 'enum':
        return Math.max(8, this.layout.integerWidth(type));
      case 'pointer':
        return 8 * this.layout.pointerSize;
      default:
        return 8 * this.sizeOf(type);
    }
  }

  #make(type: CType): Shape {
    if (this.#isBeyondNumbers(type)) return opaque(type, this.sizeOf(type), 'object of more than 2^53 bytes');
    switch (type.kind) {
      case 'integer':
      case 'enum':
        return {
          kind: 'scalar',
          type: valueType(type),
          field: null,
          cells: [value(bv(this.width(type)))],
          size: this.sizeOf(type),
        };
      case 'float': {
        const format = floatFormat(type.name);
        if (format === null) return opaque(type, this.sizeOf(type), 'decimal floating-point arithmetic');
        const cells = [value({ kind: 'float', exponentBits: format.exponentBits, precision: format.precision })];
        return { kind: 'scalar', type: valueType(type), field: null, cells, size: this.sizeOf(type) };
      }
      case 'pointer': {
        const cells: CellKind[] = [
          { sort: bv(this.pointers.objectWidth), role: 'object' },
          { sort: bv(this.pointers.offsetWidth), role: 'offset' },
        ];
        return { kind: 'scalar', type: valueType(type), field: null, cells, size: this.sizeOf(type) };
      }
      case 'array':
        return this.#array(type);
      case 'struct':
      case 'union':
        return this.#recordOf(type);
      case 'complex':
        return this.#parts(this.of(type.base), 2);
      case 'vector':
        return this.#parts(this.of(type.element), type.count);
      case 'void':
      case 'function':
        return opaque(type, 0, `object of type ${type.kind}`);
    }
  }

  /**
   * Whether objects of the type have offsets beyond 2^53. An array of scalars has only indices, which
   * are exact.
   */
  #isBeyondNumbers(type: CType): boolean {
    const size = this.layout.sizeOf(type);
    if (size === null || size <= BigInt(Number.MAX_SAFE_INTEGER)) return false;
    return type.kind !== 'array' || this.of(type.element).kind !== 'scalar';
  }

  /** The elements of a vector, or the parts of a complex number. */
  #parts(element: Shape, count: number): Shape {
    const cells = Array.from({ length: count }, () => element.cells).flat();
    return { kind: 'list', element, count, stride: element.size, cells, size: count * element.size };
  }

  #recordOf(type: RecordType): Shape {
    const { definition } = type;
    const known = this.#records.get(definition);
    if (known !== undefined) return known;
    const shape = this.#makeRecord(type);
    this.#records.set(definition, shape);
    return shape;
  }

  #makeRecord(type: RecordType): Shape {
    const { definition } = type;
    const size = this.sizeOf(type);
    if (definition.fields === null) return opaque(type, size, 'incomplete type');
    if (type.kind === 'union')
      return size === 0
        ? opaque(type, 0, 'empty union')
        : (this.#sharedPointer(definition.fields, size) ?? this.raw(size));
    const layout = this.layout.record(definition);
    const members: (Member | null)[] = [];
    const cells: CellKind[] = [];
    definition.fields.forEach((field, index) => {
      const place = layout.fields[index];
      if (field.bits !== undefined) {
        if (field.bits === 0) {
          members.push(null);
          return;
        }
        const shape: Shape = {
          kind: 'scalar',
          type: valueType(field.type) as ScalarType,
          field: { bit: place.bitOffset % 8, bits: field.bits },
          cells: [value(bv(field.bits))],
          size: Math.ceil(((place.bitOffset % 8) + field.bits) / 8),
        };
        members.push({ shape, cell: cells.length, offset: Math.floor(place.bitOffset / 8), index });
        cells.push(...shape.cells);
        return;
      }
      const shape = this.of(field.type);
      members.push({ shape, cell: cells.length, offset: Number(place.offset), index });
      for (const cell of shape.cells) cells.push(cell);
    });
    return { kind: 'record', definition, members, cells, size };
  }

  /**
   * Returns the pointer that holds all members of a union; null if it has none, or one that is a part of
   * a member.
   */
  #sharedPointer(fields: readonly Field[], size: number): Shape | null {
    if (size !== this.layout.pointerSize) return null;
    const members = fields.map((field) => this.of(field.type));
    const isPointer = (shape: Shape): boolean => shape.kind === 'scalar' && shape.type.kind === 'pointer';
    const isPlain = ({ kind, cells }: Shape): boolean =>
      kind !== 'opaque' && cells.every(({ role }) => role === 'value');
    const pointer = members.find(isPointer);
    if (pointer?.kind !== 'scalar' || !members.every((member) => isPointer(member) || isPlain(member))) return null;
    return { ...pointer, isUnion: true };
  }

  #array(type: ArrayType): Shape {
    const dimensions: number[] = [];
    let variable = false;
    let inner: CType = type;
    for (; inner.kind === 'array'; inner = inner.element) {
      if (inner.length === 'unknown') return opaque(type, 0, 'array of unknown length');
      if (inner.length === 'variable') variable = true;
      dimensions.push(Number(inner.length));
    }
    const element = this.of(inner);
    if (variable) return variableRegion(type, element, dimensions.length, VARIABLE_BITS);
    const total = dimensions.reduce((product, n) => product * n, 1);
    const size = this.sizeOf(type);
    if (element.kind === 'opaque') return opaque(type, size, element.why);
    if (total * element.cells.length <= SMALL_ARRAY) {
      const part = this.of(type.element);
      const count = dimensions[0];
      const cells: CellKind[] = [];
      for (let i = 0; i < count; i++) for (const cell of part.cells) cells.push(cell);
      return { kind: 'list', element: part, count, stride: count === 0 ? part.size : size / count, cells, size };
    }
    const steps: number[] = [];
    let step = total;
    for (const n of dimensions) steps.push((step /= n));
    const indexWidth = Math.max(1, Math.ceil(Math.log2(total)));
    return {
      kind: 'region',
      element,
      count: total,
      stride: element.size,
      steps,
      indexWidth,
      cells: inArrays(element, indexWidth),
      size,
    };
  }
}

/** Returns the cells of an element as arrays. */
function inArrays(element: Shape, indexWidth: number): readonly CellKind[] {
  const index = bv(indexWidth);
  return element.cells.map(({ sort, role }): CellKind => ({ sort: { kind: 'array', index, element: sort }, role }));
}

/**
 * Returns the shape of an array with a variable dimension: its elements in a row, as many as the
 * indices can count.
 */
function variableRegion(type: CType, element: Shape, dimensions: number, bits: number): Shape {
  const size = Number.POSITIVE_INFINITY;
  if (element.kind === 'opaque') return opaque(type, size, element.why);
  const steps = Array.from({ length: dimensions }, (_, level) => (level === dimensions - 1 ? 1 : Number.NaN));
  return {
    kind: 'region',
    element,
    count: 2 ** bits,
    stride: element.size,
    steps,
    indexWidth: bits + 1,
    cells: inArrays(element, bits + 1),
    size,
  };
}

function bv(width: number): Sort {
  return { kind: 'bv', width };
}

function value(sort: Sort): CellKind {
  return { sort, role: 'value' };
}

function opaque(type: CType, size: number, why: string): Shape {
  return { kind: 'opaque', type, why, cells: [], size };
}
