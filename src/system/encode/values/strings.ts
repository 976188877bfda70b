import type { ArrayType } from '../../../c/types/types.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr, Place } from '../../../program/cfa/automaton.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Execution } from '../machine/execution.ts';
import { store } from '../memory/places/access.ts';
import { shapeOf } from '../memory/places/meeting.ts';
import { isRow, resolve } from '../memory/places/places.ts';

/** Assigns the units of a string, then zeros, to a whole character array. */
export function setString(x: Execution, target: Place, units: readonly number[]): void {
  const reference = resolve(x, target);
  const shape = shapeOf(x, reference);
  if (isRow(reference) && target.type.kind === 'array') setRow(x, target, target.type, units);
  else {
    const cells = unitCells(x, shape, units);
    if (cells === null) x.gap('string for an object that is not an array of integers');
    else store(x, reference, cells);
  }
}

/** Assigns a row of a table that is one cell, element by element. */
function setRow(x: Execution, target: Place, { element, length }: ArrayType, units: readonly number[]): void {
  for (let i = 0; i < Number(length); i++) {
    const index: Expr = { kind: 'integer', type: x.plan.shapes.addressType(), value: BigInt(i) };
    const unit = resolve(x, { kind: 'element', type: element, base: target, index });
    const { sort } = shapeOf(x, unit).cells[0];
    if (sort.kind !== 'bv') x.gap('string in a row of elements that are not integers');
    else store(x, unit, [x.terms.bv(sort.width, BigInt.asUintN(sort.width, BigInt(units[i] ?? 0)))]);
  }
}

/**
 * Returns the cells of an array of integers that begins with the units and continues with zeros. Null
 * for other shapes.
 */
export function unitCells(x: Execution, shape: Shape, units: readonly number[]): readonly Term[] | null {
  const { terms, encoding } = x;
  if (shape.kind !== 'list' && shape.kind !== 'region') return null;
  const { element, count } = shape;
  if (element.kind !== 'scalar' || element.cells.length > 1) return null;
  const [{ sort }] = element.cells;
  if (sort.kind !== 'bv') return null;
  const { width } = sort;
  const unit = (i: number): Term => {
    const value = units[i] ?? 0;
    return width <= 32 ? terms.bvSmall(width, value) : terms.bv(width, BigInt.asUintN(width, BigInt(value)));
  };
  if (shape.kind === 'list') return Array.from({ length: count }, (_, i) => unit(i));
  const written: number[] = [];
  for (let i = 0; i < Math.min(units.length, count); i++) if (units[i] !== 0) written.push(i);
  const indices = written.map((i) => terms.bv(shape.indexWidth, i));
  return [terms.filledArray(encoding.zero(shape.cells[0].sort), indices, written.map(unit))];
}
