import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { hasGcc } from '../unit/interpreter/harness.ts';
import { Random } from './fuzz/random.ts';
import { callees, isApproximated, unchecked } from './library/calls.ts';
import { judge } from './library/judge.ts';

/** Checks a sample of the functions that scripts/library-agreement.ts checks. */

const SAMPLE = 110;

describe.skipIf(!hasGcc())('library functions and builtins with a meaning', () => {
  const folder = scratchFolder('library');

  it('are all checked, but for those that no single call can check', () => {
    expect(callees().length).toBeGreaterThan(800);
    expect(unchecked()).toEqual([]);
  });

  it('do what native runs do, by the interpreter and by formula or model', { timeout: 120_000 }, () => {
    const random = new Random(18);
    const all = callees();
    const chosen = Array.from({ length: SAMPLE }, () => random.pick(all));
    const judged = chosen.map((callee, i) => ({ ...judge(callee, i, folder), treatment: callee.treatment }));
    expect(
      judged.filter(({ result }) => result === 'disagree').map(({ name, why, text }) => [name, why, text]),
    ).toEqual([]);
    const known = judged.filter(({ name, treatment }) => treatment !== 'interpreter' && !isApproximated(name));
    expect(known.filter(({ result }) => result === 'open').map(({ name, why, text }) => [name, why, text])).toEqual([]);
    expect(judged.filter(({ result }) => result === 'agree').length).toBeGreaterThan(SAMPLE / 3);
  });
});
