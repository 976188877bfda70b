import type { Wide } from '../base/wide.ts';
import type { ComparisonOperator } from '../c/types/operators.ts';
import type { Expr } from '../program/cfa/automaton.ts';
import { comparison, truth } from './arithmetic.ts';
import type { CompileContext, Eval } from './context.ts';
import { pointerOrder } from './pointer-order.ts';
import type { Value } from './values.ts';

/** Compiles the test whether a scalar expression is different from zero. */
export function compileTest(context: CompileContext, expr: Expr): Eval<boolean> {
  const { runtime } = context;
  if (expr.kind === 'not') {
    const test = compileTest(context, expr.operand);
    return (f) => !test(f);
  }
  if (expr.kind !== 'compare') {
    const value = context.compile(expr);
    const representation = runtime.represent(expr.type);
    if (representation.kind === 'int') return (f) => value(f) !== 0;
    const holds = truth(representation);
    return (f) => holds(value(f));
  }
  const representation = runtime.represent(expr.left.type);
  const left = context.compile(expr.left);
  const right = context.compile(expr.right);
  const order = pointerOrder(runtime, expr);
  if (order !== null) return (f) => order(left(f) as Wide, right(f) as Wide);
  if (representation.kind === 'int' || representation.kind === 'wide' || representation.kind === 'float') {
    const constant = expr.right.kind === 'integer' ? (right([]) as number) : null;
    if (typeof constant === 'number') return againstConstant(expr.operator, left as Eval<number>, constant);
    return againstValue(expr.operator, left as Eval<number>, right as Eval<number>);
  }
  const compare = comparison(expr.operator, representation);
  return (f) => {
    const first: Value = left(f);
    return compare(first, right(f)) !== 0;
  };
}

function againstConstant(operator: ComparisonOperator, left: Eval<number>, constant: number): Eval<boolean> {
  switch (operator) {
    case '<':
      return (f) => left(f) < constant;
    case '<=':
      return (f) => left(f) <= constant;
    case '>':
      return (f) => left(f) > constant;
    case '>=':
      return (f) => left(f) >= constant;
    case '==':
      return (f) => left(f) === constant;
    case '!=':
      return (f) => left(f) !== constant;
  }
}

function againstValue(operator: ComparisonOperator, left: Eval<number>, right: Eval<number>): Eval<boolean> {
  switch (operator) {
    case '<':
      return (f) => left(f) < right(f);
    case '<=':
      return (f) => left(f) <= right(f);
    case '>':
      return (f) => left(f) > right(f);
    case '>=':
      return (f) => left(f) >= right(f);
    case '==':
      return (f) => left(f) === right(f);
    case '!=':
      return (f) => left(f) !== right(f);
  }
}
