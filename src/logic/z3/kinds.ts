/** Kinds of Z3's declarations (Z3_decl_kind) that formulas of any theory are made of. */
export const Logic = {
  TRUE: 0x100,
  FALSE: 0x101,
  EQ: 0x102,
  DISTINCT: 0x103,
  ITE: 0x104,
  AND: 0x105,
  OR: 0x106,
  IFF: 0x107,
  XOR: 0x108,
  NOT: 0x109,
  IMPLIES: 0x10a,
  /** A constant or a function that belongs to no theory. */
  UNINTERPRETED: 0xc00f,
} as const;
