import type { UnsafeVerdict } from '../portfolio/verdict.ts';

/** Omits values that JSON cannot express as numbers. */
export function plainRun(run: UnsafeVerdict['run']): object {
  if (run.kind === 'hardware') {
    const { trace: _, ...rest } = run;
    return rest;
  }
  const { programInputs: _, ...rest } = run;
  return rest;
}
