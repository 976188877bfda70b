import { availableParallelism } from 'node:os';
import { LemmataError } from '../../../base/errors.ts';
import { childrenOf, type Element } from './xml.ts';

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, min: 60, h: 3600, d: 86_400 };
/** Powers of 1000, as BenchExec has them. */
const BYTES: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/**
 * Reads `900` or `15 min` as seconds. Throws LemmataError `E-INPUT`; `what` names the value in the
 * message.
 */
function parseSeconds(text: string, what: string): number {
  return withUnit(text, SECONDS, what);
}

/** Reads `15 GB` as bytes. Throws LemmataError `E-INPUT`, also if the unit is missing. */
function parseBytes(text: string, what: string): number {
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

/** Limits in a benchmark definition; null: not given. */
export interface BenchmarkLimits {
  readonly cpuSeconds: number | null;
  readonly wallSeconds: number | null;
  readonly memoryBytes: number | null;
  readonly cores: number | null;
  /** Tasks at a time. */
  readonly parallel: number | null;
}

export const NO_BENCHMARK_LIMITS: BenchmarkLimits = {
  cpuSeconds: null,
  wallSeconds: null,
  memoryBytes: null,
  cores: null,
  parallel: null,
};

/**
 * `timelimit` is of processor time; the smaller one of `timelimit` and `hardtimelimit` holds. Throws
 * LemmataError `E-INPUT`.
 */
export function limitsOf({ attributes }: Element, file: string): BenchmarkLimits {
  const read = (name: string, parse: (text: string, what: string) => number): number | null => {
    const text = attributes.get(name);
    if (text === undefined) return null;
    try {
      return parse(text, name);
    } catch (error) {
      if (error instanceof LemmataError) throw new LemmataError('E-INPUT', error.message, { file, line: 1, column: 1 });
      throw error;
    }
  };
  const cpu = [read('timelimit', parseSeconds), read('hardtimelimit', parseSeconds)].filter((limit) => limit !== null);
  return {
    cpuSeconds: cpu.length === 0 ? null : Math.min(...cpu),
    wallSeconds: read('walltimelimit', parseSeconds),
    memoryBytes: read('memlimit', parseBytes),
    cores: read('cpuCores', parseCount),
    parallel: read('threads', parseCount),
  };
}

function parseCount(text: string, what: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return Math.min(value, availableParallelism() * 64);
  throw new LemmataError('E-INPUT', `${what} is ${text}; it must be a positive whole number`);
}

/** The words of `<option name="--engines">kind</option>`. */
export function optionWords(element: Element): readonly string[] {
  return childrenOf(element, 'option').flatMap(({ attributes, text }) =>
    [attributes.get('name') ?? '', text].filter((word) => word !== ''),
  );
}
