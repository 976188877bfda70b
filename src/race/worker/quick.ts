import { workClock } from '../../base/clock.ts';
import { LemmataError } from '../../base/errors.ts';
import { checkCertificate } from '../../certify/proof/certificate.ts';
import { evidenceOf } from '../../certify/proof/evidence.ts';
import { aboutTarget } from '../../certify/proof/parts.ts';
import { alternatingRefuters } from '../../certify/proof/refuters/alternating.ts';
import { boundsRefuters } from '../../certify/proof/refuters/bounds/refuter.ts';
import { plainRefuters } from '../../certify/proof/refuters/plain/refuter.ts';
import { followRuns } from '../../certify/proof/runs/follower.ts';
import { isLargeTable } from '../../certify/values/tables.ts';
import { kindWith } from '../../engines/bounded/kind.ts';
import { ai } from '../../engines/dataflow/ai.ts';
import type { Claim, ClaimedRun, EngineContext } from '../../engines/methods/engine.ts';
import { KnownLemmas } from '../../engines/methods/known-lemmas.ts';
import { simulate } from '../../engines/runs/sim/sim.ts';
import { bitFactory } from '../../logic/bits/index.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import type { SolverFactory } from '../../logic/terms/solver.ts';
import { outerPostorder } from '../../logic/terms/traverse.ts';
import type { Certificate } from '../../system/transys/certificate.ts';
import { restrict } from '../../system/transys/passes/parts.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import { freezeSystem, thawSystem } from '../../system/transys/share.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { Target } from '../../system/transys/target.ts';
import type { ReplayAnswer } from '../messages/certification.ts';
import type { QuickAnswer, QuickJob } from '../messages/compilation.ts';
import type { PackedClaim } from '../messages/engines.ts';
import { coveredBy } from '../messages/model.ts';
import { countOwnWork } from '../threads/thread-time.ts';
import { type LocalModel, runBack } from './model.ts';
import { describeCertificate, describeRun, packedClaim, unpackedCertificate } from './packed-claim.ts';
import { shortReplay } from './short-replay.ts';
import { readProgram } from './stored-program.ts';

/** Memory of one SAT solver in bytes for clauses and proof. */
const SAT_MEMORY = 2 ** 28;
/**
 * Most depth of the search: exceeds the budget of a small system, and ends the search if every step is
 * trivial.
 */
const MOST_DEPTH = 2000;

/**
 * The analysis looks for invariants of systems of at most MOST_TERMS terms. Limits in ms of the search before it;
 * of the analysis, which counts extra, as least time for certifying, too.
 */
const ALONE_MILLISECONDS = 30;
const ANALYSIS_MILLISECONDS = 400;
const MOST_TERMS = 300;

/**
 * Most time (ms of the thread), and most bytes of a program: larger ones take too long to prepare for runs.
 * Programs with large tables have many bytes, and one long run.
 */
interface RunLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}
const RUNNING: RunLimits = { milliseconds: 30, bytes: 2 ** 20 };
const TABLES: RunLimits = { milliseconds: 200, bytes: 2 ** 23 };
const MOST_RUNS = 200;

/** Most time (ms of the thread) for following runs. Usually the limit on their number ends it sooner. */
const FOLLOWING_MILLISECONDS = 300;

/**
 * Runs the quick stage, which begins with a search. If that leaves the system open, the program is run on some
 * inputs, and runs of the system are followed one by one. Following runs is its own certification. At last,
 * small systems are searched again, with invariants.
 */
export function quickStage(model: LocalModel, job: QuickJob): QuickAnswer {
  countOwnWork();
  // Whether runs end is not a question about errors, for which the others search.
  if (model.system.question === 'termination')
    return follow(model, job) ?? { kind: 'open', end: { kind: 'share-used' }, bound: null };
  const isSmall = model.facts.terms <= MOST_TERMS;
  const alone = isSmall ? { ...job, milliseconds: Math.min(job.milliseconds, ALONE_MILLISECONDS) } : job;
  const open: QuickAnswer = { kind: 'open', end: { kind: 'share-used' }, bound: null };
  // Reads of large tables have many gates. Their bounds are known at once, and the only run reads them one by one.
  const isTabled = hasLargeTable(model.reduced);
  const isFirst = isSmall && isTabled;
  const early = isTabled ? run(model, job, TABLES) : null;
  if (early !== null) return early;
  const searched = job.milliseconds > 0 ? searchStage(model, isFirst ? job : alone, isFirst) : open;
  if (searched.kind !== 'open') return searched;
  const answer = model.places === null ? null : ((isTabled ? null : run(model, job, RUNNING)) ?? follow(model, job));
  if (answer !== null) return answer;
  return job.milliseconds > 0 && isSmall && !isFirst ? searchStage(model, job, true) : searched;
}

/**
 * Runs the program on boundary inputs and others for a moment. A run that is the only one proves what it shows.
 * Null if no run is an alarm or a proof, and for parts of a system.
 */
function run(model: LocalModel, job: QuickJob, { milliseconds: most, bytes }: RunLimits): QuickAnswer | null {
  const { program, target } = model;
  const { errorFunctions } = model.property;
  if (target.kind !== 'all' || program === null || program.byteLength > bytes) return null;
  const deadline = workClock() + most;
  const stopped = (): boolean => workClock() >= deadline;
  const options = { runs: MOST_RUNS };
  const claim = simulate({ program: readProgram(program), errorFunctions, options, seed: 0, stopped, note: () => {} });
  if (claim.kind === 'safe') {
    const answer = certify(model, job, 'sim', claim.certificate, describeCertificate(claim.certificate));
    return answer.kind === 'safe' ? answer : null;
  }
  if (claim.kind !== 'unsafe' || claim.run.kind !== 'program') return null;
  const begun = performance.now();
  const answer = shortReplay(model, { inputs: claim.run.inputs, approximations: [] });
  if (answer.kind !== 'reproduced') return null;
  const milliseconds = performance.now() - begun;
  return { kind: 'unsafe', by: 'sim', detail: describeRun(claim.run), run: answer.run, milliseconds };
}

function follow(model: LocalModel, { target }: QuickJob): QuickAnswer | null {
  const { system } = model;
  const begun = performance.now();
  const deadline = workClock() + FOLLOWING_MILLISECONDS;
  const isLate = (): boolean => workClock() > deadline;
  const covered = coveredBy(model, target);
  const certificate = followRuns(aboutTarget(system, covered), isLate);
  if (certificate === null) return null;
  const milliseconds = performance.now() - begun;
  const evidence = evidenceOf('exhaustion', { by: new Set(['runs']), milliseconds });
  const proof = { certificate, system: freezeSystem(system), target: covered, evidence };
  return { kind: 'safe', by: 'follow', detail: describeCertificate(certificate), proof, milliseconds };
}

/**
 * Bounded model checking and k-induction on the SAT core, before other threads and Z3 have started; with
 * invariants of the analysis if `isAnalysed`. A claim takes the same way back as in the race, and is certified here.
 * A run is replayed; a certificate is checked by a separate translation and proof.
 */
function searchStage(model: LocalModel, job: QuickJob, isAnalysed: boolean): QuickAnswer {
  const { answer, bound } = search(model, job, isAnalysed);
  switch (answer.kind) {
    case 'unknown':
      return { kind: 'open', end: answer.end, bound };
    case 'safe':
      return certifyPacked(model, job, answer);
    case 'partial':
      throw new LemmataError('E-INTERNAL', 'the search of the quick stage claims single checks');
    case 'unsafe':
      return reproduce(model, job, answer);
  }
}

interface QuickFinding {
  readonly answer: PackedClaim;
  readonly bound: number | null;
}

function search(model: LocalModel, { target, milliseconds, gates }: QuickJob, isAnalysed: boolean): QuickFinding {
  // A copy, as every engine has: the terms that it makes are not those that are certified.
  const system = restrict(thawSystem(freezeSystem(model.reduced)), target);
  let deadline = workClock() + (isAnalysed ? ANALYSIS_MILLISECONDS : milliseconds);
  const bits = bitFactory(system.terms, { sat: () => createSatSolver({ memory: SAT_MEMORY }), gates });
  let bound: number | null = null;
  const context: EngineContext = {
    system,
    solvers: until(() => deadline - workClock(), bits),
    checkers: until(() => deadline - workClock(), bits),
    lemmas: { publish: () => {}, receive: () => [] },
    options: { maxDepth: MOST_DEPTH },
    seed: 0,
    // The search ends once no proof is possible: doubtful runs are left to the race.
    otherEngines: ['bmc'],
    stopped: () => workClock() >= deadline,
    bound: (depth) => {
      bound = depth;
    },
    offer: () => {},
    prove: () => {},
    isOpen: () => true,
    openChecks: () => [],
    note: () => {},
  };
  const known = new KnownLemmas(context);
  let claim: Claim | null = null;
  if (isAnalysed) {
    claim = ai({ ...context, lemmas: { publish: (...facts) => known.publish(...facts), receive: () => [] } });
    deadline = workClock() + milliseconds;
  }
  if (claim?.kind !== 'safe') claim = kindWith(context, known);
  if (claim.kind === 'unknown' && workClock() >= deadline)
    return { answer: { kind: 'unknown', end: { kind: 'share-used' } }, bound };
  return { answer: packedClaim(claim, system.terms), bound };
}

function hasLargeTable(system: TransitionSystem): boolean {
  const { terms } = system;
  return outerPostorder(terms, programTerms(system)).some((t) => isLargeTable(terms, t));
}

/** The same solvers, but all checks end with the time that is left, in ms. */
function until(left: () => number, solvers: SolverFactory): SolverFactory {
  return {
    create(options) {
      const solver = solvers.create(options);
      return {
        assert: (t) => solver.assert(t),
        push: () => solver.push(),
        pop: (levels) => solver.pop(levels),
        check: (assumptions, { milliseconds = Number.POSITIVE_INFINITY } = {}) =>
          solver.check(assumptions, {
            milliseconds: Math.max(0, Math.min(milliseconds, left())),
          }),
        value: (t) => solver.value(t),
        core: () => solver.core(),
        reasonUnknown: () => solver.reasonUnknown(),
        dispose: () => solver.dispose(),
      };
    },
  };
}

function certifyPacked(model: LocalModel, job: QuickJob, claim: PackedClaim & { kind: 'safe' }): QuickAnswer {
  // The certificate's terms are made in the system's store, so it must precede freezing.
  const { certificate: packed, terms } = claim.certificate;
  const certificate = unpackedCertificate(model.system.terms, packed, { terms, back: model.wayBack });
  const answer = certify(model, job, 'kind', certificate, claim.detail);
  return answer.kind === 'open' ? { kind: 'claim', claim, why: answer.why } : answer;
}

/** Checks a certificate about the system. `open`: it was not decided. */
function certify(
  model: LocalModel,
  { target, milliseconds }: QuickJob,
  by: 'kind' | 'sim',
  certificate: Certificate,
  detail: string,
): Extract<QuickAnswer, { kind: 'safe' | 'refused' }> | { readonly kind: 'open'; readonly why: string } {
  const begun = performance.now();
  const system = freezeSystem(model.system);
  const covered = coveredBy(model, target);
  const opened = aboutTarget(thawSystem(system), covered);
  const plain = plainRefuters(opened.terms, { sat: () => createSatSolver({ proof: true, memory: SAT_MEMORY }) });
  const refuters = alternatingRefuters(boundsRefuters(opened.terms, 'tables'), plain);
  const limits = { milliseconds: Math.max(milliseconds, ANALYSIS_MILLISECONDS) };
  const result = checkCertificate(opened, certificate, refuters, limits);
  if (result.accepted)
    return {
      kind: 'safe',
      by,
      detail,
      proof: { certificate, system, target: covered, evidence: result.evidence },
      milliseconds: performance.now() - begun,
    };
  const why = `${result.condition}: ${result.why}`;
  return result.decided ? { kind: 'refused', claim: 'safe', detail, why } : { kind: 'open', why };
}

function reproduce(model: LocalModel, { target }: QuickJob, claim: PackedClaim & { kind: 'unsafe' }): QuickAnswer {
  const begun = performance.now();
  const { run, detail } = claim;
  if (run.kind !== 'system') return { kind: 'claim', claim, why: 'a run of the program' };
  const answer = replayHere(model, run, target);
  switch (answer.kind) {
    case 'reproduced':
      return { kind: 'unsafe', by: 'kind', detail, run: answer.run, milliseconds: performance.now() - begun };
    case 'refused':
      return { kind: 'refused', claim: 'unsafe', detail, why: answer.why };
    case 'undefined-behaviour': {
      const { kind, what, at } = answer;
      return { kind: 'open', end: { kind, what, at }, bound: null };
    }
    case 'unsupported':
      return { kind: 'open', end: answer, bound: null };
    case 'incomplete':
      return { kind: 'claim', claim, why: answer.why };
  }
}

function replayHere(model: LocalModel, run: ClaimedRun & { kind: 'system' }, target: Target): ReplayAnswer {
  const back = runBack(model, run, target);
  if (back.kind === 'hardware') return back.answer;
  return shortReplay(model, back);
}
