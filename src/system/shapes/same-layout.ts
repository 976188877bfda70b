import { sameSort } from '../../logic/terms/sort.ts';
import type { CellKind, Shape } from './shape.ts';

/**
 * Whether values of both shapes have the same cells for the same bytes, so that either value may stand
 * for the other. Types do not decide this. An array of unknown length is compatible with any other,
 * and a signed integer is stored like an unsigned one.
 */
export function sameLayout(first: Shape, second: Shape): boolean {
  if (first === second) return true;
  const a = flat(first);
  const b = flat(second);
  // Two arrays of variable length both have unknown size. Their cells are the same, however many of them
  // are used.
  if (a.kind !== b.kind || a.size !== b.size || a.cells.length !== b.cells.length) return false;
  switch (a.kind) {
    case 'scalar': {
      if (b.kind !== 'scalar' || a.field?.bit !== b.field?.bit || a.field?.bits !== b.field?.bits) return false;
      return a.cells.every((cell, i) => sameKind(cell, b.cells[i]));
    }
    case 'record':
      if (b.kind !== 'record') return false;
      return sameMembers(a, b);
    case 'list':
      return b.kind === 'list' && a.count === b.count && a.stride === b.stride && sameLayout(a.element, b.element);
    case 'region':
      if (b.kind !== 'region' || a.count !== b.count || a.stride !== b.stride || a.indexWidth !== b.indexWidth)
        return false;
      return sameLayout(a.element, b.element);
    case 'blob':
    case 'bytes':
      return true;
    case 'opaque':
      // Neither shape stores anything.
      return false;
  }
}

/** Flattens a list of lists into one list of all their elements, which has the same cells. */
function flat(shape: Shape): Shape {
  let result = shape;
  while (
    result.kind === 'list' &&
    result.element.kind === 'list' &&
    result.element.stride * result.element.count === result.stride
  ) {
    const { element, count, cells, size } = result;
    result = {
      kind: 'list',
      element: element.element,
      count: count * element.count,
      stride: element.stride,
      cells,
      size,
    };
  }
  return result;
}

function sameMembers(a: Shape & { kind: 'record' }, b: Shape & { kind: 'record' }): boolean {
  const mine = a.members.filter((member) => member !== null);
  const theirs = b.members.filter((member) => member !== null);
  return (
    mine.length === theirs.length &&
    mine.every((member, i) => member.offset === theirs[i].offset && sameLayout(member.shape, theirs[i].shape))
  );
}

function sameKind(a: CellKind, b: CellKind): boolean {
  return a.role === b.role && sameSort(a.sort, b.sort);
}
