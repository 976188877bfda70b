import { type ByteOrder, setBits } from '../../base/byte-order.ts';
import type { Wide } from '../../base/wide.ts';
import type { Layout } from '../../c/types/layout.ts';
import type { CType } from '../../c/types/types.ts';
import { type DrawOptions, Draws, displaced } from './draws.ts';
import type { RandomNumbers } from './random.ts';
import { MOST_TAKEN, type TakenInput } from './varied.ts';

/** Two values that a run compared. */
export interface ComparedValues {
  readonly left: Wide;
  readonly right: Wide;
}

/** Most changes of one variation. */
const MOST_CHANGES = 6;
/** Most inputs that one change moves or repeats. */
const LONGEST_PART = 16;
/** Most replacements that follow from the comparisons of a run, and the first inputs that they may concern. */
const MOST_REPLACEMENTS = 512;
const MOST_REPLACED = 1024;
/** Bits of the integers that a comparison may have found in the content of an object. */
const WIDTHS = [8, 16, 32];

/** Replaces one input, or a part of the content of an object. */
export interface Replacement {
  readonly index: number;
  readonly value: Wide;
  /** Byte of the content and its width in bits; null: a scalar. */
  readonly part: { readonly at: number; readonly bits: number } | null;
}

type Searched =
  | { readonly kind: 'pattern'; readonly type: CType; readonly pattern: bigint }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'none' };

/** Varies the inputs of runs. */
export class Variations {
  readonly #draws: Draws;
  readonly #layout: Layout;

  constructor(
    private readonly random: RandomNumbers,
    options: DrawOptions,
  ) {
    this.#draws = new Draws(random, options);
    this.#layout = options.layout;
  }

  /**
   * Returns the replacements that make a compared value equal to the other one, or its neighbour, where
   * an input has that value (Aschermann and others: REDQUEEN, NDSS 2019).
   */
  replacements(inputs: readonly TakenInput[], compared: readonly ComparedValues[]): readonly Replacement[] {
    const found: Replacement[] = [];
    const first = inputs.slice(0, MOST_REPLACED).map((input) => this.#searched(input));
    for (const { left, right } of compared)
      for (const [from, to] of [
        [left, right],
        [right, left],
      ]) {
        for (const place of this.#placesOf(first, from))
          for (const by of [0, 1, -1]) {
            found.push({ ...place, value: beside(to, by) });
            if (found.length >= MOST_REPLACEMENTS) return found;
          }
      }
    return found;
  }

  /** Returns the inputs with one replacement. */
  replaced(inputs: readonly TakenInput[], { index, value, part }: Replacement): TakenInput[] {
    const changed = [...inputs];
    const input = changed[index];
    if (input.kind === 'scalar') changed[index] = { ...input, value: this.#encoded(input.type, value) };
    else if (input.kind === 'content' && part !== null)
      changed[index] = { ...input, bytes: written(input.bytes, part.at, part.bits, value, this.#layout.byteOrder) };
    return changed;
  }

  /** Returns the inputs with a few random changes; `other`: the inputs of another run, to take parts from. */
  varied(
    inputs: readonly TakenInput[],
    other: readonly TakenInput[],
    compared: readonly ComparedValues[],
    replacements: readonly Replacement[],
  ): TakenInput[] {
    const { random } = this;
    let changed = [...inputs];
    const count = 1 + random.below(random.below(MOST_CHANGES) + 1);
    for (let i = 0; i < count && changed.length > 0; i++) {
      const at = random.below(changed.length);
      switch (random.below(10)) {
        case 0:
        case 1:
          if (replacements.length > 0) {
            const replacement = replacements[random.below(replacements.length)];
            if (replacement.index < changed.length) changed = this.replaced(changed, replacement);
          }
          break;
        case 2:
        case 3:
          if (compared.length > 0) changed[at] = this.#moved(changed[at], compared[random.below(compared.length)]);
          break;
        case 4:
          changed.splice(at, 1 + random.below(LONGEST_PART));
          break;
        case 5: {
          const from = random.below(changed.length);
          const part = changed.slice(from, from + 1 + random.below(LONGEST_PART));
          if (changed.length + part.length <= MOST_TAKEN) changed.splice(at, 0, ...part);
          break;
        }
        case 6:
          changed = [...changed.slice(0, at), ...other.slice(random.below(other.length + 1))].slice(0, MOST_TAKEN);
          break;
        default:
          changed[at] = this.#changed(changed[at]);
      }
    }
    return changed;
  }

  /** The form of an input in which values are searched for. */
  #searched(input: TakenInput): Searched {
    if (input.kind === 'content' && input.bytes !== null) return { kind: 'bytes', bytes: input.bytes };
    if (input.kind !== 'scalar' || input.isChoice) return { kind: 'none' };
    const { type, value } = input;
    return { kind: 'pattern', type, pattern: BigInt.asUintN(this.#bitsOf(type), BigInt(value)) };
  }

  /** The places among the inputs that have a value. */
  *#placesOf(inputs: readonly Searched[], value: Wide): Generator<Omit<Replacement, 'value'>> {
    const patterns = new Map<CType, bigint>();
    const patternOf = (type: CType): bigint => {
      let pattern = patterns.get(type);
      if (pattern === undefined)
        patterns.set(type, (pattern = BigInt.asUintN(this.#bitsOf(type), BigInt(this.#encoded(type, value)))));
      return pattern;
    };
    const { byteOrder } = this.#layout;
    for (const [index, input] of inputs.entries()) {
      if (input.kind === 'pattern' && input.pattern === patternOf(input.type)) yield { index, part: null };
      if (input.kind !== 'bytes') continue;
      for (const bits of WIDTHS) {
        const wanted = Number(BigInt.asUintN(bits, integerOf(value)));
        for (let at = 0; at + bits / 8 <= input.bytes.length; at++)
          if (read(input.bytes, at, bits, byteOrder) === wanted) yield { index, part: { at, bits } };
      }
    }
  }

  /** A value that a run compared, as an input of a type. */
  #encoded(type: CType, value: Wide): Wide {
    return type.kind === 'float' ? this.#draws.encoded(type, Number(value)) : integerOf(value);
  }

  /** Moves an input by the distance of two compared values, as it may differ from them by a constant. */
  #moved(input: TakenInput, { left, right }: ComparedValues): TakenInput {
    const distance = integerOf(right) - integerOf(left);
    const by = this.random.below(2) === 0 ? distance : -distance;
    if (input.kind === 'scalar' && !input.isChoice)
      return { ...input, value: BigInt.asIntN(this.#bitsOf(input.type), BigInt(input.value) + by) };
    if (input.kind === 'content' && input.bytes !== null && input.bytes.length > 0) {
      const at = this.random.below(input.bytes.length);
      return { ...input, bytes: written(input.bytes, at, 8, BigInt(input.bytes[at]) + by, this.#layout.byteOrder) };
    }
    return input;
  }

  /** Draws an input anew, or changes a bit of it. */
  #changed(input: TakenInput): TakenInput {
    const { random } = this;
    switch (input.kind) {
      case 'scalar': {
        const { type, value } = input;
        if (input.isChoice) return { ...input, value: random.below(2) };
        if (random.below(3) === 0) {
          const bit = 1n << BigInt(random.below(this.#bitsOf(type)));
          return { ...input, value: BigInt.asUintN(this.#bitsOf(type), BigInt(value)) ^ bit };
        }
        return { ...input, value: this.#drawn(type, value) };
      }
      case 'content': {
        const { bytes } = input;
        if (bytes === null || bytes.length === 0) return input;
        const at = random.below(bytes.length);
        const value = random.below(2) === 0 ? bytes[at] ^ (1 << random.below(8)) : random.below(256);
        return { ...input, bytes: written(bytes, at, 8, BigInt(value), this.#layout.byteOrder) };
      }
      case 'pointer':
        return { ...input, name: null };
    }
  }

  #drawn(type: CType, value: Wide): Wide {
    const { random } = this;
    switch (random.below(5)) {
      case 0:
        return this.#draws.any(type);
      case 1:
        return this.#draws.small(type);
      case 2:
        return this.#draws.between(type);
      case 3:
        return type.kind === 'float' ? this.#draws.boundary(type) : displaced(value, random.below(2) === 0 ? 1 : -1);
      default:
        return this.#draws.boundary(type);
    }
  }

  #bitsOf(type: CType): number {
    return Number(this.#layout.sizeOf(type) ?? 8n) * 8;
  }
}

/** Returns the number at distance `by`; a fraction has no integer distance to another. */
function beside(value: Wide, by: number): Wide {
  return typeof value === 'number' && !Number.isInteger(value) ? value + by : displaced(value, by);
}

/** Returns the integer that a compared value is, or lies next to. */
function integerOf(value: Wide): bigint {
  if (typeof value === 'bigint') return value;
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}

function read(bytes: Uint8Array, at: number, bits: number, order: ByteOrder): number {
  const last = bits / 8 - 1;
  let value = 0;
  for (let i = 0; i <= last; i++) value = value * 256 + bytes[at + (order === 'little' ? last - i : i)];
  return value;
}

/** Returns the bytes with an integer written at an offset. */
function written(bytes: Uint8Array | null, at: number, bits: number, value: Wide, order: ByteOrder): Uint8Array {
  const copy = (bytes ?? new Uint8Array()).slice();
  setBits(copy, 8 * at, bits, BigInt.asUintN(bits, integerOf(value)), order);
  return copy;
}
