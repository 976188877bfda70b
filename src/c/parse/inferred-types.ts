import type { Expression, Initializer, Variable } from '../ast.ts';
import { fold, staticValue } from '../semantics/constants.ts';
import { convertNode, rvalue } from '../semantics/conversions.ts';
import { ownWidth } from '../semantics/wide-bitfields.ts';
import { isVoid, qualifiersOf, withQualifiers } from '../types/type-basics.ts';
import type { CType } from '../types/types.ts';
import { type Context, expect, report } from './context.ts';
import type { Declarator } from './declarators.ts';
import { failure } from './failures.ts';
import type { Specifiers } from './specifiers.ts';

/** Declarations that get their type or their value from their initialiser. */

/**
 * Reads `= value` behind `__auto_type x`, or `auto x` in C23. The value has the type of the variable,
 * which gets the qualifiers of the declaration. A static one needs a constant. Throws C1336, C1413.
 */
export function parseInferred(
  c: Context,
  specifiers: Specifiers,
  { name, at }: Declarator,
  isStatic: boolean,
): { readonly type: CType; readonly initializer: Initializer } {
  expect(c, '=');
  const value: Expression = rvalue(c, c.grammar.assignment(c));
  if (isVoid(value.type)) report(c, 'C1337', [name!.text], at);
  if (ownWidth(c, value) !== null) throw failure('C1336', ["'__auto_type' of a bit-field"], at);
  const type = withQualifiers(value.type, qualifiersOf(specifiers.type));
  const entry = { path: [], value: isStatic ? staticValue(c, value) : value };
  return { type, initializer: { zeroFirst: false, entries: [entry] } };
}

/**
 * Keeps the value of a `constexpr` object of scalar type for constant expressions. Throws C1412 where the
 * initialiser has no constant value.
 */
export function keepConstant(c: Context, variable: Variable, initializer: Initializer): void {
  const [entry] = initializer.entries;
  if (entry === undefined || entry.path.length > 0) return;
  const { type } = variable;
  if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'union') return;
  const value = fold(c, convertNode(c, entry.value, type, false), true);
  if (value.kind !== 'integer' && value.kind !== 'float') throw failure('C1412', [], entry.value.at);
  c.program.constants.set(variable, value);
}
