import type { Place } from '../../cfa/automaton.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { shapeOf, store } from '../memory/access.ts';
import { type Reference, resolve } from '../memory/places.ts';
import type { Shape } from '../memory/shape.ts';

/** Assigns the units of a string, then zeros, to a whole character array. */
export function setString(x: Execution, target: Place, units: readonly number[]): void {
  setUnits(x, resolve(x, target), units);
}

function setUnits(x: Execution, reference: Reference, units: readonly number[]): void {
  const shape = shapeOf(x, reference);
  store(x, reference, unitCells(x, shape, units));
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
