import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import type { Expr, Place } from '../../../program/cfa/automaton.ts';
import { contestedConstruct } from '../../../program/cfa/checks/contested.ts';
import type { LinkedEdge } from '../../../program/cfa/linked.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { contest, watches } from '../machine/faults.ts';
import type { Allocator } from '../plan/allocators.ts';
import { allocationFails } from './allocation-failures.ts';
import { setExtent } from './extents.ts';
import { instanceIn, leadsTo } from './instances.ts';
import { checkRelease } from './lifetime-end.ts';
import { noteDropped } from './live-blocks.ts';
import { moveBlock } from './moved-blocks.ts';
import { makeBlock, product, returnPointer, sizeFactors } from './new-block.ts';
import { choosePointer, isNull, nullPointer } from './pointers.ts';

/**
 * Encodes `realloc`, which keeps a block's number (moved-blocks.ts). Blocks that it may resize have no fixed
 * size. Returns false if the call cannot be encoded.
 */
export function reallocate(
  x: Execution,
  allocator: Allocator,
  name: string,
  args: readonly Expr[],
  result: Place | null,
  edge: LinkedEdge,
): boolean {
  const { terms } = x;
  const [argument] = args;
  const factors = sizeFactors(x, allocator, args);
  if (argument === undefined || argument.type.kind !== 'pointer' || factors === null) return false;
  const old = x.evaluate.pointer(x, argument);
  if (!letGrow(x, old)) return false;
  if (watches(x, 'free')) checkRelease(x, old, x.facts.targets(old.object) ?? [], name);
  const fails = allocationFails(x, name, factors);
  const size = product(x, factors);
  contest(x, 'deref', `${name} to no bytes`, terms.eq(size, x.offset(0)));
  resize(x, old, size, terms.not(fails));
  const none = isNull(x, old);
  if (x.plan.countsBlocks) {
    const isEmpty = terms.orAll(factors.map((factor) => terms.eq(factor, terms.bv(terms.width(factor), 0))));
    x.gap(contestedConstruct(`${name} to no bytes`), isEmpty);
  }
  moveBlock(x, old, terms.not(fails), deadAfter(x, result, edge));
  if (result === null) {
    noteDropped(x, terms.and(none, terms.not(fails)));
    return true;
  }
  if (terms.and(x.guard, none) === terms.false) {
    returnPointer(x, result, choosePointer(x, fails, nullPointer(x), old));
    return true;
  }
  const before = x.state;
  const fresh = makeBlock(x, name, null, false, result, edge, terms.not(fails), size);
  const after = x.state;
  const merge = (cell: number, kept: Term, made: Term): Term =>
    kept === NO_TERM ? made : made === NO_TERM ? kept : terms.ite(none, x.valueOf(cell, made), x.valueOf(cell, kept));
  x.state = none === terms.true ? after : before.merge(after, merge);
  returnPointer(x, result, choosePointer(x, fails, nullPointer(x), choosePointer(x, none, fresh, old)));
  return true;
}

/** Notes the new size of the blocks that the pointer may lead to. */
function resize(x: Execution, pointer: Pointer, bytes: Term, when: Term): void {
  for (const number of x.facts.targets(pointer.object) ?? []) {
    const object = x.encoding.objects.withNumber(number);
    if (object === null || object.kind !== 'heap') continue;
    const here = x.terms.and(when, leadsTo(x, pointer, number, object));
    const instance = object.family === null ? null : instanceIn(x, pointer.object);
    if (here !== x.terms.false) setExtent(x, object, instance, bytes, here);
  }
}

/**
 * Returns the cells of variables that are assigned after the edge before any read, and the cells of
 * its result.
 */
function deadAfter(x: Execution, result: Place | null, { context, edge }: LinkedEdge): ReadonlySet<number> {
  const { objects } = x.encoding;
  const { linked, lifetimes } = x.plan;
  const ending = lifetimes.endingOn(linked.contexts[context].function, edge).map((id) => objects.find(id, context));
  if (result?.kind === 'variable') ending.push(objects.variable(result.variable, context));
  const dead = new Set<number>();
  // The other instances of a family still live.
  for (const object of ending) {
    if (object === null || object.family !== null) continue;
    for (let c = 0; c < object.cells.length; c++) dead.add(object.base + c);
  }
  return dead;
}

/**
 * Gives up the fixed sizes of all blocks that the pointer may lead to; returns false if they cannot be
 * listed.
 */
function letGrow(x: Execution, pointer: Pointer): boolean {
  const { encoding } = x;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return false;
  for (const number of targets) {
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind !== 'heap') continue;
    const plan = encoding.revisions.planOf(object.key);
    if (plan === undefined) continue;
    // The bytes that a block gains are indeterminate, also when calloc made it.
    encoding.revisions.heapPlan(object.key, { ...plan, size: null, zeroed: false });
  }
  return true;
}
