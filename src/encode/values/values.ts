import type { Term } from '../../terms/builder.ts';
import type { Execution } from '../execution.ts';
import { store } from '../memory/access.ts';
import type { Reference } from '../memory/places.ts';

/** Stores a value, cut to the width of a bit-field. */
export function storeResult(x: Execution, reference: Reference, cells: readonly Term[]): void {
  const { terms } = x;
  const { field } = reference;
  const [cell] = cells;
  const wide = field !== null && cells.length === 1 && terms.sort(cell).kind === 'bv' && terms.width(cell) > field.bits;
  store(x, reference, wide ? [terms.extract(cell, field.bits - 1, 0)] : cells);
}
