import { checkCertificate } from '../../certify/proof/certificate.ts';
import type { CertificateLimits } from '../../certify/proof/conditions/prover.ts';
import { aboutTarget } from '../../certify/proof/parts.ts';
import { plainRefuters } from '../../certify/proof/refuters/plain/refuter.ts';
import { createSatSolver } from '../../logic/sat/solver.ts';
import type { RefuterFactory } from '../../logic/terms/refuter.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { Certificate } from '../../system/transys/certificate.ts';
import { freezeSystem, type SharedSystem, thawSystem } from '../../system/transys/share.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { CertifierAnswer, CertifierJob } from '../messages/certification.ts';
import { unpackedCertificate } from './packed-claim.ts';

/** Memory of one SAT solver in bytes for clauses and proof, and the most clauses that it is given. */
const SAT_MEMORY = 2 ** 30;
const MOST_CLAUSES = 4_000_000;

/** Checks a claimed certificate on the system as compiled. `refuters` makes those of a store. */
export function checkClaim(
  job: CertifierJob,
  refuters: (terms: TermStore) => RefuterFactory,
  limits: CertificateLimits,
): CertifierAnswer {
  const { system, certificate } = openedClaim(job);
  const opened = aboutTarget(system, job.target);
  const result = checkCertificate(opened, certificate, refuters(opened.terms), limits);
  if (result.accepted) {
    const { evidence } = result;
    return { kind: 'accepted', proof: { certificate, system: sharedWith(job, system), target: job.target, evidence } };
  }
  const why = `${result.condition}: ${result.why}`;
  return { kind: result.decided ? 'refused' : 'undecided', why };
}

/** Refuters by clauses, whose proofs are checked. */
export function plainClauses(terms: TermStore): RefuterFactory {
  return plainRefuters(terms, {
    sat: () => createSatSolver({ proof: true, memory: SAT_MEMORY }),
    clauses: MOST_CLAUSES,
  });
}

/** The system as compiled in a store of this thread, and the certificate in its terms. */
function openedClaim(job: CertifierJob): { readonly system: TransitionSystem; readonly certificate: Certificate } {
  const system = thawSystem(job.system);
  if (job.reduced === null) return { system, certificate: job.certificate };
  return { system, certificate: unpackedCertificate(system.terms, job.certificate, job.reduced) };
}

/** The system in shared memory, with all terms of a certificate that was led back here. */
function sharedWith({ reduced, system }: CertifierJob, opened: TransitionSystem): SharedSystem {
  return reduced === null ? system : freezeSystem(opened);
}
