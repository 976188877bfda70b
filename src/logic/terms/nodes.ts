import { LemmataError } from '../../base/errors.ts';
import { ArrayChains } from './array-chains.ts';
import type { Term, TermBuilder } from './builder.ts';
import { Op } from './ops.ts';
import { type TableContent, TermTable } from './table.ts';

/** A table of terms with its constants and its arrays: what the rules of rewriting stand on. */
export abstract class TermNodes extends TermTable {
  readonly true: Term;
  readonly false: Term;
  /** Maps of the arrays that are chains of writes, beside their terms. */
  readonly arrays = new ArrayChains(this);

  /** `limit`: most terms before `E-LIMIT` is thrown. `content`: the initial content (see share.ts). */
  constructor(limit?: number, content: TableContent | null = null) {
    super(limit, content);
    this.true = this.make(Op.TRUE, 0);
    this.false = this.make(Op.FALSE, 0);
  }

  bool(value: boolean): Term {
    return value ? this.true : this.false;
  }

  bv(width: number, value: bigint | number): Term {
    const sort = this.bvSort(width);
    if (typeof value === 'number') {
      if (!Number.isSafeInteger(value) || value < 0 || (width < 53 && value >= 2 ** width))
        throw new LemmataError('E-INTERNAL', `${value} does not have ${width} bits`);
      return width <= 32
        ? this.make(Op.BV_CONST, sort, value | 0)
        : this.makeConst(Op.BV_CONST, sort, width, BigInt(value));
    }
    if (value < 0n || value >> BigInt(width) !== 0n)
      throw new LemmataError('E-INTERNAL', `${value} does not have ${width} bits`);
    return this.makeConst(Op.BV_CONST, sort, width, value);
  }

  /** A constant of at most 32 bits from the low bits of `value`. */
  bvSmall(width: number, value: number): Term {
    return this.make(Op.BV_CONST, this.bvSort(width), width === 32 ? value | 0 : value & ((1 << width) - 1));
  }

  bvSort(width: number): number {
    return this.sorts.bv(width);
  }

  /** Sort number of an array's elements; throws for other terms. */
  elementSort(array: Term): number {
    const sort = this.sort(array);
    if (sort.kind !== 'array') throw new LemmataError('E-INTERNAL', `term ${array} is not an array`);
    return this.sorts.id(sort.element);
  }
}

/**
 * The terms as a rule sees them: nodes as they are, and the builder, which rewrites what a rule makes.
 * {@link TermStore} is the one implementation; it calls the rules, and they know nothing of it.
 */
export interface RuleTerms extends TermNodes, TermBuilder {}
