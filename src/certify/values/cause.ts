import { ArrayVersion } from '../../logic/terms/array-version.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { Sort } from '../../logic/terms/sort.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { KnownBits, type PartialWord, partialWord, unknownBits } from './known-bits.ts';
import { ANY, type PartialValue } from './partial-value.ts';

/** An unknown bit of a term. A Boolean has only bit 0. */
export interface Cause {
  readonly term: Term;
  readonly bit: number;
  /** Index of the element that has the bit, if the term is an array; null for other terms. */
  readonly index: bigint | null;
}

/** Computed values of terms; undefined for a term that was not needed. */
export interface View {
  readonly store: TermStore;
  value(t: Term): PartialValue | undefined;
}

/**
 * Follows an unknown bit down to a variable. Null if no variable can be named, for example in
 * comparisons of arrays.
 */
export function causeOf(view: View, root: Cause): Cause | null {
  let at = root;
  while (view.store.op(at.term) !== Op.VARIABLE) {
    const below = argumentOf(view, at);
    if (below === null) return null;
    at = below;
  }
  return at;
}

const highest = (bits: bigint): number => bits.toString(2).length - 1;

/** Returns the unknown bits of a term that is not an array; 0 if the term was not needed. */
function unknownOf({ store, value }: View, t: Term): bigint {
  const partial = value(t);
  if (partial === undefined || typeof partial === 'boolean' || partial instanceof ArrayVersion) return 0n;
  const sort = store.sort(t);
  if (sort.kind === 'array') return 0n;
  if (sort.kind !== 'bv') return typeof partial === 'bigint' ? 0n : 1n;
  const word: PartialWord = typeof partial === 'bigint' || partial instanceof KnownBits ? partial : null;
  return unknownBits(sort.width, word);
}

/**
 * Returns an unknown bit of an argument on which the bit depends: the bit that matters, or else the
 * highest one.
 */
function argumentOf(view: View, { term, bit, index }: Cause): Cause | null {
  const { store } = view;
  const args = Array.from({ length: store.arity(term) }, (_, i) => store.arg(term, i));
  const op = store.op(term);
  switch (op) {
    case Op.ITE: {
      const condition = view.value(args[0]);
      if (typeof condition === 'boolean') return { term: args[condition ? 1 : 2], bit, index };
      return anyBit(view, args[0]);
    }
    case Op.SELECT: {
      const key = keyOf(view.value(args[1]));
      return key === null ? anyBit(view, args[1]) : { term: args[0], bit, index: key };
    }
    case Op.STORE: {
      const key = keyOf(view.value(args[1]));
      if (key === null) {
        // A write whose result is known stores the value that was there before.
        const isKept = view.value(term) instanceof ArrayVersion;
        return isKept ? { term: args[0], bit, index } : anyBit(view, args[1]);
      }
      return key === index ? { term: args[2], bit, index: null } : { term: args[0], bit, index };
    }
    case Op.CONST_ARRAY:
      return { term: args[0], bit, index: null };
    case Op.EQ:
      if (store.sort(args[0]).kind === 'array') return null;
      break;
    default:
      break;
  }
  const wanted = bitsBelow(view, op, term, args, bit);
  for (const { argument, bits } of wanted) {
    const unknown = unknownOf(view, argument) & bits;
    if (unknown !== 0n) return { term: argument, bit: highest(unknown), index: null };
  }
  for (const argument of args) {
    const found = anyBit(view, argument);
    if (found !== null) return found;
  }
  return null;
}

function anyBit(view: View, t: Term): Cause | null {
  const unknown = unknownOf(view, t);
  return unknown === 0n ? null : { term: t, bit: highest(unknown), index: null };
}

interface Wanted {
  readonly argument: Term;
  /** Bits of the argument that may matter. */
  readonly bits: bigint;
}

/** Lists the bits of the arguments that make one bit of the result, for operators where this is plain. */
function bitsBelow(
  { store, value }: View,
  op: number,
  term: Term,
  args: readonly Term[],
  bit: number,
): readonly Wanted[] {
  const one = (argument: Term, at: number): Wanted => ({ argument, bits: at < 0 ? 0n : 1n << BigInt(at) });
  switch (op) {
    case Op.BV_NOT:
    case Op.BV_AND:
    case Op.BV_OR:
    case Op.BV_XOR:
      return args.map((argument) => one(argument, bit));
    case Op.ADD:
    case Op.NEG:
    case Op.MUL:
      // Carries move upwards, so only bits up to this one matter.
      return args.map((argument) => ({ argument, bits: (2n << BigInt(bit)) - 1n }));
    case Op.CONCAT: {
      const width = store.width(args[1]);
      return [bit < width ? one(args[1], bit) : one(args[0], bit - width)];
    }
    case Op.EXTRACT:
      return [one(args[0], bit + store.low(term))];
    case Op.ZEXT:
    case Op.SEXT:
      return [one(args[0], Math.min(bit, store.width(args[0]) - 1))];
    case Op.SHL:
    case Op.LSHR:
    case Op.ASHR: {
      const count = value(args[1]);
      if (typeof count !== 'bigint') return [];
      const by = Number(count > 1000n ? 1000n : count);
      const top = store.width(args[0]) - 1;
      if (op === Op.SHL) return [one(args[0], bit - by)];
      return [one(args[0], op === Op.ASHR ? Math.min(bit + by, top) : bit + by)];
    }
    default:
      return [];
  }
}

/** Returns an array's index as a number, with Booleans as 0 and 1; null: unknown. */
export function keyOf(index: PartialValue | undefined): bigint | null {
  if (typeof index === 'boolean') return index ? 1n : 0n;
  return typeof index === 'bigint' ? index : null;
}

/** Returns the value of an input with a value for one of its bits; null if the bit cannot be set alone. */
export function withBit(sort: Sort, taken: PartialValue, cause: Cause, is: boolean): PartialValue | null {
  const { bit, index } = cause;
  switch (sort.kind) {
    case 'bool':
      return is;
    case 'bv':
      return (
        withKnown(sort.width, typeof taken === 'bigint' || taken instanceof KnownBits ? taken : null, bit, is) ?? ANY
      );
    case 'array': {
      if (index === null) return null;
      const array = taken instanceof ArrayVersion ? taken : new ArrayVersion<PartialValue>(ANY, new Map());
      const element = withBit(sort.element, array.read(index), { ...cause, index: null }, is);
      return element === null ? null : array.write(index, element);
    }
    default:
      return null;
  }
}

function withKnown(width: number, word: PartialWord, at: number, bit: boolean): PartialWord {
  const one = 1n << BigInt(at);
  const zeros = word instanceof KnownBits ? word.zeros : 0n;
  const ones = word instanceof KnownBits ? word.ones : 0n;
  return partialWord(width, bit ? zeros : zeros | one, bit ? ones | one : ones);
}
