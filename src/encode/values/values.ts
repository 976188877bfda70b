import type { Term } from '../../smt/builder.ts';
import type { Sort } from '../../smt/sort.ts';
import type { Execution } from '../execution.ts';
import { shapeOf, store } from '../memory/access.ts';
import type { Reference } from '../memory/places.ts';

/** Stores a value; one whose cells do not fit the target (calls without a prototype) becomes any value. */
export function storeResult(x: Execution, reference: Reference, cells: readonly Term[]): void {
  const { terms } = x;
  const shape = shapeOf(x, reference);
  let fitting = cells;
  if (reference.field !== null && cells.length === 1 && terms.sort(cells[0]).kind === 'bv') {
    if (terms.width(cells[0]) > reference.field.bits) fitting = [terms.extract(cells[0], reference.field.bits - 1, 0)];
  }
  const fits = fitting.length === shape.cells.length && fitting.every((t, i) => sameSort(x, t, shape.cells[i].sort));
  store(x, reference, fits ? fitting : x.unknownCells(shape.cells, 'value of another type', null));
}

function sameSort(x: Execution, t: Term, sort: Sort): boolean {
  return x.terms.sortId(t) === x.terms.sorts.id(sort);
}
