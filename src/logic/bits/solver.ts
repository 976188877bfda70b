import { workClock } from '../../base/clock.ts';
import { LemmataError } from '../../base/errors.ts';
import type { Literal, SatSolver } from '../sat/types.ts';
import type { Term } from '../terms/builder.ts';
import { Evaluator, zeroValue } from '../terms/evaluate.ts';
import type { CheckLimits, CheckResult, ModelValue, Solver } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import type { Edge } from './aig.ts';
import { ArrayAtoms } from './array-atoms.ts';
import { BitModel } from './model.ts';
import { Part, type PartOptions } from './part.ts';
import { ProductBounds } from './product-bounds.ts';
import { type TermGate, TermGates, type TermGatesOptions } from './term-gates.ts';
import { Unsupported } from './unsupported.ts';

export interface BitSolverOptions extends PartOptions, TermGatesOptions {
  readonly sat: () => SatSolver;
  /** Evaluate all assertions in each model, from the terms, and throw `E-SOLVER` if one does not hold. */
  readonly evaluateModels?: boolean;
  /** Polled in the course of a check; true ends it with `unknown`. */
  readonly stopped?: () => boolean;
}

/** One level of assertions. */
interface Level {
  readonly asserted: Term[];
  /** The edges of the assertions; those of a prefix of the terms. */
  readonly roots: Edge[];
  /** The assertions without floats; those of a prefix of the terms. */
  readonly lowered: Term[];
  /** Literal assumed while the level exists; null for the lowest level, and for a level without clauses. */
  activation: Literal | null;
}

/** The time is up, or the solver is stopped, while terms are translated. */
class TimeIsUp extends Error {}

/**
 * {@link Solver} by translation to propositional clauses: terms become gates, and gates become
 * clauses.
 * Arrays are left out until a model contradicts them (see {@link ArrayCheck}). Popped assertions stay
 * behind as satisfied clauses.
 */
export class BitSolver implements Solver {
  readonly #sat: SatSolver;
  readonly #part: Part;
  readonly #atoms: ArrayAtoms;
  readonly #products: ProductBounds;
  /** Assertions of which the products are not known yet, and lemmas about products that are no gates yet. */
  readonly #unread: Term[] = [];
  readonly #lemmas: Term[] = [];
  #levels: Level[] = [emptyLevel()];
  #last: CheckResult | null = null;
  #lastCore: readonly Term[] = [];
  #reason = '';
  #model: BitModel | null = null;
  #disposed = false;

  constructor(
    private readonly store: TermStore,
    private readonly options: BitSolverOptions,
    /** The gates of the terms; several solvers may share them. */
    private readonly gates = new TermGates(store, options),
  ) {
    this.#sat = options.sat();
    this.#atoms = new ArrayAtoms(store);
    this.#products = new ProductBounds(store, gates.products);
    const newVariable = (): number => this.#sat.newVariable();
    const clause = (literals: readonly Literal[]): void => {
      this.#sat.addClause(literals);
    };
    this.#part = new Part(gates.blaster, { newVariable, clause }, options);
  }

  /** Sizes so far: nodes of the graph, lemmas for arrays. */
  get statistics(): { readonly gates: number; readonly lemmas: number } {
    return { gates: this.gates.blaster.graph.size, lemmas: this.#part.lemmas };
  }

  assert(t: Term): void {
    this.#enter();
    if (t === this.store.true) return;
    this.#levels[this.#levels.length - 1].asserted.push(t);
    this.#unread.push(t);
  }

  push(): void {
    this.#enter();
    this.#levels.push(emptyLevel());
  }

  pop(levels = 1): void {
    this.#enter();
    if (levels >= this.#levels.length)
      throw new LemmataError('E-INTERNAL', `pop of ${levels} levels where there are ${this.#levels.length - 1}`);
    this.#atoms.forget(this.#levels.length - levels);
    for (const { activation } of this.#levels.splice(this.#levels.length - levels)) {
      if (activation !== null) this.#sat.addClause([activation ^ 1]);
    }
  }

  check(assumptions: readonly Term[] = [], limits: CheckLimits = {}): CheckResult {
    this.#enter();
    this.#reason = '';
    this.#lastCore = [];
    const deadline = limits.milliseconds === undefined ? Number.POSITIVE_INFINITY : workClock() + limits.milliseconds;
    const { stopped = (): boolean => false } = this.options;
    try {
      this.#last = this.#solve(
        assumptions.filter((t) => t !== this.store.true),
        () => workClock() >= deadline || stopped(),
        limits.conflicts,
      );
    } catch (error) {
      this.#last = 'unknown';
      if (error instanceof TimeIsUp) this.#reason = 'timeout';
      else if (error instanceof Unsupported) this.#reason = error.message;
      else if (error instanceof LemmataError && error.code === 'E-LIMIT') this.#reason = error.message;
      else throw error;
    }
    return this.#last;
  }

  value(t: Term): ModelValue {
    if (this.#last !== 'sat' || this.#model === null)
      throw new LemmataError('E-INTERNAL', 'a value is asked for, but the last check was not sat');
    return this.#model.value(t);
  }

  core(): readonly Term[] {
    if (this.#last !== 'unsat')
      throw new LemmataError('E-INTERNAL', 'a core is asked for, but the last check was not unsat');
    return this.#lastCore;
  }

  reasonUnknown(): string {
    return this.#reason;
  }

  dispose(): void {
    this.#disposed = true;
    this.#last = null;
    this.#model = null;
  }

  /** Each change of the solver's state ends the last answer. */
  #enter(): void {
    if (this.#disposed) throw new LemmataError('E-INTERNAL', 'the solver is disposed of');
    this.#last = null;
    this.#model = null;
  }

  #solve(assumptions: readonly Term[], isLate: () => boolean, conflicts: number | undefined): CheckResult {
    if (assumptions.includes(this.store.false)) {
      this.#lastCore = [this.store.false];
      return 'unsat';
    }
    const stop = (): void => {
      if (isLate()) throw new TimeIsUp();
    };
    stop();
    for (const level of this.#levels) this.#give(level, stop);
    this.#lemmas.push(...this.#products.lemmas([...this.#unread.splice(0), ...assumptions]));
    this.#giveLemmas(stop);
    const assumed = assumptions.map((t) => this.gates.of(t, stop));
    const terms = new Map<Literal, Term>();
    assumed.forEach(({ edge }, i) => {
      terms.set(this.#part.literal(edge), assumptions[i]);
    });
    const activations = this.#levels.flatMap(({ activation }) => (activation === null ? [] : [activation]));
    const literals = [...activations, ...terms.keys()];
    for (;;) {
      const answer = this.#sat.solve(literals, { stop: isLate, conflicts });
      if (answer === 'unknown') {
        this.#reason = isLate() ? 'timeout' : 'the SAT solver is at its limit';
        return answer;
      }
      if (answer === 'unsat') {
        this.#lastCore = this.#sat.core().flatMap((literal) => terms.get(literal) ?? []);
        return answer;
      }
      if (this.#accept(assumed, stop)) {
        if (this.options.evaluateModels === true) this.#evaluate(assumptions);
        return answer;
      }
    }
  }

  /** Hands over lemmas. One stays until it is a clause, as the time may end before; without room for gates, none do. */
  #giveLemmas(stop: () => void): void {
    try {
      for (let lemma = this.#lemmas.at(-1); lemma !== undefined; lemma = this.#lemmas.at(-1)) {
        this.#part.assert(this.gates.of(lemma, stop).edge, []);
        this.#lemmas.pop();
      }
    } catch (error) {
      if (!(error instanceof LemmataError) || error.code !== 'E-LIMIT') throw error;
      this.#lemmas.length = 0;
    }
  }

  /** Hands over the assertions of a level since the last check. */
  #give(level: Level, stop: () => void): void {
    while (level.lowered.length < level.asserted.length) {
      const { edge, lowered } = this.gates.of(level.asserted[level.lowered.length], stop);
      if (level !== this.#levels[0]) level.activation ??= 2 * this.#sat.newVariable();
      this.#part.assert(edge, level.activation === null ? [] : [level.activation ^ 1]);
      level.roots.push(edge);
      level.lowered.push(lowered);
    }
  }

  /** Whether the SAT solver's model is a model of the terms; if not, lemmas exclude it. */
  #accept(assumed: readonly TermGate[], stop: () => void): boolean {
    const roots = [...assumed.map(({ edge }) => edge), ...this.#levels.flatMap((level) => level.roots)];
    const levels = this.#levels.map(({ lowered }) => lowered);
    const atoms = this.gates.blaster.arrays.isEmpty()
      ? []
      : this.#atoms.of(
          levels,
          assumed.map(({ lowered }) => lowered),
        );
    const found = this.#part.accept(roots, atoms, (variable) => this.#sat.value(2 * variable), stop);
    if (found === null) return false;
    this.#model = new BitModel(this.store, this.gates, found);
    return true;
  }

  #evaluate(assumptions: readonly Term[]): void {
    const evaluator = new Evaluator(this.store, (v) => this.#model?.value(v) ?? zeroValue(this.store.sort(v)));
    for (const t of [...assumptions, ...this.#levels.flatMap(({ asserted }) => asserted)]) {
      if (evaluator.value(t) !== true) throw new LemmataError('E-SOLVER', `term ${t} does not hold in the model`);
    }
  }
}

function emptyLevel(): Level {
  return { asserted: [], roots: [], lowered: [], activation: null };
}
