import type { Variable } from '../../c/ast.ts';
import type { Expr, Program } from './automaton.ts';
import { isConstantVariable } from './constant-objects.ts';

/** Limit of the characters of a literal that are read. */
const MAX_LITERAL = 1000;

/** Returns the text of a string literal, one character a byte; null for other arguments. */
export function literalText(program: Pick<Program, 'initialValues'>, argument: Expr | undefined): string | null {
  let inner = argument;
  while (inner?.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
  if (inner?.kind !== 'address') return null;
  let { place } = inner;
  while (place.kind === 'element' && place.index.kind === 'integer' && place.index.value === 0n) place = place.base;
  return place.kind === 'variable' && place.variable.name.startsWith('$string')
    ? constantText(program, place.variable)
    : null;
}

/** Returns the text of a string literal or a constant array, one character a byte; null for other objects. */
export function constantText(program: Pick<Program, 'initialValues'>, variable: Variable | null): string | null {
  if (variable === null || variable.storage !== 'static' || !isConstantVariable(variable)) return null;
  const [entry] = program.initialValues.get(variable.id) ?? [];
  if (entry === undefined) return variable.name.startsWith('$string') ? '' : null;
  if (entry.path.length > 0 || entry.value.kind !== 'bytes') return null;
  const text = String.fromCharCode(...entry.value.units.slice(0, MAX_LITERAL).map((unit) => unit & 255));
  const end = text.indexOf('\0');
  return end >= 0 ? text.slice(0, end) : text.length < MAX_LITERAL ? text : null;
}
