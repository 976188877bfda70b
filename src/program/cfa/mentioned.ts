import type { Variable } from '../../c/ast.ts';
import type { AutomatonFunction, Place, StaticValue } from './automaton.ts';
import { walkExpr, walkOperation } from './walk.ts';

/** Returns the ids of all variables that functions or initial values mention, in time linear in them. */
function mentionedVariables(
  functions: readonly (AutomatonFunction | null)[],
  initialValues: ReadonlyMap<number, readonly StaticValue[]>,
): ReadonlySet<number> {
  const mentioned = new Set<number>();
  const visitor = {
    place(place: Place): void {
      if (place.kind === 'variable') mentioned.add(place.variable.id);
    },
  };
  for (const fn of functions) for (const { op } of fn?.edges ?? []) walkOperation(op, visitor, true);
  for (const values of initialValues.values())
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor);
  return mentioned;
}

/** Leaves out objects of headers that the program declares without ever naming them again. */
export function withoutUnnamed(
  globals: readonly Variable[],
  functions: readonly (AutomatonFunction | null)[],
  initialValues: ReadonlyMap<number, readonly StaticValue[]>,
): readonly Variable[] {
  if (!globals.some((variable) => variable.undefined)) return globals;
  const mentioned = mentionedVariables(functions, initialValues);
  return globals.filter((variable) => !variable.undefined || mentioned.has(variable.id));
}
