import type { FloatFormat } from '../../base/float.ts';
import { DOUBLE, FLOAT, QUAD, X87_EXTENDED } from '../../base/softfloat.ts';
import type { FloatType } from '../../types/types.ts';

/** Returns the format that encodes inputs of a floating-point type. */
export function formatOf(type: FloatType): FloatFormat {
  switch (type.name) {
    case 'float':
    case '_Float32':
      return FLOAT;
    case 'long double':
    case '_Float64x':
      return X87_EXTENDED;
    case '_Float128':
      return QUAD;
    default:
      return DOUBLE;
  }
}
