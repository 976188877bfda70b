import { checkOf } from '../../../program/cfa/checks/kinds.ts';
import { notRepeated, type VerifyOptions } from '../../../race/options/options.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { executableTest, type TestContext, unseen } from './c-test.ts';

/** The test of a verdict, or why there is none, in words. `threads`: whether the program starts threads. */
export function testOf(
  verdict: Verdict,
  options: VerifyOptions,
  { threads, ...context }: Pick<TestContext, 'name' | 'externals'> & { readonly threads: boolean },
): { readonly text: string } | { readonly why: string } {
  const { files, dataModel = 'LP64', entry } = options;
  if (verdict.kind !== 'unsafe' || verdict.run.kind !== 'program')
    return { why: 'only a FALSE of a C program has a run to repeat' };
  if (entry !== undefined) return { why: 'the run does not begin at main' };
  const { run } = verdict;
  const why = notRepeated(options) ?? unseen(run);
  if (why !== null) return { why };
  if (threads && checkOf(run.errorFunction) !== 'data-race') return { why: 'C cannot say in which order threads run' };
  const text = executableTest(run, { files, dataModel, ...context });
  return text === null
    ? { why: 'C has no constant for an input of the run, it reads a file, or its end is no call' }
    : { text };
}
