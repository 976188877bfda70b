import type { FloatFormat } from '../../base/float.ts';
import type { RoundingMode, Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { Sort } from '../terms/sort.ts';
import type { TermStore } from '../terms/store.ts';
import { postorder } from '../terms/traverse.ts';

/** A term on a tape; arguments have lower places. */
export interface Node {
  readonly term: Term;
  readonly op: Op;
  readonly sort: Sort;
  /** Places of the arguments; -1 if absent. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Width in bits of a bit-vector; 0 for other sorts. */
  readonly width: number;
  readonly format: FloatFormat | null;
  readonly mode: RoundingMode;
  /** Lowest bit of an EXTRACT. */
  readonly from: number;
  /** Unsigned pattern of a constant. */
  readonly constant: bigint;
}

/**
 * The terms below some Booleans in an order in which they can be evaluated, and the cells.
 * A cell is a term without arguments, or the float that a variable of bits stands for. A box bounds
 * the value of each cell.
 */
export class Tape {
  readonly nodes: readonly Node[];
  readonly roots: readonly number[];
  readonly cells: readonly number[];
  /** Variables that are read otherwise than as a float. */
  readonly #readAsBits = new Set<number>();

  constructor(
    readonly store: TermStore,
    readonly asserted: readonly Term[],
  ) {
    const order = postorder(store, asserted);
    const places = new Map(order.map((t, i) => [t, i]));
    const place = (t: Term, i: number): number => (i < store.arity(t) ? (places.get(store.arg(t, i)) ?? -1) : -1);
    this.nodes = order.map((term): Node => {
      const op = store.op(term);
      const sort = store.sort(term);
      const isConstant = op === Op.BV_CONST || op === Op.FLOAT_CONST;
      return {
        term,
        op,
        sort,
        a: place(term, 0),
        b: place(term, 1),
        c: place(term, 2),
        width: sort.kind === 'bv' ? sort.width : 0,
        format: sort.kind === 'float' ? sort : null,
        mode: op >= Op.FP_NEG ? store.rounding(term) : 'RNE',
        from: op === Op.EXTRACT ? store.low(term) : 0,
        constant: isConstant ? store.constValue(term) : 0n,
      };
    });
    this.roots = asserted.flatMap((t) => places.get(t) ?? []);
    const viewed = new Set<number>();
    const cells: number[] = [];
    this.nodes.forEach((node, i) => {
      if (node.op !== Op.FP_FROM_BITS) for (const arg of [node.a, node.b, node.c]) this.#readAsBits.add(arg);
      if (node.op === Op.FP_FROM_BITS && this.nodes[node.a].op === Op.VARIABLE) {
        cells.push(i);
        viewed.add(node.a);
      }
    });
    // A variable that is read as a float is split as one.
    this.nodes.forEach((node, i) => {
      if (node.op === Op.VARIABLE && node.sort.kind !== 'array' && !viewed.has(i)) cells.push(i);
    });
    this.cells = cells;
  }

  isReadAsBits(variable: number): boolean {
    return this.#readAsBits.has(variable);
  }
}
