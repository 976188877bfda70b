import { workClock } from '../../../base/clock.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { conjuncts, dagSize, postorder } from '../../../logic/terms/traverse.ts';
import { isAt } from '../../../system/transys/control.ts';
import { LEMMA_LIMITS } from '../../../system/transys/lemma.ts';
import type { EngineContext } from '../engine.ts';
import { InductiveFacts } from '../inductive/facts.ts';
import type { KnownLemmas } from '../known-lemmas.ts';

const CONNECTIVES: ReadonlySet<Op> = new Set([Op.NOT, Op.AND, Op.ITE, Op.TRUE, Op.FALSE]);
/** Most candidates that are checked together. */
const MOST_CANDIDATES = 200;
/** In programs with more loops, candidates are not tried for each loop alone. */
const MOST_LOOPS = 8;
/** Limit of the search: this share of the engine's time so far, and at least LEAST_MS (ms). */
const SHARE = 0.2;
const LEAST_MS = 500;

/**
 * Lemmas that an interpolation engine publishes besides its proof. Its images of exactly i steps are
 * not invariants, but their conjuncts and atoms may be, at all loops or at one. The engine publishes
 * those that are inductive together, relative to the known invariants.
 */
export class ImageLemmas {
  readonly #context: EngineContext;
  readonly #known: KnownLemmas;
  readonly #inductive: InductiveFacts;
  /** Number of known invariants when each conjunct was last tried. */
  readonly #tried = new Map<Term, number>();
  readonly #started = workClock();
  #spent = 0;

  constructor(context: EngineContext, known: KnownLemmas) {
    this.#context = context;
    this.#known = known;
    this.#inductive = new InductiveFacts(context, 0);
  }

  /** Publishes conjuncts of these sets that prove to be invariants. */
  publish(sets: readonly Term[]): void {
    const start = workClock();
    const left = Math.max(LEAST_MS, SHARE * (start - this.#started)) - this.#spent;
    if (left <= 0) return;
    const parts = this.#fresh(sets);
    if (parts.length === 0) return;
    const candidates = parts.flatMap((part) => this.#candidates(part)).slice(0, MOST_CANDIDATES);
    this.#inductive.accept(this.#known.invariants);
    const found = this.#inductive.learn(candidates, { milliseconds: left, independent: true });
    this.#known.publish(...found);
    this.#spent += workClock() - start;
  }

  /**
   * The conjuncts of the sets, the latest first, and their literals. Empty if all were tried with the
   * same invariants.
   */
  #fresh(sets: readonly Term[]): Term[] {
    const { terms } = this.#context.system;
    const latest = [...sets].reverse();
    const atoms = postorder(terms, latest).filter(
      (t) => terms.sort(t).kind === 'bool' && !CONNECTIVES.has(terms.op(t)),
    );
    const parts = new Set(latest.flatMap((set) => conjuncts(terms, set)));
    for (const atom of atoms) parts.add(atom).add(terms.not(atom));
    const small = [...parts].filter((t) => !terms.isConst(t) && dagSize(terms, [t]) <= LEMMA_LIMITS.imageNodes);
    const before = this.#known.invariants.length;
    if (small.every((t) => (this.#tried.get(t) ?? -1) >= before)) return [];
    for (const t of small) this.#tried.set(t, before);
    return small;
  }

  /**
   * Candidates made of one conjunct: it holds outside the entry, or at one loop alone. A set is not an
   * invariant where it does not constrain the initial state, nor where other loops do not preserve it.
   */
  #candidates(part: Term): Term[] {
    const { system } = this.#context;
    const { terms, stateVars, pc, init, blocks } = system;
    if (pc === null) return [part];
    const counter = stateVars[pc].term;
    const found = [terms.or(terms.eq(counter, init[pc]), part)];
    if (blocks.length > MOST_LOOPS) return found;
    const elsewhere = (id: number): Term => terms.not(isAt(system, id));
    const loops = blocks.filter(({ id }) => elsewhere(id) !== terms.not(terms.eq(counter, init[pc])));
    return [...found, ...loops.map(({ id }) => terms.or(elsewhere(id), part))];
  }
}
