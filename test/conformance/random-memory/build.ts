import { Random } from '../fuzz/random.ts';
import { CHAR, declare, hasPart, INT, INTEGERS, type Type } from '../fuzz/types.ts';

/** Consecutive elements that a pointer leads to. */
export interface Row {
  /** Expression of type pointer to `type`, without side effects. */
  readonly pointer: string;
  readonly type: Type;
  /** Number of elements as an expression of type `int`. `least` and `most` bound its value. */
  readonly count: string;
  readonly least: number;
  readonly most: number;
  /** Whether the pointer is a variable that holds the result of an allocator. */
  readonly block: boolean;
}

/** Most elements of a row. */
export const MOST_ELEMENTS = 4;

/** A program under construction: its names, values and text. Names at file scope end with an underscore. */
export class Build {
  readonly random: Random;
  /** Definitions at file scope. */
  readonly globals: string[] = [];
  /** Statements of `run_`. */
  readonly lines: string[] = [];
  readonly rows: Row[] = [];
  /** Names of integers that any code of `run_` may read and write. */
  readonly scalars: string[] = [];
  readonly records: Type[] = [];
  /** Pointers that the program frees at the end. */
  readonly blocks: string[] = [];
  #names = 0;

  constructor(
    seed: number,
    /** Parameters of `run_`: small and not negative. */
    readonly inputs: readonly { readonly name: string; readonly high: number }[],
  ) {
    this.random = new Random(seed);
  }

  fresh(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  /** Returns a new name for file scope. */
  global(prefix: string): string {
    return `${this.fresh(prefix)}_`;
  }

  /** Returns an expression with a small integer value. It may use `variables`. */
  value(...variables: readonly string[]): string {
    const { random } = this;
    const leaf = (): string => this.#leaf(variables);
    switch (random.below(7)) {
      case 0:
        return `${leaf()} * ${random.between(2, 5)} + ${leaf()}`;
      case 1:
        return `${leaf()} - ${leaf()}`;
      case 2:
        return `(${leaf()} ^ ${random.between(1, 90)})`;
      case 3:
        return `(${leaf()} > ${leaf()} ? ${leaf()} : ${random.between(0, 9)})`;
      default:
        return leaf();
    }
  }

  #leaf(variables: readonly string[]): string {
    const { random } = this;
    const kinds = [
      ...variables.map((name) => name),
      ...variables.map((name) => name),
      ...this.inputs.map(({ name }) => name),
      ...this.scalars.slice(-2),
      `${random.between(0, 40)}`,
      `${random.pick([1, 2, 3, 100, 255, 256, 1000, 65535])}`,
    ];
    const row = this.row(({ type }) => type.kind === 'integer');
    if (row !== null && random.chance(25)) return `(int)${row.pointer}[${this.index(row)}]`;
    return random.pick(kinds);
  }

  row(accept: (row: Row) => boolean = () => true): Row | null {
    const fitting = this.rows.filter(accept);
    return fitting.length === 0 ? null : this.random.pick(fitting);
  }

  /** Returns an index within the row. */
  index({ count, least }: Row): string {
    const { random } = this;
    const input = random.pick([...this.inputs.map(({ name }) => name), ...this.scalars.slice(-1)]);
    if (random.chance(40)) return `${random.below(least)}`;
    return random.chance(50)
      ? `(unsigned)(${input}) % ${least}`
      : `(unsigned)(${input} + ${random.below(3)}) % (unsigned)(${count})`;
  }

  /** Returns a number of elements with bounds of its value. The number is constant or depends on an input. */
  count(): { readonly text: string; readonly least: number; readonly most: number } {
    const { random } = this;
    const constant = random.between(1, MOST_ELEMENTS);
    if (random.chance(45)) return { text: `${constant}`, least: constant, most: constant };
    const { name, high } = random.pick(this.inputs);
    const least = random.between(1, 2);
    return { text: `(${name} + ${least})`, least, most: high + least };
  }

  elementType(): Type {
    const { random } = this;
    if (this.records.length > 0 && random.chance(35)) return random.pick(this.records);
    if (random.chance(8)) return { kind: 'pointer', to: INT };
    if (random.chance(6)) return { kind: 'float', name: random.pick(['float', 'double']) };
    return random.pick([...INTEGERS, INT, INT, CHAR]);
  }

  /** Returns statements that give every part of a place a value. */
  assign(place: string, type: Type, ...variables: readonly string[]): string[] {
    const { random } = this;
    switch (type.kind) {
      case 'integer':
        return [`${place} = ${this.value(...variables)};`];
      case 'float':
        return [`${place} = ((${this.value(...variables)}) & 63) * 0.5;`];
      case 'pointer': {
        const row = this.row((other) => other.type === type.to);
        return [
          `${place} = ${row === null || random.chance(60) ? `&cells_[${random.below(4)}]` : `&cells_[(unsigned)(${this.value(...variables)}) % 4]`};`,
        ];
      }
      case 'array':
        return Array.from({ length: type.length }, (_, i) =>
          this.assign(`${place}[${i}]`, type.of, ...variables),
        ).flat();
      case 'record': {
        if (!type.union)
          return type.fields.flatMap((field) => this.assign(`${place}.${field.name}`, field.type, ...variables));
        const [all, ...others] = type.fields;
        const part = others.length > 0 && random.chance(50) ? random.pick(others) : null;
        return [
          `memset(${place}.${all.name}, (${this.value(...variables)}) & 127, sizeof ${place}.${all.name});`,
          ...(part === null ? [] : this.assign(`${place}.${part.name}`, part.type, ...variables)),
        ];
      }
    }
  }
}

/** Tells whether any bytes make a value: the type has no pointers, floats or truth values. */
export function takesAnyBytes(type: Type): boolean {
  return (
    !hasPart(
      type,
      (part) => part.kind === 'pointer' || part.kind === 'float' || (part.kind === 'integer' && part.bits === 1),
    ) && !hasTruthField(type)
  );
}

function hasTruthField(type: Type): boolean {
  return hasPart(
    type,
    (part) =>
      part.kind === 'record' && part.fields.some((field) => field.type.kind === 'integer' && field.type.bits === 1),
  );
}

export const sizeText = (type: Type): string => `sizeof(${declare(type, '')})`;
