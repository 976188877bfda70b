import type { Term } from '../../../../logic/terms/builder.ts';
import type { Sort } from '../../../../logic/terms/sort.ts';
import type { Shape } from '../../../shapes/shape.ts';
import type { Execution } from '../../machine/execution.ts';

/**
 * Arrays within the objects of a family. One array holds the elements of all instances; the instance
 * and the array's own index together are its index (`Shapes.lifted`). A read or write of a whole such
 * array copies it element by element.
 */

/** Limit of the elements that are copied one by one. */
const MAX_ELEMENTS = 1024;
const TOO_LARGE = 'copy of a large array that was allocated in a loop';

/** Returns the number of elements for each cell of a shape; null for cells that are not arrays. */
export function elementCounts(shape: Shape): (number | null)[] {
  switch (shape.kind) {
    case 'scalar':
    case 'blob':
    case 'opaque':
      return shape.cells.map(() => null);
    case 'bytes':
      return [shape.size];
    case 'region':
      return shape.cells.map(() => shape.count);
    case 'record':
      return shape.members.flatMap((member) => (member === null ? [] : elementCounts(member.shape)));
    case 'list': {
      const counts = elementCounts(shape.element);
      return Array.from({ length: shape.count }, () => counts).flat();
    }
  }
}

/** Returns the array of one instance. */
export function takeJoined(
  x: Execution,
  all: Term,
  instance: Term,
  sort: Sort & { kind: 'array' },
  count: number,
): Term {
  const { terms } = x;
  if (count > MAX_ELEMENTS) {
    x.gap(TOO_LARGE);
    return x.encoding.zero(sort);
  }
  let result = x.encoding.zero(sort);
  for (let i = 0; i < count; i++) {
    const index = constantIndex(x, sort, i);
    result = terms.store(result, index, terms.select(all, terms.concat(instance, index)));
  }
  return result;
}

/** Returns the joined array with the array of one instance replaced. */
export function putJoined(
  x: Execution,
  all: Term,
  instance: Term,
  value: Term,
  sort: Sort & { kind: 'array' },
  count: number,
): Term {
  const { terms } = x;
  if (count > MAX_ELEMENTS) {
    x.gap(TOO_LARGE);
    return all;
  }
  let result = all;
  for (let i = 0; i < count; i++) {
    const index = constantIndex(x, sort, i);
    result = terms.store(result, terms.concat(instance, index), terms.select(value, index));
  }
  return result;
}

function constantIndex(x: Execution, sort: Sort & { kind: 'array' }, i: number): Term {
  return x.terms.bv(sort.index.kind === 'bv' ? sort.index.width : 1, i);
}
