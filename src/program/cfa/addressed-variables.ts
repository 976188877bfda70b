import type { Place, Program } from './automaton.ts';
import { walkExpr, walkOperation } from './walk.ts';

/** Collects the ids of the variables whose address the program takes. */
export function addressedVariables({ functions, initialValues }: Program): ReadonlySet<number> {
  const addressed = new Set<number>();
  const visitor = {
    place(place: Place, taken: boolean): void {
      if (taken && place.kind === 'variable') addressed.add(place.variable.id);
    },
  };
  for (const fn of functions) for (const { op } of fn?.edges ?? []) walkOperation(op, visitor, true);
  for (const values of initialValues.values()) {
    for (const { value } of values) if (value.kind !== 'bytes') walkExpr(value, visitor);
  }
  return addressed;
}
