import { describe, expect, it } from 'vitest';
import { unknownLines } from '../../../../../src/apps/output/report/unknown-lines.ts';
import { verdictLine } from '../../../../../src/apps/output/report/verdict-line.ts';
import type { EngineEnd, UnknownReason, UnknownVerdict } from '../../../../../src/race/verdict.ts';

const at = { file: 'a.c', line: 4, column: 3 };
const SEARCHED: readonly (readonly [string, EngineEnd])[] = [
  ['quick', { kind: 'share-used' }],
  ['sim', { kind: 'incomplete', why: 'only 9 runs' }],
  ['kind', { kind: 'stopped', aborted: false }],
];

function unknown(
  reason: UnknownReason,
  safeUpTo: number | null = null,
  ends: readonly (readonly [string, EngineEnd])[] = SEARCHED,
): UnknownVerdict {
  const engines = ends.map(([engine, end]) => ({ engine, end, bound: safeUpTo }));
  return { kind: 'unknown', reason, safeUpTo, engines } as unknown as UnknownVerdict;
}

function lines(verdict: UnknownVerdict, verbose = false): readonly string[] {
  return unknownLines(verdict, verbose).map(({ text }) => text);
}

describe('what a verdict UNKNOWN says', () => {
  it('names the limit and the engines that were searching, without those of other stages', () => {
    const reason = { kind: 'time-limit', milliseconds: 8000, during: 'solving' } as const;
    expect(lines(unknown(reason, 0))).toEqual([
      'No verdict: the time limit of 8 s was reached.',
      '  still searched at the end (kind)',
      'Try: a longer --timeout; --portfolio proof if you believe that the program is right, --portfolio bugs if not.',
    ]);
    expect(verdictLine(unknown(reason, 0))).toBe('Verification result: UNKNOWN (time limit)');
    expect(verdictLine(unknown(reason, 2))).toBe('Verification result: UNKNOWN (time limit, safe up to bound 2)');
    expect(lines(unknown(reason, 2))[1]).toMatch(/^Known: no run of at most 2 steps /);
    expect(lines(unknown({ ...reason, during: 'compiling' }))[0]).toBe(
      'No verdict: the time limit of 8 s was reached while compiling.',
    );
    const full = { kind: 'memory-limit', bytes: 300 * 2 ** 20, during: 'solving' } as const;
    expect(lines(unknown(full))[0]).toBe('No verdict: the memory limit of 300 MB was reached.');
  });

  it.each([
    ['inline assembly', 'C with the same effect in its place.'],
    [
      'call of vfork, which has no model',
      "a definition of vfork in C: as one more file, it takes the place of the library's function.",
    ],
    ['more than 4 threads started at one place', 'a smaller number of threads, or simpler calls in them.'],
    [
      'longjmp to where no live activation has its setjmp',
      'a program without that construct, or with a simple function in its place.',
    ],
  ])('says once that %s is not modelled, and what to do', (construct, advice) => {
    const end = { kind: 'unsupported', construct, at } as const;
    expect(lines(unknown(end, null, [...SEARCHED, ['bmc', end]]))).toEqual([
      `No verdict: a run may meet ${construct} at a.c:4:3, and Lemmata does not know how it goes on from there.`,
      `Try: ${advice}`,
    ]);
  });

  it('names the option for a header, and no engine where the program decides', () => {
    expect(lines(unknown({ kind: 'unsupported', construct: 'header k.h not found', at }))).toEqual([
      'No verdict: header k.h not found at a.c:4:3.',
      'Try: -I with the folder of that header.',
    ]);
    const ends = [['sim', { kind: 'share-used' }]] as const;
    expect(lines(unknown({ kind: 'undefined-behaviour', what: 'x', at }, null, ends))).toEqual([
      'No verdict: only through undefined behaviour: x at a.c:4:3.',
      'Try: repairing the undefined behaviour first; the run is real up to there.',
    ]);
  });

  it('keeps what another engine met', () => {
    const reason = { kind: 'unsupported', construct: 'inline assembly', at } as const;
    const ends = [['imc', { ...reason, construct: 'a structure as a condition' }]] as const;
    expect(lines(unknown(reason, null, ends))[1]).toBe('  stopped at a structure as a condition at a.c:4:3 (imc)');
  });

  it('calls a value that is known within bounds by its name', () => {
    const verdict = unknown({ kind: 'unsupported', construct: 'value of sin (approximated)', at });
    const text = 'it depends on the value of sin at a.c:4:3, which is known only within bounds';
    expect(verdictLine(verdict)).toBe(`Verification result: UNKNOWN (${text})`);
    expect(lines(verdict)).toEqual([
      `No verdict: ${text}.`,
      'Try: a condition that leaves room for rounding, or does not depend on that value.',
    ]);
  });

  it('says that the answer depends on what nobody knows', () => {
    const told = (construct: string) => lines(unknown({ kind: 'unsupported', construct, at }));
    expect(told('result of printf (approximated)')).toEqual([
      'No verdict: a run may depend on the result of printf at a.c:4:3, which Lemmata does not know.',
      "Try: a definition of printf in C: as one more file, it takes the place of the library's function.",
    ]);
    expect(told('whether string literals share memory (approximated)')[0]).toBe(
      'No verdict: a run may depend on whether string literals share memory at a.c:4:3, which Lemmata does not know.',
    );
    expect(told('a bit-field that threads share')[1]).toBe('Try: a member that is no bit-field for each thread.');
  });

  it('shows all engines to those who ask, and who stop the race', () => {
    const reason = { kind: 'time-limit', milliseconds: 8000, during: 'solving' } as const;
    expect(lines(unknown(reason, 1), true)).toContain('  kind: stopped, safe up to bound 1');
    expect(lines(unknown({ kind: 'stopped' }, 0))).toEqual([
      'No verdict: stopped.',
      '  quick: its share of the time was used up',
      '  sim: only 9 runs',
      '  kind: stopped',
    ]);
  });
});
