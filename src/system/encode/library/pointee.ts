import { UCHAR } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import { mayContain } from '../../shapes/fit.ts';
import { type OpenEnd, openEnd } from '../../shapes/open-end.ts';
import type { Execution } from '../machine/execution.ts';
import { congruenceOf } from '../memory/pointers/lengths.ts';

/** The types that arguments of type `void *` point to, as far as their expressions show. */

/** The argument before its casts. */
export function uncast(argument: Expr): Expr {
  let inner = argument;
  while (inner.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
  return inner;
}

/**
 * Returns the type that an argument points to before its casts to `void *`; null if the expression
 * does not show it.
 */
export function pointee(x: Execution, argument: Expr): CType | null {
  const { type } = uncast(argument);
  if (type.kind !== 'pointer') return null;
  const { target } = type;
  if (target.kind === 'void' || target.kind === 'function') return null;
  const size = x.plan.shapes.sizeOf(target);
  return Number.isFinite(size) && size > 0 ? target : null;
}

/** A part of a number of bytes that is copied or filled as one value. */
export interface Piece {
  readonly type: CType;
  /** Bytes from the start. */
  readonly offset: number;
  readonly size: number;
}

/**
 * The pieces in which a number of bytes is copied or filled: members of a struct, and elements behind
 * them.
 */
export interface Pieces {
  readonly members: readonly Piece[];
  /** The first element. */
  readonly first: Piece;
  /** When the number of bytes does not end with the members or with an element. */
  readonly broken: Term;
}

/** Returns the piece of that index. */
export function pieceAt({ members, first }: Pieces, index: number): Piece {
  const element = index - members.length;
  return element < 0 ? members[index] : { ...first, offset: first.offset + element * first.size };
}

/** Returns the number of whole pieces among that many bytes. */
export function countOf({ members, first }: Pieces, bytes: number): number {
  return bytes < first.offset ? 0 : members.length + Math.floor((bytes - first.offset) / first.size);
}

/**
 * Returns elements of the type that one of the arguments points to, if the number of bytes is a
 * multiple of their size. A struct may end in an array that takes the other bytes. Otherwise the
 * pieces are single bytes.
 */
export function piecesOf(x: Execution, args: readonly Expr[], bytes: Term): Pieces {
  const { terms } = x;
  const { shapes } = x.plan;
  const { modulus, residue } = congruenceOf(x, bytes);
  const isMultiple = (size: number, from: bigint): boolean =>
    size > 0 && modulus % BigInt(size) === 0n && (residue - from) % BigInt(size) === 0n;
  for (const argument of args) {
    const type = pointee(x, argument);
    if (type === null) continue;
    let inner = type;
    while (inner.kind === 'array') inner = inner.element;
    const size = shapes.sizeOf(inner);
    if (isMultiple(size, 0n) && !isExtended(x, args, inner)) {
      const first = { type: inner, offset: 0, size };
      return { members: [], first, broken: isBroken(x, first, bytes) };
    }
    const end = openEnd(shapes.layout, inner);
    const members = end === null ? null : membersBefore(x, end);
    if (end === null || members === null) continue;
    const first = { type: end.array.element, offset: Number(end.start), size: Number(end.unit) };
    if (!isMultiple(first.size, end.start)) continue;
    const start = terms.bv(terms.width(bytes), end.start);
    if (terms.ult(bytes, start) === terms.true) continue;
    const rest = terms.sub(bytes, start);
    return { members, first, broken: terms.or(terms.ult(bytes, start), isBroken(x, first, rest)) };
  }
  return { members: [], first: { type: UCHAR, offset: 0, size: 1 }, broken: terms.false };
}

/**
 * Whether an argument leads to a block that a struct of that type fills with more or fewer elements of
 * its last array.
 */
export function isExtended(x: Execution, args: readonly Expr[], type: CType): boolean {
  const { layout } = x.plan.shapes;
  if (openEnd(layout, type) === null) return false;
  const shape = x.plan.shapes.of(type);
  const wanted = { type, root: type, field: null, size: shape.size, shape };
  return args.some((argument) =>
    [...(x.facts.targets(x.evaluate.pointer(x, argument).object) ?? [])].some((number) => {
      const object = x.encoding.objects.withNumber(number);
      return object?.shape.kind === 'record' && !mayContain(object.shape, wanted);
    }),
  );
}

/** Returns when a number of bytes, which seems to be a multiple of the element's size, is none. */
function isBroken({ terms }: Execution, { size }: Piece, bytes: Term): Term {
  // If the size is not a power of two, a product may be a multiple of it or may have wrapped around.
  if (Number.isInteger(Math.log2(size))) return terms.false;
  const width = terms.width(bytes);
  return terms.not(terms.eq(terms.urem(bytes, terms.bv(width, size)), terms.bv(width, 0)));
}

/** Returns the members before the last one of a struct; null if one has no place of its own. */
function membersBefore({ plan: { shapes } }: Execution, { definition }: OpenEnd): readonly Piece[] | null {
  const places = shapes.layout.record(definition).fields;
  const members = definition.fields!.slice(0, -1);
  if (members.some(({ bits, type }) => bits !== undefined || !Number.isFinite(shapes.sizeOf(type)))) return null;
  return members.map(({ type }, i) => ({ type, offset: Number(places[i].offset), size: shapes.sizeOf(type) }));
}
