import { LemmataError } from '../src/base/errors.ts';
import { watchSolving } from '../src/base/solver-time.ts';
import { alternatingRefuters } from '../src/certify/proof/refuters/alternating.ts';
import { plainRefuters } from '../src/certify/proof/refuters/plain/refuter.ts';
import { ENGINES } from '../src/engines/implementations.ts';
import type { Claim, EngineContext } from '../src/engines/methods/engine.ts';
import { completeOptions, isSystemEngine } from '../src/engines/register.ts';
import { bitFactory } from '../src/logic/bits/index.ts';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import { unpackTerm } from '../src/logic/terms/pack.ts';
import { Products } from '../src/logic/terms/products.ts';
import type { SolverFactory } from '../src/logic/terms/solver.ts';
import { loadZ3, type Z3Api, Z3FloatCircuits, z3Factory } from '../src/logic/z3/index.ts';
import type { EngineJob, PackedClaim, SolverThreadApi } from '../src/race/messages/engines.ts';
import { OpenChecks } from '../src/race/schedule/open-checks.ts';
import { SharedStatus } from '../src/race/schedule/shared-status.ts';
import type { ServiceTask } from '../src/race/threads/service.ts';
import { countOwnWork } from '../src/race/threads/thread-time.ts';
import { EngineLemmas } from '../src/race/worker/engine-lemmas.ts';
import { MemoryReporter } from '../src/race/worker/memory-reporter.ts';
import { OwnSlices } from '../src/race/worker/own-slices.ts';
import { packedClaim, packedProof } from '../src/race/worker/packed-claim.ts';
import { ProgressReporter } from '../src/race/worker/progress-reporter.ts';
import { ownRefuters } from '../src/race/worker/refuters.ts';
import { answer, serve } from '../src/race/worker/serve.ts';
import { restrict } from '../src/system/transys/passes/parts.ts';
import { programTerms } from '../src/system/transys/program-terms.ts';
import { thawSystem } from '../src/system/transys/share.ts';

/** Memory in bytes of the SAT solver that checks interpolants. */
const CHECKER_MEMORY = 2 ** 28;

/** Runs a thread for one engine, and loads Z3 only if the engine needs it. */
export default function engine(task: ServiceTask): Promise<void> {
  const api: SolverThreadApi = { run: (job) => answer(() => runEngine(job)).finally(() => job.progress.close()) };
  return serve(task, api);
}

async function runEngine(job: EngineJob): Promise<PackedClaim> {
  const load = (module?: WebAssembly.Module): Promise<Z3Api> => loadZ3(module, { memoryMiB: job.megabytes });
  let z3 = job.z3 === null ? null : await load(job.z3);
  const system = restrict(thawSystem(job.system), job.target);
  const status = new SharedStatus(job.status);
  watchSolving(status);
  countOwnWork();
  const memory = new MemoryReporter(status, () => z3?.allocatedBytes() ?? 0);
  const progress = new ProgressReporter(status, job.progress);
  const slices = new OwnSlices(status, (used) => {
    memory.report();
    progress.spent(used);
  });
  if (!isSystemEngine(job.engine))
    throw new LemmataError('E-INTERNAL', `${job.engine} is not an engine for transition systems`);
  const { options, unknown } = completeOptions(job.engine, job.options);
  if (unknown !== null) throw new LemmataError('E-USAGE', `the engine ${job.engine} has no option ${unknown}`);
  const plain = plainRefuters(system.terms, { sat: () => createSatSolver({ proof: true, memory: CHECKER_MEMORY }) });
  const further = z3 === null ? [] : [z3Factory(z3, system.terms)];
  // Refuters for products search all formulas for them.
  const checkers = new Products(system.terms).withinAny(programTerms(system))
    ? ownRefuters(system.terms, plain, ...further)
    : alternatingRefuters(plain, ...further);
  const circuits = z3 === null ? null : new Z3FloatCircuits(z3);
  const lemmas = new EngineLemmas(job.lemmas, system.terms, () => progress.firstLemma());
  const checks = job.checks === null ? null : new OpenChecks(job.checks);
  const stopped = (): boolean => {
    memory.sample();
    slices.poll();
    return status.stopped;
  };
  const contextWith = (solvers: SolverFactory): EngineContext => ({
    system,
    solvers,
    checkers,
    circuits,
    lemmas,
    options,
    seed: job.seed,
    otherEngines: job.otherEngines,
    candidates: (job.candidates ?? []).map((packed) => unpackTerm(system.terms, packed)),
    stopped,
    bound: (bound) => progress.bound(bound),
    offer: (run) => progress.offer(run),
    prove: (claim) => progress.proof(packedProof(claim, system.terms, (uses) => lemmas.support(uses))),
    isOpen: (check) => checks?.isOpen(check) ?? true,
    openChecks: () => checks?.names ?? [],
    note: (text) => progress.note(text),
    statistics: (values) => progress.statistics(values),
  });
  const run = ENGINES[job.engine];
  const onBits = options.solver !== 'z3';
  if (!onBits && z3 === null) throw new LemmataError('E-INTERNAL', 'the engine has no solver');
  const solvers =
    onBits || z3 === null
      ? bitFactory(system.terms, { sat: () => createSatSolver(), circuits, stopped })
      : z3Factory(z3, system.terms);
  let claim: Claim = run(contextWith(solvers));
  if (onBits && !status.stopped && claim.kind === 'unknown' && claim.reason.kind === 'solver') {
    progress.note(`starts again with Z3: ${claim.reason.why}`);
    lemmas.again();
    z3 ??= await load();
    claim = run(contextWith(z3Factory(z3, system.terms)));
  }
  progress.flush();
  return packedClaim(claim, system.terms, (uses) => lemmas.support(uses));
}
