import type { Variable } from '../../c/ast.ts';
import type { Program } from './automaton.ts';

/** Returns an id above the ids of all variables of the program. */
export function firstFreeVariable(program: Program): number {
  let most = -1;
  const see = ({ id }: Variable): void => {
    most = Math.max(most, id);
  };
  program.globals.forEach(see);
  for (const fn of program.functions) {
    fn?.parameters.forEach(see);
    fn?.locals.forEach(see);
  }
  return most + 1;
}
