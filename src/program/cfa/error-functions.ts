import { ASSERTION_FAILURES, isAssertion } from './assertion-names.ts';
import type { AutomatonFunction, Program } from './automaton.ts';

/** The functions of a program that a property names as error functions. */

/**
 * Whether a call of the function means that an assertion failed. If the function has a body, its first
 * parameter must be a text.
 */
export function isFailure(fn: AutomatonFunction): boolean {
  if (!ASSERTION_FAILURES.includes(fn.name)) return false;
  return !fn.defined || fn.type.parameters[0]?.type.kind === 'pointer';
}

/**
 * Returns ids of the functions that have one of the names. The name of a library's assertion denotes
 * the library's function, if the program uses it. A static function of another file that has the same
 * name does not count then. Linear in the program.
 */
export function errorFunctionIds(
  { functions }: Pick<Program, 'functions'>,
  names: readonly string[],
): ReadonlySet<number> {
  const wanted = new Set(names);
  const named = functions.filter((fn): fn is AutomatonFunction => fn !== null && wanted.has(fn.name));
  const stated = new Set<string>();
  for (const fn of named) if (statesFailure(fn)) stated.add(fn.name);
  return new Set(named.filter((fn) => !stated.has(fn.name) || statesFailure(fn)).map(({ id }) => id));
}

function statesFailure(fn: AutomatonFunction): boolean {
  return isFailure(fn) || (!fn.defined && isAssertion(fn.name));
}
