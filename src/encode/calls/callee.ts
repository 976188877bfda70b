import type { LinkedOperation } from '../../cfa/linked.ts';
import type { Term } from '../../terms/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import { shapeOf, storeResult } from '../memory/access.ts';
import { leadsTo } from '../memory/instances.ts';
import { INTEGER_OBJECT, NULL_OBJECT, SUMMARY_OBJECT } from '../memory/objects.ts';
import { resolve } from '../memory/places.ts';

/**
 * Calls through pointers. The linker made a branch for each candidate, and one for all other values of
 * the pointer.
 */

/** Whether the pointer is the address of that function. */
export function isAddressOf(x: Execution, pointer: Pointer, id: number): Term {
  const { terms, encoding } = x;
  const { objectWidth, offsetWidth } = encoding.pointers;
  const fn = encoding.linked.program.functions[id];
  if (fn === null || fn === undefined) return terms.false;
  const object = terms.bv(objectWidth, encoding.objects.functionNumber(fn));
  return terms.and(terms.eq(pointer.object, object), terms.eq(pointer.offset, terms.bv(offsetWidth, 0)));
}

/**
 * Encodes a call whose pointer is none of the candidates. A pointer that is null, or leads to an
 * object of the program, has undefined behaviour here. Its meaning is that no function is called and
 * the result is any value. Any other pointer may lead to a function that the linker did not foresee.
 */
export function callUnforeseen(x: Execution, op: LinkedOperation & { kind: 'unknown-callee' }): void {
  const { terms } = x;
  const unforeseen = mayBeUnforeseen(x, x.evaluate.pointer(x, op.pointer), op.candidates);
  x.gap('call through a pointer to an unknown function', unforeseen);
  x.undefinedWhen(terms.not(unforeseen), 'call through a pointer that leads to no function');
  const call = x.edge?.edge.op;
  if (call?.kind !== 'call' || call.result === null) return;
  const result = resolve(x, call.result);
  storeResult(
    x,
    result,
    x.unknownCells(shapeOf(x, result).cells, 'result of a call through a pointer that leads to no function'),
  );
}

/** Whether a pointer that is the address of no candidate may be that of another function. */
function mayBeUnforeseen(x: Execution, pointer: Pointer, candidates: readonly number[]): Term {
  const { terms, encoding } = x;
  const { objects, pointers } = encoding;
  const targets = x.facts.targets(pointer.object);
  if (targets === null) return terms.true;
  const cases: Term[] = [];
  const foreseen = new Set<number>();
  for (const id of candidates) {
    const fn = encoding.linked.program.functions[id];
    if (fn !== null && fn !== undefined) foreseen.add(objects.functionNumber(fn));
  }
  for (const number of targets) {
    const object = objects.withNumber(number);
    if (number === NULL_OBJECT || number === INTEGER_OBJECT) {
      const isValue = terms.eq(pointer.object, terms.bv(pointers.objectWidth, number));
      cases.push(terms.and(isValue, terms.not(terms.eq(pointer.offset, terms.bv(pointers.offsetWidth, 0)))));
    } else if (object !== null && (number === SUMMARY_OBJECT || (object.kind === 'function' && !foreseen.has(number))))
      cases.push(leadsTo(x, pointer, number, object));
  }
  return terms.orAll(cases);
}
