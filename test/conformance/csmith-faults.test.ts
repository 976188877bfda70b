import { describe, expect, it } from 'vitest';
import { csmithHeaders } from './csmith.ts';
import { compareFaults } from './csmith-faults.ts';

/** A few programs without guarded arithmetic; `scripts/csmith-faults.ts` compares many. */

const headers = csmithHeaders();
if (headers === null) console.log('skipped: no csmith here');

describe.runIf(headers !== null)('the first fault of arithmetic in programs of csmith', { timeout: 120_000 }, () => {
  it.each([
    [1, null],
    [2, 'overflow'],
    [3, null],
    [4, 'shift'],
    [11, 'division'],
  ] as const)('is the first that UBSan reports: seed %i, %s', async (seed, fault) => {
    expect(await compareFaults(seed, headers!)).toEqual({ kind: 'same', fault });
  });
});
