import { describe, expect, it } from 'vitest';
import { statedAssumptions } from '../../../../../src/apps/output/report/assumptions.ts';
import { plainProperty } from '../../../../../src/race/property.ts';
import type { UnknownReason, UnknownVerdict } from '../../../../../src/race/verdict.ts';

const externals = [
  { name: 'reads', reading: 'pure' },
  { name: 'asks', reading: 'agree' },
] as const;

const textsOf = (reason: UnknownReason): readonly string[] => {
  const verdict: UnknownVerdict = {
    kind: 'unknown',
    property: plainProperty(),
    reason,
    safeUpTo: null,
    engines: [],
  };
  return statedAssumptions(verdict, { externals }).map(({ text }) => text);
};

describe('what is said of external functions where there is no verdict', () => {
  it('names those whose changes a proof must allow for, where a limit ended the race', () => {
    const [text, ...more] = textsOf({ kind: 'time-limit', milliseconds: 10_000, during: 'solving' });
    expect(text).toContain('--externals pure');
    expect(text).toMatch(/: asks\.$/);
    expect(more).toEqual([]);
  });

  it('is nothing where they have no part in it', () => {
    expect(textsOf({ kind: 'time-limit', milliseconds: 10_000, during: 'compiling' })).toEqual([]);
    expect(textsOf({ kind: 'unsupported', construct: 'inline assembly', at: null })).toEqual([]);
  });
});
