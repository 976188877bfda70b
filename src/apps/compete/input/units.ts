import { LemmataError } from '../../../base/errors.ts';

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, min: 60, h: 3600, d: 86_400 };
/** Powers of 1000, as BenchExec has them. */
const BYTES: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/**
 * Reads `900` or `15 min` as seconds. Throws LemmataError `E-INPUT`; `what` names the value in the
 * message.
 */
export function parseSeconds(text: string, what: string): number {
  return withUnit(text, SECONDS, what);
}

/** Reads `15 GB` as bytes. Throws LemmataError `E-INPUT`, also if the unit is missing. */
export function parseBytes(text: string, what: string): number {
  return withUnit(text, BYTES, what);
}

function withUnit(text: string, units: Readonly<Record<string, number>>, what: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(text.trim()) ?? [];
  const value = Number(number) * (Object.hasOwn(units, unit) ? units[unit] : Number.NaN);
  if (number !== '' && value > 0) return value;
  throw new LemmataError(
    'E-INPUT',
    `${what} is ${text}; it must be a positive number with one of the units ${Object.keys(units).filter(Boolean).join(', ')}`,
  );
}
