import type { BlocksPart } from '../../transys/system.ts';
import type { Encoding } from '../machine/encoding.ts';
import type { MemoryObject } from '../objects/object.ts';

/** Returns the cells that tell about blocks of allocations in loops, and their parts in that. Linear in the cells of such blocks. */
export function blockParts({ objects, plan }: Encoding): ReadonlyMap<number, BlocksPart> {
  const { numberWidth, instanceWidth: indexWidth } = plan.pointers;
  const found = new Map<number, BlocksPart>();
  for (const block of objects.all) {
    const number = objects.numberIfAny(block);
    if (block.kind !== 'heap' || block.family === null || number === null) continue;
    const add = (cell: number, role: BlocksPart['role']): void => {
      found.set(cell, { number, numberWidth, indexWidth, role });
    };
    const addFirst = (object: MemoryObject | null, role: BlocksPart['role']): void => {
      if (object !== null) add(object.base, role);
    };
    block.cells.forEach(({ role }, c) => {
      add(block.base + c, role === 'object' ? 'pointer' : 'value');
    });
    addFirst(block.family.counter, 'count');
    addFirst(objects.hidden.endedIfAny(block), 'ended');
    const size = objects.hidden.extentCell(block);
    if (size !== null) add(size, 'size');
  }
  return found;
}
