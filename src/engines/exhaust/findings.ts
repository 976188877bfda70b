import { untoldDoubt } from '../../transys/doubts.ts';
import { simulateTrace } from '../../transys/simulate.ts';
import type { Doubt, SystemTrace } from '../../transys/system.ts';
import type { Claim, EngineContext, EngineUnknown } from '../engine.ts';

/** Runs in doubt that are offered. */
const MOST_OFFERS = 32;

/** The runs into bad or a gap that a search meets: an alarm, or reasons why there is no proof. */
export class Findings {
  #obstacle: EngineUnknown | null = null;
  #offers = 0;

  constructor(private readonly context: EngineContext) {}

  /** Why there is no proof; null: nothing is known against one. */
  get obstacle(): EngineUnknown | null {
    return this.#obstacle;
  }

  /** True once no more runs in doubt are wanted. */
  get isFull(): boolean {
    return this.#offers >= MOST_OFFERS;
  }

  /** A run ends in bad. If it rests on a doubt it is only offered, and null returned. */
  reached(trace: SystemTrace): Claim | null {
    const doubt = this.#doubtOf(trace);
    if (doubt === null) return { kind: 'unsafe', run: { kind: 'system', trace } };
    this.#obstacle ??= { kind: 'doubt', doubt };
    this.context.offer({ kind: 'system', trace });
    this.#offers += 1;
    return null;
  }

  /** A run ends in a gap. */
  meetGap(trace: SystemTrace): void {
    if (this.#obstacle !== null) return;
    const { system } = this.context;
    const end = simulateTrace(system, trace);
    const gap = end.kind === 'gap' ? (end.gap ?? system.gaps[0]) : system.gaps[0];
    this.#obstacle = { kind: 'gap', gap, trace };
  }

  #doubtOf(trace: SystemTrace): Doubt | null {
    const { system } = this.context;
    const untold = untoldDoubt(system);
    if (untold !== null) return untold;
    let met: Doubt | null = null;
    simulateTrace(system, trace, {
      doubt: (doubt) => {
        met ??= doubt;
      },
    });
    return met;
  }
}
