import { layoutRecord, type RecordLayout, type TypeAlignment } from './layout-record.ts';
import { floatAlign, floatSize, integerBytes } from './layout-scalar.ts';
import type { CType, DataModel, EnumType, Field, IntegerType, Platform, RecordDefinition } from './types.ts';
import { Qualifier } from './types.ts';

export type { RecordLayout } from './layout-record.ts';

/**
 * Limit of exact sizes. Anything larger is reported as this (no object can be so large; GCC's limit is
 * {@link Layout.maxObjectSize}).
 */
const SIZE_LIMIT = 1n << 70n;

/**
 * Sizes, alignments and record layouts of GCC on x86: `-m32` for ILP32, `-m64` for LP64, in either byte
 * order. Records are laid out once per instance. Every function is total: incomplete types have null sizes.
 */
export class Layout {
  readonly #records = new Map<RecordDefinition, RecordLayout>();

  readonly model: DataModel;
  /** The order of the bytes of a value, and of the bits of a byte from which bit-fields are allocated. */
  readonly byteOrder: Platform['byteOrder'];

  constructor({ dataModel, byteOrder }: Platform) {
    this.model = dataModel;
    this.byteOrder = byteOrder;
  }

  /** Bytes of a pointer. */
  get pointerSize(): number {
    return this.model === 'LP64' ? 8 : 4;
  }

  /** Largest size in bytes of an object (PTRDIFF_MAX). */
  get maxObjectSize(): bigint {
    return this.model === 'LP64' ? (1n << 63n) - 1n : (1n << 31n) - 1n;
  }

  /**
   * Returns the bytes that `sizeof` gives; null for void, functions, incomplete types, VLAs and structs
   * that end in one. At most {@link SIZE_LIMIT}.
   */
  sizeOf(type: CType): bigint | null {
    let inner = type;
    let count = 1n;
    while (inner.kind === 'array') {
      if (typeof inner.length !== 'bigint') return null;
      count *= inner.length;
      if (count > SIZE_LIMIT) count = SIZE_LIMIT;
      inner = inner.element;
    }
    const one = this.#sizeOfElement(inner);
    if (one === null || inner === type) return one;
    const size = one * count;
    return size > SIZE_LIMIT ? SIZE_LIMIT : size;
  }

  /** Like {@link sizeOf}, but 1 for void and functions (GNU pointer arithmetic and `sizeof`). */
  sizeOfGnu(type: CType): bigint | null {
    return type.kind === 'void' || type.kind === 'function' ? 1n : this.sizeOf(type);
  }

  #sizeOfElement(type: CType): bigint | null {
    switch (type.kind) {
      case 'void':
      case 'function':
      case 'array':
        return null;
      case 'integer':
        return BigInt(integerBytes(type.name, this.model));
      case 'float':
        return BigInt(floatSize(type.name, this.model));
      case 'pointer':
        return BigInt(this.pointerSize);
      case 'enum':
        return type.definition.underlying === null
          ? null
          : BigInt(integerBytes(type.definition.underlying.name, this.model));
      case 'complex':
        return 2n * BigInt(this.#scalarBytes(type.base));
      case 'vector':
        return BigInt(this.#scalarBytes(type.element)) * BigInt(type.count);
      case 'struct':
      case 'union':
        return type.definition.fields === null || endsInVla(type.definition.fields)
          ? null
          : this.record(type.definition).size;
    }
  }

  #scalarBytes(type: CType & { kind: 'integer' | 'float' }): number {
    return type.kind === 'integer' ? integerBytes(type.name, this.model) : floatSize(type.name, this.model);
  }

  /**
   * Returns the preferred alignment in bytes: `__alignof__`. 1 for void, functions and incomplete
   * records.
   */
  alignOf(type: CType): number {
    return this.alignment(type).align;
  }

  /**
   * Returns the alignment in bytes of every object of the type, including members of structs: `_Alignof`
   * (double on ILP32: 4).
   */
  minAlignOf(type: CType): number {
    const { align, demanded } = this.alignment(type);
    // Vectors beyond 16 bytes are aligned to their size only with AVX.
    return demanded ? align : Math.min(16, this.fieldAlign(type, align));
  }

  /** Returns the alignment of a type, and whether the user demanded it. */
  alignment(type: CType): TypeAlignment {
    let inner = type;
    // An array has the alignment of its element, unless a typedef of the array demands another.
    while (inner.kind === 'array' && inner.align === undefined) inner = inner.element;
    if (inner.align !== undefined) return { align: inner.align, demanded: true };
    let natural: TypeAlignment;
    if (inner.kind === 'struct' || inner.kind === 'union') {
      if (inner.definition.fields === null)
        return { align: inner.definition.align ?? 1, demanded: inner.definition.align !== null };
      const record = this.record(inner.definition);
      natural = { align: record.align, demanded: record.alignDemanded };
    } else {
      natural = { align: this.#scalarAlign(inner), demanded: false };
    }
    if (((inner.qualifiers ?? 0) & Qualifier.atomic) === 0) return natural;
    // An atomic type as large as an integer type has the alignment that lock-free instructions need.
    const size = this.sizeOf(inner);
    const core = size === 1n || size === 2n || size === 4n || size === 8n || size === 16n ? Number(size) : 1;
    return core > natural.align ? { align: core, demanded: natural.demanded } : natural;
  }

  #scalarAlign(type: CType): number {
    switch (type.kind) {
      case 'integer':
        return integerBytes(type.name, this.model);
      case 'float':
        return floatAlign(type.name, this.model);
      case 'pointer':
        return this.pointerSize;
      case 'enum':
        return type.definition.underlying === null ? 1 : integerBytes(type.definition.underlying.name, this.model);
      case 'complex':
        return this.#scalarAlign(type.base);
      case 'vector':
        return this.#scalarBytes(type.element) * type.count;
      default:
        return 1;
    }
  }

  /**
   * Returns the alignment of a member of that type, where `computed` is its type's alignment. In records
   * the i386 ABI aligns 8-byte integers and doubles to 4 bytes. The same holds for structs that fit a
   * machine integer.
   */
  fieldAlign(type: CType, computed: number): number {
    if (this.model === 'LP64' || computed <= 4) return computed;
    let inner = type;
    let atomic = false;
    for (; ; inner = inner.element) {
      atomic ||= ((inner.qualifiers ?? 0) & Qualifier.atomic) !== 0;
      if (inner.kind !== 'array') break;
    }
    return !atomic && this.machineMode(inner) === 'reduced' ? 4 : computed;
  }

  /**
   * Returns GCC's class of machine mode, as far as {@link fieldAlign} needs it: `reduced` for integers
   * and double (also complex).
   */
  machineMode(type: CType): 'reduced' | 'other' | 'block' {
    switch (type.kind) {
      case 'integer':
      case 'enum':
      case 'pointer':
        return 'reduced';
      case 'float':
        return floatSize(type.name, this.model) === 8 && !type.name.startsWith('_Decimal') ? 'reduced' : 'other';
      case 'complex':
        return type.base.kind === 'integer' || this.machineMode(type.base) === 'reduced' ? 'reduced' : 'other';
      case 'struct':
      case 'union':
        return type.definition.fields === null ? 'block' : this.record(type.definition).mode;
      case 'vector':
        // Without MMX and SSE a small vector of integers is handled as one integer, any other in memory.
        return type.element.kind === 'integer' && this.sizeOf(type)! <= 8n ? 'reduced' : 'block';
      case 'void':
      case 'function':
        return 'block';
      case 'array': {
        const size = this.sizeOf(type);
        const element = this.sizeOf(type.element);
        if (size !== null && size === element) return this.machineMode(type.element);
        return size === 1n || size === 2n || size === 4n || size === 8n ? 'reduced' : 'block';
      }
    }
  }

  /**
   * Returns the value bits, including the sign: 32 for int, 1 for `_Bool` (whose storage is 8 bits). An
   * incomplete enumeration counts as int.
   */
  integerWidth(type: IntegerType | EnumType): number {
    const name = type.kind === 'enum' ? (type.definition.underlying?.name ?? 'int') : type.name;
    return name === 'bool' ? 1 : 8 * integerBytes(name, this.model);
  }

  /** Whether the type is signed. Plain char is signed on x86. */
  isSigned(type: IntegerType | EnumType): boolean {
    const name = type.kind === 'enum' ? (type.definition.underlying?.name ?? 'int') : type.name;
    return name !== 'bool' && !name.startsWith('u');
  }

  /**
   * Returns the layout of a complete record (`fields` not null; an incomplete one has size 0). Nested
   * records are laid out from the inside out without recursion.
   */
  record(definition: RecordDefinition): RecordLayout {
    const known = this.#records.get(definition);
    if (known !== undefined) return known;
    const pending: RecordDefinition[] = [definition];
    for (;;) {
      const next = pending[pending.length - 1];
      if (next === undefined) break;
      const inner = this.#records.has(next) ? [] : this.#missingMembers(next);
      if (inner.length > 0) {
        for (const member of inner) pending.push(member);
        continue;
      }
      pending.pop();
      if (!this.#records.has(next)) {
        const layout = layoutRecord(next, this);
        if (next.fields === null) return layout;
        this.#records.set(next, layout);
      }
    }
    return this.#records.get(definition)!;
  }

  /** Returns records held by value that are not laid out yet. */
  #missingMembers(definition: RecordDefinition): RecordDefinition[] {
    const missing: RecordDefinition[] = [];
    for (const field of definition.fields ?? []) {
      let type = field.type;
      while (type.kind === 'array') type = type.element;
      if (
        (type.kind === 'struct' || type.kind === 'union') &&
        type.definition.fields !== null &&
        !this.#records.has(type.definition)
      ) {
        missing.push(type.definition);
      }
    }
    return missing;
  }
}

function endsInVla(fields: readonly Field[]): boolean {
  const last = fields.at(-1)?.type;
  return last?.kind === 'array' && last.length === 'variable';
}
