import {
  arrayOf,
  complexOf,
  floatType,
  integerType,
  pointerTo,
  withQualifiers,
} from '../../../../src/c/types/type-basics.ts';
import { formatDeclaration } from '../../../../src/c/types/type-format.ts';
import type {
  CType,
  DataModel,
  EnumDefinition,
  Field,
  FloatName,
  IntegerName,
  RecordDefinition,
} from '../../../../src/c/types/types.ts';
import { Qualifier } from '../../../../src/c/types/types.ts';
import { Random } from '../random.ts';

/**
 * Random struct and union types, each as a type object and as C source, to compare layouts with
 * those of a C compiler.
 */

export interface RandomRecord {
  readonly definition: RecordDefinition;
  /** `struct S7` */
  readonly name: string;
  /** Declarations in C, whatever the type needs included. */
  readonly source: string;
}

const AT = { file: 'random.c', line: 1, column: 1 };

export const INTEGERS: readonly IntegerName[] = [
  'bool',
  'char',
  'schar',
  'uchar',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
  'llong',
  'ullong',
];
const FLOATS: readonly FloatName[] = [
  'float',
  'double',
  'long double',
  '_Float32',
  '_Float64',
  '_Float32x',
  '_Float64x',
  '_Float128',
];

/** Enumerations with the integer type that GCC chooses for each. */
const ENUMS: readonly (readonly [source: string, underlying: IntegerName])[] = [
  ['{ A0, B0 }', 'uint'],
  ['{ A1 = -1, B1 }', 'int'],
  ['{ A2, B2 } __attribute__((packed))', 'uchar'],
  ['{ A3 = -1, B3 = 100 } __attribute__((packed))', 'schar'],
  ['{ A4, B4 = 300 } __attribute__((packed))', 'ushort'],
  ['{ A5 = -300, B5 } __attribute__((packed))', 'short'],
];

interface Declared {
  readonly type: CType;
  /** The declaration of a member of that name, or null to print the type as it is. */
  readonly specifier?: string;
}

export class TypeGenerator {
  readonly #random: Random;
  readonly #records: RecordDefinition[] = [];
  readonly #enums: EnumDefinition[];
  readonly #preamble: string[] = [];
  #nextId = 0;

  constructor(
    seed: number,
    private readonly model: DataModel,
  ) {
    this.#random = new Random(seed);
    this.#enums = ENUMS.map(([source, name], id) => {
      this.#preamble.push(`enum E${id} ${source};`);
      return { id, tag: `E${id}`, underlying: integerType(name), constants: [], at: AT };
    });
  }

  /** The next type. Those made before may be parts of it. */
  next(): RandomRecord {
    const random = this.#random;
    const id = this.#nextId++;
    const source: string[] = id === 0 ? [...this.#preamble] : [];
    const kind = random.chance(75) ? 'struct' : 'union';
    const pack = random.chance(12) ? random.pick([1, 2, 4, 8, 16]) : null;
    const packed = random.chance(15);
    const align = random.chance(10) ? 2 ** random.below(7) : null;
    const definition: RecordDefinition = { id, kind, tag: `S${id}`, fields: [], packed, align, pack, at: AT };
    const lines: string[] = [];
    definition.fields = this.#members(definition, source, lines);
    const attributes = [...(packed ? ['packed'] : []), ...(align === null ? [] : [`aligned(${align})`])];
    const suffix = attributes.length > 0 ? ` __attribute__((${attributes.join(', ')}))` : '';
    source.push(...(pack === null ? [] : [`#pragma pack(push, ${pack})`]));
    source.push(`${kind} S${id} {`, ...lines, `}${suffix};`);
    source.push(...(pack === null ? [] : ['#pragma pack(pop)']));
    this.#records.push(definition);
    return { definition, name: `${kind} S${id}`, source: source.join('\n') };
  }

  #members(definition: RecordDefinition, source: string[], lines: string[]): Field[] {
    const random = this.#random;
    const fields: Field[] = [];
    const count = random.chance(3) ? 0 : 1 + random.below(7);
    for (let index = 0; index < count; index++) fields.push(this.#member(`m${index}`, definition, source, lines));
    if (definition.kind === 'struct' && fields.some((field) => field.name !== null) && random.chance(8)) {
      const element = this.#scalar(source);
      if (element.specifier === undefined) {
        const type = arrayOf(element.type, 'unknown');
        lines.push(`  ${formatDeclaration(type, 'flexible')};`);
        fields.push({ name: 'flexible', type, at: AT });
      }
    }
    return fields;
  }

  #member(name: string, definition: RecordDefinition, source: string[], lines: string[]): Field {
    const random = this.#random;
    const packed = random.chance(8);
    const align = random.chance(8) ? 2 ** random.below(6) : undefined;
    const attributes = [...(packed ? ['packed'] : []), ...(align === undefined ? [] : [`aligned(${align})`])];
    const suffix = attributes.length > 0 ? ` __attribute__((${attributes.join(', ')}))` : '';
    if (random.chance(40)) return this.#bitField(name, { packed, align }, suffix, source, lines);
    if (random.chance(6) && definition.packed === false && suffix === '')
      return this.#anonymous(name, definition.pack, source, lines);
    const declared = this.#type(source);
    const text =
      declared.specifier === undefined ? formatDeclaration(declared.type, name) : `${declared.specifier} ${name}`;
    lines.push(`  ${text}${suffix};`);
    return { name, type: declared.type, align, packed, at: AT };
  }

  #bitField(
    name: string,
    { packed, align }: { packed: boolean; align: number | undefined },
    suffix: string,
    source: string[],
    lines: string[],
  ): Field {
    const random = this.#random;
    const useEnum = random.chance(10);
    const enumeration = random.pick(this.#enums);
    const integer = useEnum ? enumeration.underlying!.name : random.pick(INTEGERS);
    const base: CType = useEnum ? { kind: 'enum', definition: enumeration } : integerType(integer);
    const declared = random.chance(10) ? this.#aligned(base, source) : { type: base };
    const width = integer === 'bool' ? 1 : this.#width(integer);
    const unnamed = random.chance(15);
    const bits = unnamed && random.chance(50) ? 0 : random.chance(20) ? width : 1 + random.below(width);
    const specifier = declared.specifier ?? formatDeclaration(declared.type, '');
    lines.push(`  ${specifier} ${unnamed ? '' : name}:${bits}${suffix};`);
    return { name: unnamed ? null : name, type: declared.type, bits, align, packed, at: AT };
  }

  #width(name: IntegerName): number {
    if (name.endsWith('char')) return 8;
    if (name.endsWith('short')) return 16;
    if (name.endsWith('llong')) return 64;
    return name.endsWith('int') || this.model === 'ILP32' ? 32 : 64;
  }

  /** An unnamed struct or union with two members. */
  #anonymous(name: string, pack: number | null, source: string[], lines: string[]): Field {
    const kind = this.#random.chance(50) ? 'struct' : 'union';
    const first = this.#scalar(source);
    const second = this.#scalar(source);
    const inner = [first, second].map((declared, index) => {
      const member = `${name}_${index}`;
      return declared.specifier === undefined
        ? formatDeclaration(declared.type, member)
        : `${declared.specifier} ${member}`;
    });
    lines.push(`  ${kind} { ${inner.join('; ')}; };`);
    const definition: RecordDefinition = {
      id: 1_000_000 + this.#nextId++,
      kind,
      tag: null,
      fields: [first, second].map((declared, index) => ({ name: `${name}_${index}`, type: declared.type, at: AT })),
      packed: false,
      align: null,
      pack,
      at: AT,
    };
    return { name: null, type: { kind, definition }, at: AT };
  }

  #type(source: string[]): Declared {
    const random = this.#random;
    if (random.chance(22) && this.#records.length > 0) {
      const usable = this.#records.slice(-12).filter((record) => record.fields!.at(-1)?.name !== 'flexible');
      if (usable.length > 0) {
        const definition = random.pick(usable);
        const type: CType = { kind: definition.kind, definition };
        return random.chance(15) ? this.#aligned(type, source) : this.#array({ type });
      }
    }
    return this.#array(this.#scalar(source));
  }

  #array(declared: Declared): Declared {
    const random = this.#random;
    if (declared.specifier !== undefined || !random.chance(20)) return declared;
    let type = arrayOf(declared.type, BigInt(random.below(5)));
    if (random.chance(20)) type = arrayOf(type, BigInt(1 + random.below(3)));
    return { type };
  }

  #scalar(source: string[]): Declared {
    const random = this.#random;
    const choice = random.below(100);
    const plain: CType =
      choice < 60
        ? integerType(random.pick(INTEGERS))
        : choice < 75
          ? floatType(random.pick(FLOATS))
          : choice < 83
            ? pointerTo(integerType('char'))
            : choice < 88
              ? complexOf(floatType(random.pick(['float', 'double', 'long double'])))
              : { kind: 'enum', definition: random.pick(this.#enums) };
    if (random.chance(4) && plain.kind !== 'complex') return { type: withQualifiers(plain, Qualifier.atomic) };
    if (random.chance(4)) return this.#vector(source);
    if (this.model === 'LP64' && random.chance(3)) return { type: integerType(random.pick(['int128', 'uint128'])) };
    return random.chance(8) ? this.#aligned(plain, source) : { type: plain };
  }

  #vector(source: string[]): Declared {
    const random = this.#random;
    const element = random.pick([integerType('int'), integerType('schar'), floatType('float')] as const);
    const bytes = 2 ** (2 + random.below(5));
    const name = `V${this.#nextId++}`;
    const size = element.name === 'schar' ? 1 : 4;
    source.push(`typedef ${formatDeclaration(element, name)} __attribute__((vector_size(${bytes})));`);
    return { type: { kind: 'vector', element, count: bytes / size }, specifier: name };
  }

  /** A typedef that demands an alignment, smaller than the natural one too. */
  #aligned(type: CType, source: string[]): Declared {
    const align = 2 ** this.#random.below(5);
    const name = `T${this.#nextId++}`;
    source.push(`typedef ${formatDeclaration(type, name)} __attribute__((aligned(${align})));`);
    return { type: { ...type, align }, specifier: name };
  }
}
