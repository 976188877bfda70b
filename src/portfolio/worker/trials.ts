import { runTrials, type TrialResult } from '../../certify/trials/trials.ts';
import { thawSystem } from '../../transys/share.ts';
import type { TrialJob } from '../messages.ts';
import type { Kept } from './kept.ts';
import { readProgram } from './stored-program.ts';

/** Runs the program of a proof; null for hardware models, whose source text is the system itself. */
export function trials(
  { program, places, errorFunctions }: Kept,
  { proof, milliseconds, seed }: TrialJob,
): TrialResult | null {
  if (program === null || places === null) return null;
  const proved = { system: thawSystem(proof.system), places, certificate: proof.certificate };
  return runTrials({ program: readProgram(program), errorFunctions, proved, milliseconds, seed });
}
