import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DataModel } from '../../../../src/c/types/types.ts';
import { compile } from './compile.ts';
import { randomNestedArrays } from './random-nested-arrays.ts';
import { randomSource } from './random-program.ts';
import { inputSites, interpreted, simulated } from './simulated.ts';

/**
 * Accesses beyond arrays within objects: the encoder and the interpreter agree on which are
 * undefined, and on the values of all others.
 */

const RUNS = 4;

type End = 'undefined' | 'defined' | 'doubtful';

/** How a run ends for both; they do not contradict each other. */
function endOf(text: string, seed: number, model: DataModel): readonly End[] {
  const compiled = compile(text, model);
  const sites = inputSites(compiled);
  const random = randomSource(seed + 1);
  return Array.from({ length: RUNS }, (): End => {
    const values = Array.from({ length: sites.length - 1 }, () =>
      BigInt(random(2) === 0 ? random(10) : random(2 ** 32)),
    );
    const { text: printed, result } = interpreted(compiled.program, sites, [...values, 0n]);
    const about = `${values.join(' ')}: ${JSON.stringify(result.outcome)}\n${text}`;
    if (result.outcome.kind === 'undefined-behaviour') {
      expect(simulated(compiled, [...values, 0n]).isDoubtful, about).toBe(true);
      return 'undefined';
    }
    expect(['exit', 'error'], about).toContain(result.outcome.kind);
    const checksum = BigInt(printed);
    const end = simulated(compiled, [...values, checksum]);
    if (end.kind !== 'bad' && end.isDoubtful) return 'doubtful';
    expect(end.kind, about).toBe('bad');
    expect(end.isDoubtful, about).toBe(false);
    expect(simulated(compiled, [...values, checksum ^ 1n]).kind, about).toBe('stuck');
    return 'defined';
  });
}

test.each(['LP64', 'ILP32'] as const)(
  'indices beyond arrays mean the same to the encoder and to the interpreter (%s)',
  (model) => {
    const ends: End[] = [];
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        ends.push(...endOf(randomNestedArrays(randomSource(seed)), seed, model));
      }),
      { numRuns: 15 },
    );
    expect(ends).toContain('undefined');
    expect(ends).toContain('defined');
    expect(ends).not.toContain('doubtful');
  },
);
