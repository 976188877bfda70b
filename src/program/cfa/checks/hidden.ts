import type { AutomatonFunction } from '../automaton.ts';
import { bodylessFunction, functionReturning } from '../bodyless-function.ts';
import * as make from '../make.ts';

/** A hidden function without a body that never returns. */
export function hiddenFunction(id: number, name: string): AutomatonFunction {
  const type = functionReturning({ kind: 'void' });
  return bodylessFunction({ id, name, type, origin: 'program', noreturn: true, at: make.NOWHERE });
}
