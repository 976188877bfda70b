import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { Encoding } from '../machine/encoding.ts';
import type { BlockResult } from './block.ts';

/** Bits of an element of a string. */
const BYTE = 8;
/** Most writes that are looked at in one content. */
const MOST_WRITES = 64;

/**
 * The cells that tell where strings of unknown length end. A block writes a zero byte at a place that
 * they determine, and leaves them as they are. Proofs that a scan stays within its string need them,
 * although the program may use them no more. They belong to the cell of the string's content, and to that
 * of its size.
 */
export class StringEnds {
  readonly #ends = new Map<number, Set<number>>();

  constructor(private readonly encoding: Encoding) {}

  /** The cells that tell where the string in a cell ends, as far as they are known. */
  endsOf(cell: number): Iterable<number> {
    return this.#ends.get(cell) ?? [];
  }

  /** The cells that the ends in a cell belong to. */
  ownersOf(cell: number): readonly number[] {
    const { objects } = this.encoding;
    const size = objects.hidden.extentCell(objects.ownerOf(cell));
    return size === null ? [cell] : [cell, size];
  }

  /** Notes the ends that a block writes into a cell, whose content behind the block is given. Returns new ones. */
  newEnds(cell: number, content: Term, { machine }: BlockResult): readonly number[] {
    const { terms } = this.encoding;
    const sort = terms.sort(content);
    if (sort.kind !== 'array' || sort.element.kind !== 'bv' || sort.element.width !== BYTE) return [];
    const ends = this.#ends.get(cell) ?? new Set();
    for (const owner of this.ownersOf(cell)) this.#ends.set(owner, ends);
    const found: number[] = [];
    for (const place of this.#places(content)) {
      for (const variable of freeVariables(terms, [place])) {
        const end = this.encoding.cellOf(variable);
        if (end === null || ends.has(end) || machine.read(end) !== variable) continue;
        ends.add(end);
        found.push(end);
      }
    }
    return found;
  }

  /** The places at which zeros are written, last ones first. */
  *#places(content: Term): Iterable<Term> {
    const { terms } = this.encoding;
    const stack = [content];
    const seen = new Set<Term>();
    for (let t = stack.pop(); t !== undefined && seen.size < MOST_WRITES; t = stack.pop()) {
      if (seen.has(t)) continue;
      seen.add(t);
      if (terms.op(t) === Op.ITE) stack.push(terms.arg(t, 1), terms.arg(t, 2));
      if (terms.op(t) !== Op.STORE) continue;
      stack.push(terms.arg(t, 0));
      if (this.#mayBeZero(terms.arg(t, 2))) yield terms.arg(t, 1);
    }
  }

  /** Whether a written byte is zero, perhaps only where the access is valid. */
  #mayBeZero(value: Term): boolean {
    const { terms } = this.encoding;
    const zero = terms.bv(BYTE, 0);
    return (
      value === zero || (terms.op(value) === Op.ITE && (terms.arg(value, 1) === zero || terms.arg(value, 2) === zero))
    );
  }
}
