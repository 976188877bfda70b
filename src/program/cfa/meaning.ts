import type { Treatment } from '../../c/builtins/library/row.ts';
import { treatmentOf } from '../../c/builtins/library/table.ts';
import type { AutomatonFunction } from './automaton.ts';

/**
 * Functions without a body whose meaning is unknown, although the program did not declare them as its
 * own.
 */

type Function = Pick<AutomatonFunction, 'name' | 'origin'>;

/**
 * Returns the treatment of a function without a body in the library's table; null if the function is
 * not the library's.
 */
export function libraryTreatment({ name, origin }: Function): Treatment | null {
  return origin === 'library' ? treatmentOf(name) : null;
}

/**
 * Whether a call of the function without a body ends the run as unknown. Functions with a meaning by
 * their name are exempt; callers handle them first.
 */
export function hasNoMeaning(fn: Function): boolean {
  return fn.origin === 'builtin' || libraryTreatment(fn) === 'unsupported';
}

/** Whether the interpreter may take the function's result from an input if it has no implementation. */
export function givesInput(fn: Function): boolean {
  if (fn.origin === 'builtin') return false;
  const treatment = libraryTreatment(fn);
  return treatment === null || treatment === 'input' || treatment === 'approximate';
}

/** Names such a call in a verdict. */
export function callOf({ name }: Function): string {
  return `call of ${name}, which has no model`;
}
