import type { Expression } from '../../../c/ast.ts';
import type { Expr, Place } from '../../cfa/automaton.ts';
import { load } from '../../cfa/make.ts';
import type { Conflict } from './conflicts.ts';

/** The orders that are chosen around the place where a builder is. */
export class ChosenOrders {
  /** Hidden variables with the values of units. They are set before anything asks for them. */
  readonly values = new Map<Expression, Place>();
  #copies = 1;
  readonly #settled = new Set<Conflict>();

  /** How often the code is built that is being built; infinite where an order around it is left open. */
  get copies(): number {
    return this.#copies;
  }

  /** Runs `build`, whose code is one of so many copies. */
  copied<T>(copies: number, build: () => T): T {
    const before = this.#copies;
    this.#copies *= copies;
    const result = build();
    this.#copies = before;
    return result;
  }

  /** The value of an expression that is evaluated already; null for others. */
  valueOf(e: Expression): Expr | null {
    const place = this.values.size === 0 ? undefined : this.values.get(e);
    return place === undefined ? null : load(place);
  }

  isSettled(conflict: Conflict): boolean {
    return this.#settled.has(conflict);
  }

  /** Runs `build` where the order settles the conflicts. */
  settling<T>(conflicts: readonly Conflict[], build: () => T): T {
    for (const conflict of conflicts) this.#settled.add(conflict);
    const result = build();
    for (const conflict of conflicts) this.#settled.delete(conflict);
    return result;
  }
}
