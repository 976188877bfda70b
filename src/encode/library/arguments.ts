import type { Expr } from '../../cfa/automaton.ts';
import type { Term } from '../../terms/builder.ts';
import type { Execution, Pointer } from '../execution.ts';

/** Returns a pointer argument; null when there is none. */
export function pointerArgument(x: Execution, args: readonly Expr[], index: number): Pointer | null {
  const argument = args[index];
  return argument === undefined || argument.type.kind !== 'pointer' ? null : x.evaluate.pointer(x, argument);
}

/** Returns an integer argument; null when there is none. */
export function integerArgument(x: Execution, args: readonly Expr[], index: number): Term | null {
  const argument = args[index];
  if (argument === undefined || (argument.type.kind !== 'integer' && argument.type.kind !== 'enum')) return null;
  return x.evaluate.integer(x, argument);
}
