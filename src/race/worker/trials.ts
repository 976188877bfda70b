import { runTrials, unpassedAssumptions } from '../../certify/trials/trials.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { type AssumptionCall, PASSED, type VacuousAssumption, withPasses } from '../../program/cfa/passed-calls.ts';
import { linkProgram } from '../../program/passes.ts';
import { encode, encodingDecisions } from '../../system/encode/index.ts';
import { simplify } from '../../system/transys/passes/simplify.ts';
import { thawSystem } from '../../system/transys/share.ts';
import { ALL } from '../../system/transys/target.ts';
import type { TrialAnswer, TrialJob } from '../messages/compilation.ts';
import type { LocalModel } from './model.ts';
import { quickStage } from './quick.ts';
import { readProgram } from './stored-program.ts';

/** Runs the program of a proof; null for hardware models, whose source text is the system itself. */
export function trials(model: LocalModel, { proof, open, milliseconds, seed, left }: TrialJob): TrialAnswer | null {
  const { program, places, property } = model;
  const { errorFunctions } = property;
  if (program === null || places === null) return null;
  const proved = { system: thawSystem(proof.system), places, certificate: proof.certificate };
  const result = runTrials({ program: readProgram(program), errorFunctions, open, proved, milliseconds, seed });
  if (result.kind !== 'agreed') return result;
  const vacuous = vacuousAssumptions(model, { milliseconds: left - milliseconds, seed });
  return vacuous.length === 0 ? result : { ...result, vacuous };
}

/** Most assumptions that are tried one by one. */
const MOST_SINGLE = 4;
/** Time in ms for runs, and for the search of a proof; most gates of its solver. */
const RUNS_MILLISECONDS = 100;
const SEARCH_MILLISECONDS = 300;
const GATES = 100_000;

/**
 * Returns the assumptions of a proved program that no run passes. They are those that no tried run passes,
 * and for which the quick stage proves that none does; its proof is certified. `milliseconds`: time left.
 */
function vacuousAssumptions(
  model: LocalModel,
  { milliseconds, seed }: { readonly milliseconds: number; readonly seed: number },
): readonly VacuousAssumption[] {
  if (model.program === null || milliseconds < RUNS_MILLISECONDS) return [];
  const begun = performance.now();
  const program = readProgram(model.program);
  const { errorFunctions } = model.property;
  const open = unpassedAssumptions(program, { errorFunctions, milliseconds: RUNS_MILLISECONDS, seed });
  const never = (calls: readonly AssumptionCall[]): boolean => {
    const spent = performance.now() - begun;
    if (spent > SEARCH_MILLISECONDS + RUNS_MILLISECONDS || milliseconds - spent < 3 * SEARCH_MILLISECONDS) return false;
    return isNeverPassed(model, program, calls);
  };
  const found =
    open.length === 0 || never(open)
      ? open
      : open.length === 1
        ? []
        : open.slice(0, MOST_SINGLE).filter((call) => never([call]));
  return found.map(({ name, edge }) => ({ name, at: edge.at }));
}

/** Whether a certified proof shows that no run gets behind one of the calls. */
function isNeverPassed(model: LocalModel, program: Program, calls: readonly AssumptionCall[]): boolean {
  const errorFunctions = [PASSED];
  const linked = linkProgram(withPasses(program, calls), { errorFunctions });
  if ('unsupported' in linked) return false;
  const { system, places, encoding } = encode(linked);
  const { system: reduced, back: wayBack } = simplify(system);
  const passing: LocalModel = {
    ...{ ...model, system, reduced, wayBack, target: ALL, places },
    property: { ...model.property, errorFunctions },
    // The stage runs no program here.
    program: null,
    encoding: encodingDecisions(system, encoding),
  };
  const job = { target: ALL, milliseconds: SEARCH_MILLISECONDS, gates: GATES };
  return quickStage(passing, job).kind === 'safe';
}
