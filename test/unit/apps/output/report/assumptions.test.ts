import { describe, expect, it } from 'vitest';
import { statedAssumptions } from '../../../../../src/apps/output/report/assumptions.ts';
import { externalFunctions } from '../../../../../src/program/cfa/external-functions.ts';
import { DEFAULT_EXTERNALS } from '../../../../../src/program/cfa/externals.ts';
import { plainProperty } from '../../../../../src/race/property.ts';
import type { SafeVerdict, UnknownReason, UnknownVerdict } from '../../../../../src/race/verdict.ts';
import { compile } from '../../../system/encode/compile.ts';

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

  it('names those that are taken to leave truth values behind a TRUE', () => {
    const source = `struct r { int n; struct r *next; struct { _Bool is[2]; } part; };
      void fill(struct r *); void look(int *); void test(const struct r *) __attribute__((pure)); void reach_error(void);
      int main(void) { struct r x; int n = 0; fill(&x); look(&n); test(&x); if (n) reach_error(); return 0; }`;
    const found = externalFunctions(compile(source, 'LP64', { externals: DEFAULT_EXTERNALS }).linked);
    expect(found.filter(({ truths }) => truths).map(({ name }) => name)).toEqual(['fill']);
    const proof = { certificate: 'inductive', notes: [] } as unknown as SafeVerdict['proof'];
    const safe: SafeVerdict = {
      ...{ kind: 'safe', property: plainProperty(), engine: 'kind', stage: 'race', proof, restsOn: [] },
    };
    const texts = statedAssumptions(safe, { externals: found }).map(({ text }) => text);
    expect(texts).toContain('Assumed: these functions leave 0 or 1 in each _Bool: fill.');
  });

  it('is nothing where they have no part in it', () => {
    expect(textsOf({ kind: 'time-limit', milliseconds: 10_000, during: 'compiling' })).toEqual([]);
    expect(textsOf({ kind: 'unsupported', construct: 'inline assembly', at: null })).toEqual([]);
  });
});
