import type { FloatFormat, FloatValue } from '../../base/float.ts';
import { parseDecimal, parseHex } from '../../base/float-text.ts';
import { infinity, POSITIVE_NAN, zero } from '../../base/softfloat.ts';

/** Returns the value of a text that {@link floatingPrefix} accepted, rounded to the format. */
export function floatingValue(text: string, format: FloatFormat): FloatValue {
  const negative = text.startsWith('-');
  const body = text.replace(/^[+-]/, '').toLowerCase();
  const value = magnitude(body, format);
  return negative ? { ...value, negative: true } : value;
}

function magnitude(body: string, format: FloatFormat): FloatValue {
  if (body.startsWith('inf')) return infinity(false);
  if (body.startsWith('nan')) return POSITIVE_NAN;
  return (body.startsWith('0x') ? parseHex(body, format) : parseDecimal(body, format)) ?? zero(false);
}
