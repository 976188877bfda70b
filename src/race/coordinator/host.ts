import type { ClaimedRun, EngineStatistics } from '../../engines/methods/engine.ts';
import type { CertifierAnswer, ReplayAnswer } from '../messages/certification.ts';
import type { PackedClaim } from '../messages/engines.ts';
import type { EngineThread } from '../schedule/engine-thread.ts';
import type { RacingEngine } from '../schedule/slices.ts';

/** An engine's claim that no run reaches the error, or fails some of the checks. */
export type SafeClaim = PackedClaim & { kind: 'safe' | 'partial' };

/** The services of threads for a race; tests replace them. */
export interface EngineHost {
  start(racing: RacingEngine, listener: RaceListener): EngineThread;
  /** Checks a claimed certificate in a fresh thread. */
  certify(claim: SafeClaim): Promise<CertifierAnswer>;
  /** Replays a claimed run in a fresh thread. */
  replay(run: ClaimedRun): Promise<ReplayAnswer>;
}

/** The race, as its engines report to it. */
export interface RaceListener {
  bound(engine: string, bound: number): void;
  note(engine: string, text: string): void;
  /** See `EngineContext.statistics`. */
  statistics(engine: string, values: EngineStatistics): void;
  /** See `EngineContext.offer`. */
  offer(engine: string, run: ClaimedRun): void;
  /** The engine's slice is over, and it waits. `used`: CPU time of its thread since it began, ms. */
  spent(engine: string, used: number): void;
  /** The engine sends nothing more. */
  gone(engine: string): void;
}
