import { LemmataError } from '../../base/errors.ts';
import { formatLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { AutomatonFunction, Program } from '../cfa/automaton.ts';
import { definedFunction, notThere } from '../lowering/entry.ts';
import { hasVolatile } from './addresses.ts';

/** Returns a handler of interrupts. Throws LemmataError `E-INPUT` for other functions. */
export function handlerOf(program: Program, name: string): AutomatonFunction {
  const fn = definedFunction(program, name);
  if (fn.parameters.length === 0 && !fn.type.variadic) return fn;
  throw new LemmataError('E-INPUT', `${formatLocation(fn.at)}: ${name} has parameters, and handles no interrupt`);
}

/** Returns the variables with these names. Throws LemmataError `E-INPUT` for names of no volatile object. */
export function changingVariables(program: Program, names: readonly string[]): readonly Variable[] {
  if (names.length === 0) return [];
  const variables = [
    ...program.globals,
    ...program.functions.flatMap((fn) => [...(fn?.parameters ?? []), ...(fn?.locals ?? [])]),
  ];
  return names.flatMap((name) => {
    const found = variables.filter((variable) => variable.name === name);
    if (found.length === 0)
      throw notThere(
        program,
        `variable ${name}`,
        name,
        variables.map((variable) => variable.name).filter((other) => !other.startsWith('$')),
      );
    const plain = found.find(({ type }) => !hasVolatile(type));
    if (plain === undefined) return found;
    throw new LemmataError(
      'E-INPUT',
      `${formatLocation(plain.at)}: ${name} is not volatile, so that it does not change by itself`,
    );
  });
}
