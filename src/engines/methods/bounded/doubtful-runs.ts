import type { Term } from '../../../logic/terms/builder.ts';
import { doubtWithoutCondition } from '../../../system/transys/doubts.ts';
import { simulateTrace } from '../../../system/transys/simulate.ts';
import type { Doubt, SystemTrace } from '../../../system/transys/system.ts';
import { Unroller } from '../../../system/transys/unroll.ts';
import type { EngineContext, EngineUnknown } from '../engine.ts';

/**
 * Most doubtful runs that are offered for replay; after that the search looks only for runs without a
 * doubt, if there may be any.
 */
const MOST_OFFERS = 8;
const MOST_OFFERS_OF_ALL = 32;

/**
 * Runs to the error that rest on a doubt (undefined behaviour, a value without a formula). The search
 * offers them for replay and goes on. The error is reachable in the system, so that no proof is
 * possible any more, but no run of the program is known yet. Some systems have doubts without a
 * condition (see `Doubt`): there every run is only offered.
 *
 * Conditions of doubtful steps are unrolled from the first such run on only, as most searches meet
 * none.
 */
export class DoubtfulRuns {
  readonly #context: EngineContext;
  readonly #first: SystemTrace;
  readonly unroller: Unroller;
  /**
   * Literal that implies that no step so far is doubtful. The constant false if every run of this length
   * rests on a doubt.
   */
  #clean: Term;
  #depth = 0;
  #offers = 0;
  #reason: EngineUnknown | null = null;

  /**
   * `first`: the doubtful run that was met. `prefix`: the prefix of the search's unrolling, whose
   * variables and definitions this unrolling shares.
   */
  constructor(context: EngineContext, prefix: string, first: SystemTrace) {
    this.#context = context;
    this.#first = first;
    const { system } = context;
    const doubts = system.blocks.map(({ doubtful }) => [doubtful]);
    this.unroller = new Unroller(system, { start: 'init', prefix, extra: doubts });
    this.#clean = system.terms.variable(`clean@${prefix}`, { kind: 'bool' });
  }

  /** True if no run can be shown to be free of doubts. */
  get all(): boolean {
    const { system } = this.#context;
    return this.#clean === system.terms.false || doubtWithoutCondition(system) !== null;
  }

  /** True once the limit of offers is reached. */
  get exhausted(): boolean {
    return this.#offers >= (this.all ? MOST_OFFERS_OF_ALL : MOST_OFFERS);
  }

  offer(trace: SystemTrace): void {
    this.#offers += 1;
    this.#context.offer({ kind: 'system', trace });
  }

  /** An assumption under which no step up to depth k is doubtful. `assume` receives its definitions. */
  cleanUpTo(k: number, assume: (definition: Term) => void): Term {
    const { terms } = this.#context.system;
    for (; this.#depth <= k; this.#depth++) {
      const doubtful = this.unroller.extra(this.#depth)[0] ?? terms.false;
      if (doubtful === terms.true) this.#clean = terms.false;
      else if (this.#clean !== terms.false) assume(terms.implies(this.#clean, terms.not(doubtful)));
    }
    return this.#clean;
  }

  /** Why the search ends without an answer: the doubt that the first run met. */
  get reason(): EngineUnknown {
    this.#reason ??= this.#restsOn();
    return this.#reason;
  }

  #restsOn(): EngineUnknown {
    const { system } = this.#context;
    let met: Doubt | null = null;
    simulateTrace(system, this.#first, {
      doubt: (doubt) => {
        met ??= doubt;
      },
    });
    return { kind: 'doubt', doubt: met ?? doubtWithoutCondition(system) ?? system.doubts[0] };
  }
}
