import { analyseRound, PRECISIONS } from '../analysis/rounds.ts';
import { workClock } from '../base/clock.ts';
import type { Term } from '../smt/builder.ts';
import type { HornSolver } from '../smt/horn.ts';
import { dagSize } from '../smt/traverse.ts';
import { decidingTerms } from '../transys/passes/restrict.ts';
import type { Claim, EngineContext, EngineUnknown } from './engine.ts';
import { InductiveFacts } from './inductive-facts.ts';
import { KnownLemmas } from './known-lemmas.ts';
import { numberOf, SPACER } from './options.ts';
import { systemClauses } from './spacer/clauses.ts';
import { BitGuesser, type Guesser, IntegerGuesser } from './spacer/guess.ts';
import { smallState } from './spacer/small.ts';
import { Views } from './spacer/views.ts';

/** Terms of a system beyond which its clauses are too much for Spacer. */
const MOST_TERMS = 20_000;
/** Bits of a state of which bit-vectors say more than integers do. */
const FEW_BITS = 32;

/**
 * Guess and check: the system is read over the integers as Horn clauses, which Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014) solves; the solution is
 * translated back into bit-vectors and checked there. Where it does not hold, because something wrapped around, this will wrap around in the
 * next guess, and what is inductive in bit-vectors of the solution's parts is kept (Houdini) and published; the next guess assumes it, together
 * with the ranges of the variables and the lemmas that come in. Small systems are guessed about in bit-vectors, too. A refutation proves nothing.
 *
 * Options: `milliseconds` (limit of the first guess, doubled whenever it is met), `checkMilliseconds` (limit of checking what a guess is made of, and of
 * a query about all of it).
 */
export function spacer(context: EngineContext): Claim {
  const { system, horn } = context;
  if (horn === undefined) return incomplete('there is no solver of Horn clauses');
  const size = dagSize(system.terms, [...system.blocks.flatMap((b) => [...decidingTerms(system, b), ...b.next]), ...system.init]);
  if (size > MOST_TERMS) return incomplete(`the system is too large for Horn clauses (${size} terms)`);
  return new GuessAndCheck(context, horn).run();
}

class GuessAndCheck {
  readonly #context: EngineContext;
  readonly #known: KnownLemmas;
  readonly #facts: InductiveFacts;
  readonly #checkMilliseconds: number;
  readonly #guessers: readonly Guesser[];
  readonly #statistics = { guesses: 0, refuted: 0, candidates: 0, kept: 0 };

  constructor(context: EngineContext, horn: HornSolver) {
    this.#context = context;
    this.#known = new KnownLemmas(context);
    this.#checkMilliseconds = numberOf(context, SPACER.check);
    this.#facts = new InductiveFacts(context, this.#checkMilliseconds);
    const tools = { context, horn, queryMilliseconds: this.#checkMilliseconds };
    const integers = new IntegerGuesser(tools, new Views(context.system));
    const bits = smallState(context.system);
    if (bits === null) this.#guessers = [integers];
    else this.#guessers = bits <= FEW_BITS ? [new BitGuesser(tools), integers] : [integers, new BitGuesser(tools)];
  }

  run(): Claim {
    this.#learnRanges();
    const first = numberOf(this.#context, SPACER.guess);
    let open = this.#guessers.map((guesser) => ({ guesser, milliseconds: first }));
    while (open.length > 0) {
      const again: typeof open = [];
      for (const { guesser, milliseconds } of open) {
        this.#receive();
        if (this.#facts.excludesBad()) return this.#proof();
        if (this.#context.stopped()) return unknown({ kind: 'stopped' });
        const outcome = this.#guess(guesser, milliseconds);
        this.#context.statistics?.(this.#statistics);
        if (outcome === 'proof') return this.#proof();
        if (outcome !== 'done') again.push({ guesser, milliseconds: outcome === 'longer' ? 2 * milliseconds : milliseconds });
      }
      open = again;
    }
    return this.#context.stopped()
      ? unknown({ kind: 'stopped' })
      : incomplete('no solution of the Horn clauses is one in bit-vectors');
  }

  /** What is to be done with a guesser after its guess. */
  #guess(guesser: Guesser, milliseconds: number): 'proof' | 'again' | 'longer' | 'done' {
    const clauses = systemClauses(this.#context.system, [...this.#facts.facts]);
    this.#statistics.guesses += 1;
    const start = workClock();
    const guess = guesser.guess(clauses, milliseconds);
    // Who gives up by himself would do so again.
    const gaveUp = workClock() - start < 0.9 * milliseconds;
    const note = (text: string): void => this.#context.note(`${guesser.name}: ${text}`);
    if (this.#context.stopped()) return 'done';
    switch (guess.kind) {
      case 'proof':
        this.#facts.accept(guess.invariant);
        this.#publish(guess.invariant);
        note('the solution holds in bit-vectors');
        return 'proof';
      case 'unknown':
        note(`${guess.why} within ${milliseconds} ms`);
        return gaveUp ? 'done' : 'longer';
      case 'refuted':
        this.#statistics.refuted += 1;
        note('refuted');
        return guess.refined ? 'again' : 'done';
      case 'candidates': {
        const kept = guess.sets.map((set) => this.#keepInductive(set)).reduce((a, b) => a + b, 0);
        note(`of ${guess.sets.flat().length} candidates, ${kept} new invariants${guess.refined ? '; wraps around' : ''}`);
        return guess.refined || kept > 0 ? 'again' : 'done';
      }
    }
  }

  /** Takes in and publishes what is inductive of a set; the number of new invariants. */
  #keepInductive(set: readonly Term[]): number {
    const kept = this.#facts.learn(set, { milliseconds: this.#checkMilliseconds, independent: true });
    this.#publish(kept);
    this.#statistics.candidates += set.length;
    this.#statistics.kept += kept.length;
    return kept.length;
  }

  /** The ranges of the variables. */
  #learnRanges(): void {
    const { system } = this.#context;
    const nothing = system.blocks.map(() => []);
    const { facts } = analyseRound(system, PRECISIONS[0], null, nothing, () => this.#context.stopped());
    for (const set of facts) this.#publish(this.#facts.learn(set.map((fact) => fact.formula)));
  }

  /** Takes in what others found. */
  #receive(): void {
    this.#known.receive();
    this.#facts.accept(this.#known.invariants);
  }

  #publish(invariants: readonly Term[]): void {
    this.#known.publish(...invariants);
  }

  #proof(): Claim {
    return { kind: 'safe', certificate: this.#facts.certificate };
  }
}

function unknown(reason: EngineUnknown): Claim {
  return { kind: 'unknown', reason, bound: null };
}

function incomplete(why: string): Claim {
  return unknown({ kind: 'incomplete', why });
}
