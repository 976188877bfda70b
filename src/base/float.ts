/**
 * An exact binary floating-point value, independent of any format: (-1)^sign * significand * 2^exponent.
 * Zero has significand 0n. A NaN carries no payload.
 */
export interface FloatValue {
  readonly kind: 'finite' | 'infinity' | 'nan';
  readonly negative: boolean;
  readonly significand: bigint;
  readonly exponent: number;
}

/**
 * An IEEE-754 style binary format: `precision` counts the hidden bit (float: 8, 24; double: 11, 53;
 * x87 extended: 15, 64).
 */
export interface FloatFormat {
  readonly exponentBits: number;
  readonly precision: number;
}
