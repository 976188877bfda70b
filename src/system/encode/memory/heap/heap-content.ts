import { NO_TERM, type Term } from '../../../../logic/terms/builder.ts';
import type { Sort } from '../../../../logic/terms/sort.ts';
import { isSharedPointer } from '../../../shapes/fit.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { floatFromStored, storedWidth } from '../../../shapes/stored-float.ts';
import type { Execution } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { gather } from '../bytes/array-parts.ts';
import { paddingBefore, readBytes } from '../bytes/raw-bytes.ts';
import { pointerAt } from '../pointers/addresses.ts';

/**
 * Limit of the bits of a block that has an input known to replays, unless the block is an array of
 * bytes.
 */
const MAX_INPUT_BYTES = 256;

/**
 * Fills a fresh heap block with unknown content. Its bytes are one input, as a replay gives them.
 * Pointers among them lead nowhere.
 */
export function fillUninitialised(x: Execution, name: string, object: MemoryObject): void {
  const unknown = (part: Shape): Term[] =>
    part.cells.map(({ sort, role }) =>
      role === 'offset'
        ? x.encoding.zero(sort)
        : x.unknown(
            sort,
            `indeterminate value of ${object.name}`,
            role === 'object' ? { targets: new Set() } : {},
            null,
          ),
    );
  contentOf(x, object.shape, (sort) => x.fresh(sort, 'uninitialised', name), unknown).forEach((value, c) => {
    x.write(object.base + c, value);
  });
}

/**
 * Returns the content that a call of an external function gives to a block. The entry is null for
 * cells that the replay's bytes do not give: pointers, bit-fields, and cells of large blocks. Returns
 * null if the replay gives nothing.
 */
export function changedBlock(
  x: Execution,
  { name, shape }: MemoryObject,
  site: string,
): readonly (Term | null)[] | null {
  const whole = shape.kind === 'bytes' || (shape.kind === 'region' && shape.element.kind === 'scalar');
  if (!whole && shape.cells.some(({ sort }) => sort.kind === 'array')) return null;
  const missing = (part: Shape): Term[] => part.cells.map(() => NO_TERM);
  const content = contentOf(x, shape, (sort) => x.fresh(sort, 'external-content', name, [], null, site), missing);
  return content.map((value) => (value === NO_TERM ? null : value));
}

/** Whether the content is one array of bytes, as a replay gives it. */
export function isOfBytes(shape: Shape): boolean {
  return (
    shape.kind === 'bytes' || (shape.kind === 'region' && shape.element.kind === 'scalar' && shape.element.size === 1)
  );
}

function contentOf(
  x: Execution,
  shape: Shape,
  input: (sort: Sort) => Term,
  unknown: (part: Shape) => Term[],
): readonly Term[] {
  if (isOfBytes(shape)) return [input(shape.cells[0].sort)];
  if (shape.size > MAX_INPUT_BYTES) return unknown(shape);
  const { offsetWidth } = x.plan.pointers;
  const sort: Sort = { kind: 'array', index: { kind: 'bv', width: offsetWidth }, element: { kind: 'bv', width: 8 } };
  return fromBytes(x, shape, input(sort), 0, unknown);
}

function fromBytes(x: Execution, shape: Shape, bytes: Term, offset: number, unknown: (part: Shape) => Term[]): Term[] {
  const { terms } = x;
  const bits = (): Term => readBytes(x, bytes, x.offset(offset), shape.size);
  switch (shape.kind) {
    case 'scalar': {
      const { sort } = shape.cells[0];
      if (isSharedPointer(shape)) {
        const { object, offset: number } = pointerAt(x, bits());
        return [object, number];
      }
      if (shape.type.kind === 'pointer' || shape.field !== null) return unknown(shape);
      if (sort.kind === 'float') {
        const size = storedWidth(sort) / 8;
        const start = x.offset(offset + paddingBefore(x, shape.size, size));
        return [floatFromStored(terms, readBytes(x, bytes, start, size), sort)];
      }
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
