import { isVariableLength } from '../../../../c/types/type-basics.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { allocationOf, type MemoryObject } from '../../objects/object.ts';
import { instanceIn, leadsTo } from './instances.ts';
import { isFreed, mayHaveEnded, mayHaveMoved } from './lifetime-end.ts';

/**
 * Memory that is used again: a pointer to an object whose lifetime has ended may, or may not, equal
 * one to a later object. C leaves such a comparison open (C11 6.2.4p2). Objects end with their
 * activation, variable-length arrays with their block, blocks of the heap by `free` and `realloc`.
 * Other automatic objects keep their place during their activation. The objects of a `main` that is
 * not recursive share memory only with each other.
 */

/** Objects that may lie in one kind of memory, by number. */
type Candidates = ReadonlyMap<number, MemoryObject>;

/**
 * Returns when the pointers lead to distinct objects, and one of these may lie in the other's former
 * memory.
 */
export function mayShareMemory(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms } = x;
  let either = terms.false;
  for (const kind of [isOnStack, isInHeap]) {
    const first = candidates(x, p, kind);
    const second = first.size === 0 ? first : candidates(x, q, kind);
    if (second.size === 0) continue;
    const oneEnded = terms.or(
      terms.and(leadToEnded(x, p, first), leadTo(x, q, second)),
      terms.and(leadTo(x, p, first), leadToEnded(x, q, second)),
    );
    const apart = terms.or(areBlockAndFormer(x, p, first, q), areBlockAndFormer(x, q, second, p));
    either = terms.or(either, terms.and(oneEnded, terms.not(apart)));
  }
  either = terms.or(either, leadToSeparateBlocks(x, p, q));
  return either === terms.false ? either : terms.and(either, terms.not(terms.eq(p.object, q.object)));
}

/**
 * Returns when both pointers lead to one object, but may mean different lifetimes of it. They may also
 * mean different places of a block that `realloc` may have moved. Variables with pointers left over
 * from earlier lifetimes become families in the next round.
 */
export function mayMeanOtherLifetime(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms, encoding } = x;
  let result = terms.false;
  const both = (number: number, object: MemoryObject): Term =>
    terms.and(leadsTo(x, p, number, object), leadsTo(x, q, number, object));
  for (const [number, object] of common(x, p, q, isInHeap)) {
    const instance = object.family === null ? null : instanceIn(x, p.object);
    const moved = mayHaveMoved(x, object, instance);
    if (moved !== terms.false)
      result = terms.or(result, terms.andAll([moved, both(number, object), terms.eq(p.object, q.object)]));
  }
  for (const [number, object] of common(x, p, q, isOnStack)) {
    if (object.kind !== 'automatic' || object.family !== null) continue;
    if (mayHaveEnded(x, object, null) === terms.false) continue;
    if (!x.plan.isLast && !x.plan.decided.outlived.has(object.key)) encoding.revisions.outlives(object);
    else result = terms.or(result, both(number, object));
  }
  return result;
}

/**
 * Returns when the first pointer leads to a block, and the second to the place that the block left at
 * its last move. The two differ.
 */
function areBlockAndFormer(x: Execution, p: Pointer, blocks: Candidates, q: Pointer): Term {
  const { terms, encoding } = x;
  const pairs: Term[] = [];
  for (const [number, object] of blocks) {
    const former = object.kind === 'heap' ? encoding.objects.placeLeftIfAny(object) : null;
    if (former === null) continue;
    const [mine, other] = [p, q].map((pointer) => (object.family === null ? null : instanceIn(x, pointer.object)));
    const certain = terms.not(mayHaveMoved(x, object, mine));
    const same = mine === null || other === null ? terms.true : terms.eq(mine, other);
    const both = terms.and(leadsTo(x, p, number, object), leadsTo(x, q, encoding.objects.numberOf(former), former));
    pairs.push(terms.andAll([certain, same, both]));
  }
  return terms.orAll(pairs);
}

function* common(x: Execution, p: Pointer, q: Pointer, kind: typeof isOnStack): Iterable<[number, MemoryObject]> {
  const first = candidates(x, p, kind);
  if (first.size === 0) return;
  for (const [number, object] of candidates(x, q, kind)) if (first.get(number) === object) yield [number, object];
}

function candidates(x: Execution, { object }: Pointer, kind: typeof isOnStack): Candidates {
  const { encoding } = x;
  const found = new Map<number, MemoryObject>();
  for (const number of x.facts.targets(object) ?? []) {
    const target = encoding.objects.withNumber(number);
    if (target !== null && kind(x, target)) found.set(number, target);
  }
  return found;
}

/**
 * Whether the object's memory may be that of an object in another activation, or of another lifetime
 * of its own.
 */
function isOnStack(x: Execution, object: MemoryObject): boolean {
  const { linked } = x.plan;
  let context = object.kind === 'automatic' ? object.context : -1;
  if (object.kind === 'heap') context = contextOfAlloca(x, object) ?? -1;
  if (context === 0 && object.variable !== null && isVariableLength(object.variable.type)) return true;
  // A `main` that is woven of threads has the variables of all their activations.
  return context > 0 || (context === 0 && (linked.contexts[0].recursion !== null || linked.program.ways !== undefined));
}

function isInHeap(x: Execution, object: MemoryObject): boolean {
  return object.kind === 'moved' || (object.kind === 'heap' && contextOfAlloca(x, object) === null);
}

/** Returns the context of the call of `alloca` that makes the block; null for blocks of the heap. */
function contextOfAlloca({ plan: { linked } }: Execution, object: MemoryObject): number | null {
  const edge = linked.edges[allocationOf(object)];
  return edge?.op.kind === 'intrinsic' && edge.op.name.startsWith('alloca') ? edge.context : null;
}

function leadTo(x: Execution, pointer: Pointer, objects: Candidates): Term {
  return x.terms.orAll([...objects].map(([number, object]) => leadsTo(x, pointer, number, object)));
}

function leadToEnded(x: Execution, pointer: Pointer, objects: Candidates): Term {
  const { terms } = x;
  return terms.orAll(
    [...objects].map(([number, object]) => {
      const instance = object.family === null ? null : instanceIn(x, pointer.object);
      const ended = hasLeft(x, object, instance);
      return ended === terms.false ? ended : terms.and(ended, leadsTo(x, pointer, number, object));
    }),
  );
}

/** Returns when the object may have ended, or is a place that a block may have left. */
function hasLeft(x: Execution, object: MemoryObject, instance: Term | null): Term {
  const { terms } = x;
  // The encoding does not record when a block of `alloca` ends.
  if (object.kind === 'moved' || (object.kind === 'heap' && contextOfAlloca(x, object) !== null)) return terms.true;
  if (object.kind !== 'heap') return mayHaveEnded(x, object, instance);
  return terms.or(mayHaveMoved(x, object, instance), isFreed(x, object, instance));
}

/**
 * Returns when the pointers lead to variables of one activation in separate blocks. Such variables
 * never live at the same time.
 */
function leadToSeparateBlocks(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms } = x;
  const pairs: Term[] = [];
  const locals = candidates(x, q, isLocal);
  if (locals.size === 0) return terms.false;
  for (const [number, object] of candidates(x, p, isLocal)) {
    for (const [other, neighbour] of locals) {
      if (areApart(x, object, neighbour))
        pairs.push(terms.and(leadsTo(x, p, number, object), leadsTo(x, q, other, neighbour)));
    }
  }
  return terms.orAll(pairs);
}

function isLocal(_: Execution, { kind, variable }: MemoryObject): boolean {
  return kind === 'automatic' && variable !== null;
}

function areApart({ plan: { linked } }: Execution, a: MemoryObject, b: MemoryObject): boolean {
  if (a.context !== b.context || a.variable === null || b.variable === null) return false;
  const { extents } = linked.contexts[a.context].function;
  const first = extents.get(a.variable.id);
  const second = extents.get(b.variable.id);
  return first !== undefined && second !== undefined && (first.to <= second.from || second.to <= first.from);
}
