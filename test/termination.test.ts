import { beforeAll, expect, test } from 'vitest';
import { checkCertificate } from '../src/certify/proof/certificate.ts';
import { followRuns } from '../src/certify/proof/runs/follower.ts';
import { chosenInputs } from '../src/certify/replay/recurrent/choices.ts';
import { checkClosedSet } from '../src/certify/replay/recurrent/closed.ts';
import { replay } from '../src/certify/replay/replay.ts';
import { cycleInputs, traceInputs } from '../src/certify/replay/trace-inputs.ts';
import { runTrials } from '../src/certify/trials/trials.ts';
import type { ClaimedRun, EngineContext } from '../src/engines/methods/engine.ts';
import { simulateEndless } from '../src/engines/runs/sim/endless.ts';
import { lasso } from '../src/engines/termination/lasso.ts';
import { rank } from '../src/engines/termination/rank.ts';
import { recur } from '../src/engines/termination/recur.ts';
import { bitFactory } from '../src/logic/bits/index.ts';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import { unpackTerm } from '../src/logic/terms/pack.ts';
import { loadZ3, type Z3Api, Z3FloatCircuits, z3Factory } from '../src/logic/z3/index.ts';
import type { Certificate } from '../src/system/transys/certificate.ts';
import { cpuLimit } from './cpu-time.ts';
import { testPrograms } from './program-header.ts';
import { contextFor } from './unit/engines/context.ts';
import { type Compiled, compile } from './unit/system/encode/compile.ts';

/** Programs whose question is whether all runs end; their first lines say the verdict. */
const FOLDER = new URL('programs/termination/', import.meta.url).pathname;
/** Milliseconds of CPU time for measures, for runs of the program, for following runs, and for states that come twice. */
const RANK = 2_500;
const SIMULATE = 400;
const FOLLOW = 300;
const LASSO = 700;
const RECUR = 2_500;
const TRIALS = 20;
/** Steps of a run that must repeat itself within them. */
const MOST_STEPS = 2_000_000;
/** Runs that may repeat themselves. */
const RUNS = 200;

let z3: Z3Api;
beforeAll(async () => {
  z3 = await loadZ3();
});

/** TRUE if the certificate is accepted on the system as compiled, and runs of the program agree. */
function certified({ system, places, program, linked }: Compiled, certificate: Certificate): string {
  const check = checkCertificate(system, certificate, z3Factory(z3, system.terms));
  if (!check.accepted) return `certificate refused: ${check.condition}: ${check.why}`;
  const { errorFunctions } = linked;
  const proved = { system, places, certificate };
  const result = runTrials({ program, errorFunctions, proved, milliseconds: TRIALS, seed: 1 });
  return result.kind === 'agreed' ? 'TRUE' : `a proof, but ${result.what}`;
}

/** Tries both answers, so that they are held against each other. */
function verdictOf(compiled: Compiled): string {
  const { system, program, linked } = compiled;
  const { errorFunctions } = linked;
  const options = { runs: RUNS };
  const run = simulateEndless({
    program,
    errorFunctions,
    options,
    seed: 0,
    stopped: cpuLimit(SIMULATE),
    note: () => {},
  });
  if (run.kind === 'safe') return 'a proof by runs';
  const followed = followRuns(system, cpuLimit(FOLLOW));
  const circuits = new Z3FloatCircuits(z3);
  const context = contextFor(system, bitFactory(system.terms, { sat: () => createSatSolver(), circuits }), {
    checkers: z3Factory(z3, system.terms),
    seed: 1,
    stopped: cpuLimit(RANK),
  });
  const claim = rank(context);
  const found = run.kind === 'unsafe' ? run.run : claim.kind === 'unknown' ? lassoIn(context) : null;
  const proof = followed ?? (claim.kind === 'safe' ? claim.certificate : null);
  if (found !== null && found.kind !== 'recurrent') {
    if (proof !== null) return 'a proof, but a run without end';
    const repeated =
      found.kind === 'system' ? cycleInputs(system, found.trace, found.cycle ?? 0) : { cycle: [], ...found };
    const result = replay({ program, errorFunctions, ...repeated, approximations: [], maxSteps: MOST_STEPS });
    if (result.kind === 'reproduced') return 'FALSE';
    // The states of the system leave out variables that decide nothing: those of the program may differ.
    if (result.kind !== 'incomplete') return `the run was not reproduced: ${result.kind}`;
  }
  return proof === null ? onwards(compiled, context) : certified(compiled, proof);
}

/** FALSE if a run stays in a closed set of states for ever. */
function onwards({ system, places, program, linked }: Compiled, context: EngineContext): string {
  const claim = recur({ ...context, stopped: cpuLimit(RECUR) });
  if (claim.kind !== 'unsafe' || claim.run.kind !== 'recurrent') return 'UNKNOWN';
  const { stem, choices, set } = claim.run;
  const certificate = { stem, choices, set: unpackTerm(system.terms, set) };
  const check = checkClosedSet(system, certificate, z3Factory(z3, system.terms));
  if (!check.accepted) return `closed set refused: ${check.condition}: ${check.why}`;
  const head = places.blocks[check.head];
  if (head === null) return 'no place of the program is the head';
  const { inputs } = traceInputs(system, stem);
  const { errorFunctions } = linked;
  const cycle = chosenInputs(system, choices);
  const result = replay({ program, errorFunctions, inputs, cycle, head, approximations: [] });
  if (result.kind === 'reproduced') return 'FALSE';
  return result.kind === 'unsupported' ? 'UNKNOWN' : `the run was not reproduced: ${result.kind}`;
}

function lassoIn(context: EngineContext): ClaimedRun | null {
  const claim = lasso({ ...context, stopped: cpuLimit(LASSO) });
  return claim.kind === 'unsafe' ? claim.run : null;
}

for (const { name, text, facts } of testPrograms(FOLDER)) {
  test(`${name}: ${facts.get('reason')}`, () => {
    expect(verdictOf(compile(text, 'LP64', { goal: 'cycle' }))).toBe(facts.get('verdict'));
  });
}
