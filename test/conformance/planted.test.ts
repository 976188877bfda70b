import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { CheckKind } from '../../src/program/cfa/checks/kinds.ts';
import { scratchFolder } from '../scratch.ts';
import { hasCompiler } from './fuzz/native.ts';
import { judgedChecks, judgedVerdict } from './planted/judge.ts';
import type { PlantedRun } from './planted/native.ts';
import { plantedProgram } from './planted/program.ts';
import type { State } from './planted/session.ts';
import { SANITISED, snippetFile, snippets, type Treatment } from './planted/snippets.ts';

/** A sample of what `scripts/planted.ts` does: eight random programs with a call that C leaves open or undefined. */

const folder = scratchFolder('planted');

/** What the script prints of wrong answers to one question about each of some programs. */
function flaws(first: number, count: number): Promise<string> {
  const args = ['scripts/run.mjs', 'scripts/planted.ts', '--one', '--seconds', '1', '--output', folder];
  return new Promise((resolve) => {
    const child = spawn('node', [...args, '--first', String(first), '--count', String(count)]);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
    child.on('close', (status) => resolve(status === 0 ? '' : printed));
  });
}

it.skipIf(!hasCompiler())('answers about eight programs are right or open', { timeout: 300_000 }, async () => {
  expect(await Promise.all([flaws(1, 4), flaws(1001, 4)])).toEqual(['', '']);
});

describe('verdicts and compiled runs', () => {
  const run = (results: readonly number[], isPlanted: boolean): PlantedRun => ({
    seen: 2,
    isPlanted,
    results,
    isStrange: false,
  });
  const outcome = (verdict: 'TRUE' | 'FALSE' | 'UNKNOWN', one: PlantedRun, treatment: Treatment = 'deref'): string =>
    judgedVerdict({ verdict }, [run([3, 3], false), one], 3, { treatment, items: [9], isContested: false }).outcome;

  it('are wrong if a level of optimisation gives another result', () => {
    expect(outcome('TRUE', run([3, 4], true))).toBe('wrong');
    expect(outcome('TRUE', run([3, 3], true))).toBe('right');
    expect(outcome('UNKNOWN', run([3, 4], true))).toBe('open');
  });

  it('are right about results without what is planted', () => {
    expect(outcome('FALSE', run([4, 4], false))).toBe('right');
    expect(outcome('FALSE', run([3, 3], false))).toBe('wrong');
  });

  it('are wrong if an alarm needs what C does not define', () => {
    expect(outcome('FALSE', run([3, 4], true))).toBe('wrong');
    expect(outcome('FALSE', run([4, 4], true), 'GCC')).toBe('right');
    expect(outcome('FALSE', run([3, 3], true), 'GCC')).toBe('wrong');
    expect(outcome('FALSE', run([3, 3], true), 'any')).toBe('right');
  });
});

describe('states of checks and sanitised runs', () => {
  const outcome = (kind: CheckKind, state: State, isStrange: boolean, isPlanted = true): string => {
    const snippet = { name: 'call', treatment: SANITISED } as const;
    const at = { file: snippetFile(snippet), line: 1, column: 1 };
    const checks = [[{ name: 'one', kind, at, function: 'planted', contested: null }, state]] as const;
    return judgedChecks({ checks }, [{ seen: 2, isPlanted, results: [], isStrange }], snippet).outcome;
  };

  it('are wrong if all is proved, and a sanitiser stops a run', () => {
    expect(outcome('deref', 'proved', true)).toBe('wrong');
    expect(outcome('deref', 'open', true)).toBe('open');
    expect(outcome('deref', 'violated', true)).toBe('right');
    expect(outcome('deref', 'proved', false)).toBe('right');
  });

  it('are wrong about an alarm that UBSan would see, or that no run comes to', () => {
    expect(outcome('shift', 'violated', false)).toBe('wrong');
    expect(outcome('argument', 'violated', false)).toBe('open');
    expect(outcome('argument', 'violated', false, false)).toBe('wrong');
  });
});

it('plants each snippet into a program that calls it once', () => {
  for (const [seed, snippet] of snippets().entries()) {
    const { native, verified } = plantedProgram(seed + 1, () => snippet);
    expect(native.match(/found_ = planted/g)).toHaveLength(1);
    expect(verified('0', snippet.text)).toContain(`# 1 "test/undefined/${snippet.name}.c"\n${snippet.text}`);
  }
});
