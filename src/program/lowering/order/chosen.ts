import type { Expression } from '../../../c/ast.ts';
import type { Expr } from '../../cfa/automaton.ts';
import type { Conflict } from './conflicts.ts';

/** The orders that are chosen around the place where a builder is. */
export class ChosenOrders {
  /** Values of the units that are evaluated, or are before they are asked for. */
  readonly values = new Map<Expression, Expr>();
  /** How often the code is built that is being built. */
  copies = 1;
  readonly #settled = new Set<Conflict>();

  /** The value of an expression that is evaluated already; null for others. */
  valueOf(e: Expression): Expr | null {
    return this.values.size === 0 ? null : (this.values.get(e) ?? null);
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
