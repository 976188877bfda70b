import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { NULL_OBJECT } from '../plan/pointer-format.ts';

/** Returns a pointer argument; null when there is none. */
export function pointerArgument(x: Execution, args: readonly Expr[], index: number): Pointer | null {
  const argument = args[index];
  return argument === undefined || argument.type.kind !== 'pointer' ? null : x.evaluate.pointer(x, argument);
}

/** Returns an integer argument; null when there is none. */
export function integerArgument(x: Execution, args: readonly Expr[], index: number): Term | null {
  const argument = args[index];
  if (argument === undefined || (argument.type.kind !== 'integer' && argument.type.kind !== 'enum')) return null;
  return x.evaluate.integer(x, argument);
}

/**
 * Returns the bytes from the pointer on to the end of the farthest object that it may lead to. Null
 * where that is not known: unmodelled memory, objects of unknown size, any object.
 */
export function roomAt(x: Execution, pointer: Pointer): number | null {
  const { terms, encoding } = x;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return null;
  const width = terms.width(pointer.offset);
  const start = terms.isBv(pointer.offset) ? Number(BigInt.asIntN(width, terms.constValue(pointer.offset))) : 0;
  let most = 0;
  for (const number of targets) {
    if (number === NULL_OBJECT) continue;
    const object = encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function' || object.kind === 'moved') continue;
    const { size } = object.shape;
    if (object.kind === 'summary' || object.shape.kind === 'opaque' || !Number.isFinite(size)) return null;
    most = Math.max(most, size - start);
  }
  return most;
}

/** Limit of the bytes that are encoded one by one only because a call gives their number. */
const MAX_LIMIT = 4096;

/**
 * Like {@link roomAt}, for a call that uses at most `limit` bytes. If the room is not known and the
 * limit is a constant, the limit is the result.
 */
export function roomWithin(x: Execution, pointer: Pointer, limit: Term | null): number | null {
  const constant = limit !== null && x.terms.isBv(limit) ? x.terms.constValue(limit) : null;
  if (constant === 0n) return 0;
  const room = roomAt(x, pointer);
  return room === null && constant !== null && constant <= MAX_LIMIT ? Number(constant) : room;
}
