import { UCHAR } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { AutomatonFunction, Expr, Place } from '../../../program/cfa/automaton.ts';
import { holdsBytes } from '../../shapes/byte-cells.ts';
import { sameLayout } from '../../shapes/same-layout.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { hasPadding } from '../memory/bytes/filled.ts';
import { encode } from '../memory/bytes/raw.ts';
import { readBytes } from '../memory/bytes/raw-bytes.ts';
import { load } from '../memory/places/access.ts';
import { isReadable } from '../memory/places/meeting.ts';
import { haveSameStart } from '../memory/pointers/numbers.ts';
import { sameAddress } from '../memory/pointers/same-address.ts';
import { integerArgument, pointerArgument, roomWithin } from './arguments.ts';
import { offsetBy } from './byte-text.ts';
import { pointee } from './pointee.ts';
import { compareBytes } from './string-compare.ts';

/**
 * memcmp, bcmp: compares the bytes of the elements, so that these need not be kept as bytes. False
 * where padding would be compared.
 */
export function compareMemory(
  x: Execution,
  _fn: AutomatonFunction,
  args: readonly Expr[],
  result: Place | null,
): boolean {
  const [first, second] = args;
  const [p, q, limit] = [pointerArgument(x, args, 0), pointerArgument(x, args, 1), integerArgument(x, args, 2)];
  if (first === undefined || second === undefined || p === null || q === null || limit === null) return false;
  if (result === null) return true;
  const rooms = [roomWithin(x, p, limit), roomWithin(x, q, limit)];
  if (rooms[0] === null || rooms[1] === null) return false;
  const types = [first, second].flatMap((argument) => pointee(x, argument) ?? []);
  const [left, right] = [p, q].map((pointer, i) => typedBytes(x, pointer, rooms[i]!, limit, types));
  for (const { shape } of [left, right]) {
    // The packed form of a pointer among bytes does not show its address.
    if (hasPadding(x, shape) || (holdsBytes(shape) && x.encoding.known.pointerBytes.size > 0)) return false;
  }
  const ordered = ![left, right].some(({ shape }) => shape.cells.some(({ role }) => role === 'object'));
  if (!ordered && !sameLayout(left.shape, right.shape)) return false;
  const doubtful = ordered ? x.terms.false : pointersInDoubt(x, left, right, limit);
  return compareBytes(x, { left, right, limit, strings: false, fold: (byte) => byte, ordered, doubtful }, result);
}

/** Returns the bytes in elements of the first type that the pointer's objects are made of. */
function typedBytes(x: Execution, pointer: Pointer, room: number, limit: Term, types: readonly CType[]): TypedBytes {
  const bytes = x.terms.isBv(limit) ? Math.min(room, Number(x.terms.constValue(limit))) : 1;
  const isMadeOf = (type: CType): boolean => {
    const size = x.plan.shapes.sizeOf(type);
    const last = Math.max(0, Math.ceil(bytes / size) - 1) * size;
    return isReadable(x, pointer, type) && (last === 0 || isReadable(x, offsetBy(x, pointer, last), type));
  };
  return new TypedBytes(x, pointer, room, [...types, UCHAR].find(isMadeOf) ?? types[0] ?? UCHAR);
}

/**
 * Returns when two pointers among the first `limit` bytes have equal values but different
 * representations, or the reverse.
 */
function pointersInDoubt(x: Execution, left: TypedBytes, right: TypedBytes, limit: Term): Term {
  const { terms } = x;
  const { cells, size } = left.shape;
  const doubts: Term[] = [];
  for (let start = 0; start < Math.min(left.room, right.room); start += size) {
    const [a, b] = [left.cells(start / size), right.cells(start / size)];
    const isCompared = x.terms.ult(x.offset(start), limit);
    if (terms.and(x.guard, isCompared) === terms.false) break;
    for (const [c, { role }] of cells.entries()) {
      if (role !== 'object') continue;
      const p = { object: a[c], offset: a[c + 1] };
      const q = { object: b[c], offset: b[c + 1] };
      const isKeptAlike = terms.and(haveSameStart(x, p, q), terms.eq(p.offset, q.offset));
      const isLike = x.under(isCompared, () => sameAddress(x, p, q));
      doubts.push(terms.and(isCompared, terms.not(terms.eq(isKeptAlike, isLike))));
    }
  }
  return terms.orAll(doubts);
}

/** The bytes of elements from a pointer on. */
class TypedBytes {
  readonly shape: Shape;
  readonly #elements: Term[] = [];
  readonly #loaded: (readonly Term[])[] = [];

  constructor(
    private readonly x: Execution,
    private readonly pointer: Pointer,
    readonly room: number,
    private readonly type: CType,
  ) {
    this.shape = x.plan.shapes.of(type);
  }

  at(position: number): Term {
    const { x, shape } = this;
    const index = Math.floor(position / shape.size);
    return readBytes(x, (this.#elements[index] ??= this.#bits(index)), x.offset(position % shape.size), 1);
  }

  /** The cells of one element. */
  cells(index: number): readonly Term[] {
    const { x, type, pointer, shape } = this;
    return (this.#loaded[index] ??= load(x, {
      kind: 'pointer',
      type,
      field: null,
      pointer: offsetBy(x, pointer, index * shape.size),
    }));
  }

  #bits(index: number): Term {
    const { x, shape } = this;
    return encode(x, shape, this.cells(index), x.terms.bv(8 * shape.size, 0), x.offset(0));
  }
}
