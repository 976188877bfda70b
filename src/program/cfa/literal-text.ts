import type { Expr, Program } from './automaton.ts';

/** Limit of the characters of a literal that are read. */
const MAX_LITERAL = 1000;

/** Returns the text of a string literal, one character a byte; null for other arguments. */
export function literalText(program: Pick<Program, 'initialValues'>, argument: Expr | undefined): string | null {
  let inner = argument;
  while (inner?.kind === 'convert' && inner.operand.type.kind === 'pointer') inner = inner.operand;
  if (inner?.kind !== 'address') return null;
  let { place } = inner;
  while (place.kind === 'element' && place.index.kind === 'integer' && place.index.value === 0n) place = place.base;
  if (place.kind !== 'variable' || !place.variable.name.startsWith('$string')) return null;
  const [entry] = program.initialValues.get(place.variable.id) ?? [];
  if (entry === undefined) return '';
  if (entry.value.kind !== 'bytes') return null;
  const text = String.fromCharCode(...entry.value.units.slice(0, MAX_LITERAL).map((unit) => unit & 255));
  const end = text.indexOf('\0');
  return end >= 0 ? text.slice(0, end) : text.length < MAX_LITERAL ? text : null;
}
