import type { Term } from '../smt/builder.ts';
import type { Sort } from '../smt/sort.ts';
import { shapeOf, store } from './access.ts';
import type { Execution } from './execution.ts';
import type { MemoryObject } from './objects.ts';
import type { Reference } from './places.ts';

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

/** The object's content becomes one unknown value. */
export function declare(x: Execution, object: MemoryObject): void {
  const { encoding } = x;
  object.shape.cells.forEach(({ sort, role }, i) => {
    const cell = object.base + i;
    const whole = object.shape.kind === 'blob' || object.shape.kind === 'bytes';
    const value =
      role === 'value' && !whole && sort.kind !== 'float'
        ? x.fresh(sort, 'uninitialised', object.name, encoding.names.path(cell))
        : role === 'value' && sort.kind === 'float'
          ? uninitialisedFloat(x, sort, object.name, encoding.names.path(cell))
          : x.unknown(sort, `indeterminate value of ${object.name}`, role === 'object' ? { targets: new Set() } : {});
    x.write(cell, truth(x, object, cell, value));
  });
}

/** An input of float type is asked for by its bits, as the replay gives them. */
export function uninitialisedFloat(
  x: Execution,
  sort: { readonly kind: 'float'; readonly exponentBits: number; readonly precision: number },
  name: string,
  path: readonly number[],
): Term {
  const bits = x.fresh({ kind: 'bv', width: sort.exponentBits + sort.precision }, 'uninitialised', name, path);
  return x.terms.fpFromBits(bits, sort);
}

/** A `_Bool` is 0 or 1. */
function truth(x: Execution, object: MemoryObject, cell: number, value: Term): Term {
  const { shape } = object;
  if (shape.kind !== 'scalar' || shape.type.kind !== 'integer' || shape.type.name !== 'bool' || cell !== object.base) return value;
  return x.terms.zext(x.terms.extract(value, 0, 0), 8);
}
