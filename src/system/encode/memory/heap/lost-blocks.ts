import type { Term } from '../../../../logic/terms/builder.ts';
import { BLOCKS } from '../../../../program/cfa/checks/blocks.ts';
import type { Execution } from '../../machine/execution.ts';
import type { MemoryObject } from '../../objects/object.ts';
import { leadsTo } from '../lifetimes/instances.ts';
import { areHeldElsewhere } from '../lifetimes/lifetime-end.ts';
import { isLiveBlock } from '../lifetimes/live-blocks.ts';

/**
 * Live blocks to which no pointer is left. A variable that holds a pointer into a block, or one past its
 * end, tracks the block, and so does a tracked block. The formula is exact for blocks outside of loops
 * whose pointers lie in cells of their own. Elsewhere the answer may be any.
 */

/** Knowledge about the pointers to a block. */
interface Holders {
  readonly block: MemoryObject;
  readonly live: Term;
  /** When a variable that counts holds a pointer to the block. */
  rooted: Term;
  /** When each of the other blocks holds a pointer to this one. */
  readonly heldBy: Map<MemoryObject, Term>;
  /** Whether further pointers may exist. */
  isOpen: boolean;
}

/** Limit of the blocks outside of loops that may track each other. */
const MOST_BLOCKS = 24;
/** Limit of the elements of an array of pointers. */
const MOST_ELEMENTS = 64;

/** Returns when a live block has no pointer left. `question`: one of `BLOCKS`. */
export function isSomeBlockLost(x: Execution, question: string): Term {
  const { terms, encoding } = x;
  if (question === BLOCKS.lostInLoop && x.plan.isEndSure) return terms.false;
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
  return terms.orAll([...lost, isLiveBlock(x, null)]);
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
    const holds = block.family === null && owner.family === null ? pointsTo(x, block, number, cell) : null;
    if (role === 'open' || holds === null) holders.isOpen = true;
    else if (role === 'root') holders.rooted = terms.or(holders.rooted, holds);
    else holders.heldBy.set(owner, terms.or(holders.heldBy.get(owner) ?? terms.false, holds));
    if (owner.kind === 'heap' && !holders.heldBy.has(owner)) holders.heldBy.set(owner, terms.false);
  }
  return holders;
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
  if (size === null) return null;
  const within = terms.ule(offset, terms.bv(terms.width(offset), size));
  return terms.and(here, within);
}
