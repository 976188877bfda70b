import { infinity, POSITIVE_NAN } from '../../base/softfloat.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../ast.ts';
import { DOUBLE, FLOAT, floatType, LONG_DOUBLE } from '../types/type-tools.ts';
import type { FloatName, FloatType } from '../types/types.ts';

/**
 * Returns the value of `__builtin_inf`, `__builtin_huge_val`, `__builtin_nan` and their typed forms.
 * The payload of a NaN is not kept.
 */
export function floatConstant(name: string, at: SourceLocation): Expression {
  const [, kind, suffix] = /^__builtin_(huge_val|inf|nans?)(.*)$/.exec(name)!;
  const value = kind.startsWith('nan') ? POSITIVE_NAN : infinity(false);
  return { kind: 'float', type: typeOf(suffix), at, value };
}

function typeOf(suffix: string): FloatType {
  switch (suffix) {
    case '':
      return DOUBLE;
    case 'f':
      return FLOAT;
    case 'l':
      return LONG_DOUBLE;
    case 'q':
      return floatType('_Float128');
    default:
      return floatType(`_Float${suffix.slice(1)}` as FloatName);
  }
}
