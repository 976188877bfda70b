import type { Expression } from '../../c/ast.ts';
import { visitExpression } from './children.ts';
import type { ProgramContext } from './context.ts';
import { mayFail } from './watch.ts';

/** The effects of an expression's evaluation besides its value, as a bit set. */
export const Effect = {
  none: 0,
  /** Calls a function: all memory that is reachable through pointers may change. */
  call: 1,
  /** Stores to an object itself, including local variables. */
  write: 2,
  /**
   * May be undefined for some values (division, access through a pointer or index), has a check, or has
   * no form as one expression.
   */
  guarded: 4,
} as const;

/** Effects that can change the result of earlier reads. */
export const CHANGES = Effect.call | Effect.write;

/**
 * Returns the effects of evaluating `e`, including its parts. It examines each node once per program.
 * Recursive: for the compile thread.
 */
export function effectsOf(context: ProgramContext, e: Expression): number {
  const known = context.effects.get(e);
  if (known !== undefined) return known;
  let effects = ownEffects(e) | (mayFail(context.watch, context.layout, e) ? Effect.guarded : Effect.none);
  if (e.kind !== 'statement-expression') {
    visitExpression(e, {
      expression(part) {
        effects |= effectsOf(context, part);
      },
      statement() {},
    });
  }
  context.effects.set(e, effects);
  return effects;
}

function ownEffects(e: Expression): number {
  switch (e.kind) {
    case 'call':
      return Effect.call;
    case 'assign':
    case 'compound-assign':
    case 'increment':
      return Effect.write;
    case 'compound-literal':
      return e.variable.storage === 'static' ? Effect.none : Effect.write;
    case 'statement-expression':
      return Effect.call | Effect.write | Effect.guarded;
    case 'va-arg':
      return Effect.call | Effect.write | Effect.guarded;
    case 'builtin':
      // The builder turns these calls into a plain value of their arguments.
      return e.name === '__builtin_expect' || e.name === '__builtin_complex'
        ? Effect.none
        : Effect.call | Effect.write | Effect.guarded;
    case 'binary':
      if (e.type.kind === 'complex') return Effect.guarded;
      return (e.operator === '/' || e.operator === '%') && !isHarmlessDivisor(e.right) ? Effect.guarded : Effect.none;
    case 'dereference':
      return isKnownElement(e.operand) ? Effect.none : Effect.guarded;
    default:
      return Effect.none;
  }
}

function isHarmlessDivisor(e: Expression): boolean {
  return e.kind === 'float' || e.type.kind === 'float' || (e.kind === 'integer' && e.value !== 0n && e.value !== -1n);
}

/** Whether the pointer is `a + constant` within the array `a`. */
function isKnownElement(pointer: Expression): boolean {
  if (pointer.kind === 'array-decay') return true;
  if (pointer.kind !== 'pointer-add' || pointer.pointer.kind !== 'array-decay') return false;
  const array = pointer.pointer.operand.type;
  const index = pointer.index.kind === 'convert' ? pointer.index.operand : pointer.index;
  if (array.kind !== 'array' || typeof array.length !== 'bigint' || index.kind !== 'integer' || pointer.negative)
    return false;
  return index.value >= 0n && index.value < array.length;
}
