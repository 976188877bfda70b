import { gcd } from '../../base/gcd.ts';
import type { FieldUnit } from '../../c/types/field-unit.ts';
import type { CType } from '../../c/types/types.ts';
import { type Congruence, mod } from '../offsets/congruence.ts';
import { sameLayout } from './same-layout.ts';
import type { Member, Shape } from './shape.ts';

/** Whether accesses of a type fit a shape at the offsets that they may have. */

/** The type and shape that an access through a pointer looks for. */
export interface Wanted {
  readonly type: CType;
  /** The type that the pointer is declared to lead to: `type`, or a record that contains it. */
  readonly root: CType;
  /** First bit in its first byte, width, and the bytes of its unit, for a bit-field; else null. */
  readonly field: { readonly bit: number; readonly bits: number; readonly unit: FieldUnit } | null;
  /** Bytes. */
  readonly size: number;
  /** Shape of a value of the type; a bit-field has its own width. */
  readonly shape: Shape;
}

/** Whether the wanted value has its cells at the start of the shape. Raw bytes are handled elsewhere. */
export function matches(shape: Shape, { shape: wanted }: Wanted): boolean {
  return shape.kind !== 'blob' && shape.kind !== 'bytes' && (sameLayout(shape, wanted) || isHead(shape, wanted));
}

/**
 * Whether the second shape is a struct without its flexible member, and the first one such a struct
 * with it.
 */
function isHead(whole: Shape, head: Shape): boolean {
  if (head.kind !== 'record' || whole.kind !== 'record' || head.members.length !== whole.members.length) return false;
  const last = head.members.at(-1);
  // A copy of the struct may take elements along that lie where it has padding.
  if (last?.shape.kind !== 'opaque' || last.offset < head.size) return false;
  return head.members.slice(0, -1).every((member, i) => {
    const other = whole.members[i];
    if (member === null || other === null) return member === other;
    return member.offset === other.offset && sameLayout(member.shape, other.shape);
  });
}

/**
 * Whether the access may reach some bytes of a scalar whose bits are its bytes. An integer that is
 * stored as one is such a scalar, and so is a union that is stored as a pointer. Other scalars have no
 * such parts. The bytes of a pointer have no value of their own, and a float does not keep those of a
 * NaN.
 */
export function hasPart(shape: Shape, wanted: Wanted): boolean {
  if (isSharedPointer(shape))
    return wanted.type.kind !== 'pointer' && wanted.size <= shape.size && !matches(shape, wanted);
  if (shape.kind !== 'scalar' || shape.field !== null || scalarClass(shape.type) !== 'integer') return false;
  const { kind } = wanted.type;
  return (
    (kind === 'integer' || kind === 'enum' || kind === 'float') && wanted.size <= shape.size && !matches(shape, wanted)
  );
}

/** Whether the shape is a union that is kept as a pointer. */
export function isSharedPointer(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.isUnion === true;
}

function scalarClass(type: CType): string {
  switch (type.kind) {
    case 'integer':
    case 'enum':
      return 'integer';
    default:
      return type.kind;
  }
}

/** Whether an access somewhere in the shape may reach a part that it matches. */
export function mayContain(shape: Shape, wanted: Wanted): boolean {
  if (matches(shape, wanted) || hasPart(shape, wanted)) return true;
  switch (shape.kind) {
    case 'scalar':
      return false;
    case 'record':
      return shape.members.some((member) => member !== null && mayContain(member.shape, wanted));
    case 'list':
    case 'region':
      return mayContain(shape.element, wanted);
    default:
      return true;
  }
}

/** Whether an access at an offset of that congruence may begin in the `size` bytes (at least 1) from `start` on. */
export function mayBegin({ modulus, residue }: Congruence, start: number, size: number): boolean {
  const first = mod(residue - BigInt(start), modulus);
  return first >= 0n && Number(first) < Math.max(size, 1);
}

/**
 * Whether an access at any offset of that congruence within the shape, from `least` on, reaches a part
 * that it matches.
 */
export function allFit(shape: Shape, congruence: Congruence, wanted: Wanted, least = 0): boolean {
  const { modulus, residue } = congruence;
  if (matches(shape, wanted) && residue === 0n && (modulus === 0n || Number(modulus) >= shape.size)) return true;
  const within = (offset: number): Congruence => ({ modulus, residue: mod(residue - BigInt(offset), modulus) });
  const touches = (start: number, size: number): boolean => mayBegin(congruence, start, size);
  switch (shape.kind) {
    case 'scalar':
      if (hasPart(shape, wanted)) return fitsWithin(shape.size, congruence, wanted.size);
      // Only an access at its start reaches this scalar. Others start within it.
      return matches(shape, wanted) && residue === 0n && (modulus === 0n || modulus >= BigInt(Math.ceil(shape.size)));
    case 'record': {
      const touched = shape.members.filter(
        (m): m is Member => m !== null && m.offset + m.shape.size > least && touches(m.offset, m.shape.size),
      );
      const fits = ({ shape: part, offset }: Member): boolean => allFit(part, within(offset), wanted, least - offset);
      // An access to a character may reach one between members, which only bytes store. A larger access may
      // extend from there into a member.
      const reaches = (gap: Padding): boolean => {
        const starts = wanted.size === 1 ? gap.size : Math.min(wanted.size - 1, gap.size);
        return gap.offset + gap.size > least && touches(gap.offset + gap.size - starts, starts);
      };
      if ((wanted.size > 1 || (wanted.size === 1 && wanted.field === null)) && paddingOf(shape).some(reaches))
        return false;
      // Bit-fields share bytes. One of those there has to be the wanted one.
      const field = (m: Member): boolean =>
        wanted.field !== null && m.shape.kind === 'scalar' && m.shape.field !== null;
      return touched.every((m) => field(m) || fits(m)) && (touched.length === 0 || touched.some(fits));
    }
    case 'list':
    case 'region': {
      if (shape.count === 0) return true;
      const g = gcd(modulus, BigInt(shape.stride));
      const inner = { modulus: g, residue: mod(residue, g) };
      return !mayBegin(inner, 0, shape.stride) || allFit(shape.element, inner, wanted);
    }
    default:
      // An access that starts among these bytes may end behind them.
      return shape.size === 0 || fitsWithin(shape.size, congruence, wanted.size);
  }
}

/** Whether all accesses of `bytes` bytes that start in an object of `size` bytes also end there. */
function fitsWithin(size: number, { modulus, residue }: Congruence, bytes: number): boolean {
  if (modulus === 0n) return Number(residue) + bytes <= size;
  const last = BigInt(size) - 1n - residue;
  return last < 0n || Number(residue + (last / modulus) * modulus) + bytes <= size;
}

const paddings = new WeakMap<Shape, readonly Padding[]>();

interface Padding {
  /** Bytes from the record's start. */
  readonly offset: number;
  readonly size: number;
}

/** Returns the bytes of a record that belong to no member. */
function paddingOf(shape: Shape & { kind: 'record' }): readonly Padding[] {
  let found = paddings.get(shape);
  if (found === undefined) {
    const gaps: Padding[] = [];
    let end = 0;
    for (const member of shape.members) {
      if (member === null) continue;
      if (member.offset > end) gaps.push({ offset: end, size: member.offset - end });
      end = Math.max(end, member.offset + member.shape.size);
    }
    if (shape.size > end) gaps.push({ offset: end, size: shape.size - end });
    paddings.set(shape, (found = gaps));
  }
  return found;
}
