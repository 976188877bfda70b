import type { ArrayType } from '../../c/types.ts';
import type { Expr, Place } from '../../cfa/automaton.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { shapeOf, store } from '../memory/access.ts';
import { isRow, resolve } from '../memory/places.ts';
import type { Shape } from '../memory/shape.ts';

/** Assigns the units of a string, then zeros, to a whole character array. */
export function setString(x: Execution, target: Place, units: readonly number[]): void {
  const reference = resolve(x, target);
  const shape = shapeOf(x, reference);
  if (isRow(x, reference) && target.type.kind === 'array') setRow(x, target, target.type, units);
  else store(x, reference, unitCells(x, shape, units));
}

/** A row of a table that is one cell, element by element. */
function setRow(x: Execution, target: Place, { element, length }: ArrayType, units: readonly number[]): void {
  for (let i = 0; i < Number(length); i++) {
    const index: Expr = { kind: 'integer', type: x.encoding.shapes.addressType(), value: BigInt(i) };
    const unit = resolve(x, { kind: 'element', type: element, base: target, index });
    const { sort } = shapeOf(x, unit).cells[0];
    if (sort.kind !== 'bv') x.gap('string in a row of elements that are no integers');
    else store(x, unit, [x.terms.bv(sort.width, BigInt.asUintN(sort.width, BigInt(units[i] ?? 0)))]);
  }
}

/** The cells of an array of integers that begins with these and goes on with zeros. */
export function unitCells(x: Execution, shape: Shape, units: readonly number[]): readonly Term[] {
  const { terms, encoding } = x;
  const zeros = shape.cells.map(({ sort }) => encoding.zero(sort));
  const unit = (width: number, i: number): Term => {
    const value = units[i] ?? 0;
    return width <= 32 ? terms.bvSmall(width, value) : terms.bv(width, BigInt.asUintN(width, BigInt(value)));
  };
  if (shape.kind === 'list' && shape.element.kind === 'scalar') {
    const { sort } = shape.element.cells[0];
    return sort.kind === 'bv' ? zeros.map((_, i) => unit(sort.width, i)) : zeros;
  }
  if (shape.kind === 'region' && shape.element.kind === 'scalar') {
    const { sort } = shape.element.cells[0];
    if (sort.kind !== 'bv') return zeros;
    const written: number[] = [];
    for (let i = 0; i < Math.min(units.length, shape.count); i++) if (units[i] !== 0) written.push(i);
    return [
      terms.filledArray(
        zeros[0],
        written.map((i) => terms.bv(shape.indexWidth, i)),
        written.map((i) => unit(sort.width, i)),
      ),
    ];
  }
  return zeros;
}
