import type { Term } from '../../../../logic/terms/builder.ts';
import type { Sort } from '../../../../logic/terms/sort.ts';
import { isSharedPointer } from '../../../shapes/fit.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { floatFormat, floatFromStored, storedWidth } from '../../../shapes/stored-float.ts';
import type { Execution } from '../../machine/execution.ts';
import { pointerAt } from '../pointers/addresses.ts';
import { lowestBit } from './raw-bytes.ts';

/**
 * Returns the cells of a value all of whose bytes are `byte`. Null if there is no formula: for
 * pointers, and for `_Bool` with a byte that is neither 0 nor 1.
 */
export function filled(x: Execution, shape: Shape, byte: Term): readonly Term[] | null {
  const { terms, encoding } = x;
  const zero = terms.isBv(byte) && terms.constValue(byte) === 0n;
  if (zero) return shape.cells.map(({ sort }) => encoding.zero(sort));
  switch (shape.kind) {
    case 'scalar': {
      if (isSharedPointer(shape)) {
        const { object, offset } = pointerAt(x, repeated(x, byte, shape.size));
        return [object, offset];
      }
      if (shape.type.kind === 'pointer') return null;
      if (shape.field !== null) {
        const { bit, bits } = shape.field;
        const size = Math.ceil((bit + bits) / 8);
        const low = lowestBit(x, shape.field, 8 * size)!;
        return [terms.extract(repeated(x, byte, size), low + bits - 1, low)];
      }
      const one = terms.isBv(byte) && terms.constValue(byte) === 1n;
      if (shape.type.kind === 'integer' && shape.type.name === 'bool' && !one) return null;
      const bits = repeated(x, byte, shape.size);
      if (shape.type.kind !== 'float') return [bits];
      const format = floatFormat(shape.type.name);
      return format === null ? null : [floatFromStored(terms, terms.extract(bits, storedWidth(format) - 1, 0), format)];
    }
    case 'record': {
      const cells: Term[] = [];
      for (const member of shape.members) {
        if (member === null) continue;
        const part = filled(x, member.shape, byte);
        if (part === null) return null;
        cells.push(...part);
      }
      return cells;
    }
    case 'list': {
      const part = filled(x, shape.element, byte);
      return part === null ? null : shape.cells.map((_, i) => part[i % part.length]);
    }
    case 'region': {
      const part = filled(x, shape.element, byte);
      return part === null ? null : shape.cells.map(({ sort }, i) => constant(x, sort, part[i]));
    }
    case 'blob':
      return [repeated(x, byte, shape.size)];
    case 'bytes':
      return [constant(x, shape.cells[0].sort, byte)];
    case 'opaque':
      return [];
  }
}

function constant(x: Execution, sort: Sort, element: Term): Term {
  return sort.kind === 'array' ? x.terms.constArray(sort.index, element) : element;
}

function repeated(x: Execution, byte: Term, count: number): Term {
  let bits = byte;
  for (let i = 1; i < count; i++) bits = x.terms.concat(byte, bits);
  return bits;
}

/** Whether the type has bytes or bits that belong to no member. */
export function hasPadding(x: Execution, shape: Shape): boolean {
  switch (shape.kind) {
    case 'scalar':
      return shape.field !== null || (shape.type.kind === 'float' && shape.size > 8);
    case 'record': {
      let size = 0;
      for (const member of shape.members) {
        if (member === null || hasPadding(x, member.shape)) return true;
        size += member.shape.size;
      }
      return size !== shape.size;
    }
    case 'list':
      return shape.count > 0 && hasPadding(x, shape.element);
    case 'blob':
      return false;
    default:
      return true;
  }
}
