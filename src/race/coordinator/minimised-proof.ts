import { ALL } from '../../system/transys/target.ts';
import type { CertifierApi } from '../messages/certification.ts';
import type { Service } from '../threads/service.ts';
import type { Proof } from '../verdict.ts';

/**
 * Time for the search of a smaller proof: at least this, in ms. It is a share of the time until the
 * verdict, if that is more, up to a maximum.
 */
const LEAST_MILLISECONDS = 300;
const PART = 0.05;
const MOST_MILLISECONDS = 5000;
/** Time limit in ms for the communication with the thread. */
const PATIENCE_MILLISECONDS = 300;

/**
 * The proof with a smaller certificate; null if there is none, or none in time. `spent`: ms until the
 * verdict; `left`: ms until the time limit, which search, check and communication share. `start`
 * provides the thread, which is ended. Never rejects.
 */
export async function minimisedProof(
  start: () => Service<CertifierApi>,
  { certificate, system }: Proof,
  { spent, left }: { readonly spent: number; readonly left: number },
): Promise<Proof | null> {
  const wanted = Math.min(MOST_MILLISECONDS, Math.max(LEAST_MILLISECONDS, PART * spent));
  const milliseconds = Math.min(wanted, (left - PATIENCE_MILLISECONDS) / 2);
  // Without a program counter an invariant has no place in the program.
  if (certificate.kind !== 'k-inductive' && certificate.kind !== 'universal') return null;
  if (system.system.pc === null || milliseconds <= 0) return null;
  const certifier = start();
  let timer: NodeJS.Timeout | null = null;
  try {
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), 2 * milliseconds + PATIENCE_MILLISECONDS);
    });
    const job = { certificate, reduced: null, system, target: ALL };
    return await Promise.race([certifier.call((remote) => remote.minimise(job, milliseconds)), late]);
  } catch {
    // The proof stays as it is.
    return null;
  } finally {
    if (timer !== null) clearTimeout(timer);
    certifier.end();
  }
}
