import type { AutomatonFunction, Expr, Place } from '../../cfa/automaton.ts';
import type { Execution } from '../execution.ts';
import { resolve } from '../memory/places.ts';
import { storeResult } from '../values/values.ts';
import { integerArgument } from './arguments.ts';

const NAMES: ReadonlySet<string> = new Set(['div', 'ldiv', 'lldiv', 'imaxdiv']);

/**
 * Encodes div and its kin, which give a structure of quotient and remainder. False for other
 * functions, with the state unchanged.
 */
export function divide(x: Execution, { name, type }: AutomatonFunction, args: readonly Expr[], result: Place | null): boolean {
  const { result: returned } = type;
  if (!NAMES.has(name) || returned.kind !== 'struct' || returned.definition.fields === null) return false;
  const [numerator, denominator] = [integerArgument(x, args, 0), integerArgument(x, args, 1)];
  if (numerator === null || denominator === null) return false;
  const { terms, encoding } = x;
  const width = terms.width(numerator);
  const names = returned.definition.fields.map((field) => field.name);
  const cells = encoding.shapes.of(returned).cells;
  const fits = cells.every(({ sort }) => sort.kind === 'bv' && sort.width === width) && terms.width(denominator) === width;
  if (!fits || cells.length !== 2 || !names.includes('quot') || !names.includes('rem')) return false;
  const zero = terms.eq(denominator, terms.bv(width, 0));
  x.undefinedWhen(zero, `${name} by zero`);
  if (result === null) return true;
  const values = names.map((part) => {
    const value = part === 'quot' ? terms.sdiv(numerator, denominator) : terms.srem(numerator, denominator);
    if (terms.and(x.guard, zero) === terms.false) return value;
    return terms.ite(zero, x.unknown({ kind: 'bv', width }, `${name} by zero`, {}, zero), value);
  });
  storeResult(x, resolve(x, result), values);
  return true;
}
