import type { Term } from '../../../../logic/terms/builder.ts';
import { BLOCKS } from '../../../../program/cfa/checks/blocks.ts';
import type { Execution } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { hasExtent, isWithin } from '../lifetimes/extents.ts';
import { instanceIn, leadsTo } from '../lifetimes/instances.ts';
import { areHeldElsewhere, isFreed } from '../lifetimes/lifetime-end.ts';
import { isLiveBlock } from '../lifetimes/live-blocks.ts';

/**
 * Live blocks to which no pointer is left. A variable that holds a pointer into a block, or one past its
 * end, tracks the block, and so does a tracked block. The formula is exact for blocks outside of loops
 * whose pointers lie in cells of their own. All blocks of a loop are tracked if variables lead to as
 * many of them as are live. Elsewhere the answer may be any.
 */

/** Knowledge about the pointers to a block. */
interface Holders {
  readonly block: MemoryObject;
  readonly live: Term;
  /** When a variable that counts holds a pointer to the block; of a family, to each live block. */
  rooted: Term;
  /** When each of the other blocks holds a pointer to this one. */
  readonly heldBy: Map<MemoryObject, Term>;
  /** Whether further pointers may exist. */
  isOpen: boolean;
}

/** Limit of the blocks outside of loops that may track each other. */
const MOST_BLOCKS = 24;
/** Limit of the variables that are counted as pointers to the blocks of a loop. */
const MOST_ROOTS = 6;
/** Limit of the elements of an array of pointers. */
const MOST_ELEMENTS = 64;

/** Returns when a live block has no pointer left. `question`: one of `BLOCKS`. */
export function isSomeBlockLost(x: Execution, question: string): Term {
  const { terms, encoding } = x;
  const isInLoop = question === BLOCKS.lostInLoop || question === BLOCKS.perhapsLostInLoop;
  if (isInLoop && x.plan.isEndSure) return terms.false;
  encoding.known.listBlocks();
  const all: Holders[] = [];
  for (const block of encoding.objects.all) {
    if (block.kind !== 'heap') continue;
    const live = isLiveBlock(x, block);
    if (live !== terms.false) all.push(holdersOf(x, block, live, question === BLOCKS.lostBehindMain));
  }
  const tracked = closure(x, all);
  const lost = all.map((holders) => {
    const { block, live } = holders;
    const known = tracked.get(block)!;
    const untracked = terms.and(live, terms.not(known));
    if (untracked === terms.false || !isOpen(holders, all)) return untracked;
    const name = `whether a pointer leads to the ${block.name}`;
    return terms.and(untracked, x.unknown({ kind: 'bool' }, name, {}, untracked));
  });
  const isLost = terms.orAll([...lost, isLiveBlock(x, null)]);
  if (question !== BLOCKS.perhapsLostInLoop || isLost === terms.false) return isLost;
  return terms.and(isLost, x.unknown({ kind: 'bool' }, 'a leak in a loop that may not end', {}, isLost));
}

/** Whether there may be further ways to the block: to itself, or to a block that may hold it. */
function isOpen(start: Holders, all: readonly Holders[]): boolean {
  const seen = new Set([start.block]);
  const pending = [start];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.isOpen) return true;
    for (const holder of next.heldBy.keys()) {
      const known = seen.has(holder) ? undefined : all.find(({ block }) => block === holder);
      if (known === undefined) continue;
      seen.add(holder);
      pending.push(known);
    }
  }
  return false;
}

/** Returns when each block is surely tracked. */
function closure(x: Execution, all: readonly Holders[]): ReadonlyMap<MemoryObject, Term> {
  const { terms } = x;
  let tracked = new Map(all.map(({ block, rooted }) => [block, rooted]));
  const rounds = all.length > MOST_BLOCKS ? 1 : all.length;
  for (let round = 0; round < rounds; round++) {
    const next = new Map<MemoryObject, Term>();
    for (const { block, rooted, heldBy } of all) {
      const ways = [rooted];
      for (const [holder, holds] of heldBy) {
        const known = tracked.get(holder);
        const live = all.find((one) => one.block === holder)?.live ?? terms.false;
        if (known !== undefined && holder !== block) ways.push(terms.andAll([live, known, holds]));
      }
      next.set(block, terms.orAll(ways));
    }
    const isSame = all.every(({ block }) => next.get(block) === tracked.get(block));
    tracked = next;
    if (isSame) break;
  }
  return tracked;
}

function holdersOf(x: Execution, block: MemoryObject, live: Term, behindMain: boolean): Holders {
  const { terms, encoding, facts } = x;
  const { objects } = encoding;
  const holders: Holders = { block, live, rooted: terms.false, heldBy: new Map(), isOpen: false };
  const number = objects.numberIfAny(block);
  if (number === null) return holders;
  const roots: Root[] = [];
  if (areHeldElsewhere(x, block, number)) holders.isOpen = true;
  for (const cell of encoding.known.held.of(number)) {
    const owner = objects.ownerOf(cell);
    const role = owner.kind === 'heap' ? 'block' : roleOf(x, owner, behindMain);
    if (role === 'none') continue;
    const value = x.state.get(cell);
    if (owner.kind !== 'static' && value < 0) {
      // The value of a variable that the program never reads again is not known.
      if (owner.variable?.name.startsWith('$') !== true) holders.isOpen = true;
      continue;
    }
    const content = x.read(cell);
    if (!(facts.targets(content)?.has(number) ?? true)) continue;
    const holds = owner.family === null ? pointsTo(x, block, number, cell) : null;
    if (role === 'root' && holds !== null && block.family !== null) {
      if (terms.sort(content).kind === 'bv') roots.push({ object: content, holds });
      else holders.isOpen = true;
    } else if (role === 'open' || holds === null || block.family !== null) holders.isOpen = true;
    else if (role === 'root') holders.rooted = terms.or(holders.rooted, holds);
    else holders.heldBy.set(owner, terms.or(holders.heldBy.get(owner) ?? terms.false, holds));
    if (owner.kind === 'heap' && !holders.heldBy.has(owner)) holders.heldBy.set(owner, terms.false);
  }
  if (roots.length > MOST_ROOTS) holders.isOpen = true;
  if (block.family !== null) holders.rooted = areAllRooted(x, block, roots.slice(0, MOST_ROOTS));
  return holders;
}

/** A variable's pointer, and when it leads into a block of the family. */
interface Root {
  readonly object: Term;
  readonly holds: Term;
}

/** Returns when the roots lead to as many live blocks of the family as there are. */
function areAllRooted(x: Execution, block: MemoryObject, roots: readonly Root[]): Term {
  const { terms, encoding } = x;
  const live = x.read(encoding.objects.hidden.live(block).base);
  const width = terms.width(live);
  let count = terms.bv(width, 0);
  for (const [i, { object, holds }] of roots.entries()) {
    const isKnown = roots.slice(0, i).map((other) => terms.and(other.holds, terms.eq(other.object, object)));
    const isNew = terms.andAll([
      holds,
      terms.not(isFreed(x, block, instanceIn(x, object))),
      terms.not(terms.orAll(isKnown)),
    ]);
    count = terms.add(count, terms.ite(isNew, terms.bv(width, 1), terms.bv(width, 0)));
  }
  return terms.ule(live, count);
}

/** The part of a cell's owner in tracking: it counts, it does not, or that is not known. */
function roleOf(x: Execution, owner: MemoryObject, behindMain: boolean): 'root' | 'none' | 'open' {
  const { contexts } = x.plan.linked;
  if (owner.variable === null) return owner.kind === 'static' && !behindMain ? 'open' : 'none';
  if (owner.kind === 'static') return 'root';
  if (behindMain) return 'none';
  if (contexts[owner.context].recursion !== null) return 'open';
  for (let id: number | null = x.context; id !== null; id = contexts[id].parent) {
    if (id === owner.context) return 'root';
    // A function that is laid out once may have several callers.
    if (contexts[id].parent === null && id !== 0) return 'open';
  }
  return 'none';
}

/**
 * Returns when the cell, the first half of a pointer, holds one to the block; null where no formula is
 * exact.
 */
function pointsTo(x: Execution, block: MemoryObject, number: number, cell: number): Term | null {
  const { terms, encoding } = x;
  if (encoding.objects.kindOf(cell).role !== 'object') return null;
  const [object, offset] = [x.read(cell), x.read(cell + 1)];
  const sort = terms.sort(object);
  if (sort.kind !== 'array') return pointerLeads(x, block, number, object, offset);
  const { shape } = encoding.objects.ownerOf(cell);
  if (shape.kind !== 'region' || shape.count > MOST_ELEMENTS || sort.index.kind !== 'bv') return null;
  const ways: Term[] = [];
  for (let i = 0; i < shape.count; i++) {
    const index = terms.bv(sort.index.width, i);
    const way = pointerLeads(x, block, number, terms.select(object, index), terms.select(offset, index));
    if (way === null) return null;
    ways.push(way);
  }
  return terms.orAll(ways);
}

/** Returns when a pointer leads into the block or one past its end; null if its size is not known. */
function pointerLeads(x: Execution, block: MemoryObject, number: number, object: Term, offset: Term): Term | null {
  const { terms, encoding } = x;
  const size = encoding.revisions.planOf(block.key)?.size ?? null;
  const here = leadsTo(x, { object, offset }, number, block);
  if (offset === x.offset(0)) return here;
  if (size !== null) return terms.and(here, terms.ule(offset, terms.bv(terms.width(offset), size)));
  if (!hasExtent(x, block)) return null;
  return terms.and(here, isWithin(x, block, block.family === null ? null : instanceIn(x, object), offset, 0));
}
