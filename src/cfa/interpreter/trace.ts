import type { Operation } from '../automaton.ts';
import type { Frame } from './activation.ts';
import { compileLoad } from './loads.ts';
import type { StepContext } from './operations.ts';

export type Assignment = Operation & { readonly kind: 'assign' };
export type Observer = (frame: Frame) => bigint;

/** Code that reads back what an assignment stored, for scalar integers and pointers; null for other types. */
export function valueObserver(context: StepContext, op: Assignment): Observer | null {
  let observer = context.observers.get(op);
  if (observer === undefined) {
    observer = compileObserver(context, op);
    context.observers.set(op, observer);
  }
  return observer;
}

function compileObserver(context: StepContext, op: Assignment): Observer | null {
  const { kind } = op.target.type;
  if (kind !== 'integer' && kind !== 'enum' && kind !== 'pointer') return null;
  const load = compileLoad(context, op.target, op.target.type);
  return (f) => BigInt(load(f) as number | bigint);
}
