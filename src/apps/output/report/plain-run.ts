import type { UnsafeVerdict } from '../../../race/verdict.ts';

/** Omits values that JSON cannot express as numbers, and what the steps say, too. */
export function plainRun(run: UnsafeVerdict['run']): object {
  if (run.kind === 'hardware') {
    const { trace: _, ...rest } = run;
    return rest;
  }
  const { programInputs: _, branches: _branches, lost, ...rest } = run;
  return lost === undefined ? rest : { ...rest, lost: { at: lost.at, callStack: lost.callStack } };
}
