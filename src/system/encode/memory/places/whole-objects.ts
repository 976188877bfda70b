import { type CType, Qualifier } from '../../../../c/types/types.ts';
import type { Term } from '../../../../logic/terms/builder.ts';
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
  const { terms, encoding } = x;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return null;
  const valid: Term[] = [];
  for (const number of targets) {
    const object = number === NULL_OBJECT ? null : encoding.objects.withNumber(number);
    if (object === null || object.kind === 'function' || object.kind === 'summary') continue;
    if (object.kind === 'static' && isConstant(object.type)) continue;
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
