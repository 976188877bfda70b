import type { Term } from '../smt/builder.ts';
import { untoldDoubt } from '../transys/doubts.ts';
import { simulateTrace } from '../transys/simulate.ts';
import type { Doubt, SystemTrace } from '../transys/system.ts';
import { Unroller } from '../transys/unroll.ts';
import type { EngineContext, EngineUnknown } from './engine.ts';

/** So many doubtful runs are offered; after that only runs without a doubt are looked for, if there may be any. */
const MOST_OFFERS = 8;
const MOST_OFFERS_OF_ALL = 32;

/**
 * Runs to the error that rest on a doubt (undefined behaviour, a value without a formula). They are offered for replay while the search goes on,
 * and set aside: the error is reachable in the system, so that there is no proof any more, but a run of the program is not yet known. Where
 * the system has values of which it cannot be told which runs use them, all runs are offered only.
 *
 * Whether steps are doubtful is computed from the first such run on only: most searches meet none.
 */
export class DoubtfulRuns {
  readonly #context: EngineContext;
  readonly #first: SystemTrace;
  readonly unroller: Unroller;
  /** Implies that no step is doubtful, by the definitions so far. False if every run of this length rests on a doubt. */
  #clean: Term;
  #depth = 0;
  #offers = 0;
  #reason: EngineUnknown | null = null;

  /** `first`: the run that was met. `prefix`: that of the search's unrolling, whose variables and definitions are the same here. */
  constructor(context: EngineContext, prefix: string, first: SystemTrace) {
    this.#context = context;
    this.#first = first;
    const { system } = context;
    const extra = system.blocks.map((block) => [block.doubtful]);
    this.unroller = new Unroller(system, { start: 'init', prefix, extra });
    this.#clean = system.terms.variable(`clean@${prefix}`, { kind: 'bool' });
  }

  /** No run is known to rest on nothing. */
  get all(): boolean {
    const { system } = this.#context;
    return this.#clean === system.terms.false || untoldDoubt(system) !== null;
  }

  /** Doubtful runs are no longer asked for. */
  get exhausted(): boolean {
    return this.#offers >= (this.all ? MOST_OFFERS_OF_ALL : MOST_OFFERS);
  }

  offer(trace: SystemTrace): void {
    this.#offers += 1;
    this.#context.offer({ kind: 'system', trace });
  }

  /** An assumption under which no step up to depth k rests on a doubt; `assume` gets what defines it. */
  cleanUpTo(k: number, assume: (definition: Term) => void): Term {
    const { terms } = this.#context.system;
    for (; this.#depth <= k; this.#depth += 1) {
      const doubtful = this.unroller.extra(this.#depth)[0] ?? terms.false;
      if (doubtful === terms.true) this.#clean = terms.false;
      else if (this.#clean !== terms.false) assume(terms.implies(this.#clean, terms.not(doubtful)));
    }
    return this.#clean;
  }

  /** Why the search ends without an answer. */
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
    return { kind: 'doubt', doubt: met ?? untoldDoubt(system) ?? system.doubts[0] };
  }
}
