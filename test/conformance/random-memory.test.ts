import { beforeAll, describe, expect, it } from 'vitest';
import { loadZ3 } from '../../src/logic/z3/index.ts';
import { scratchFolder } from '../scratch.ts';
import type { DecideOptions } from './fuzz/decide.ts';
import { hasCompiler } from './fuzz/native.ts';
import { judge } from './random-memory/judge.ts';
import { groundTruths, type Truth } from './random-memory/native.ts';
import { randomMemoryProgram } from './random-memory/program.ts';

/**
 * Compares random memory programs with gcc's code on every input; `scripts/memory-programs.ts` runs
 * many more.
 */

const present = hasCompiler();
if (!present) console.log('skipped: no gcc here');

const COUNT = 25;
/** Number of programs that are tasks for the verifier, too. */
const DECIDED = 8;

describe.runIf(present)('random programs about memory', () => {
  const programs = Array.from({ length: COUNT }, (_, i) => randomMemoryProgram(i + 1));
  const folder = scratchFolder('memory');
  let truths: Truth[] = [];
  let options: DecideOptions;
  beforeAll(async () => {
    options = { z3: await loadZ3(), limit: 500, seed: 1, engines: ['bmc'], solvers: 'bits' };
    truths = groundTruths(programs, folder);
  }, 120_000);

  it('most of them have no undefined behaviour', () => {
    expect(truths.filter(({ kind }) => kind === 'runs').length).toBeGreaterThan(COUNT / 2);
  });

  it.each(programs.map((program, i) => [program.seed, i] as const))('seed %i', { timeout: 60_000 }, (_, i) => {
    const truth = truths[i];
    const outcomes = truth.kind === 'runs' ? judge(programs[i], truth, i < DECIDED ? options : null) : [];
    const flaws = outcomes.filter(({ result }) => result !== 'right' && result !== 'open');
    expect(flaws.map(({ task, verdict, why, text }) => `${task?.name ?? 'runs'}: ${verdict}: ${why}\n${text}`)).toEqual(
      [],
    );
  });
});
