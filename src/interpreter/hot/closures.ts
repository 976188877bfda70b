import type { Expr } from '../../program/cfa/automaton.ts';
import { walkExpr } from '../../program/cfa/walk.ts';
import type { CodeWriter, Scope } from './code-writer.ts';

/**
 * Writes a call of a closure on the frame, after the frame holds the variables that the expression
 * reads.
 */
export function withFrame(writer: CodeWriter, scope: Scope, expr: Expr, closure: string, more = ''): string {
  const { slots } = scope.code.frame;
  const read = new Set<number>();
  walkExpr(expr, {
    place(place) {
      const slot = place.kind === 'variable' ? slots.get(place.variable.id) : undefined;
      if (slot !== undefined) read.add(slot);
    },
  });
  const stores = [...read].map((slot) => `${scope.frame}[${slot}] = ${writer.slot(scope, slot)}, `);
  return `(${stores.join('')}${closure}(${scope.frame}${more}))`;
}
