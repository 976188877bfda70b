import type { Term } from '../../smt/builder.ts';
import type { Sort } from '../../smt/sort.ts';
import type { Execution } from '../execution.ts';
import { floatFromStored, storedWidth } from '../floats/float-bytes.ts';
import { gather } from './array-parts.ts';
import type { MemoryObject } from './objects.ts';
import { readBytes } from './raw-bytes.ts';
import type { Shape } from './shape.ts';

/** Blocks of more bytes than this have no input that a replay knows, unless they are arrays of bytes. */
const MAX_INPUT_BYTES = 256;

/** Fills a fresh heap block with unknown content. Its bytes are one input, as a replay gives them; pointers among them lead nowhere. */
export function fillUninitialised(x: Execution, name: string, object: MemoryObject): void {
  contentOf(x, name, object).forEach((value, c) => {
    x.write(object.base + c, value);
  });
}

function contentOf(x: Execution, name: string, object: MemoryObject): readonly Term[] {
  const { shape } = object;
  const unknown = (part: Shape): Term[] =>
    part.cells.map(({ sort, role }) =>
      role === 'offset'
        ? x.encoding.zero(sort)
        : x.unknown(sort, `indeterminate value of ${object.name}`, role === 'object' ? { targets: new Set() } : {}, null),
    );
  if (shape.kind === 'bytes' || (shape.kind === 'region' && shape.element.kind === 'scalar' && shape.element.size === 1)) {
    return [x.fresh(shape.cells[0].sort, 'uninitialised', name)];
  }
  if (shape.size > MAX_INPUT_BYTES) return unknown(shape);
  const { offsetWidth } = x.encoding.pointers;
  const sort: Sort = { kind: 'array', index: { kind: 'bv', width: offsetWidth }, element: { kind: 'bv', width: 8 } };
  return fromBytes(x, shape, x.fresh(sort, 'uninitialised', name), 0, unknown);
}

function fromBytes(x: Execution, shape: Shape, bytes: Term, offset: number, unknown: (part: Shape) => Term[]): Term[] {
  const { terms } = x;
  const bits = (): Term => readBytes(x, bytes, x.offset(offset), shape.size);
  switch (shape.kind) {
    case 'scalar': {
      const { sort } = shape.cells[0];
      if (shape.type.kind === 'pointer' || shape.field !== null) return unknown(shape);
      if (sort.kind === 'float')
        return [floatFromStored(terms, readBytes(x, bytes, x.offset(offset), storedWidth(sort) / 8), sort)];
      return [bits()];
    }
    case 'record':
      return shape.members.flatMap((m) => (m === null ? [] : fromBytes(x, m.shape, bytes, offset + m.offset, unknown)));
    case 'list':
      return Array.from({ length: shape.count }, (_, i) =>
        fromBytes(x, shape.element, bytes, offset + i * shape.stride, unknown),
      ).flat();
    case 'blob':
      return [bits()];
    case 'region':
    case 'bytes':
      return gather(x, shape, (element, at) => fromBytes(x, element, bytes, offset + at, unknown));
    case 'opaque':
      return unknown(shape);
  }
}
