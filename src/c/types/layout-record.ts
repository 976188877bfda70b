import type { CType, DataModel, Field, RecordDefinition } from './types.ts';

/** The place of a member. */
export interface FieldLayout {
  /**
   * Bytes from the start of the record to the member; for a bit-field, to the byte that holds its first
   * bit.
   */
  readonly offset: bigint;
  /**
   * Bits from the start of the record, exact below 2^53. Bit 0 is the lowest bit of byte 0 where the first
   * byte is the least significant one, else the highest.
   */
  readonly bitOffset: number;
  /** Width of a bit-field in bits; absent for ordinary members. */
  readonly bits?: number;
  /** Alignment of the member itself in bytes, as `__alignof__` of it. */
  readonly align: number;
}

/** Facts of GCC's layout code about a type: TYPE_ALIGN in bytes and TYPE_USER_ALIGN. */
export interface TypeAlignment {
  readonly align: number;
  /** Whether the user, not the ABI, demanded the alignment (or that of a part). */
  readonly demanded: boolean;
}

/** The sizes and alignments of types, in bytes, which the layout of a record rests on. */
export interface TypeLayout {
  readonly model: DataModel;
  /** Null for types without a known size. */
  sizeOf(type: CType): bigint | null;
  alignOf(type: CType): number;
  alignment(type: CType): TypeAlignment;
  fieldAlign(type: CType, computed: number): number;
  machineMode(type: CType): RecordLayout['mode'];
}

/** The layout of a record. */
export interface RecordLayout {
  /** Size in bytes, including trailing padding. */
  readonly size: bigint;
  /** Alignment in bytes. */
  readonly align: number;
  /** Whether an attribute of the record or of a part of it demands an alignment. */
  readonly alignDemanded: boolean;
  /** Layouts of the members, parallel to `definition.fields`. */
  readonly fields: readonly FieldLayout[];
  /** See `Layout.machineMode`. */
  readonly mode: 'reduced' | 'other' | 'block';
}

const BYTE = 8n;

/**
 * Lays out one record whose members are already laid out. This is the algorithm of GCC's stor-layout.c
 * for a target with PCC_BITFIELD_TYPE_MATTERS, and the names follow it (start_record_layout,
 * layout_decl, update_alignment_for_field, place_field, finalize_record_size). All positions are in
 * bits unless noted.
 */
export function layoutRecord(definition: RecordDefinition, layout: TypeLayout): RecordLayout {
  const builder = new RecordBuilder(definition, layout);
  for (const field of definition.fields ?? []) builder.place(field);
  return builder.finish();
}

interface Placement {
  /** DECL_ALIGN in bits. */
  readonly align: number;
  /** DECL_USER_ALIGN. */
  readonly demanded: boolean;
  /** DECL_BIT_FIELD after layout: whether the member really is a bit-field, not a whole aligned unit. */
  readonly bitField: boolean;
}

class RecordBuilder {
  readonly #fields: FieldLayout[] = [];
  /** Bits used so far (struct), or the size in bits of the largest member (union). */
  #position = 0n;
  #recordAlign: number;
  #demanded: boolean;
  /** `#pragma pack(n)` in bits, 0 for none. */
  readonly #maxFieldAlign: number;

  constructor(
    private readonly definition: RecordDefinition,
    private readonly layout: TypeLayout,
  ) {
    this.#recordAlign = 8 * (definition.align ?? 1);
    this.#demanded = definition.align !== null;
    this.#maxFieldAlign = 8 * (definition.pack ?? 0);
  }

  place(field: Field): void {
    const union = this.definition.kind === 'union';
    const packed = this.#isPacked(field);
    const known = union || this.#position === 0n ? 0 : lowestBit(this.#position);
    const placed = this.#layoutMember(field, packed, known);
    this.#raiseRecordAlign(field, packed, placed);
    const bits = field.bits;
    const size = bits !== undefined ? BigInt(bits) : BYTE * (this.layout.sizeOf(field.type) ?? 0n);
    if (union) {
      this.#record(field, 0n, placed);
      const bytes = (size + 7n) / BYTE;
      if (bytes * BYTE > this.#position) this.#position = bytes * BYTE;
      return;
    }
    if (known !== 0 && known < placed.align) this.#position = roundUp(this.#position, BigInt(placed.align));
    if (bits !== undefined && bits > 0 && placed.bitField && !packed && this.#maxFieldAlign === 0)
      this.#keepInUnit(field, bits);
    this.#record(field, this.#position, placed);
    this.#position += size;
  }

  /**
   * DECL_PACKED. An attribute on a member without its own alignment has no effect, unless the member is
   * a bit-field.
   */
  #isPacked(field: Field): boolean {
    if (!this.definition.packed && !field.packed) return false;
    return field.bits !== undefined || this.layout.alignOf(field.type) > 1;
  }

  /** layout_decl. */
  #layoutMember(field: Field, packed: boolean, known: number): Placement {
    const type = this.layout.alignment(field.type);
    const typeAlign = 8 * type.align;
    let align = field.align === undefined ? 1 : 8 * field.align;
    let demanded = field.align !== undefined;
    const wasDemanded = demanded;
    let bitField = false;
    let mayPack = packed;
    const takeType = (): void => {
      if (typeAlign <= align) return;
      align = typeAlign;
      demanded = type.demanded;
    };
    if (field.bits !== undefined) {
      bitField = true;
      if (field.bits === 0) {
        mayPack = false;
        takeType();
      }
      const unit = wholeUnit(field.bits, this.layout);
      if (unit > 0 && !(unit > 8 && packed) && (known === 0 || known >= unit)) {
        align = Math.max(unit, align);
        bitField = false;
      }
    } else if (!(packed && demanded)) {
      takeType();
    }
    if (mayPack && !wasDemanded) align = Math.min(align, 8);
    if (!mayPack && !demanded && align >= 8) align = 8 * this.layout.fieldAlign(field.type, align / 8);
    if (this.#maxFieldAlign !== 0 && field.bits !== 0) align = Math.min(align, this.#maxFieldAlign);
    return { align, demanded, bitField };
  }

  /** update_alignment_for_field. Unnamed bit-fields do not align the record. */
  #raiseRecordAlign(field: Field, packed: boolean, placed: Placement): void {
    let demanded = placed.demanded;
    if (field.bits === undefined) {
      this.#recordAlign = Math.max(this.#recordAlign, placed.align);
    } else if (field.name !== null) {
      const type = this.layout.alignment(field.type);
      let typeAlign = 8 * (type.demanded ? type.align : this.layout.fieldAlign(field.type, type.align));
      if (field.bits > 0) {
        if (this.#maxFieldAlign !== 0) typeAlign = Math.min(typeAlign, this.#maxFieldAlign);
        else if (packed) typeAlign = Math.min(typeAlign, 8);
      }
      this.#recordAlign = Math.max(this.#recordAlign, placed.align, typeAlign);
      demanded ||= type.demanded;
    }
    this.#demanded ||= demanded;
  }

  /** Keeps a bit-field from spanning more units of its type's alignment than the type itself does. */
  #keepInUnit(field: Field, bits: number): void {
    const type = this.layout.alignment(field.type);
    const align = BigInt(8 * (type.demanded ? type.align : this.layout.fieldAlign(field.type, type.align)));
    const typeSize = BYTE * (this.layout.sizeOf(field.type) ?? 0n);
    const units = ((this.#position % align) + BigInt(bits) + align - 1n) / align;
    if (units > typeSize / align) this.#position = roundUp(this.#position, align);
    this.#demanded ||= type.demanded;
  }

  #record(field: Field, position: bigint, placed: Placement): void {
    const common = { offset: position / BYTE, bitOffset: Number(position), align: Math.max(1, placed.align >> 3) };
    this.#fields.push(field.bits === undefined ? common : { ...common, bits: field.bits });
  }

  /** finalize_record_size and, for the machine mode, compute_record_mode. */
  finish(): RecordLayout {
    const bits = roundUp(this.#position, BigInt(this.#recordAlign));
    const size = bits / BYTE;
    const mode = this.#recordMode(size);
    return { size, align: this.#recordAlign / 8, alignDemanded: this.#demanded, fields: this.#fields, mode };
  }

  /** compute_record_mode for i386, whose largest integer mode has 8 bytes. No code uses it on x86-64. */
  #recordMode(size: bigint): RecordLayout['mode'] {
    let whole: RecordLayout['mode'] | null = null;
    for (const field of this.definition.fields ?? []) {
      const fieldSize = this.layout.sizeOf(field.type);
      if (fieldSize === null) return 'block';
      const mode = field.bits === undefined ? this.layout.machineMode(field.type) : 'reduced';
      if (mode === 'block' && fieldSize !== 0n) return 'block';
      if (fieldSize === size && (field.bits === undefined || BigInt(field.bits) === BYTE * size)) whole = mode;
    }
    // A struct with one real member is handled like that member.
    if (whole !== null && this.definition.kind === 'struct') return whole;
    return size === 1n || size === 2n || size === 4n || size === 8n ? 'reduced' : 'block';
  }
}

/** Returns the bits of the machine integer that a bit-field of that width fills; 0 if there is none. */
function wholeUnit(bits: number, layout: TypeLayout): number {
  if (bits === 8 || bits === 16 || bits === 32 || bits === 64) return bits;
  return bits === 128 && layout.model === 'LP64' ? bits : 0;
}

function lowestBit(value: bigint): number {
  const bit = value & -value;
  return bit > 1n << 30n ? 2 ** 30 : Number(bit);
}

function roundUp(value: bigint, multiple: bigint): bigint {
  const rest = value % multiple;
  return rest === 0n ? value : value + multiple - rest;
}
