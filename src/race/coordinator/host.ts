import type { ClaimedRun, EngineStatistics } from '../../engines/methods/engine.ts';
import type { Target } from '../../system/transys/target.ts';
import type { CertifierAnswer, ReplayAnswer } from '../messages/certification.ts';
import type { PackedCertificate, PackedProof } from '../messages/engines.ts';
import type { EngineThread } from '../schedule/engine-thread.ts';
import type { RacingEngine } from '../schedule/slices.ts';

/** The services of threads for a race; tests replace them. */
export interface EngineHost {
  /**
   * Starts an engine on the errors of the race, without those of checks that are decided by now. Its claim
   * comes after all that it reports.
   */
  start(racing: RacingEngine, listener: RaceListener): EngineThread;
  /** Checks in a fresh thread that a certificate excludes these errors. */
  certify(certificate: PackedCertificate, target: Target): Promise<CertifierAnswer>;
  /** Replays a claimed run to one of these errors in a fresh thread. */
  replay(run: ClaimedRun, target: Target): Promise<ReplayAnswer>;
}

/** The race, as its engines report to it. */
export interface RaceListener {
  bound(engine: string, bound: number): void;
  note(engine: string, text: string): void;
  /** See `EngineContext.statistics`. */
  statistics(engine: string, values: EngineStatistics): void;
  /** See `EngineContext.offer`. */
  offer(engine: string, run: ClaimedRun): void;
  /** See `EngineContext.prove`. */
  proof(engine: string, claim: PackedProof): void;
  /** The engine's slice is over, and it waits. `used`: CPU time of its thread since it began, ms. */
  spent(engine: string, used: number): void;
}
