import type { Expr } from '../../cfa/automaton.ts';
import type { Term } from '../../terms/builder.ts';
import { UCHAR } from '../../types/type-tools.ts';
import type { Execution, Pointer } from '../execution.ts';
import { load, store } from '../memory/access.ts';
import type { Reference } from '../memory/places.ts';
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
