import type { AutomatonFunction, Expr } from '../cfa/automaton.ts';
import { namedBy } from './calls.ts';

/** Arguments of calls in programs with threads. */

/** Whether a value is the same whenever it is evaluated. */
export function isConstant(e: Expr): boolean {
  if (e.kind === 'integer' || namedBy(e) !== null) return true;
  if (e.kind !== 'address') return false;
  let place = e.place;
  while (place.kind === 'member' || (place.kind === 'element' && place.index.kind === 'integer')) place = place.base;
  return place.kind === 'variable' && place.variable.storage === 'static';
}

/** The arguments of a call that starts a thread as `pthread_create` has them: C11 has no attributes. */
export function startArguments({ name }: AutomatonFunction, args: readonly Expr[]): readonly Expr[] {
  return name === 'thrd_create' ? [...args.slice(0, 1), ...args] : args;
}
