import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';
import { conjuncts, disjuncts, outerPostorder } from '../terms/traverse.ts';
import type { Domain } from './domain.ts';
import { TermEvaluator } from './evaluate.ts';
import type { Range } from './range.ts';
import { assume, type Known } from './refine.ts';

/** Most choices that are nested in one question. */
const MOST_CHOICES = 12;
/** Most turns of assuming a case and evaluating its terms again. */
const MOST_TURNS = 4;
/** Larger formulas are left as they are: each of their disjuncts would cost too much. */
const MOST_NODES = 50_000;

/** Limits of {@link withoutExcluded}. */
export interface ExclusionLimits {
  /** Most evaluations of single terms. */
  readonly evaluations: number;
  readonly stopped?: () => boolean;
}

/**
 * Drops the disjuncts of a formula that values of the terms exclude, given other formulas. Returns the
 * formula itself if nothing is excluded. Values see at once that a product of small factors is small,
 * for which circuits are slow.
 */
export function withoutExcluded<V extends Range>(
  domain: Domain<V>,
  terms: TermStore,
  given: readonly Term[],
  formula: Term,
  limits: ExclusionLimits,
): Term {
  if (formula === terms.false || outerPostorder(terms, [formula, ...given]).length > MOST_NODES) return formula;
  return new Exclusion(domain, terms, given, formula, limits).rest();
}

class Exclusion<V extends Range> {
  readonly #evaluator: TermEvaluator<V>;

  constructor(
    private readonly domain: Domain<V>,
    private readonly terms: TermStore,
    private readonly given: readonly Term[],
    private readonly formula: Term,
    private readonly limits: ExclusionLimits,
  ) {
    this.#evaluator = new TermEvaluator(domain, terms, [...given, formula]);
    this.#evaluator.update(() => null);
  }

  rest(): Term {
    const { terms, formula } = this;
    const given = this.given.flatMap((t) => conjuncts(terms, t));
    const parts = disjuncts(terms, formula);
    const left = parts.filter((t) => !this.#isExcluded([...given, ...conjuncts(terms, t)], new Map(), 0));
    if (left.length === parts.length) return formula;
    return terms.not(terms.andAll(left.map((t) => terms.not(t))));
  }

  /** True if no values satisfy all formulas, among those that `known` allows. */
  #isExcluded(formulas: readonly Term[], known: Known<V>, choices: number): boolean {
    if (this.#isOver()) return false;
    return this.#under(formulas, known, MOST_TURNS, (inner) => {
      if (choices === MOST_CHOICES) return false;
      const choice = formulas.find((t) => this.#isOpen(t));
      if (choice === undefined) return false;
      const others = formulas.filter((t) => t !== choice);
      return disjuncts(this.terms, choice).every((t) =>
        this.#isExcluded([...others, ...conjuncts(this.terms, t)], inner, choices + 1),
      );
    });
  }

  /**
   * True if the formulas contradict each other, or `otherwise` returns true under their consequences.
   * Each turn assumes the formulas under the values that the turn before has found.
   */
  #under(formulas: readonly Term[], known: Known<V>, turns: number, otherwise: (known: Known<V>) => boolean): boolean {
    const inner: Known<V> = new Map(known);
    const { value } = this.#evaluator;
    if (!formulas.every((t) => assume(this.domain, this.terms, t, true, inner, value))) return true;
    return this.#evaluator.assuming(inner, () => {
      if (this.#evaluator.contradicted) return true;
      const news = turns > 1 && !this.#isOver() && [...inner].some(([t, v]) => this.#isNews(known.get(t), v));
      return news ? this.#under(formulas, inner, turns - 1, otherwise) : otherwise(inner);
    });
  }

  #isNews(before: V | undefined, now: V): boolean {
    return before === undefined || !this.domain.equal(before, now);
  }

  /** True for a disjunction that values do not decide. */
  #isOpen(t: Term): boolean {
    const { terms } = this;
    if (terms.op(t) !== Op.NOT || terms.op(terms.arg(t, 0)) !== Op.AND) return false;
    return !disjuncts(terms, t).some((part) => this.#evaluator.value(part)?.low === 1n);
  }

  #isOver(): boolean {
    return this.#evaluator.work > this.limits.evaluations || this.limits.stopped?.() === true;
  }
}
