import { unreachable } from '../../base/errors.ts';
import type { Variable } from '../../c/ast.ts';
import type { Expr, Operation, Place } from './automaton.ts';
import type { LinkedOperation } from './linked.ts';

/** The visitor of a walk over expressions. */
export interface Visitor {
  expr?(expr: Expr): void;
  /** Whether the walk goes into the expression; absent: into each. */
  enters?(expr: Expr): boolean;
  /** `addressed`: the place's address is taken; its content is neither read nor written. */
  place?(place: Place, addressed: boolean): void;
}

/** Visits an expression and everything in it. */
export function walkExpr(root: Expr, visitor: Visitor): void {
  const pending: Expr[] = [root];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    visitor.expr?.(expr);
    if (visitor.enters?.(expr) === false) continue;
    switch (expr.kind) {
      case 'integer':
      case 'float':
      case 'function-address':
      case 'label-address':
      case 'size-of':
        break;
      case 'load':
      case 'address':
        walkPlace(expr.place, expr.kind === 'address', visitor, pending);
        break;
      case 'negate':
      case 'complement':
      case 'not':
      case 'convert':
      case 'complex-part':
        pending.push(expr.operand);
        break;
      case 'binary':
      case 'compare':
      case 'pointer-difference':
        pending.push(expr.left, expr.right);
        break;
      case 'pointer-add':
        pending.push(expr.pointer, expr.index);
        break;
      case 'conditional':
        pending.push(expr.condition, expr.then, expr.otherwise);
        break;
      case 'complex':
        pending.push(expr.real, expr.imaginary);
        break;
      default:
        unreachable(expr);
    }
  }
}

function walkPlace(root: Place, addressed: boolean, visitor: Visitor, pending: Expr[]): void {
  for (let place = root; ; ) {
    visitor.place?.(place, addressed);
    if (place.kind === 'variable') return;
    if (place.kind === 'dereference') {
      pending.push(place.pointer);
      return;
    }
    if (place.kind === 'element') pending.push(place.index);
    place = place.base;
  }
}

/** Visits a place and the expressions in it. */
function visitPlace(place: Place, addressed: boolean, visitor: Visitor): void {
  const pending: Expr[] = [];
  walkPlace(place, addressed, visitor, pending);
  for (const expr of pending) walkExpr(expr, visitor);
}

/** Visits the expressions of an operation, and with `targets` also the places it writes. */
export function walkOperation(op: Operation, visitor: Visitor, targets: boolean): void {
  switch (op.kind) {
    case 'skip':
    case 'declare':
    case 'unsupported':
    // The call is evaluated there, or in the model's call.
    case 'choose':
      return;
    case 'assume':
      walkExpr(op.condition, visitor);
      return;
    case 'case':
    case 'default':
      walkExpr(op.value, visitor);
      return;
    case 'assign':
      walkExpr(op.value, visitor);
      walkTarget(op.target, visitor, targets);
      return;
    case 'zero':
    case 'set-string':
      walkTarget(op.target, visitor, targets);
      return;
    case 'call':
      if (op.callee.kind === 'indirect') walkExpr(op.callee.pointer, visitor);
      for (const argument of op.arguments) walkExpr(argument, visitor);
      if (op.result !== null) walkTarget(op.result, visitor, targets);
      return;
    case 'return':
      if (op.value !== null) walkExpr(op.value, visitor);
      return;
    case 'intrinsic':
      for (const argument of op.arguments) walkExpr(argument, visitor);
      // Intrinsics may read and write through their places, which therefore count as addresses.
      for (const place of op.places) visitPlace(place, true, visitor);
      if (op.result !== null) walkTarget(op.result, visitor, targets);
      return;
    default:
      unreachable(op);
  }
}

/** Visits the expressions and places of an operation of a linked program. */
export function walkLinked(op: LinkedOperation, visitor: Visitor): void {
  switch (op.kind) {
    case 'enter':
      for (const argument of op.arguments) walkExpr(argument, visitor);
      return;
    case 'return':
      if (op.value !== null) walkExpr(op.value, visitor);
      return;
    case 'leave':
      return;
    case 'assume-callee':
    case 'unknown-callee':
      walkExpr(op.pointer, visitor);
      return;
    default:
      walkOperation(op, visitor, true);
  }
}

/**
 * Visits a target. A target that is a whole variable is only written; the parts of any other target
 * (pointers, indices) are read.
 */
function walkTarget(target: Place, visitor: Visitor, targets: boolean): void {
  if (target.kind === 'variable' && !targets) return;
  visitPlace(target, false, visitor);
}

/** Returns the place that an operation writes, apart from places of intrinsics; null if there is none. */
export function targetOf(op: Operation): Place | null {
  switch (op.kind) {
    case 'assign':
    case 'zero':
    case 'set-string':
      return op.target;
    case 'call':
    case 'intrinsic':
      return op.result;
    case 'skip':
    case 'declare':
    case 'unsupported':
    case 'choose':
    case 'assume':
    case 'case':
    case 'default':
    case 'return':
      return null;
    default:
      return unreachable(op);
  }
}

/** The variable or the pointer's target that a place is a part of. */
export function rootOf(place: Place): Place & { kind: 'variable' | 'dereference' } {
  let inner = place;
  while (inner.kind === 'member' || inner.kind === 'element') inner = inner.base;
  return inner;
}

/** The variable in which an address lies by its form; null for other expressions. */
export function rootVariable(e: Expr): Variable | null {
  let inner = e;
  while (inner.kind === 'convert' || inner.kind === 'pointer-add')
    inner = inner.kind === 'convert' ? inner.operand : inner.pointer;
  const root = inner.kind === 'address' ? rootOf(inner.place) : null;
  return root?.kind === 'variable' ? root.variable : null;
}
