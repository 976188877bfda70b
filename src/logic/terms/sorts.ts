import { LemmataError } from '../../base/errors.ts';
import type { Sort } from './sort.ts';
import { BOOL } from './sort.ts';

/** Numbers sorts: equal sorts have one number and one object. Bool is 0. */
export class SortTable {
  readonly sorts: Sort[] = [BOOL];
  /** Width of bit-vectors by sort number; 0 for other sorts. */
  readonly widths: number[] = [0];
  readonly #numbers = new Map<string, number>([['b', 0]]);
  readonly #byWidth = new Map<number, number>();

  /** Number of the bit-vector sort of `width` (at least 1) bits. */
  bv(width: number): number {
    const known = this.#byWidth.get(width);
    if (known !== undefined) return known;
    if (!Number.isInteger(width) || width < 1) throw new LemmataError('E-INTERNAL', `no bit-vector of ${width} bits`);
    const id = this.#add(`v${width}`, { kind: 'bv', width }, width);
    this.#byWidth.set(width, id);
    return id;
  }

  float(exponentBits: number, precision: number): number {
    const key = `f${exponentBits},${precision}`;
    return this.#numbers.get(key) ?? this.#add(key, { kind: 'float', exponentBits, precision }, 0);
  }

  array(index: number, element: number): number {
    const key = `a${index},${element}`;
    return (
      this.#numbers.get(key) ??
      this.#add(key, { kind: 'array', index: this.sorts[index], element: this.sorts[element] }, 0)
    );
  }

  /** Number of any sort, whichever object describes it. */
  id(sort: Sort): number {
    switch (sort.kind) {
      case 'bool':
        return 0;
      case 'bv':
        return this.bv(sort.width);
      case 'float':
        return this.float(sort.exponentBits, sort.precision);
      case 'array':
        return this.array(this.id(sort.index), this.id(sort.element));
    }
  }

  #add(key: string, sort: Sort, width: number): number {
    const id = this.sorts.length;
    this.sorts.push(sort);
    this.widths.push(width);
    this.#numbers.set(key, id);
    return id;
  }
}

/** SMT-LIB text of a sort. */
export function sortText(sort: Sort): string {
  switch (sort.kind) {
    case 'bool':
      return 'Bool';
    case 'bv':
      return `(_ BitVec ${sort.width})`;
    case 'float':
      return `(_ FloatingPoint ${sort.exponentBits} ${sort.precision})`;
    case 'array':
      return `(Array ${sortText(sort.index)} ${sortText(sort.element)})`;
  }
}
