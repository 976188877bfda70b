import { ASSERTION_FAILURES, isAssertion } from './assertion-names.ts';
import type { AutomatonFunction, Program } from './automaton.ts';

/** Which functions of a program a property means by the names that it gives. */

/** Whether a call of the function says that an assertion failed. One of the program's own must, too, be given a text first. */
export function isFailure(fn: AutomatonFunction): boolean {
  if (!ASSERTION_FAILURES.includes(fn.name)) return false;
  return !fn.defined || fn.type.parameters[0]?.type.kind === 'pointer';
}

/**
 * Ids of the functions that have one of the names. A name of the library's assertions means the library's function where the program
 * uses that; a static function of another file may have the same name and is not meant then. Linear in the program.
 */
export function errorFunctionIds({ functions }: Pick<Program, 'functions'>, names: readonly string[]): ReadonlySet<number> {
  const wanted = new Set(names);
  const named = functions.filter((fn): fn is AutomatonFunction => fn !== null && wanted.has(fn.name));
  const stated = new Set<string>();
  for (const fn of named) if (statesFailure(fn)) stated.add(fn.name);
  return new Set(named.filter((fn) => !stated.has(fn.name) || statesFailure(fn)).map(({ id }) => id));
}

function statesFailure(fn: AutomatonFunction): boolean {
  return isFailure(fn) || (!fn.defined && isAssertion(fn.name));
}
