import { unreachable } from '../../base/errors.ts';
import type { Layout } from '../../c/types/layout.ts';
import type { Callee, Expr, Operation, Place } from './automaton.ts';
import * as make from './make.ts';

/** The replacements of a rewrite, applied from the leaves to the root. */
export interface Rules {
  readonly layout: Layout;
  /** Replaces an expression before its parts are rewritten, which then stay as they are; null: it is none of these. */
  whole?(e: Expr): Expr | null;
  /** Replaces a variable or another place, whose parts are rewritten already. */
  place?(place: Place): Place;
  /** Replaces an expression, whose parts are rewritten already. */
  expr?(e: Expr): Expr;
}

/** Rewrites an expression. Recursive: for the thread that compiles. Unchanged parts keep their identity. */
export function rewriteExpr(e: Expr, rules: Rules): Expr {
  const whole = rules.whole?.(e) ?? null;
  if (whole !== null) return whole;
  const parts = rewriteParts(e, rules);
  return rules.expr === undefined ? parts : rules.expr(parts);
}

function rewriteParts(e: Expr, rules: Rules): Expr {
  switch (e.kind) {
    case 'integer':
    case 'float':
    case 'function-address':
    case 'label-address':
    case 'size-of':
      return e;
    case 'load':
    case 'address': {
      const place = rewritePlace(e.place, rules);
      return place === e.place ? e : { ...e, place };
    }
    case 'negate':
    case 'complement':
    case 'not':
    case 'convert':
    case 'complex-part': {
      const operand = rewriteExpr(e.operand, rules);
      return operand === e.operand ? e : { ...e, operand };
    }
    case 'binary':
    case 'compare':
    case 'pointer-difference': {
      const left = rewriteExpr(e.left, rules);
      const right = rewriteExpr(e.right, rules);
      return left === e.left && right === e.right ? e : { ...e, left, right };
    }
    case 'pointer-add': {
      const pointer = rewriteExpr(e.pointer, rules);
      const index = rewriteExpr(e.index, rules);
      return pointer === e.pointer && index === e.index ? e : { ...e, pointer, index };
    }
    case 'conditional': {
      const condition = rewriteExpr(e.condition, rules);
      const then = rewriteExpr(e.then, rules);
      const otherwise = rewriteExpr(e.otherwise, rules);
      const same = condition === e.condition && then === e.then && otherwise === e.otherwise;
      return same ? e : { ...e, condition, then, otherwise };
    }
    case 'complex': {
      const real = rewriteExpr(e.real, rules);
      const imaginary = rewriteExpr(e.imaginary, rules);
      return real === e.real && imaginary === e.imaginary ? e : { ...e, real, imaginary };
    }
    default:
      return unreachable(e);
  }
}

/** Rewrites a place and the expressions in it. */
export function rewritePlace(place: Place, rules: Rules): Place {
  const parts = rewritePlaceParts(place, rules);
  return rules.place === undefined ? parts : rules.place(parts);
}

function rewritePlaceParts(place: Place, rules: Rules): Place {
  switch (place.kind) {
    case 'variable':
      return place;
    case 'dereference': {
      const pointer = rewriteExpr(place.pointer, rules);
      return pointer === place.pointer ? place : make.dereference(rules.layout, pointer, place.type);
    }
    case 'member': {
      const base = rewritePlace(place.base, rules);
      return base === place.base ? place : { ...place, base };
    }
    case 'element': {
      const base = rewritePlace(place.base, rules);
      const index = rewriteExpr(place.index, rules);
      return base === place.base && index === place.index ? place : { ...place, base, index };
    }
    default:
      return unreachable(place);
  }
}

/** Rewrites the expressions and places of an operation, but no variables that it declares. */
export function rewriteOperation(op: Operation, rules: Rules): Operation {
  const expr = (e: Expr): Expr => rewriteExpr(e, rules);
  const place = (p: Place): Place => rewritePlace(p, rules);
  switch (op.kind) {
    case 'skip':
    case 'declare':
    case 'unsupported':
      return op;
    case 'assume':
      return { ...op, condition: expr(op.condition) };
    case 'case':
    case 'default':
      return { ...op, value: expr(op.value) };
    case 'assign':
      return { ...op, value: expr(op.value), target: place(op.target) };
    case 'zero':
    case 'set-string':
      return { ...op, target: place(op.target) };
    case 'call': {
      const callee: Callee =
        op.callee.kind === 'direct' ? op.callee : { ...op.callee, pointer: expr(op.callee.pointer) };
      return { ...op, callee, arguments: op.arguments.map(expr), result: op.result === null ? null : place(op.result) };
    }
    case 'return':
      return op.value === null ? op : { ...op, value: expr(op.value) };
    case 'intrinsic':
      return {
        ...op,
        arguments: op.arguments.map(expr),
        places: op.places.map(place),
        result: op.result === null ? null : place(op.result),
      };
    case 'choose':
      return { ...op, call: rewriteOperation(op.call, rules) as typeof op.call };
    default:
      return unreachable(op);
  }
}
