import { checkCertificate } from '../src/certify/proof/certificate.ts';
import { plainRefuters } from '../src/certify/proof/refuters/plain/refuter.ts';
import { replay } from '../src/certify/replay/replay.ts';
import { traceInputs } from '../src/certify/replay/trace-inputs.ts';
import { runTrials } from '../src/certify/trials/trials.ts';
import { bmc } from '../src/engines/bounded/bmc.ts';
import { kind } from '../src/engines/bounded/kind.ts';
import type { Claim, ClaimedRun, Engine, EngineUnknown } from '../src/engines/methods/engine.ts';
import { exhaust } from '../src/engines/runs/exhaust.ts';
import { explore } from '../src/engines/runs/explore.ts';
import { bitFactory } from '../src/logic/bits/index.ts';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import type { RefuterFactory } from '../src/logic/terms/refuter.ts';
import { type Z3Api, Z3FloatCircuits, z3Factory } from '../src/logic/z3/index.ts';
import { ownRefuters } from '../src/race/worker/refuters.ts';
import type { Certificate } from '../src/system/transys/certificate.ts';
import { approximationsOf } from '../src/system/transys/doubts.ts';
import { cpuLimit } from './cpu-time.ts';
import { contextFor } from './unit/engines/context.ts';
import type { Compiled } from './unit/system/encode/compile.ts';

/** Milliseconds of CPU time for one engine. */
const LIMIT = 20_000;
/** Bounded model checking before anything else: most programs without loops need a few milliseconds. */
const FIRST_LIMIT = 120;
/** Bounded model checking of what k-induction leaves open, because it sees that it cannot prove it. */
const LAST_LIMIT = 2_000;
/** States of programs with threads; those that it decides need half of this, or less. */
const EXPLORE_LIMIT = 2_500;
/**
 * For programs that bounded model checking leaves open: all runs of some are made in time, others
 * have too many.
 */
const RUNS_LIMIT = 2_500;
/** Milliseconds for runs of a proved program. */
const TRIALS = 20;

/** Plain clauses and the other refuters of our own, then Z3, as in the product. */
function refuters({ system: { terms } }: Compiled, z3: Z3Api): RefuterFactory {
  const plain = plainRefuters(terms, { sat: () => createSatSolver({ proof: true }) });
  return ownRefuters(terms, plain, z3Factory(z3, terms));
}

/** What one engine claims about a program within so many ms of CPU time; `offers` takes the runs that it offers. */
export function claimOf(
  engine: Engine,
  { system }: Compiled,
  z3: Z3Api,
  milliseconds: number,
  offers: ClaimedRun[] = [],
): Claim {
  const circuits = new Z3FloatCircuits(z3);
  const context = contextFor(system, bitFactory(system.terms, { sat: () => createSatSolver(), circuits }), {
    checkers: z3Factory(z3, system.terms),
    seed: 1,
    stopped: cpuLimit(milliseconds),
    // Where no proof is possible any more, k-induction says why; bounded model checking has had its turn.
    otherEngines: ['bmc'],
  });
  const claim = engine(context);
  offers.push(...context.offers);
  return claim;
}

/**
 * The certified verdict: a short bounded model checking first, then all runs where inputs take few values,
 * then k-induction, and bounded model checking again. States of programs with threads are searched one by one.
 */
export function certifiedVerdict(compiled: Compiled, z3: Z3Api): string {
  const { system } = compiled;
  const offers: ClaimedRun[] = [];
  const undecided = new Set<EngineUnknown['kind']>(['stopped', 'incomplete', 'solver']);
  let claim = claimOf(bmc, compiled, z3, FIRST_LIMIT, offers);
  const wasStopped = claim.kind === 'unknown' && claim.reason.kind === 'stopped';
  if (offers.some((offer) => replayed(compiled, offer) === 'FALSE')) return 'FALSE';
  if (claim.kind === 'unknown' && undecided.has(claim.reason.kind) && !hasThreads(compiled))
    claim = claimOf(exhaust, compiled, z3, RUNS_LIMIT, offers);
  if (claim.kind === 'unknown' && undecided.has(claim.reason.kind) && hasThreads(compiled))
    claim = claimOf(explore, compiled, z3, EXPLORE_LIMIT, offers);
  if (claim.kind === 'unknown' && undecided.has(claim.reason.kind)) claim = claimOf(kind, compiled, z3, LIMIT, offers);
  if (claim.kind === 'unknown' && wasStopped) {
    const last = claimOf(bmc, compiled, z3, LAST_LIMIT, offers);
    if (last.kind !== 'unknown') claim = last;
  }
  if (offers.some((offer) => replayed(compiled, offer) === 'FALSE')) return 'FALSE';
  if (claim.kind === 'safe') {
    const check = checkCertificate(system, claim.certificate, refuters(compiled, z3));
    return check.accepted ? tried(compiled, claim.certificate) : `certificate refused: ${check.why}`;
  }
  if (claim.kind === 'partial') throw new Error('a claim about single checks of a whole property');
  if (claim.kind === 'unknown')
    return undecided.has(claim.reason.kind) && offers.length === 0 ? `no answer: ${claim.reason.kind}` : 'UNKNOWN';
  return replayed(compiled, claim.run);
}

/** Whether threads were woven into the program: it has a location for each. */
function hasThreads({ program }: Compiled): boolean {
  return program.globals.some(({ name }) => name === '$at0');
}

/** TRUE, unless a run of the program contradicts the proof. */
function tried({ system, places, program, linked }: Compiled, certificate: Certificate): string {
  const proved = { system, places, certificate };
  const { errorFunctions } = linked;
  const result = runTrials({ program, errorFunctions, proved, milliseconds: TRIALS, seed: 1 });
  return result.kind === 'agreed' ? 'TRUE' : `a proof, but ${result.what}`;
}

/** FALSE if the run of a claim leads the program into the error; else what became of it. */
export function replayed({ system, program, linked }: Compiled, run: ClaimedRun): string {
  if (run.kind !== 'system') return 'a run of another kind';
  const { inputs, end } = traceInputs(system, run.trace);
  if (end.kind !== 'bad') return `the run of the system ends ${end.kind}`;
  const approximations = approximationsOf(system);
  const result = replay({ program, errorFunctions: linked.errorFunctions, inputs, approximations });
  if (result.kind === 'reproduced') return 'FALSE';
  // A run that the program does not have is no verdict where the encoding says that it put any
  // value for something.
  return approximations.length > 0 ? 'UNKNOWN' : `the run was not reproduced: ${result.kind}`;
}
