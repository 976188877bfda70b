import type { Term } from '../../../../logic/terms/builder.ts';
import { NEVER_FAIL } from '../../../../program/cfa/assumptions.ts';
import { contestedConstruct } from '../../../../program/cfa/checks/contested.ts';
import type { Execution } from '../../machine/execution.ts';
import { watches } from '../../machine/faults.ts';

/** Bytes up to which an allocation always succeeds, unless the program's allocations may fail. */
const SURE = 2n ** 40n - 1n;
/** Alignment in bytes up to which an allocation always finds a place. */
const SURE_ALIGNMENT = 2n ** 20n;
/** Upper bound of the bytes that may be available: the user space of x86-64. */
const POSSIBLE = 2n ** 47n;
/** The same bound for pointers of 32 bits: no object is larger than PTRDIFF_MAX. */
const POSSIBLE_32 = 2n ** 31n - 1n;

/**
 * Returns when the allocation of the product of `factors` bytes (unsigned, of size_t's width) returns
 * null. It always does beyond the size of an address space, and may do so beyond the size that every
 * machine has. In programs whose allocations may fail, an input that replays know decides as well.
 */
export function allocationFails(x: Execution, name: string, factors: readonly Term[]): Term {
  const { terms } = x;
  const { allocationMayFail } = x.plan.linked.program;
  const chosen = allocationMayFail ? x.fresh({ kind: 'bool' }, 'allocation', name) : terms.false;
  const watched = watches(x, 'deref');
  if (watched && !allocationMayFail) return terms.or(mayFailInDispute(x, name), mayBeNone(x, name, factors));
  const wide = x.plan.layout.pointerSize > 4;
  const impossible = exceeds(x, factors, wide ? POSSIBLE : POSSIBLE_32);
  if (watched) return terms.orAll([impossible, chosen, mayBeNone(x, name, factors)]);
  const doubtful = wide ? terms.and(exceeds(x, factors, SURE), terms.not(impossible)) : terms.false;
  const perhaps =
    doubtful === terms.false
      ? terms.false
      : terms.and(doubtful, x.unknown({ kind: 'bool' }, `${name} of more than 2^40 bytes`));
  return terms.orAll([impossible, perhaps, chosen, mayBeNone(x, name, factors)]);
}

/**
 * Returns when a function other than those of the rules fails, in programs that watch accesses. Tasks
 * of both readings exist, so such a failure is neither a proof nor an alarm.
 */
function mayFailInDispute(x: Execution, name: string): Term {
  if (NEVER_FAIL.test(name)) return x.terms.false;
  const fails = x.unknown({ kind: 'bool' }, `${name} that fails`);
  x.undefinedWhen(fails, contestedConstruct(`${name} that fails`));
  return fails;
}

/**
 * Returns when a request of no bytes returns null, which it may where blocks count. Elsewhere it makes a
 * block without bytes.
 */
function mayBeNone(x: Execution, name: string, factors: readonly Term[]): Term {
  const { terms } = x;
  if (!x.plan.countsBlocks) return terms.false;
  const isEmpty = terms.orAll(factors.map((factor) => terms.eq(factor, terms.bv(terms.width(factor), 0))));
  if (isEmpty === terms.false) return terms.false;
  x.undefinedWhen(isEmpty, contestedConstruct(`${name} of no bytes`));
  return terms.and(isEmpty, x.unknown({ kind: 'bool' }, `${name} of no bytes`, {}, isEmpty));
}

/**
 * Returns when an allocation returns null because of its alignment in bytes. Not every machine has
 * room for every alignment, and C libraries treat one that is not a power of two differently.
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

/** Returns when the product exceeds the limit, as unbounded numbers. */
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
