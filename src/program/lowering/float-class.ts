import type { Expression } from '../../c/ast.ts';
import type { ComparisonOperator } from '../../c/types/operators.ts';
import { INT } from '../../c/types/type-tools.ts';
import type { Expr } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import type { FunctionBuilder } from './builder.ts';
import { operands } from './keep.ts';

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  isgreater: '>',
  isgreaterequal: '>=',
  isless: '<',
  islessequal: '<=',
  iseqsig: '==',
};

/**
 * Builds the classification of floating values by comparisons. `x - x` is 0 for finite x and NaN for
 * others. Null where comparisons do not suffice: for the sign of a NaN, the limits of a format, and
 * cases that GCC leaves open. These stay intrinsics.
 */
export function buildFloatClass(b: FunctionBuilder, e: Expression & { kind: 'builtin' }, name: string): Expr | null {
  const kind = name.replace(/^(isnan|isfinite|finite)[fl]$/, '$1');
  if (!/^(isnan|isinf_sign|isfinite|finite|isunordered|islessgreater)$/.test(kind) && COMPARISONS[kind] === undefined)
    return null;
  if (e.arguments.some((argument) => argument.type.kind !== 'float')) return null;
  const [x, y] = operands(b, e.arguments).map((value) => (value.kind === 'load' ? value : b.hoist(value, e.at))) as [
    Expr,
    Expr,
  ];
  const operator = COMPARISONS[kind];
  if (operator !== undefined) return make.compare(operator, x, y);
  switch (kind) {
    case 'isnan':
      return make.compare('!=', x, x);
    case 'isfinite':
    case 'finite':
      return finite(b, x);
    case 'isinf_sign': {
      const negative = make.compare('<', x, make.zeroOf(x.type));
      const sign = make.conditional(INT, negative, make.integer(INT, -1n), make.ONE);
      return make.conditional(
        INT,
        make.compare('!=', x, x),
        make.ZERO,
        make.conditional(INT, finite(b, x), make.ZERO, sign),
      );
    }
    case 'isunordered':
      return make.conditional(INT, make.compare('!=', x, x), make.ONE, make.compare('!=', y, y));
    default:
      return make.conditional(INT, make.compare('<', x, y), make.ONE, make.compare('>', x, y));
  }
}

function finite(b: FunctionBuilder, x: Expr): Expr {
  return make.compare('==', make.binary(b.layout, x.type, '-', x, x), make.zeroOf(x.type));
}
