import type { FloatFormat } from '../../base/float.ts';
import { formatBits } from '../../base/float-bits.ts';
import type { FloatName } from '../../c/types/types.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { patternWidth } from '../../logic/terms/float-values.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/** The IEEE format of a C type, or null (decimal types). */
export function floatFormat(name: FloatName): FloatFormat | null {
  switch (name) {
    case '_Float16':
      return { exponentBits: 5, precision: 11 };
    case 'float':
    case '_Float32':
      return { exponentBits: 8, precision: 24 };
    case 'double':
    case '_Float64':
    case '_Float32x':
      return { exponentBits: 11, precision: 53 };
    case 'long double':
    case '_Float64x':
      return { exponentBits: 15, precision: 64 };
    case '_Float128':
      return { exponentBits: 15, precision: 113 };
    default:
      return null;
  }
}

/** Number of bits that a value has in memory without padding. */
export const storedWidth = formatBits;

/** Returns the value whose stored bits these are. An invalid operand of the x87 ("unnormal") is a NaN. */
export function floatFromStored(terms: TermStore, bits: Term, format: FloatFormat): Term {
  const fraction = format.precision - 1;
  if (storedWidth(format) === patternWidth(format)) return terms.fpFromBits(bits, format);
  const sign = terms.extract(bits, fraction + 1 + format.exponentBits, fraction + 1 + format.exponentBits);
  const exponent = terms.extract(bits, fraction + format.exponentBits, fraction + 1);
  const leading = terms.extract(bits, fraction, fraction);
  const rest = terms.extract(bits, fraction - 1, 0);
  const pattern = (e: Term, f: Term): Term => terms.concat(terms.concat(sign, e), f);
  // If the leading bit is set, a subnormal's exponent counts as the least normal one
  // ("pseudo-denormal").
  const small = terms.eq(exponent, terms.bv(format.exponentBits, 0));
  const least = terms.zext(leading, format.exponentBits);
  const invalid = pattern(
    terms.bvNot(terms.bv(format.exponentBits, 0)),
    terms.bv(fraction, 1n << BigInt(fraction - 1)),
  );
  const normal = terms.ite(terms.eq(leading, terms.bv(1, 1)), pattern(exponent, rest), invalid);
  return terms.fpFromBits(terms.ite(small, pattern(least, rest), normal), format);
}
