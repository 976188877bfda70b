import type { Execution, Pointer } from './execution.ts';
import { NULL_OBJECT } from './objects.ts';

/**
 * Bytes from the pointer on to the end of the farthest object that it may lead to; null where that is not known: unmodelled memory, objects
 * of unknown size, any object.
 */
export function roomAt(x: Execution, pointer: Pointer): number | null {
  const { terms, encoding } = x;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return null;
  const width = terms.width(pointer.offset);
  const start = terms.isBv(pointer.offset) ? Number(BigInt.asIntN(width, terms.constValue(pointer.offset))) : 0;
  let most = 0;
  for (const number of targets) {
    if (number === NULL_OBJECT) continue;
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function') continue;
    const { size } = object.shape;
    if (object.kind === 'summary' || object.shape.kind === 'opaque' || !Number.isFinite(size)) return null;
    most = Math.max(most, size - start);
  }
  return most;
}
