import type { ByteOrder } from '../../base/byte-order.ts';
import type { SourceLocation } from '../../base/source.ts';

/**
 * C types as plain data. They are cloned to other threads, so they have no methods and no class
 * instances. Scalar types do not store sizes, alignments and offsets: these depend on the data model,
 * and `layout.ts` computes them. A record type is one object per declaration. Two record types are the
 * same type only if their `id` is the same.
 */

/** The widths of `long` and pointers: ILP32 is `gcc -m32`, LP64 is `gcc -m64` on x86. */
export type DataModel = 'ILP32' | 'LP64';

/** Properties of the machine that runs a program, which C leaves open. */
export interface Platform {
  readonly dataModel: DataModel;
  readonly byteOrder: ByteOrder;
}

export type IntegerName =
  | 'bool'
  | 'char'
  | 'schar'
  | 'uchar'
  | 'short'
  | 'ushort'
  | 'int'
  | 'uint'
  | 'long'
  | 'ulong'
  | 'llong'
  | 'ullong'
  | 'int128'
  | 'uint128';

export type FloatName =
  | 'float'
  | 'double'
  | 'long double'
  | '_Float16'
  | '_Float32'
  | '_Float64'
  | '_Float32x'
  | '_Float64x'
  | '_Float128'
  | '_Decimal32'
  | '_Decimal64'
  | '_Decimal128';

/** Bit set of type qualifiers. */
export const Qualifier = { none: 0, const: 1, volatile: 2, restrict: 4, atomic: 8 } as const;

interface TypeCommon {
  /** Bit set of {@link Qualifier}; absent means none. */
  readonly qualifiers?: number;
  /**
   * Alignment in bytes demanded by `aligned(n)` on a typedef or by `_Alignas`; absent means the natural
   * one.
   */
  readonly align?: number;
}

/** `void`. */
export interface VoidType extends TypeCommon {
  readonly kind: 'void';
}
/** An integer type other than an enumeration. */
export interface IntegerType extends TypeCommon {
  readonly kind: 'integer';
  readonly name: IntegerName;
}
/** A real floating type. */
export interface FloatType extends TypeCommon {
  readonly kind: 'float';
  readonly name: FloatName;
}
/** `_Complex base`; the base is a float type, or an integer type as a GNU extension. */
export interface ComplexType extends TypeCommon {
  readonly kind: 'complex';
  readonly base: FloatType | IntegerType;
}
/** GNU `vector_size` type. */
export interface VectorType extends TypeCommon {
  readonly kind: 'vector';
  readonly element: IntegerType | FloatType;
  readonly count: number;
}
/** A pointer type. */
export interface PointerType extends TypeCommon {
  readonly kind: 'pointer';
  readonly target: CType;
  /** Whether this is `nullptr_t`, which differs from `void *` by name alone. */
  readonly isNull?: true;
}

/** An array type. */
export interface ArrayType extends TypeCommon {
  readonly kind: 'array';
  readonly element: CType;
  /**
   * Number of elements. `'unknown'` is `T a[]` (incomplete, or a flexible member). `'variable'` is a VLA
   * whose length is the value of the hidden variable `lengthVariable` (an unsigned `size_t` set when the
   * declaration is reached).
   */
  readonly length: bigint | 'unknown' | 'variable';
  /** Id of the {@link Variable} (see ast.ts) that holds a VLA's number of elements. */
  readonly lengthVariable?: number;
  /**
   * Present if these bytes are a struct or union with members of variable size. The parser knows the
   * places of its members.
   */
  readonly record?: VariableRecord;
}

/**
 * GNU C's struct or union with members of variable size. All code after the
 * parser treats it as an array of bytes.
 */
export interface VariableRecord {
  /** Unique among the records of a linked program. */
  readonly id: number;
  /** The text of a declaration: `struct S`. */
  readonly name: string;
  readonly tagged: boolean;
}

/** A parameter of a function type. */
export interface ParameterType {
  readonly name: string | null;
  readonly type: CType;
}

/** A function type. */
export interface FunctionType extends TypeCommon {
  readonly kind: 'function';
  readonly result: CType;
  /** Adjusted parameter types: arrays and functions have become pointers. */
  readonly parameters: readonly ParameterType[];
  readonly variadic: boolean;
  /** True for `f(void)` and for any definition with a parameter list; false for the K&R `f()`. */
  readonly prototyped: boolean;
}

/** A member of a struct or union. */
export interface Field {
  /** Null for an unnamed bit-field and for an anonymous struct or union member. */
  readonly name: string | null;
  readonly type: CType;
  /** Width of a bit-field in bits; absent for an ordinary member. */
  readonly bits?: number;
  /** Alignment in bytes demanded by an attribute on the member. */
  readonly align?: number;
  readonly packed?: boolean;
  /** Name of the member with the number of elements, by the attribute `counted_by`. */
  readonly countedBy?: string;
  readonly at: SourceLocation;
}

/**
 * A struct or a union. The object is made at its first mention and completed in place at its member
 * list.
 */
export interface RecordType extends TypeCommon {
  readonly kind: 'struct' | 'union';
  /** Unique within a linked program; qualified copies of a record share `definition`. */
  readonly definition: RecordDefinition;
}

/** The definition of a struct or union. */
export interface RecordDefinition {
  readonly id: number;
  readonly kind: 'struct' | 'union';
  readonly tag: string | null;
  /** Null while incomplete. */
  fields: readonly Field[] | null;
  packed: boolean;
  /** Alignment in bytes demanded by an attribute on the record. */
  align: number | null;
  /** `#pragma pack(n)` in force at the definition, in bytes. */
  pack: number | null;
  transparentUnion?: boolean;
  readonly at: SourceLocation;
}

/** An enumeration type. */
export interface EnumType extends TypeCommon {
  readonly kind: 'enum';
  readonly definition: EnumDefinition;
}

/** The definition of an enumeration. */
export interface EnumDefinition {
  readonly id: number;
  readonly tag: string | null;
  /**
   * The integer type that GCC gives the enumeration (usually `uint`, `int` if a constant is negative);
   * null while incomplete.
   */
  underlying: IntegerType | null;
  constants: readonly { readonly name: string; readonly value: bigint }[];
  readonly at: SourceLocation;
}

export type CType =
  | VoidType
  | IntegerType
  | FloatType
  | ComplexType
  | VectorType
  | PointerType
  | ArrayType
  | FunctionType
  | RecordType
  | EnumType;

export type ScalarType = IntegerType | FloatType | PointerType | EnumType;
