import type { Layout } from '../../../c/types/layout.ts';
import { CHAR, DOUBLE, INT, isInteger, LLONG, LONG, LONG_DOUBLE, pointerTo } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import { fitsArgument } from './surplus.ts';

/**
 * Name of the intrinsic that says whether arguments do not fit the format to which its first argument leads.
 * Its other arguments are null pointers to the types of those that a call gives. A place is the list that has them.
 */
export const FORMAT_MISFIT = 'format_misfit';

/** A conversion of C11 7.21.6.1, with `*` for width and precision. */
const CONVERSION = /%[-+ #0']*(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|j|z|t|L)?([diouxXeEfFgGaAcspn%])/y;

/**
 * Says why the arguments behind a format of `printf` do not fit it (C11 7.21.6.1p9); null: they do, or the
 * format has a conversion beyond C11. Arguments may be more, and words of one size count as alike.
 */
export function misfitOf(layout: Layout, format: string, given: readonly CType[]): string | null {
  let next = 0;
  for (let at = format.indexOf('%'); at >= 0; at = format.indexOf('%', CONVERSION.lastIndex)) {
    CONVERSION.lastIndex = at;
    const match = CONVERSION.exec(format);
    if (match === null) return null;
    const [whole, width, precision, length = '', conversion] = match;
    const stars = [width, precision].filter((one) => one === '*').map(() => INT);
    const wanted = conversion === '%' ? [] : [wantedBy(length, conversion)];
    for (const type of [...stars, ...wanted]) {
      const passed = given[next++];
      if (passed === undefined) return `without an argument for ${whole}`;
      if (!fitsArgument(layout, promoted(layout, passed), type))
        return `of an argument of another type than ${whole} takes`;
    }
  }
  return null;
}

/** The type of the argument that a conversion takes. */
function wantedBy(length: string, conversion: string): CType {
  if ('spn'.includes(conversion)) return pointerTo(CHAR);
  if ('eEfFgGaA'.includes(conversion)) return length === 'L' ? LONG_DOUBLE : DOUBLE;
  if (conversion === 'c') return INT;
  switch (length) {
    case 'l':
    case 'z':
    case 't':
      return LONG;
    case 'll':
    case 'j':
      return LLONG;
    default:
      return INT;
  }
}

/** The type of an argument behind the default promotions. */
function promoted(layout: Layout, type: CType): CType {
  return isInteger(type) && (layout.sizeOf(type) ?? 0n) < (layout.sizeOf(INT) ?? 0n) ? INT : type;
}
