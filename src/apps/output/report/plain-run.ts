import type { UnsafeVerdict } from '../../../race/verdict.ts';

/** Omits values that JSON cannot express as numbers. */
export function plainRun(run: UnsafeVerdict['run']): object {
  if (run.kind === 'hardware') {
    const { trace: _, ...rest } = run;
    return rest;
  }
  const { programInputs: _, ...rest } = run;
  return rest;
}
