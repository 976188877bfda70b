import type { Variable } from '../../../c/ast.ts';
import type { AutomatonFunction } from '../../../program/cfa/automaton.ts';
import type { Context, LinkedProgram } from '../../../program/cfa/linked.ts';
import { walkOperation } from '../../../program/cfa/walk.ts';
import type { Shapes } from '../../shapes/shape.ts';

/**
 * Determines which automatic variables are families of objects, with a new object for each
 * declaration. These are variables that pointers from an earlier lifetime access, and two kinds of
 * variables of recursive functions. The address of the first kind is taken, so it must stay in place
 * while the function is called again. The second kind has array cells and is too large for a stack.
 * Across a recursive call the stack keeps only which object such a variable is.
 */
export class InstancedVariables {
  readonly #functions = new Map<AutomatonFunction, ReadonlySet<number>>();

  constructor(
    private readonly linked: LinkedProgram,
    private readonly shapes: Shapes,
    /** Keys of variables that are accessed through pointers from an earlier lifetime. */
    private readonly outlived: ReadonlySet<string>,
  ) {}

  has(variable: Variable, context: number): boolean {
    if (this.outlived.has(variableKey(variable, context))) return true;
    return this.isRecursive(context) && this.#variablesOf(this.linked.contexts[context].function).has(variable.id);
  }

  /** Whether the context's function may have several activations at once. */
  isRecursive(context: number): boolean {
    return this.linked.contexts[context].recursion !== null;
  }

  any({ function: fn, recursion }: Context): boolean {
    return recursion !== null && this.#variablesOf(fn).size > 0;
  }

  #variablesOf(fn: AutomatonFunction): ReadonlySet<number> {
    let found = this.#functions.get(fn);
    if (found === undefined) {
      found = this.#find(fn);
      this.#functions.set(fn, found);
    }
    return found;
  }

  #find(fn: AutomatonFunction): ReadonlySet<number> {
    const found = new Set<number>();
    for (const { id, type, storage } of [...fn.parameters, ...fn.locals]) {
      if (storage === 'automatic' && this.shapes.of(type).cells.some(({ sort }) => sort.kind === 'array'))
        found.add(id);
    }
    for (const { op } of fn.edges) {
      walkOperation(
        op,
        {
          place(place, addressed) {
            if (addressed && place.kind === 'variable' && place.variable.storage === 'automatic')
              found.add(place.variable.id);
          },
        },
        true,
      );
    }
    return found;
  }
}

/** Returns the key of a variable's object in a context (-1 for static storage). */
export function variableKey({ id }: Variable, owner: number): string {
  return `v${id}:${owner}`;
}
