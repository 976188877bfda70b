import { doubtWithoutCondition } from '../../../system/transys/doubts.ts';
import { simulateTrace } from '../../../system/transys/simulate.ts';
import type { Doubt, SystemTrace } from '../../../system/transys/system.ts';
import type { Claim, EngineContext, EngineUnknown } from '../../methods/engine.ts';

/** Most doubtful runs that are offered for replay. */
const MOST_OFFERS = 32;

/**
 * The runs into bad or a gap that a search meets: a counterexample, or reasons why no proof is
 * possible.
 */
export class Findings {
  #obstacle: EngineUnknown | null = null;
  #offers = 0;

  constructor(private readonly context: EngineContext) {}

  /** Why no proof is possible; null: no reason is known. */
  get obstacle(): EngineUnknown | null {
    return this.#obstacle;
  }

  /** True once the limit of offered runs is reached. */
  get isFull(): boolean {
    return this.#offers >= MOST_OFFERS;
  }

  /**
   * Takes in a run that ends in bad. Returns its claim, or offers the run and returns null if it rests
   * on a doubt.
   */
  reached(trace: SystemTrace): Claim | null {
    const doubt = this.#doubtOf(trace);
    if (doubt === null) return { kind: 'unsafe', run: { kind: 'system', trace } };
    this.#obstacle ??= { kind: 'doubt', doubt };
    this.context.offer({ kind: 'system', trace });
    this.#offers += 1;
    return null;
  }

  /** Takes in a run that ends in a gap. */
  meetGap(trace: SystemTrace): void {
    if (this.#obstacle !== null) return;
    const { system } = this.context;
    const end = simulateTrace(system, trace);
    const gap = end.kind === 'gap' ? (end.gap ?? system.gaps[0]) : system.gaps[0];
    this.#obstacle = { kind: 'gap', gap, trace };
  }

  #doubtOf(trace: SystemTrace): Doubt | null {
    const { system } = this.context;
    const withoutCondition = doubtWithoutCondition(system);
    if (withoutCondition !== null) return withoutCondition;
    let met: Doubt | null = null;
    simulateTrace(system, trace, {
      doubt: (doubt) => {
        met ??= doubt;
      },
    });
    return met;
  }
}
