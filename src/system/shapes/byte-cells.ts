import type { Shape } from './shape.ts';

const byteCellsOf = new WeakMap<Shape, readonly number[]>();

/** Returns the positions of the cells of a shape that hold raw bytes. */
export function byteCells(shape: Shape): readonly number[] {
  let found = byteCellsOf.get(shape);
  if (found === undefined) byteCellsOf.set(shape, (found = findByteCells(shape)));
  return found;
}

function findByteCells(shape: Shape): readonly number[] {
  switch (shape.kind) {
    case 'blob':
    case 'bytes':
      return [0];
    case 'record':
      return shape.members.flatMap((member) =>
        member === null ? [] : byteCells(member.shape).map((c) => member.cell + c),
      );
    case 'list': {
      const { element, count } = shape;
      const cells = byteCells(element);
      return Array.from({ length: cells.length === 0 ? 0 : count }, (_, i) =>
        cells.map((c) => i * element.cells.length + c),
      ).flat();
    }
    case 'region':
      return byteCells(shape.element);
    case 'scalar':
    case 'opaque':
      return [];
  }
}

/** Whether some part of the shape is kept as bytes. */
export function holdsBytes(shape: Shape): boolean {
  return byteCells(shape).length > 0;
}
