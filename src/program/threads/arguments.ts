import type { AutomatonFunction, Expr } from '../cfa/automaton.ts';
import { targetOf, walkOperation } from '../cfa/walk.ts';
import { namedBy } from './calls.ts';

/** Arguments of calls in programs with threads. */

/** Whether a value is the same whenever it is evaluated. */
export function isConstant(e: Expr): boolean {
  let inner = e;
  while (inner.kind === 'convert') inner = inner.operand;
  if (inner.kind === 'integer' || namedBy(inner) !== null) return true;
  if (inner.kind !== 'address') return false;
  let { place } = inner;
  while (place.kind === 'member' || (place.kind === 'element' && place.index.kind === 'integer')) place = place.base;
  return place.kind === 'variable' && place.variable.storage === 'static';
}

const known = new WeakMap<AutomatonFunction, ReadonlySet<number>>();

/** Ids of the parameters of a function that it neither writes nor takes the address of. */
export function fixedParameters(fn: AutomatonFunction): ReadonlySet<number> {
  let fixed = known.get(fn);
  if (fixed === undefined) known.set(fn, (fixed = findFixed(fn)));
  return fixed;
}

function findFixed(fn: AutomatonFunction): ReadonlySet<number> {
  const fixed = new Set(fn.parameters.map(({ id }) => id));
  for (const { op } of fn.edges) {
    let target = targetOf(op);
    while (target !== null && (target.kind === 'member' || target.kind === 'element')) target = target.base;
    if (target?.kind === 'variable') fixed.delete(target.variable.id);
    walkOperation(
      op,
      {
        place(place, addressed) {
          if (addressed && place.kind === 'variable') fixed.delete(place.variable.id);
        },
      },
      true,
    );
  }
  return fixed;
}

/** The arguments of a call that starts a thread as `pthread_create` has them: C11 has no attributes. */
export function startArguments({ name }: AutomatonFunction, args: readonly Expr[]): readonly Expr[] {
  return name === 'thrd_create' ? [...args.slice(0, 1), ...args] : args;
}
