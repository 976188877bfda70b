import type { Expression } from '../../c/ast.ts';
import { stripped } from '../../c/parse/hidden-code.ts';
import { valueType } from '../../c/types/type-basics.ts';
import { formatType } from '../../c/types/type-format.ts';
import { withParts } from '../lowering/children.ts';
import { hasTerm } from './syntax.ts';

/** Terms that depend on the objects to which pointers lead, and not on the bytes there alone. */
const IN_OBJECT = ['$r_ok', '$same_object'];

/** The condition in which `valid` asks whether bytes can be accessed. */
export function readable(e: Expression): Expression {
  if (!hasTerm(e, ['$valid'])) return e;
  const made = withParts(e, readable);
  return made.kind === 'builtin' && made.name === '$valid' ? { ...made, name: '$r_ok' } : made;
}

/**
 * Whether the condition cannot become false where objects of a precondition are parts of larger ones, perhaps of one.
 * Only then does a proof about objects of exact sizes say it of calls.
 */
export function holdsInParts(condition: Expression): boolean {
  const e = stripped(condition);
  if (!hasTerm(e, [...IN_OBJECT, '$is_freeable'])) return true;
  if (e.kind === 'logical') return holdsInParts(e.left) && holdsInParts(e.right);
  if (e.kind !== 'builtin' || e.name === '$is_freeable') return false;
  return IN_OBJECT.includes(e.name) || holdsInParts(e.arguments[1]);
}

interface Pointed {
  readonly given: Expression;
  readonly size: Expression;
}

/** Whether two pointers lead to single values of one type. */
export function isSameValue(one: Pointed, other: Pointed): boolean {
  const [a, b] = [one.given.type, other.given.type];
  return (
    a.kind === 'pointer' &&
    b.kind === 'pointer' &&
    formatType(valueType(a.target)) === formatType(valueType(b.target)) &&
    one.size.kind === 'integer' &&
    other.size.kind === 'integer' &&
    one.size.value === other.size.value
  );
}
