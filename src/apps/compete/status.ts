import { type CompetitionTask, type ExpectedVerdict, expectedText } from './task.ts';

/** The relation of a status to the expected verdict, in BenchExec's words. */
export type Category = 'correct' | 'wrong' | 'unknown' | 'error' | 'missing';

/** Relates a status to the expected verdict as BenchExec's result.py does. */
export function categoryOf(status: string, { property }: Pick<CompetitionTask, 'property'>): Category {
  const decided = verdictOf(status);
  if (decided === null) return status === 'unknown' ? 'unknown' : 'error';
  const expected = property?.expected ?? null;
  if (expected === null) return 'missing';
  if (!answersTo(status, expected)) return 'unknown';
  return decided === expected.holds ? 'correct' : 'wrong';
}

/** Whether the status says that the property holds; null if it is not a verdict. */
export function verdictOf(status: string): boolean | null {
  if (status === 'true') return true;
  return /^false(\(.*\))?$/.test(status) ? false : null;
}

/** A violation of another part of the property says nothing about the part in question. */
function answersTo(status: string, expected: ExpectedVerdict): boolean {
  return (
    status === 'true' ||
    expected.subproperty === null ||
    status === `false(${expected.subproperty})` ||
    expectedText(expected) === status
  );
}

const SCORES: Readonly<Record<'correct' | 'wrong', readonly [proof: number, alarm: number]>> = {
  correct: [2, 1],
  wrong: [-32, -16],
};

/** SV-COMP's score of a result. */
export function scoreOf(status: string, category: Category): number {
  if (category !== 'correct' && category !== 'wrong') return 0;
  const [proof, alarm] = SCORES[category];
  return verdictOf(status) === true ? proof : alarm;
}

/** The highest score of a task; 0 if no verdict is expected. */
export function bestScore(expected: ExpectedVerdict | null): number {
  return expected === null ? 0 : SCORES.correct[expected.holds ? 0 : 1];
}
