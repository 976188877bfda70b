import { namesOf } from '../builtins/library/table.ts';
import { ASSERTION_FAILURES } from '../cfa/assertion-names.ts';
import type { AutomatonFunction, Expr, Operation } from '../cfa/automaton.ts';
import { CONSTRUCT } from '../cfa/constructs.ts';
import { EXTERNAL } from '../cfa/hidden-callbacks.ts';
import { jumpKind } from '../cfa/jump-functions.ts';
import { libraryTreatment } from '../cfa/meaning.ts';
import { walkExpr } from '../cfa/walk.ts';

/** What a call of a function without a body means for control. */

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

/** Tells whether the function belongs to the library and never returns. Programs need not declare that. */
export function endsTheRun(name: string): boolean {
  return NO_RETURN.has(name);
}

/** Register functions to be called later, also where the argument does not show it. */
const REGISTERS = namesOf('control');

export type LibraryCall =
  /** Control does not come back. */
  | { readonly kind: 'noreturn' }
  | { readonly kind: 'plain' }
  /** `jumps`: code of the program may run that the automaton does not show here. */
  | { readonly kind: 'unsupported'; readonly construct: string; readonly jumps: boolean };

export function libraryCall(fn: AutomatonFunction, op: Operation & { kind: 'call' }): LibraryCall {
  const { name } = fn;
  const jump = jumpKind(fn);
  if (jump !== null) return { kind: 'unsupported', construct: CONSTRUCT[jump], jumps: jump === 'longjmp' };
  if (fn.noreturn || NO_RETURN.has(name) || libraryTreatment(fn) === 'ends') return { kind: 'noreturn' };
  if (REGISTERS.has(name) || op.arguments.some(mayHoldFunction)) {
    return { kind: 'unsupported', construct: `call of ${name}, which may call back`, jumps: true };
  }
  return { kind: 'plain' };
}

/** What a builtin that is no function means for control; null if control goes on behind it. */
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

/** A pointer to a function, also one that was cast to something else. */
function mayHoldFunction(argument: Expr): boolean {
  if (argument.kind === 'integer') return false;
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

/** Operations other than calls after which control may be anywhere in the program. */
export function mayJump(op: Operation): boolean {
  if (op.kind === 'unsupported') return op.unread === true || JUMPS.has(op.construct);
  if (op.kind !== 'intrinsic') return false;
  const meaning = intrinsicMeaning(op.name);
  return meaning?.kind === 'unsupported' && meaning.jumps;
}
