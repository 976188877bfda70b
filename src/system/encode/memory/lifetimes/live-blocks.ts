import type { Term } from '../../../../logic/terms/builder.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';

/**
 * The live blocks of the heap, in programs that ask for them. A block that is made at most once has a
 * bit. A family has the number of its live blocks. Blocks of `alloca` do not count.
 */

/** Records that the allocation makes a block, if `when` holds. */
export function noteMade(x: Execution, block: MemoryObject, when: Term): void {
  if (!x.plan.countsBlocks) return;
  const { terms } = x;
  const { base } = x.encoding.objects.hidden.live(block);
  const old = x.read(base);
  const made = block.family === null ? terms.bv(1, 1) : terms.add(old, terms.bv(terms.width(old), 1));
  x.write(base, terms.ite(when, made, old));
}

/** Records that a call makes a block and drops its address, if `when` holds. */
export function noteDropped(x: Execution, when: Term): void {
  if (!x.plan.countsBlocks) return;
  const { base } = x.encoding.objects.hidden.dropped;
  x.write(base, x.terms.ite(when, x.terms.bv(32, 1), x.read(base)));
}

/**
 * Records that `free` gets a pointer into the block, where `reached` holds. The block ends if the pointer
 * leads to its start. `isAlive`: the block of a family was not freed before.
 */
export function noteReleased(
  x: Execution,
  block: MemoryObject,
  { offset }: Pointer,
  reached: Term,
  isAlive: Term,
): void {
  const { terms } = x;
  const ends = terms.andAll([reached, isAlive, terms.eq(offset, x.offset(0))]);
  const { base } = x.encoding.objects.hidden.live(block);
  const old = x.read(base);
  const left = block.family === null ? terms.bv(1, 0) : terms.sub(old, terms.bv(terms.width(old), 1));
  x.write(base, terms.ite(ends, left, old));
  const isLive = block.family === null ? terms.and(ends, terms.eq(old, terms.bv(1, 1))) : ends;
  x.undefinedWhen(terms.and(reached, terms.not(isLive)), 'free of what is not the start of a live block');
}

/** Returns when some block of the heap is live. */
export function isSomeBlockLive(x: Execution): Term {
  const { encoding } = x;
  // Further blocks may turn up until the encoding is complete.
  encoding.known.listBlocks();
  const blocks = encoding.objects.all.filter(({ kind }) => kind === 'heap');
  return x.terms.orAll([...blocks, null].map((block) => isLiveBlock(x, block)));
}

/** Returns when the block, or a block of the family, is live. Null: one whose address was dropped at once. */
export function isLiveBlock(x: Execution, block: MemoryObject | null): Term {
  const { terms, encoding } = x;
  const { objects } = encoding;
  const count = x.read((block === null ? objects.hidden.dropped : objects.hidden.live(block)).base);
  return terms.not(terms.eq(count, terms.bv(terms.width(count), 0)));
}
