import type { CType } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Place } from '../../../../program/cfa/automaton.ts';
import type { Execution } from '../../machine/execution.ts';
import { lengthOf } from '../pointers/lengths.ts';

/**
 * The bound of an array's elements when the program accesses them as such (C11 6.5.6p8). It is the
 * bound of the array's type, whatever lies behind it. An array of at most one element at the end of a
 * structure may be a flexible member of old programs. It extends to the end of the union that contains
 * it, or to the end of the object that a pointer leads to.
 */
export type Bound =
  | { readonly kind: 'count'; readonly count: bigint }
  /** The id of the hidden variable that holds the length of a VLA. */
  | { readonly kind: 'variable'; readonly id: number }
  /** The array extends to the end of the object. */
  | { readonly kind: 'object' };

/** Returns the bound of an array, vector or complex number at the place. */
export function boundOf(x: Execution, place: Place): Bound {
  const { type } = place;
  switch (type.kind) {
    case 'vector':
      return { kind: 'count', count: BigInt(type.count) };
    case 'complex':
      return { kind: 'count', count: 2n };
    case 'array':
      break;
    default:
      return { kind: 'object' };
  }
  if (type.length === 'variable')
    return type.lengthVariable === undefined ? { kind: 'object' } : { kind: 'variable', id: type.lengthVariable };
  if (type.length === 'unknown') return { kind: 'object' };
  return type.length > 1n ? { kind: 'count', count: type.length } : shortBound(x, place, type.element, type.length);
}

/** Returns the bound of an array with at most one element. */
function shortBound({ encoding }: Execution, array: Place, element: CType, length: bigint): Bound {
  const { layout } = encoding.plan;
  let start = 0n;
  let room: bigint | null = null;
  let inner = array;
  for (; inner.kind === 'member'; inner = inner.base) {
    const record = inner.base.type;
    if (record.kind !== 'struct' && record.kind !== 'union') break;
    const { fields, size } = layout.record(record.definition);
    if (record.kind === 'struct' && inner.index !== fields.length - 1) break;
    start += fields[inner.index].offset;
    if (record.kind === 'union') room = size - start;
  }
  if (inner.kind === 'dereference') return { kind: 'object' };
  const unit = layout.sizeOfGnu(element);
  const count = room === null || unit === null || unit === 0n ? length : room / unit;
  return { kind: 'count', count };
}

/** Returns when the index is within the bound. `signed`: whether the index is signed. */
export function withinBound(x: Execution, bound: Bound, index: Term, signed: boolean): Term {
  const { terms } = x;
  switch (bound.kind) {
    case 'object':
      // An unsigned index of the width of pointers may be a negative number.
      return signed || terms.width(index) >= x.plan.pointers.offsetWidth
        ? terms.sle(terms.bv(terms.width(index), 0), index)
        : terms.true;
    case 'count':
      return below(x, index, signed, bound.count);
    case 'variable': {
      const width = Math.max(64, terms.width(index)) + 1;
      const length = lengthOf(x, bound.id, width);
      if (length === null) return terms.true;
      return terms.ult(signed ? terms.sext(index, width) : terms.zext(index, width), length);
    }
  }
}

/** Returns 0 <= value < count. */
export function below(x: Execution, value: Term, signed: boolean, count: number | bigint): Term {
  const { terms } = x;
  const width = terms.width(value);
  const most = 2n ** BigInt(signed ? width - 1 : width) - 1n;
  if (BigInt(count) <= most) return terms.ult(value, terms.bv(width, BigInt(count)));
  return signed ? terms.sle(terms.bv(width, 0), value) : terms.true;
}
