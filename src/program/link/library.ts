import { treatmentOf } from '../../c/builtins/library/table.ts';
import { ASSERTION_FAILURES } from '../cfa/assertion-names.ts';
import type { AutomatonFunction, Expr, Operation } from '../cfa/automaton.ts';
import { CONSTRUCT } from '../cfa/constructs.ts';
import { EXTERNAL } from '../cfa/hidden-callbacks.ts';
import { jumpKind } from '../cfa/jump-functions.ts';
import { libraryTreatment } from '../cfa/meaning.ts';
import { walkExpr } from '../cfa/walk.ts';

/** The effect on control of a call of a function without a body. */

/** Functions of the C library, POSIX and SV-COMP that do not return. */
const NO_RETURN: ReadonlySet<string> = new Set([
  'abort',
  'exit',
  '_exit',
  '_Exit',
  'quick_exit',
  ...ASSERTION_FAILURES,
  '__chk_fail',
  '__fortify_fail',
  '__stack_chk_fail',
  '__VERIFIER_error',
  'pthread_exit',
  'thrd_exit',
]);

/** Whether the function belongs to the library and never returns. Programs need not declare that. */
export function endsTheRun(name: string): boolean {
  return NO_RETURN.has(name);
}

export type LibraryCall =
  /** Control does not return. */
  | { readonly kind: 'noreturn' }
  | { readonly kind: 'plain' }
  /** `jumps`: whether code of the program may run that the automaton does not show here. */
  | { readonly kind: 'unsupported'; readonly construct: string; readonly jumps: boolean };

/** Returns the effect on control of a call of a function without a body. */
export function libraryCall(fn: AutomatonFunction, op: Operation & { kind: 'call' }): LibraryCall {
  const { name } = fn;
  const jump = jumpKind(fn);
  if (jump !== null) return { kind: 'unsupported', construct: CONSTRUCT[jump], jumps: jump === 'longjmp' };
  if (fn.noreturn || NO_RETURN.has(name) || libraryTreatment(fn) === 'ends') return { kind: 'noreturn' };
  if ((treatmentOf(name) === 'control' && !setsNoHandler(name, op.arguments)) || op.arguments.some(mayHoldFunction)) {
    return { kind: 'unsupported', construct: `call of ${name}, which may call back`, jumps: true };
  }
  return { kind: 'plain' };
}

/**
 * Returns the effect on control of a builtin that is not a function; null if control continues behind
 * it.
 */
export function intrinsicMeaning(name: string): Exclude<LibraryCall, { kind: 'plain' }> | null {
  switch (name) {
    case 'trap':
    case EXTERNAL.end:
      return { kind: 'noreturn' };
    case 'setjmp':
      return { kind: 'unsupported', construct: CONSTRUCT.setjmp, jumps: false };
    case 'longjmp':
      return { kind: 'unsupported', construct: CONSTRUCT.longjmp, jumps: true };
    default:
      return null;
  }
}

/** Whether `signal` gets a constant: `SIG_IGN` or `SIG_DFL`, after which no function of the program runs. */
function setsNoHandler(name: string, [, handler]: readonly Expr[]): boolean {
  let value = handler;
  while (value?.kind === 'convert') value = value.operand;
  return name === 'signal' && value?.kind === 'integer';
}

/** Whether the argument is a pointer to a function, also after a cast to another type. */
function mayHoldFunction(argument: Expr): boolean {
  let value = argument;
  while (value.kind === 'convert') value = value.operand;
  if (value.kind === 'integer') return false;
  if (argument.type.kind === 'pointer' && argument.type.target.kind === 'function') return true;
  let found = false;
  walkExpr(argument, {
    expr(e) {
      if (e.kind === 'function-address') found = true;
    },
  });
  return found;
}

/** Constructs of `unsupported` operations after which control may be anywhere in the program. */
const JUMPS: ReadonlySet<string> = new Set([CONSTRUCT.asm, CONSTRUCT.computedGoto]);

/** Whether control may be anywhere in the program after the operation. Calls are handled elsewhere. */
export function mayJump(op: Operation): boolean {
  if (op.kind === 'unsupported') return op.unread === true || JUMPS.has(op.construct);
  if (op.kind !== 'intrinsic') return false;
  const meaning = intrinsicMeaning(op.name);
  return meaning?.kind === 'unsupported' && meaning.jumps;
}
