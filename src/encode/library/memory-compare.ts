import { UCHAR } from '../../c/type/type-tools.ts';
import type { CType } from '../../c/types.ts';
import type { AutomatonFunction, Expr, Place } from '../../cfa/automaton.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import { load } from '../memory/access.ts';
import { hasPadding } from '../memory/bytes.ts';
import { holdsBytes } from '../memory/pointer-bytes.ts';
import { encode } from '../memory/raw.ts';
import { integerArgument, pointerArgument } from './arguments.ts';
import { offsetBy } from './byte-text.ts';
import { roomWithin } from './extent.ts';
import { pointee } from './pointee.ts';
import { compareBytes } from './string-compare.ts';

/** memcmp, bcmp: by the bytes of the elements, so that these need not be kept as bytes. False where padding would be compared. */
export function compareMemory(x: Execution, _fn: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const [first, second] = args;
  const [p, q, limit] = [pointerArgument(x, args, 0), pointerArgument(x, args, 1), integerArgument(x, args, 2)];
  if (first === undefined || second === undefined || p === null || q === null || limit === null) return false;
  if (result === null) return true;
  const rooms = [roomWithin(x, p, limit), roomWithin(x, q, limit)];
  if (rooms[0] === null || rooms[1] === null) return false;
  const type = pointee(x, first) ?? pointee(x, second) ?? UCHAR;
  const shape = x.encoding.shapes.of(type);
  // The packed form of a pointer among bytes says nothing of its address.
  if (hasPadding(x, shape) || (holdsBytes(shape) && x.encoding.revisions.pointerBytes.size > 0)) return false;
  const ordered = !shape.cells.some(({ role }) => role === 'object');
  const [left, right] = [p, q].map((pointer, i) => new TypedBytes(x, pointer, rooms[i]!, type));
  return compareBytes(x, { left, right, limit, strings: false, fold: (byte) => byte, ordered }, result);
}

/** The bytes of elements from a pointer on. */
class TypedBytes {
  private readonly elements: Term[] = [];

  constructor(
    private readonly x: Execution,
    private readonly pointer: Pointer,
    readonly room: number,
    private readonly type: CType,
  ) {}

  at(position: number): Term {
    const { x, type } = this;
    const shape = x.encoding.shapes.of(type);
    const index = Math.floor(position / shape.size);
    const low = 8 * (position % shape.size);
    return x.terms.extract((this.elements[index] ??= this.bits(index)), low + 7, low);
  }

  private bits(index: number): Term {
    const { x, type, pointer } = this;
    const shape = x.encoding.shapes.of(type);
    const cells = load(x, { kind: 'pointer', type, field: null, pointer: offsetBy(x, pointer, index * shape.size) });
    return encode(x, shape, cells, x.terms.bv(8 * shape.size, 0), x.offset(0));
  }
}
