import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { conjuncts, postorder } from '../../logic/terms/traverse.ts';
import { AffineSpace, dot, type Vector } from './affine.ts';
import { difference, type LinearForm, linearForm } from './linear.ts';

/** Most cases of one query. */
const MOST_CASES = 64;
/** Most nodes of one query: equations between sums rarely decide large formulas. */
const MOST_NODES = 1_000;
/** Most equations that are used at once, and most terms in them. */
const MOST_EQUATIONS = 32;
const MOST_TERMS = 40;
const MAX_WIDTH = 64;

/**
 * Decides by linear algebra modulo 2^width whether a formula contradicts equations between sums, for
 * which circuits are slow. The formula is split into cases, by the choices in its equations. Other
 * subformulas only determine which cases are possible (Müller-Olm, Seidl: Analysis of Modular
 * Arithmetic, TOPLAS 2007).
 */
export class Sums {
  readonly #given: ReadonlySet<Term>;
  readonly #equations: readonly LinearForm[];
  readonly #zeros = new Map<Term, LinearForm | null>();
  readonly #solutions = new Map<number, Solutions | null>();

  /** `given`: known facts, of which only equations and literals are used. */
  constructor(
    private readonly terms: TermStore,
    given: readonly Term[],
  ) {
    this.#given = new Set(given.flatMap((t) => conjuncts(terms, t)));
    this.#equations = [...this.#given].flatMap((t) => this.#zero(t) ?? []).slice(0, MOST_EQUATIONS);
  }

  /** True only if the formula contradicts the given facts. False: not shown. */
  exclude(formula: Term): boolean {
    const { terms } = this;
    if (formula === terms.false) return true;
    if (!isSmall(terms, formula)) return false;
    const cases: (readonly Term[])[] = [[formula]];
    for (let count = 0; count < MOST_CASES; count++) {
      const next = cases.pop();
      if (next === undefined) return true;
      const literals = new Set(next.flatMap((t) => conjuncts(terms, t)));
      if (this.#isImpossible(literals)) continue;
      const condition = this.#open(literals);
      if (condition === null) return false;
      for (const literal of [terms.not(condition), condition]) {
        if (this.#given.has(terms.not(literal))) continue;
        const over = new Substitution(terms, [[condition, literal === condition ? terms.true : terms.false]]);
        cases.push([literal, ...[...literals].filter((t) => t !== literal).map((t) => over.apply(t))]);
      }
    }
    return false;
  }

  /**
   * An atom to split on. It is in the condition of a choice within an equation or its negation, or in a
   * formula that is not a literal. Null if there is none.
   */
  #open(literals: ReadonlySet<Term>): Term | null {
    const { terms } = this;
    const equations = [...literals].filter((t) => this.#zero(t) !== null || this.#zero(terms.not(t)) !== null);
    const choice = postorder(terms, equations).find((t) => terms.op(t) === Op.ITE);
    if (choice !== undefined) return atomOf(terms, terms.arg(choice, 0));
    const formula = [...literals].find((t) => !isLiteral(terms, t));
    return formula === undefined ? null : atomOf(terms, formula);
  }

  #isImpossible(literals: ReadonlySet<Term>): boolean {
    const { terms } = this;
    const all = [...literals];
    if (all.some((t) => t === terms.false || literals.has(terms.not(t)) || this.#given.has(terms.not(t)))) return true;
    const zeros = all.flatMap((t) => this.#zero(t) ?? this.#zero(this.#equalByOrder(t, literals)) ?? []);
    const others = all.flatMap((t) => this.#zero(terms.not(t)) ?? []);
    return [...new Set([...zeros, ...others].map(({ width }) => width))].some((width) => {
      const ofWidth = (form: LinearForm): boolean => form.width === width;
      const solutions = zeros
        .filter(ofWidth)
        .reduce<Solutions | null>((left, form) => left?.where(form) ?? null, this.#ofGiven(width));
      return solutions === null || others.filter(ofWidth).some((form) => solutions.areZeros(form));
    });
  }

  /**
   * The equation that the literal and its converse inequality state together; `true` if there is no such
   * converse.
   */
  #equalByOrder(t: Term, literals: ReadonlySet<Term>): Term {
    const { terms } = this;
    if (terms.op(t) !== Op.NOT) return terms.true;
    const less = terms.arg(t, 0);
    const op = terms.op(less);
    if (op !== Op.ULT && op !== Op.SLT) return terms.true;
    const [x, y] = [terms.arg(less, 0), terms.arg(less, 1)];
    const back = terms.not(op === Op.ULT ? terms.ult(y, x) : terms.slt(y, x));
    return this.#given.has(back) || literals.has(back) ? terms.eq(x, y) : terms.true;
  }

  /** The solutions of the given equations of a width. */
  #ofGiven(width: number): Solutions | null {
    let solutions = this.#solutions.get(width);
    if (solutions === undefined) {
      const equations = this.#equations.filter((form) => form.width === width);
      solutions = equations.reduce<Solutions | null>((all, form) => all?.where(form) ?? null, Solutions.all(width));
      this.#solutions.set(width, solutions);
    }
    return solutions;
  }

  /** The linear form that an equation sets to zero; null for other formulas. */
  #zero(t: Term): LinearForm | null {
    let zero = this.#zeros.get(t);
    if (zero === undefined) {
      zero = this.#zeroOf(t);
      this.#zeros.set(t, zero);
    }
    return zero;
  }

  #zeroOf(t: Term): LinearForm | null {
    const { terms } = this;
    if (!isEquation(terms, t)) return null;
    const nothing = (): null => null;
    return difference(linearForm(terms, terms.arg(t, 0), nothing), linearForm(terms, terms.arg(t, 1), nothing));
  }
}

/** True if a formula is an equation that {@link Sums} can use. */
export function isEquation(terms: TermStore, t: Term): boolean {
  if (terms.op(t) !== Op.EQ) return false;
  const sort = terms.sort(terms.arg(t, 0));
  return sort.kind === 'bv' && sort.width > 1 && sort.width <= MAX_WIDTH;
}

/** The values of some terms for which linear forms are zero; any other term may have any value. */
class Solutions {
  private constructor(
    private readonly columns: ReadonlyMap<Term, number>,
    private readonly space: AffineSpace,
  ) {}

  static all(width: number): Solutions {
    return new Solutions(new Map(), new AffineSpace(width, []));
  }

  /**
   * The solutions for which the form is zero as well; null if there are none. Beyond MOST_TERMS terms,
   * the form is ignored.
   */
  where(form: LinearForm): Solutions | null {
    const { width } = this.space;
    const columns = new Map(this.columns);
    for (const t of form.parts.keys()) if (!columns.has(t)) columns.set(t, columns.size);
    if (columns.size > MOST_TERMS) return this;
    const missing = columns.size - this.columns.size;
    const none = new Array<bigint>(missing).fill(0n);
    const units = none.map((_, i) => [
      ...new Array<bigint>(this.columns.size).fill(0n),
      ...none.map((__, j) => (i === j ? 1n : 0n)),
    ]);
    const generators = this.space.generators.map((g) => [...g, ...none]);
    const wide = new AffineSpace(width, [...this.space.point, ...none], [...generators, ...units]);
    const space = wide.meet(row(columns, form), BigInt.asUintN(width, -form.constant));
    return space === null ? null : new Solutions(columns, space);
  }

  /** True if the form is zero for all solutions. */
  areZeros(form: LinearForm): boolean {
    const { width, point, generators } = this.space;
    if ([...form.parts.keys()].some((t) => !this.columns.has(t))) return false;
    const coefficients = row(this.columns, form);
    const atPoint = BigInt.asUintN(width, dot(width, coefficients, point) + form.constant);
    return atPoint === 0n && generators.every((g) => dot(width, coefficients, g) === 0n);
  }
}

function row(columns: ReadonlyMap<Term, number>, { parts }: LinearForm): Vector {
  const coefficients = new Array<bigint>(columns.size).fill(0n);
  for (const [t, c] of parts) coefficients[columns.get(t) ?? 0] = c;
  return coefficients;
}

function isSmall(terms: TermStore, formula: Term): boolean {
  const seen = new Set([formula]);
  for (const t of seen) {
    if (seen.size > MOST_NODES) return false;
    for (let i = 0; i < terms.arity(t); i++) seen.add(terms.arg(t, i));
  }
  return true;
}

function isLiteral(terms: TermStore, t: Term): boolean {
  return isAtom(terms, terms.op(t) === Op.NOT ? terms.arg(t, 0) : t);
}

function isAtom(terms: TermStore, t: Term): boolean {
  switch (terms.op(t)) {
    case Op.NOT:
    case Op.AND:
    case Op.ITE:
      return false;
    case Op.EQ:
      return terms.sort(terms.arg(t, 0)).kind !== 'bool';
    default:
      return true;
  }
}

/** An atom of a formula. */
function atomOf(terms: TermStore, formula: Term): Term {
  let t = formula;
  while (!isAtom(terms, t)) t = terms.arg(t, 0);
  return t;
}
