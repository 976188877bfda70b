import { LemmataError } from '../src/base/errors.ts';
import { minimiseCertificate } from '../src/certify/proof/minimise/minimise.ts';
import { aboutTarget } from '../src/certify/proof/parts.ts';
import { SharedCheck } from '../src/certify/proof/shared-check.ts';
import { type ClosedCheck, checkClosedSet } from '../src/certify/replay/recurrent/closed.ts';
import { bitFactory } from '../src/logic/bits/index.ts';
import { createSatSolver } from '../src/logic/sat/solver.ts';
import { unpackTerm } from '../src/logic/terms/pack.ts';
import type { RefuterFactory } from '../src/logic/terms/refuter.ts';
import type { TermStore } from '../src/logic/terms/store.ts';
import { loadZ3, type Z3Api, Z3FloatCircuits, z3Factory } from '../src/logic/z3/index.ts';
import type {
  CertifierAnswer,
  CertifierApi,
  CheckJob,
  ClosedSetJob,
  ProofJob,
  SmallerProof,
} from '../src/race/messages/certification.ts';
import type { ServiceTask } from '../src/race/threads/service.ts';
import { countOwnWork } from '../src/race/threads/thread-time.ts';
import { checkClaim, plainClauses } from '../src/race/worker/check-claim.ts';
import { factsAtLoops } from '../src/race/worker/facts-at-loops.ts';
import { ownRefuters } from '../src/race/worker/refuters.ts';
import { answer, serve } from '../src/race/worker/serve.ts';
import { proofInWords } from '../src/race/worker/words.ts';
import { expressionAt } from '../src/system/transys/c-text/at-block.ts';
import { recurrentBack } from '../src/system/transys/recurrent.ts';
import { freezeSystem, thawSystem } from '../src/system/transys/share.ts';

/** Limit in ms of the check of a closed set. */
const CLOSED_MS = 20_000;

/** Runs a thread that checks one certificate by its own solver. */
export default function certifier(task: ServiceTask): Promise<void> {
  let z3: Promise<Z3Api> | null = null;
  const api: CertifierApi = {
    prepare: (module, memoryMiB) =>
      answer(async () => {
        z3 = loadZ3(module, { memoryMiB });
        await z3;
        return null;
      }),
    check: (job) => answer(async () => check(job, await z3)),
    closed: (job) => answer(() => checkClosed(job)),
    minimise: (job, milliseconds) => answer(async () => minimise(job, milliseconds, await z3)),
    words: (proof) => answer(async () => proofInWords(proof, new Z3FloatCircuits(prepared(await z3)))),
  };
  return serve(task, api);
}

function check(job: CheckJob, z3: Z3Api | null): CertifierAnswer {
  countOwnWork();
  const { by, cells, direction, unroll } = job;
  const refuters = (terms: TermStore): RefuterFactory =>
    by === 'plain' ? ownRefuters(terms, plainClauses(terms)) : z3Refuters(terms, z3);
  return checkClaim(job, refuters, { shared: new SharedCheck(cells, direction), unroll });
}

function checkClosed({ system: shared, target, run, back }: ClosedSetJob): ClosedCheck & { text: string | null } {
  countOwnWork();
  const system = aboutTarget(thawSystem(shared), target);
  const { terms } = system;
  const set = unpackTerm(terms, run.set);
  const certificate = recurrentBack(terms, back, { ...run, set });
  const limits = { milliseconds: CLOSED_MS };
  const checked = checkClosedSet(system, certificate, ownRefuters(terms, plainClauses(terms)), limits);
  return { ...checked, text: checked.accepted ? expressionAt(system, certificate.set, checked.head) : null };
}

function z3Refuters(terms: TermStore, z3: Z3Api | null): RefuterFactory {
  const factory = z3Factory(prepared(z3), terms);
  return { name: 'z3', create: () => factory.create() };
}

function prepared(z3: Z3Api | null): Z3Api {
  if (z3 === null) throw new LemmataError('E-INTERNAL', 'the certifier has no solver');
  return z3;
}

function minimise(
  { system: shared, certificate }: ProofJob,
  milliseconds: number,
  z3: Z3Api | null,
): SmallerProof | null {
  const system = thawSystem(shared);
  const { terms } = system;
  const refuters = ownRefuters(terms, plainClauses(terms), ...(z3 === null ? [] : [z3Refuters(terms, z3)]));
  const circuits = z3 === null ? null : new Z3FloatCircuits(z3);
  const search = bitFactory(terms, { sat: () => createSatSolver(), circuits });
  const smaller =
    certificate.kind === 'inductive' || certificate.kind === 'universal'
      ? minimiseCertificate(system, certificate, { search, refuters, milliseconds })
      : null;
  const beside = factsAtLoops(system, smaller?.certificate ?? certificate, refuters, milliseconds);
  if (smaller === null && beside === null) return null;
  return {
    ...(smaller === null ? {} : { ...smaller, whole: certificate }),
    ...(beside === null ? {} : { beside }),
    system: freezeSystem(system),
  };
}
