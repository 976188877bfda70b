import type { Term } from '../../smt/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import { instanceIn, leadsTo } from './instances.ts';
import { mayHaveEnded } from './lifetime-end.ts';
import { allocationOf, type MemoryObject } from './objects.ts';

/**
 * The stack is used again: a pointer to an object of an activation that returned may equal one to an object of a later activation,
 * or not. C leaves such a comparison open (C11 6.2.4p2). Objects of `main` last as long as all others.
 */

/** Returns when the pointers lead to distinct objects on the stack, and the lifetime of one of these may have ended. */
export function mayShareStack(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms } = x;
  const first = stackObjects(x, p);
  const second = first.size === 0 ? first : stackObjects(x, q);
  if (second.size === 0) return terms.false;
  const either = terms.or(
    terms.and(leadToEnded(x, p, first), leadTo(x, q, second)),
    terms.and(leadTo(x, p, first), leadToEnded(x, q, second)),
  );
  return terms.and(either, terms.not(terms.eq(p.object, q.object)));
}

/**
 * Returns when both pointers lead to one object on the stack, and it is not known whether they mean the same lifetime. Objects with
 * pointers left over from earlier lifetimes become families in the next round.
 */
export function mayMeanOtherLifetime(x: Execution, p: Pointer, q: Pointer): Term {
  const { terms, encoding } = x;
  const others = stackObjects(x, q);
  let result = terms.false;
  for (const [number, object] of others.size === 0 ? others : stackObjects(x, p)) {
    if (object.kind !== 'automatic' || object.family !== null || others.get(number) !== object) continue;
    if (mayHaveEnded(x, object, null) === terms.false) continue;
    if (!encoding.final && !encoding.revisions.outlived.has(object.key)) encoding.newlyOutlived.add(object.key);
    else result = terms.or(result, terms.and(leadsTo(x, p, number, object), leadsTo(x, q, number, object)));
  }
  return result;
}

function stackObjects(x: Execution, { object }: Pointer): ReadonlyMap<number, MemoryObject> {
  const { encoding } = x;
  const found = new Map<number, MemoryObject>();
  for (const number of x.facts.targets(object) ?? []) {
    const target = encoding.objects.withNumber(number);
    if (target !== null && isOnStack(x, target)) found.set(number, target);
  }
  return found;
}

/** Tells whether the object's memory may be another object's later. */
function isOnStack({ encoding: { linked } }: Execution, object: MemoryObject): boolean {
  let context = object.kind === 'automatic' ? object.context : -1;
  if (object.kind === 'heap') {
    const edge = linked.edges[allocationOf(object)];
    if (edge?.op.kind === 'intrinsic' && edge.op.name.startsWith('alloca')) context = edge.context;
  }
  return context > 0 || (context === 0 && linked.contexts[0].recursion !== null);
}

function leadTo(x: Execution, pointer: Pointer, objects: ReadonlyMap<number, MemoryObject>): Term {
  return x.terms.orAll([...objects].map(([number, object]) => leadsTo(x, pointer, number, object)));
}

function leadToEnded(x: Execution, pointer: Pointer, objects: ReadonlyMap<number, MemoryObject>): Term {
  const { terms } = x;
  return terms.orAll(
    [...objects].map(([number, object]) => {
      const instance = object.family === null ? null : instanceIn(x, pointer.object);
      // Nobody says when a block of `alloca` ends.
      const ended = object.kind === 'heap' ? terms.true : mayHaveEnded(x, object, instance);
      return ended === terms.false ? ended : terms.and(ended, leadsTo(x, pointer, number, object));
    }),
  );
}
