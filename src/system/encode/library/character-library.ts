import type { Term } from '../../../logic/terms/builder.ts';
import type { Execution } from '../machine/execution.ts';
import { isLittle } from '../memory/bytes/raw-bytes.ts';

/** A range of character codes, both ends inclusive. */
type CharacterRange = readonly [first: number, last: number];

const UPPER: CharacterRange = [65, 90];
const LOWER: CharacterRange = [97, 122];
const DIGITS: CharacterRange = [48, 57];

/**
 * ctype.h in the C locale: the codes of each class, and the value that glibc or GCC gives for a
 * character in it. The values are those of little-endian machines.
 */
const CLASSES: Readonly<Record<string, { readonly ranges: readonly CharacterRange[]; readonly value: number }>> = {
  isupper: { ranges: [UPPER], value: 0x100 },
  islower: { ranges: [LOWER], value: 0x200 },
  isalpha: { ranges: [UPPER, LOWER], value: 0x400 },
  isdigit: { ranges: [DIGITS], value: 1 },
  isxdigit: {
    ranges: [DIGITS, [65, 70], [97, 102]],
    value: 0x1000,
  },
  isspace: {
    ranges: [
      [9, 13],
      [32, 32],
    ],
    value: 0x2000,
  },
  isprint: { ranges: [[32, 126]], value: 0x4000 },
  isgraph: { ranges: [[33, 126]], value: 0x8000 },
  isblank: {
    ranges: [
      [9, 9],
      [32, 32],
    ],
    value: 1,
  },
  iscntrl: {
    ranges: [
      [0, 31],
      [127, 127],
    ],
    value: 2,
  },
  ispunct: {
    ranges: [
      [33, 47],
      [58, 64],
      [91, 96],
      [123, 126],
    ],
    value: 4,
  },
  isalnum: { ranges: [UPPER, LOWER, DIGITS], value: 8 },
};

/** Encodes functions of ctype.h and of wctype.h in the C locale; null for other functions. */
export function characterFunction(x: Execution, name: string, value: Term, width: number): Term | null {
  const { terms } = x;
  const constant = (n: number): Term => terms.bv(terms.width(value), n);
  const plain = name.replace(/^(is|to)w/, '$1');
  // Characters of the upper half may be negative.
  const other = (): Term =>
    plain === name
      ? terms.ite(within(x, terms.add(value, constant(128)), [0, 126]), terms.add(value, constant(256)), value)
      : value;
  switch (plain) {
    case 'toupper':
      return terms.ite(within(x, value, LOWER), terms.sub(value, constant(32)), other());
    case 'tolower':
      return terms.ite(within(x, value, UPPER), terms.add(value, constant(32)), other());
    case 'isascii':
      return terms.zext(terms.boolToBv(within(x, value, [0, 127])), width);
    case 'toascii':
      return terms.bvAnd(value, constant(127));
    default: {
      const known = Object.hasOwn(CLASSES, plain) ? CLASSES[plain] : undefined;
      if (known === undefined) return null;
      const isIn = terms.orAll(known.ranges.map((range) => within(x, value, range)));
      return anyTrue(x, isIn, plain === 'isdigit' ? 1 : usualValue(x, known.value), width);
    }
  }
}

/** Returns a value of glibc's table. The 16-bit words of the table have the same bytes in either order. */
function usualValue(x: Execution, value: number): number {
  return isLittle(x) ? value : ((value & 255) << 8) | (value >> 8);
}

function within(x: Execution, value: Term, [first, last]: CharacterRange): Term {
  const { terms } = x;
  const width = terms.width(value);
  return terms.and(terms.ule(terms.bv(width, first), value), terms.ule(value, terms.bv(width, last)));
}

/** Returns zero, or some non-zero value, which the library chooses. */
function anyTrue(x: Execution, condition: Term, usual: number, width: number): Term {
  const { terms } = x;
  const zero = terms.bv(width, 0);
  const unlike = (any: Term): Term => terms.and(condition, terms.not(terms.eq(any, terms.bv(width, usual))));
  const any = x.unknown({ kind: 'bv', width }, 'value of a character class', {}, unlike);
  return terms.ite(condition, terms.ite(terms.eq(any, zero), terms.bv(width, 1), any), zero);
}
