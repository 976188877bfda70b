import { runTrials } from '../../certify/trials/trials.ts';
import { thawSystem } from '../../system/transys/share.ts';
import type { TrialAnswer, TrialJob } from '../messages/compilation.ts';
import type { CompiledModel } from './model.ts';
import { readProgram } from './stored-program.ts';
import { vacuousAssumptions } from './vacuous.ts';

/** Runs the program of a proof; null for hardware models, whose source text is the system itself. */
export function trials(model: CompiledModel, { proof, open, milliseconds, seed, left }: TrialJob): TrialAnswer | null {
  const { program, places, property } = model;
  const { errorFunctions } = property;
  if (program === null || places === null) return null;
  const proved = { system: thawSystem(proof.system), places, certificate: proof.certificate };
  const result = runTrials({ program: readProgram(program), errorFunctions, open, proved, milliseconds, seed });
  if (result.kind !== 'agreed') return result;
  const vacuous = vacuousAssumptions(model, { milliseconds: left - milliseconds, seed });
  return vacuous.length === 0 ? result : { ...result, vacuous };
}
