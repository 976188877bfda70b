import { UCHAR } from '../../c/type/type-tools.ts';
import type { Expr } from '../../cfa/automaton.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import { load, store } from '../memory/access.ts';
import type { Reference } from '../memory/places.ts';
import { pointerArgument } from './arguments.ts';
import { roomWithin } from './extent.ts';

/** The bytes from a pointer on, each read when it is first asked for. */
export class ByteText {
  private readonly known: Term[] = [];

  constructor(
    private readonly x: Execution,
    readonly pointer: Pointer,
    /** How many of them lie in an object. */
    readonly room: number,
  ) {}

  /** The byte as it was when it was first asked for; any value beyond the object. */
  at(position: number): Term {
    return (this.known[position] ??= load(this.x, byteReference(this.x, this.pointer, position))[0]);
  }

  isZero(position: number): Term {
    const { terms } = this.x;
    return terms.eq(this.at(position), terms.bv(8, 0));
  }
}

/** What a pointer argument leads to, of which at most `limit` bytes are looked at; null if that may be anything. */
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

export function offsetBy(x: Execution, pointer: Pointer, bytes: number): Pointer {
  return bytes === 0 ? pointer : { object: pointer.object, offset: x.terms.add(pointer.offset, x.offset(bytes)) };
}
