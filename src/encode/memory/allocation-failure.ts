import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';

/** Bytes up to which an allocation always succeeds, unless the program is one whose allocations may fail. */
const SURE = 2n ** 40n - 1n;
/** Alignment in bytes up to which an allocation finds a place. */
const SURE_ALIGNMENT = 2n ** 20n;
/** Bytes that may be left: no more than user space has of addresses on x86-64. */
const POSSIBLE = 2n ** 47n;
/** The same for pointers of 32 bits: no object is larger than PTRDIFF_MAX. */
const POSSIBLE_32 = 2n ** 31n - 1n;

/**
 * When the allocation of the product of `factors` bytes (unsigned, of size_t's width) returns null: always beyond what an address space
 * holds, anything between that and what every machine is taken to have, and, where allocations may fail, as an input says that replays know.
 */
export function allocationFails(x: Execution, name: string, factors: readonly Term[]): Term {
  const { terms, encoding } = x;
  const wide = encoding.layout.pointerSize > 4;
  const impossible = exceeds(x, factors, wide ? POSSIBLE : POSSIBLE_32);
  const doubtful = wide ? terms.and(exceeds(x, factors, SURE), terms.not(impossible)) : terms.false;
  const perhaps =
    doubtful === terms.false ? terms.false : terms.and(doubtful, x.unknown({ kind: 'bool' }, `${name} of more than 2^40 bytes`));
  const chosen = encoding.linked.program.allocationMayFail ? x.fresh({ kind: 'bool' }, 'allocation', name) : terms.false;
  return terms.orAll([impossible, perhaps, chosen]);
}

/**
 * Condition under which an allocation returns null because of its alignment in bytes. No machine is taken to have room
 * for every alignment, and C libraries differ in how they take one that is no power of two.
 */
export function alignmentFails(x: Execution, name: string, alignment: Term): Term {
  const { terms } = x;
  const width = terms.width(alignment);
  const below = terms.sub(alignment, terms.bv(width, 1n));
  const isOdd = terms.not(terms.eq(terms.bvAnd(alignment, below), terms.bv(width, 0n)));
  const doubtful = terms.or(isOdd, terms.ult(terms.bv(width, SURE_ALIGNMENT), alignment));
  if (doubtful === terms.false) return terms.false;
  return terms.and(doubtful, x.unknown({ kind: 'bool' }, `${name} with an alignment that may fail`));
}

/** Whether the product is greater than the limit, as unbounded numbers. */
function exceeds(x: Execution, factors: readonly Term[], limit: bigint): Term {
  const { terms } = x;
  let constant = 1n;
  const symbolic: Term[] = [];
  for (const factor of factors) {
    if (terms.isBv(factor)) constant *= terms.constValue(factor);
    else symbolic.push(factor);
  }
  if (constant === 0n) return terms.false;
  const most = limit / constant;
  const [first, ...others] = symbolic;
  if (first === undefined) return most === 0n ? terms.true : terms.false;
  const width = symbolic.reduce((sum, factor) => sum + terms.width(factor), 0);
  if (most >= 2n ** BigInt(width)) return terms.false;
  const product = others.reduce((a, b) => terms.mul(a, terms.zext(b, width)), terms.zext(first, width));
  return terms.ult(terms.bv(width, most), product);
}
