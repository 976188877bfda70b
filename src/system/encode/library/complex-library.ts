import type { Term } from '../../../logic/terms/builder.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { Execution } from '../machine/execution.ts';

const FUNCTION = /^(creal|cimag|conj)[fl]?$/;

/**
 * Returns the cells of the result of a function of complex.h that only takes a number apart; null for
 * other functions.
 */
export function complexFunction(x: Execution, name: string, [value]: readonly Expr[]): readonly Term[] | null {
  const which = FUNCTION.exec(name)?.[1];
  if (which === undefined || value?.type.kind !== 'complex') return null;
  const type = value.type.base;
  const real = x.evaluate.cells(x, { kind: 'complex-part', type, part: 'real', operand: value });
  if (which === 'creal') return real;
  const imaginary: Expr = { kind: 'complex-part', type, part: 'imaginary', operand: value };
  if (which === 'cimag') return x.evaluate.cells(x, imaginary);
  return [...real, ...x.evaluate.cells(x, { kind: 'negate', type, operand: imaginary })];
}
