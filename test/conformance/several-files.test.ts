import { beforeAll, describe, expect, it } from 'vitest';
import { loadZ3 } from '../../src/logic/z3/index.ts';
import { scratchFolder } from '../scratch.ts';
import { type Compared, compareFiles, outcomeOf } from './files/compare.ts';
import { splitProgram } from './files/split.ts';
import type { DecideOptions, Decision } from './fuzz/decide.ts';
import { hasCompiler, prepare } from './fuzz/native.ts';
import { randomProgram } from './fuzz/program.ts';

/** A sample of what `scripts/several-files.ts` does: programs in several files have the verdicts of those in one. */

const folder = scratchFolder('files');

describe.runIf(hasCompiler())('programs in several files', () => {
  let options: DecideOptions;
  const compared: Compared[] = [];
  beforeAll(async () => {
    prepare(folder);
    options = { z3: await loadZ3(), limit: 400, seed: 1, ownSolver: true };
  });

  it.each([3, 13])('seed %i', { timeout: 120_000 }, (seed) => {
    const result = compareFiles(seed, folder, options);
    if (result.kind === 'skipped') throw new Error(result.why);
    compared.push(...result.tasks);
    expect(result.tasks.filter(({ outcome }) => outcome === 'different')).toEqual([]);
  });

  it('are decided, a third at least', ({ skip }) => {
    if (compared.length < 2) skip('not all seeds ran');
    expect(compared.filter(({ outcome }) => outcome === 'right').length).toBeGreaterThanOrEqual(compared.length / 3);
  });
});

it('splits declarations and definitions', () => {
  const { one, files } = splitProgram(randomProgram(7, ['calls', 'records', 'pointers']));
  expect(files.filter((text) => text.includes('int main('))).toHaveLength(1);
  expect(files.filter((text) => text.includes('struct box_ first_ ='))).toHaveLength(1);
  expect(files.every((text) => text.includes('static void tick_(void)'))).toBe(true);
  expect(one.text.match(/static void tick_\d\(void\)/g)).toHaveLength(files.length);
});

it('notices verdicts that differ', () => {
  const decision = (verdict: Decision['verdict'], why = ''): Decision => ({ verdict, why });
  const [yes, no] = [decision('TRUE'), decision('FALSE')];
  expect(outcomeOf([yes, yes], 'TRUE')).toBe('right');
  expect(outcomeOf([yes, no], 'TRUE')).toBe('different');
  expect(outcomeOf([yes, decision('UNKNOWN', 'gap: access')], 'TRUE')).toBe('different');
  expect(outcomeOf([yes, decision('UNKNOWN', 'stopped')], 'TRUE')).toBe('open');
});
