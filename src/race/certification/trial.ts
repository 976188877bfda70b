import { LemmataError, messageOf } from '../../base/errors.ts';
import type { VerifyEventBody } from '../events.ts';
import type { TrialJob } from '../messages/compilation.ts';
import type { CompileThread } from '../threads/calling-thread.ts';

/**
 * Share of the time of the verification for which the program of a proof is run, up to
 * `MOST_MILLISECONDS`.
 */
const PART = 0.04;
const MOST_MILLISECONDS = 100;
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
  const milliseconds = Math.min(MOST_MILLISECONDS, PART * spent, left - MARGIN_MILLISECONDS);
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
