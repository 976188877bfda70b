import { type CType, Qualifier } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
import type { Expr } from '../../../../program/cfa/automaton.ts';
import type { Execution, Pointer } from '../../machine/execution.ts';
import { NULL_OBJECT } from '../../plan/pointer-format.ts';
import { hasExtent, isWithin } from '../lifetimes/extents.ts';
import { instanceIn, leadsTo } from '../lifetimes/instances.ts';
import { isAlive } from '../lifetimes/lifetime-end.ts';

/**
 * Returns when that many bytes from the pointer on lie in a live object that the program may write. Null
 * if the targets of the pointer are not known.
 */
export function whenWritable(x: Execution, pointer: Pointer, bytes: number): Term | null {
  return whenWithin(x, pointer, bytes, true);
}

/** When all elements between two pointers can be read: first element, last one, bytes of an element. */
export function areAccessible(x: Execution, [first, last, bytes]: readonly Expr[]): Term {
  const { terms } = x;
  const size = bytes.kind === 'integer' ? Number(bytes.value) : 1;
  const [start, end] = [x.evaluate.pointer(x, first), x.evaluate.pointer(x, last)];
  const ends = [start, end].map((pointer) => whenWithin(x, pointer, size, false));
  if (ends.includes(null)) {
    x.gap('memory at a pointer with too many targets');
    return terms.false;
  }
  const order = terms.sle(start.offset, end.offset);
  return terms.andAll([...(ends as Term[]), terms.eq(start.object, end.object), order]);
}

/** When that many bytes from the pointer on lie in a live object, which the program may write if it `writes`. */
function whenWithin(x: Execution, pointer: Pointer, bytes: number, writes: boolean): Term | null {
  const { terms, encoding } = x;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return null;
  const valid: Term[] = [];
  for (const number of targets) {
    const object = number === NULL_OBJECT ? null : encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function' || object.kind === 'summary') continue;
    if (writes && object.kind === 'static' && isConstant(object.type)) continue;
    const room = object.shape.size - bytes;
    const isKnown = Number.isFinite(room);
    if (isKnown ? room < 0 : !hasExtent(x, object)) continue;
    const here = leadsTo(x, pointer, number, object);
    if (here === terms.false) continue;
    const instance = object.family === null ? null : instanceIn(x, pointer.object);
    const within = isKnown ? x.below(pointer.offset, room + 1) : isWithin(x, object, instance, pointer.offset, bytes);
    valid.push(terms.andAll([here, isAlive(x, object, instance, here), within]));
  }
  return terms.orAll(valid);
}

/** Whether the type, or that of its elements, is constant. */
export function isConstant(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return ((inner.qualifiers ?? 0) & Qualifier.const) !== 0;
}
