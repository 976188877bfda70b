import { unreachable } from '../../base/errors.ts';
import type { Expr, Operation, Place } from '../cfa/automaton.ts';
import { targetOf } from '../cfa/walk.ts';

/** A condition under which an expression is evaluated. */
interface Guard {
  readonly condition: Expr;
  readonly truth: boolean;
}

/** One read or write of an object. */
export interface Access {
  readonly place: Place;
  readonly write: boolean;
  readonly guards: readonly Guard[];
  /** Bytes that a library function accesses from the place on; null: the object at the place. */
  readonly bytes: Expr | null;
  /** Whether some of the bytes may be left alone. */
  readonly open: boolean;
}

/** An access to the object at a place. */
export function accessTo(place: Place, write: boolean, guards: readonly Guard[] = []): Access {
  return { place, write, guards, bytes: null, open: false };
}

/** Lists the accesses of an operation, in the order of C's evaluation here. Recursive over expressions. */
export function accessesOf(op: Operation): readonly Access[] {
  const found: Access[] = [];
  for (const e of valuesOf(op)) addExpr(e, [], found);
  const target = targetOf(op);
  // An initialiser writes before any other thread knows the object.
  const fresh =
    (op.kind === 'zero' || op.kind === 'set-string') &&
    target?.kind === 'variable' &&
    target.variable.storage === 'automatic';
  if (target !== null && !fresh) {
    addParts(target, [], found);
    found.push(accessTo(target, true));
  }
  return found;
}

/** Lists the accesses that the evaluation of an expression makes. */
export function readsOf(e: Expr): readonly Access[] {
  const found: Access[] = [];
  addExpr(e, [], found);
  return found;
}

function valuesOf(op: Operation): readonly Expr[] {
  switch (op.kind) {
    case 'assume':
      return [op.condition];
    case 'case':
    case 'default':
    case 'assign':
      return [op.value];
    case 'return':
      return op.value === null ? [] : [op.value];
    case 'call':
      return op.callee.kind === 'indirect' ? [op.callee.pointer, ...op.arguments] : op.arguments;
    case 'intrinsic':
      return op.arguments;
    case 'skip':
    case 'declare':
    case 'zero':
    case 'set-string':
    case 'choose':
    case 'unsupported':
      return [];
    default:
      return unreachable(op);
  }
}

function addExpr(e: Expr, guards: readonly Guard[], found: Access[]): void {
  switch (e.kind) {
    case 'integer':
    case 'float':
    case 'function-address':
    case 'label-address':
    case 'size-of':
      return;
    case 'load':
      addParts(e.place, guards, found);
      found.push(accessTo(e.place, false, guards));
      return;
    case 'address':
      addParts(e.place, guards, found);
      return;
    case 'negate':
    case 'complement':
    case 'not':
    case 'convert':
    case 'complex-part':
      addExpr(e.operand, guards, found);
      return;
    case 'binary':
    case 'compare':
    case 'pointer-difference':
      addExpr(e.left, guards, found);
      addExpr(e.right, guards, found);
      return;
    case 'pointer-add':
      addExpr(e.pointer, guards, found);
      addExpr(e.index, guards, found);
      return;
    case 'conditional':
      addExpr(e.condition, guards, found);
      addExpr(e.then, [...guards, { condition: e.condition, truth: true }], found);
      addExpr(e.otherwise, [...guards, { condition: e.condition, truth: false }], found);
      return;
    case 'complex':
      addExpr(e.real, guards, found);
      addExpr(e.imaginary, guards, found);
      return;
    default:
      unreachable(e);
  }
}

/** The pointers and indices that lead to a place. */
function addParts(place: Place, guards: readonly Guard[], found: Access[]): void {
  for (let inner = place; ; inner = inner.base) {
    if (inner.kind === 'variable') return;
    if (inner.kind === 'dereference') {
      addExpr(inner.pointer, guards, found);
      return;
    }
    if (inner.kind === 'element') addExpr(inner.index, guards, found);
  }
}
