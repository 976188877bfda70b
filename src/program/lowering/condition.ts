import type { Expression } from '../../c/ast.ts';
import { isComplex, isInteger } from '../../c/types/type-basics.ts';
import type { Location } from '../cfa/automaton.ts';
import type { FunctionBuilder } from './builder.ts';
import { complexTruth } from './complex.ts';

/** Decides a condition by edges on its pieces: `&&`, `||`, `!`, `?:` and comma become paths. */
export function buildCondition(
  b: FunctionBuilder,
  condition: Expression,
  yesLocation: Location,
  noLocation: Location,
): void {
  let e = condition;
  let yes = yesLocation;
  let no = noLocation;
  for (;;) {
    if (b.order.valueOf(e) !== null) break;
    switch (e.kind) {
      case 'not':
        [yes, no] = [no, yes];
        e = e.operand;
        continue;
      case 'logical': {
        const right = b.newLocation();
        if (e.operator === '&&') b.condition(e.left, right, no);
        else b.condition(e.left, yes, right);
        b.here = right;
        e = e.right;
        continue;
      }
      case 'comma':
        b.effects(e.left);
        e = e.right;
        continue;
      case 'convert':
        if (!keepsTruth(b, e)) break;
        e = e.operand;
        continue;
      case 'compare': {
        // The condition is `(a && b) != 0` or `(a && b) == 0`, like an expanded `!!(x)`.
        if ((e.operator !== '!=' && e.operator !== '==') || !isZero(e.right) || !isDecision(e.left)) break;
        if (e.operator === '==') [yes, no] = [no, yes];
        e = e.left;
        continue;
      }
      case 'builtin':
        if (e.name !== '__builtin_expect' || e.arguments.length < 2) break;
        for (const hint of e.arguments.slice(1)) b.effects(hint);
        e = e.arguments[0];
        continue;
      case 'conditional': {
        if (e.then === null) break;
        const then = b.newLocation();
        const otherwise = b.newLocation();
        b.condition(e.condition, then, otherwise);
        b.here = then;
        b.condition(e.then, yes, no);
        b.here = otherwise;
        e = e.otherwise;
        continue;
      }
      default:
        break;
    }
    break;
  }
  const value = b.value(e);
  b.branch(isComplex(e.type) ? complexTruth(b, value, e.at) : value, yes, no, e.at);
}

/**
 * Whether the conversion keeps whether a value is zero. Conversions to `_Bool` and to integers at
 * least as wide do.
 */
function keepsTruth(b: FunctionBuilder, e: Expression & { kind: 'convert' }): boolean {
  if (e.type.kind === 'integer' && e.type.name === 'bool') return !isComplex(e.operand.type);
  if (!isInteger(e.type) || !isInteger(e.operand.type)) return false;
  return b.layout.integerWidth(e.type) >= b.layout.integerWidth(e.operand.type);
}

function isZero(e: Expression): boolean {
  return e.kind === 'integer' ? e.value === 0n : e.kind === 'convert' && isInteger(e.type) && isZero(e.operand);
}

function isDecision(e: Expression): boolean {
  switch (e.kind) {
    case 'logical':
    case 'not':
    case 'compare':
      return e.type.kind === 'integer';
    case 'conditional':
      return e.then !== null && isInteger(e.type) && isDecision(e.then) && isDecision(e.otherwise);
    case 'convert':
      return isInteger(e.type) && isDecision(e.operand);
    default:
      return false;
  }
}
