import {
  compareMonomials,
  inverse,
  type Monomial,
  type Polynomial,
  plusTimes,
  quotientOf,
  TooLarge,
  twosIn,
} from './polynomial.ts';

/** The rule replaces 2^twos * lead by the rest. */
interface Rule {
  readonly lead: Monomial;
  readonly twos: number;
  readonly rest: Polynomial;
}

/** Most replacements over the life of one set of equations. */
const MOST_STEPS = 5_000;

/**
 * Polynomial equations modulo 2^width, as rules that replace monomials. An equation in which an atom
 * stands alone with an odd coefficient replaces that atom; any other one its leading monomial. A
 * polynomial that reduces to zero follows from the equations. The converse does not hold, because the
 * rules are not completed to a Gröbner basis.
 */
export class Equations {
  /** Whether the equations contradict each other. */
  contradictory = false;
  #rules: Rule[] = [];
  #steps = 0;

  /** `stop` is called before each replacement, and throws when the time is over. */
  constructor(
    readonly width: number,
    private readonly stop: () => void = () => {},
  ) {}

  /** Adds `p = 0`. Throws {@link TooLarge}. */
  add(p: Polynomial): void {
    const waiting = [p];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const equation = this.reduce(next);
      if (equation.size === 0) continue;
      if (this.#isImpossible(equation)) {
        this.contradictory = true;
        return;
      }
      const rule = this.#ruleOf(equation);
      const affected = this.#rules.filter((r) => this.#isAffected(r, rule));
      this.#rules = [...this.#rules.filter((r) => !affected.includes(r)), rule];
      for (const { lead, twos, rest } of affected) {
        waiting.push(plusTimes(this.width, rest, -(1n << BigInt(twos)), new Map([[lead, 1n]])));
      }
    }
  }

  /** An equal polynomial, given the equations, to which no rule applies. Throws {@link TooLarge}. */
  reduce(p: Polynomial): Polynomial {
    let result = p;
    for (;;) {
      const step = this.#applicable(result);
      if (step === null) return result;
      this.stop();
      this.#steps += 1;
      if (this.#steps > MOST_STEPS) throw new TooLarge();
      const { rule, monomial, coefficient, cofactor } = step;
      // The lowest bits of the coefficient, below the power of two of the rule, stay.
      const often = coefficient >> BigInt(rule.twos);
      const taken = plusTimes(this.width, result, -(often << BigInt(rule.twos)), new Map([[monomial, 1n]]));
      result = plusTimes(this.width, taken, often, rule.rest, cofactor);
    }
  }

  #applicable(p: Polynomial): { rule: Rule; monomial: Monomial; coefficient: bigint; cofactor: Monomial } | null {
    for (const [monomial, coefficient] of p) {
      for (const rule of this.#rules) {
        if (coefficient >> BigInt(rule.twos) === 0n) continue;
        const cofactor = quotientOf(monomial, rule.lead);
        if (cofactor !== null) return { rule, monomial, coefficient, cofactor };
      }
    }
    return null;
  }

  /** Whether the constant is not a multiple of the power of two that divides all other coefficients. */
  #isImpossible(p: Polynomial): boolean {
    const free = p.get('') ?? 0n;
    if (free === 0n) return false;
    const others = [...p].filter(([m]) => m !== '').map(([, c]) => twosIn(this.width, c));
    return twosIn(this.width, free) < Math.min(this.width, ...others);
  }

  #ruleOf(p: Polynomial): Rule {
    const { width } = this;
    const monomials = [...p.keys()].filter((m) => m !== '');
    const alone = monomials.filter(
      (m) =>
        !m.includes(',') &&
        (p.get(m) ?? 0n) % 2n === 1n &&
        monomials.every((n) => n === m || quotientOf(n, m) === null),
    );
    const order = [...(alone.length > 0 ? alone : monomials)].sort(compareMonomials);
    const lead = order[order.length - 1];
    const coefficient = p.get(lead) ?? 0n;
    const twos = twosIn(width, coefficient);
    const scale = inverse(width, coefficient >> BigInt(twos));
    const rest = new Map([...p].filter(([m]) => m !== lead));
    return { lead, twos, rest: plusTimes(width, new Map(), -scale, rest) };
  }

  /** Whether the added rule changes the other one. */
  #isAffected({ lead, twos, rest }: Rule, added: Rule): boolean {
    const applies = (m: Monomial, c: bigint): boolean =>
      c >> BigInt(added.twos) !== 0n && quotientOf(m, added.lead) !== null;
    return applies(lead, 1n << BigInt(twos)) || [...rest].some(([m, c]) => applies(m, c));
  }
}
