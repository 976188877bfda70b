import type { Term } from './builder.ts';
import { toSigned } from './bv-values.ts';
import {
  convertFloat,
  floatFromInteger,
  floatResult,
  floatTest,
  integerFromFloat,
  packFloat,
  unpackFloat,
} from './float-values.ts';
import { Op } from './ops.ts';
import type { TermStore } from './store.ts';

/** Value of a floating-point operator; floats are bit patterns, with one NaN. */
export function evaluateFloat(store: TermStore, t: Term, args: readonly bigint[]): bigint | boolean {
  const mode = store.rounding(t);
  const first = store.arg(t, 0);
  const op = store.op(t);
  switch (op) {
    case Op.FP_FROM_SIGNED:
      return packFloat(store.format(t), floatFromInteger(store.format(t), mode, toSigned(store.width(first), args[0])));
    case Op.FP_FROM_UNSIGNED:
      return packFloat(store.format(t), floatFromInteger(store.format(t), mode, args[0]));
    case Op.FP_FROM_BITS:
      return packFloat(store.format(t), unpackFloat(store.format(t), args[0]));
    default:
      break;
  }
  const values = args.map((bits) => unpackFloat(store.format(first), bits));
  switch (op) {
    case Op.FP_TO_FP:
      return packFloat(store.format(t), convertFloat(store.format(t), mode, values[0]));
    case Op.FP_TO_BITS:
      return packFloat(store.format(first), values[0]);
    case Op.FP_TO_SIGNED:
      return integerFromFloat(values[0], mode, store.width(t), true);
    case Op.FP_TO_UNSIGNED:
      return integerFromFloat(values[0], mode, store.width(t), false);
    case Op.FP_EQ:
    case Op.FP_LT:
    case Op.FP_LE:
    case Op.FP_IS_NAN:
    case Op.FP_IS_INFINITE:
    case Op.FP_IS_NEGATIVE:
      return floatTest(op, values);
    default:
      return packFloat(store.format(t), floatResult(op, mode, store.format(t), values));
  }
}
