import { effectOf } from '../../../c/builtins/library/table.ts';
import type { AutomatonFunction, Expr, Operation, Place, Program } from '../../cfa/automaton.ts';
import { rootOf } from '../../cfa/walk.ts';

/**
 * Whether all functions among the arguments are named and change nothing but their own variables. C
 * leaves open how often, in which order and with which elements a library function calls them. These
 * functions have the same effect in all cases.
 */
export function callsBackWithoutEffect(program: Program, args: readonly Expr[]): boolean {
  return args.every((argument) => {
    if (argument.type.kind !== 'pointer' || argument.type.target.kind !== 'function') return true;
    const fn = named(program, argument);
    return fn !== null && hasNoEffect(program, fn);
  });
}

function named(program: Program, pointer: Expr): AutomatonFunction | null {
  let inner = pointer;
  while (inner.kind === 'convert') inner = inner.operand;
  return inner.kind === 'function-address' ? (program.functions[inner.function] ?? null) : null;
}

function hasNoEffect(program: Program, fn: AutomatonFunction): boolean {
  const seen = new Set([fn]);
  for (const each of seen) {
    if (!each.defined) {
      if (effectOf(each.name) !== 'computes') return false;
      continue;
    }
    for (const { op } of each.edges) {
      if (!isLocal(op)) return false;
      if (op.kind !== 'call') continue;
      const callee = op.callee.kind === 'direct' ? program.functions[op.callee.function] : null;
      if (callee === null || callee === undefined) return false;
      seen.add(callee);
    }
  }
  return true;
}

/** Whether the operation itself writes only to variables of the function. */
function isLocal(op: Operation): boolean {
  switch (op.kind) {
    case 'skip':
    case 'assume':
    case 'case':
    case 'default':
    case 'declare':
    case 'return':
      return true;
    case 'assign':
    case 'zero':
    case 'set-string':
      return isOwn(op.target);
    case 'call':
      return op.result === null || isOwn(op.result);
    default:
      return false;
  }
}

function isOwn(place: Place): boolean {
  const root = rootOf(place);
  return root.kind === 'variable' && root.variable.storage === 'automatic';
}
