import { UCHAR } from '../../../c/types/type-basics.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { Execution, Pointer } from '../machine/execution.ts';
import { load, store } from '../memory/places/access.ts';
import type { Reference } from '../memory/places/places.ts';
import { pointerArgument, roomWithin } from './arguments.ts';

/** The bytes from a pointer on. Each is read at its first use. */
export class ByteText {
  readonly #known: Term[] = [];

  constructor(
    private readonly x: Execution,
    readonly pointer: Pointer,
    /** Number of bytes that lie in an object. */
    readonly room: number,
  ) {}

  /** Returns the byte at its value of the first use; any value beyond the object. */
  at(position: number): Term {
    return (this.#known[position] ??= load(this.x, byteReference(this.x, this.pointer, position))[0]);
  }

  isZero(position: number): Term {
    const { terms } = this.x;
    return terms.eq(this.at(position), terms.bv(8, 0));
  }
}

/**
 * Returns the bytes at a pointer argument, with at most `limit` bytes of interest. Null if the pointer
 * may lead anywhere.
 */
export function textAt(x: Execution, args: readonly Expr[], index: number, limit: Term | null = null): ByteText | null {
  const pointer = pointerArgument(x, args, index);
  const room = pointer === null ? null : roomWithin(x, pointer, limit);
  return pointer === null || room === null ? null : new ByteText(x, pointer, room);
}

/** Writes a byte if the condition holds. */
export function putByte(x: Execution, pointer: Pointer, position: number, byte: Term, when: Term): void {
  if (when !== x.terms.false) store(x, byteReference(x, pointer, position), [byte], when);
}

function byteReference(x: Execution, pointer: Pointer, position: number): Reference {
  return { kind: 'pointer', type: UCHAR, field: null, pointer: offsetBy(x, pointer, position) };
}

/** Returns a pointer moved by a number of bytes. */
export function offsetBy(x: Execution, pointer: Pointer, bytes: number): Pointer {
  return bytes === 0 ? pointer : { object: pointer.object, offset: x.terms.add(pointer.offset, x.offset(bytes)) };
}

/** The first of the positions 0, 1, ... at which a test holds. */
export interface FirstCase {
  /** Cases in order: `at` is the first position if its condition holds and no earlier one does. */
  readonly cases: readonly { readonly at: number; readonly condition: Term }[];
  /** Whether the test certainly holds at the last of them. */
  readonly complete: boolean;
}

/** Limit of the positions that are distinguished. */
const MAX_CASES = 256;
/** Limit of the positions that are tested. */
const MAX_POSITIONS = 1 << 16;

/** Returns the first of `count` positions at which `test` may hold; null if there are too many cases. */
export function firstWhere(x: Execution, count: number, test: (position: number) => Term): FirstCase | null {
  const cases: { at: number; condition: Term }[] = [];
  let going = x.terms.true;
  for (let at = 0; at < count; at++) {
    // The test counts only if no earlier position satisfies it.
    const condition = x.under(going, () => test(at));
    if (condition === x.terms.false) continue;
    cases.push({ at, condition });
    going = x.terms.and(going, x.terms.not(condition));
    if (condition === x.terms.true) return { cases, complete: true };
    if (cases.length > MAX_CASES || at > MAX_POSITIONS) return null;
  }
  return { cases, complete: false };
}

/**
 * Returns a value that depends on the position. `otherwise` gives the value of runs without such a
 * position.
 */
export function atFirst(
  x: Execution,
  first: FirstCase,
  value: (position: number) => Term,
  otherwise: (when: Term) => Term,
): Term {
  const { terms } = x;
  const { cases, complete } = first;
  const last = cases.length - 1;
  const nowhere = complete ? terms.false : terms.not(terms.orAll(cases.map(({ condition }) => condition)));
  let result = complete ? value(cases[last].at) : otherwise(nowhere);
  for (let i = complete ? last - 1 : last; i >= 0; i--)
    result = terms.ite(cases[i].condition, value(cases[i].at), result);
  return result;
}

/** Returns for each of `count` positions whether no earlier one satisfies the test. */
export function notBefore(x: Execution, { cases }: FirstCase, count: number): Term[] {
  const { terms } = x;
  const result: Term[] = [];
  let going = terms.true;
  let next = 0;
  for (let at = 0; at < count; at++) {
    result.push(going);
    if (next < cases.length && cases[next].at === at) going = terms.and(going, terms.not(cases[next++].condition));
  }
  return result;
}
