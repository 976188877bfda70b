import { LemmataError, messageOf } from '../../base/errors.ts';
import type { VerifyEventBody } from '../events.ts';
import type { CertifierApi } from '../messages/certification.ts';
import type { TrialJob } from '../messages/compilation.ts';
import type { CompileThread } from '../threads/calling-thread.ts';
import type { Service } from '../threads/service.ts';
import type { Proof } from '../verdict.ts';

/**
 * Share of the time of the verification for which the program of a proof is run, up to
 * `MOST_RUNS_MILLISECONDS`.
 */
const RUNS_PART = 0.04;
const MOST_RUNS_MILLISECONDS = 100;
/** Margin in ms before the time limit; one step of a run may be late by as much. */
const MARGIN_MILLISECONDS = 30;

export interface TrialSetup {
  readonly compileThread: CompileThread;
  /** The model of the proof. */
  readonly model: number;
  readonly seed: number;
  /** Milliseconds since the verification began. */
  readonly spent: number;
  /** Milliseconds until the time limit; infinite without one. */
  readonly left: number;
  /** Settles when the verification is interrupted. */
  readonly interrupted: Promise<unknown>;
  readonly emit: (event: VerifyEventBody) => void;
}

/**
 * Runs the program of every TRUE before the verdict is reported. The thread that compiled the program
 * makes the runs, while no other thread works. Throws LemmataError `E-INTERNAL` if a run contradicts
 * the proof. A proof stands without runs only if no time is left for them.
 */
export async function runProved(
  engine: string,
  { proof, open }: Pick<TrialJob, 'proof' | 'open'>,
  setup: TrialSetup,
): Promise<void> {
  const { compileThread, model, seed, spent, left, interrupted, emit } = setup;
  const milliseconds = Math.min(MOST_RUNS_MILLISECONDS, RUNS_PART * spent, left - MARGIN_MILLISECONDS);
  if (milliseconds <= 0) return;
  const begun = performance.now();
  const called = compileThread
    .call((remote) => remote.trials(model, { proof, open, milliseconds, seed, left: left - MARGIN_MILLISECONDS }))
    .catch((error: unknown) => {
      // A thread that breaks down says nothing about a certified proof.
      emit({ kind: 'note', engine, text: `the program could not be run: ${messageOf(error)}` });
      return null;
    });
  // An interruption during the runs does not affect the proof either.
  const result = await Promise.race([called, interrupted.then(() => null)]);
  if (result === null) return;
  if (result.kind === 'contradicted') {
    throw new LemmataError('E-INTERNAL', `${engine} has a certified proof, but ${result.what}`, result.at);
  }
  emit({ ...result, kind: 'trials', engine, milliseconds: performance.now() - begun });
}

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
 * The proof with a smaller certificate, or with facts at loops of which it says nothing; null if there is none, or none in time. `spent`: ms until the
 * verdict; `left`: ms until the time limit, which search, check and communication share. `start`
 * provides the thread, which is ended. Never rejects.
 */
export async function minimisedProof(
  start: () => Service<CertifierApi>,
  proof: Proof,
  { spent, left }: { readonly spent: number; readonly left: number },
): Promise<Proof | null> {
  const wanted = Math.min(MOST_MILLISECONDS, Math.max(LEAST_MILLISECONDS, PART * spent));
  const milliseconds = Math.min(wanted, (left - PATIENCE_MILLISECONDS) / 3);
  const { certificate, system } = proof;
  // Without a program counter an invariant has no place in the program.
  if (system.system.pc === null || milliseconds <= 0) return null;
  const certifier = start();
  let timer: NodeJS.Timeout | null = null;
  try {
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), 3 * milliseconds + PATIENCE_MILLISECONDS);
    });
    const job = { certificate, system };
    const found = await Promise.race([certifier.call((remote) => remote.minimise(job, milliseconds)), late]);
    return found === null ? null : { ...proof, ...found };
  } catch {
    // The proof stays as it is.
    return null;
  } finally {
    if (timer !== null) clearTimeout(timer);
    certifier.end();
  }
}
