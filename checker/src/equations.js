// SPDX-License-Identifier: Apache-2.0
import { NO, YES } from './clauses.js';
import { equal, less, signedLess } from './words.js';

// Clauses alone rarely show that two sums of products are equal. Here, words that are sums and products of others are
// polynomials over these, modulo 2^width. Consequences of equations between polynomials become clauses, too.

/**
 * A sum of monomials. The key of a monomial lists the numbers of its factors in ascending order; that of 1 is ''. No
 * coefficient is 0.
 *
 * @typedef {Map<string, bigint>} Polynomial
 *
 * An equation says that its polynomial is 0, if its literal holds.
 * @typedef {{ literal: number, width: number, zero: Polynomial }} Equation
 *
 * A rule replaces the factors of a monomial by a polynomial. It holds where all of its literals do.
 * @typedef {{ lead: string, by: Polynomial, if: Set<number> }} Rule
 */

/** Larger polynomials are not looked at: their words are factors themselves. */
const MOST_MONOMIALS = 60;
const MOST_FACTORS = 8;
/** Most equations of a width, and of these the most of compared words that need not hold. */
const MOST_EQUATIONS = 200;
const MOST_COMPARED = 10;
/** Most replacements in a polynomial: they need not end. */
const MOST_REPLACEMENTS = 200;

export class Equations {
  /** The polynomials of words, by their literals. */
  #polynomials = new Map();
  /** The numbers of words that are factors. */
  #factors = new Map();
  /** @type {Map<string, Equation>} */
  #equations = new Map();
  /** The comparisons that were made: a literal with its words. */
  #comparisons = new Map();

  /**
   * @param {import('./clauses.js').Clauses} clauses
   * @param {boolean} isUsed Whether words are multiplied; else there are no polynomials.
   */
  constructor(clauses, isUsed) {
    this.clauses = clauses;
    this.isUsed = isUsed;
  }

  /**
   * Notes that a word is the sum of products, each of words and a number, and returns it.
   *
   * @param {number[]} word
   * @param {[bigint, ...number[][]][]} products
   */
  sum(word, ...products) {
    const key = word.join();
    if (!this.isUsed || this.#polynomials.has(key)) return word;
    const total = this.#sum(word.length, products);
    if (!isLarge(total)) this.#polynomials.set(key, total);
    return word;
  }

  #sum(width, products) {
    let total = new Map();
    for (const [number, ...words] of products) {
      let product = new Map([['', BigInt.asUintN(width, number)]]);
      for (const one of words) product = times(width, product, this.#polynomial(one));
      total = plus(width, total, 1n, product);
    }
    return total;
  }

  /** Notes that a word is a if the condition holds, else b, and returns it. */
  choice(word, condition, a, b) {
    if (word.length === 1) return word;
    const bit = [condition, ...word.slice(1).fill(NO)];
    return this.sum(word, [1n, b], [1n, bit, a], [-1n, bit, b]);
  }

  /** Notes that a word is another one without its lowest bits, and returns it. */
  quotient(word, whole, bits) {
    if (!this.isUsed) return word;
    const rest = whole.map((bit, i) => (i < bits ? bit : NO));
    const zero = this.#sum(whole.length, [
      [1n, whole],
      [-1n, rest],
      [-(2n ** BigInt(bits)), word],
    ]);
    this.#equations.set(`quotient ${word.join()}`, { literal: YES, width: whole.length, zero });
    return word;
  }

  /** The literal that says that two words are equal. Equations with one polynomial have one literal. */
  equal(a, b) {
    const width = a.length;
    if (!this.isUsed || width === 1) return equal(this.clauses, a, b);
    const zero = scaled(width, plus(width, this.#polynomial(a), -1n, this.#polynomial(b)));
    if (zero.size === 0) return YES;
    const key = `${width} ${keyOf(zero)}`;
    if (!this.#equations.has(key)) this.#equations.set(key, { literal: equal(this.clauses, a, b), width, zero });
    return this.#equations.get(key).literal;
  }

  /** The literal that says a < b, unsigned. */
  less(a, b) {
    return this.#compared('unsigned', less(this.clauses, a, b), a, b);
  }

  /** The literal that says a < b, signed. */
  signedLess(a, b) {
    return this.#compared('signed', signedLess(this.clauses, a, b), a, b);
  }

  #compared(order, literal, a, b) {
    const key = (x, y) => `${order} ${x.join()} ${y.join()}`;
    this.#comparisons.set(key(a, b), { literal, a, b, opposite: key(b, a) });
    return literal;
  }

  /**
   * If words are multiplied, adds clauses about equations that follow from others: from those that hold for sure, and
   * from these with the equation of two words that are compared. The clauses are true in any case.
   */
  addConsequences() {
    if (!this.isUsed) return;
    const compared = new Set();
    for (const { literal, a, b, opposite } of this.#comparisons.values()) {
      const equation = this.equal(a, b);
      compared.add(equation);
      const other = this.#comparisons.get(opposite)?.literal;
      if (other !== undefined) this.clauses.assert(literal, other, equation);
    }
    const values = this.clauses.implied();
    const isKnown = ({ literal }) => values[Math.abs(literal)] !== 0;
    const all = [...this.#equations.values()];
    for (const width of new Set(all.map((equation) => equation.width))) {
      const equations = all.filter((equation) => equation.width === width).slice(0, MOST_EQUATIONS);
      const held = equations.filter(({ literal }) => values[Math.abs(literal)] === Math.sign(literal));
      this.#addOf(equations, held, null);
      const possible = equations.filter((equation) => compared.has(equation.literal) && !isKnown(equation));
      for (const one of possible.slice(0, MOST_COMPARED)) this.#addOf(equations, [...held, one], one.literal);
    }
  }

  /** Adds what follows from those that are held. `wanted`: a literal on which it is to depend; null: any. */
  #addOf(equations, held, wanted) {
    const rules = rulesOf(held);
    const seen = new Map();
    for (const { literal, width, zero } of equations) {
      const { polynomial, used } = reduced(width, zero, rules);
      if (used.has(literal)) continue;
      const conditions = new Set([...used].map((one) => -one));
      const add = (...literals) => {
        if (wanted === null || conditions.has(-wanted)) this.clauses.assert(...conditions, ...literals);
      };
      const rest = scaled(width, polynomial);
      if (rest.size === 0) add(literal);
      else if (rest.size === 1 && rest.has('')) add(-literal);
      else {
        const same = seen.get(keyOf(rest));
        if (same === undefined) seen.set(keyOf(rest), { literal, conditions });
        else {
          for (const one of same.conditions) conditions.add(one);
          add(-same.literal, literal);
          add(same.literal, -literal);
        }
      }
    }
  }

  /** @returns {Polynomial} */
  #polynomial(word) {
    const key = word.join();
    const known = this.#polynomials.get(key);
    if (known !== undefined) return known;
    if (isConstant(word)) return constant(word);
    if (word[0] < 0 && word.slice(1).every((bit) => bit === NO))
      return this.#sum(word.length, [[1n], [-1n, [-word[0], ...word.slice(1)]]]);
    if (!this.#factors.has(key)) this.#factors.set(key, this.#factors.size);
    return new Map([[String(this.#factors.get(key)), 1n]]);
  }
}

/** A rule for each equation that has a monomial with an odd coefficient, as far as replacements end. */
function rulesOf(equations) {
  /** @type {Rule[]} */
  let rules = [];
  for (const { literal, width, zero } of equations) {
    const { polynomial, used } = reduced(width, zero, rules);
    const lead = leadOf(polynomial);
    if (lead === undefined) continue;
    const rest = new Map(polynomial);
    rest.delete(lead);
    const by = plus(width, new Map(), -inverse(width, polynomial.get(lead)), rest);
    const rule = { lead, by, if: new Set([...used, literal]) };
    const changed = rules.map((old) => {
      const { polynomial, used } = reduced(width, old.by, [rule]);
      return { lead: old.lead, by: polynomial, if: new Set([...old.if, ...used]) };
    });
    rules = [...changed, rule];
  }
  return rules;
}

/** A factor that stands alone, or the largest monomial; among those with odd coefficients. */
function leadOf(polynomial) {
  const odd = [...polynomial.keys()].filter((monomial) => monomial !== '' && polynomial.get(monomial) % 2n === 1n);
  const isAlone = (monomial) => {
    const others = [...polynomial.keys()].filter((other) => other !== monomial);
    return !monomial.includes(',') && others.every((other) => quotientOf(other, monomial) === null);
  };
  return odd.findLast(isAlone) ?? odd.sort(compared).at(-1);
}

/** The order of monomials by the number of factors, then by these. */
function compared(a, b) {
  const [x, y] = [factorsOf(a), factorsOf(b)];
  const at = x.findIndex((factor, i) => factor !== y[i]);
  return x.length === y.length && at >= 0 ? x[at] - y[at] : x.length - y.length;
}

/** The polynomial after replacements, and the literals of the rules that were used. */
function reduced(width, polynomial, rules) {
  const used = new Set();
  let result = polynomial;
  for (let step = 0; step < MOST_REPLACEMENTS && !isLarge(result); step++) {
    const found = replacement(result, rules);
    if (found === null) break;
    const { monomial, rule, cofactor } = found;
    const coefficient = result.get(monomial);
    const without = plus(width, result, -coefficient, new Map([[monomial, 1n]]));
    result = plus(width, without, coefficient, times(width, rule.by, new Map([[cofactor, 1n]])));
    for (const literal of rule.if) used.add(literal);
  }
  return { polynomial: result, used };
}

function replacement(polynomial, rules) {
  for (const monomial of polynomial.keys())
    for (const rule of rules) {
      const cofactor = quotientOf(monomial, rule.lead);
      if (cofactor !== null) return { monomial, rule, cofactor };
    }
  return null;
}

/** The monomial without the factors of the other one; null: it lacks one of these. */
function quotientOf(monomial, other) {
  if (other.length > monomial.length) return null;
  const rest = factorsOf(monomial);
  for (const factor of factorsOf(other)) {
    const at = rest.indexOf(factor);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest.join();
}

const isConstant = (word) => word.every((bit) => bit === YES || bit === NO);
const isLarge = (polynomial) =>
  polynomial.size > MOST_MONOMIALS || [...polynomial.keys()].some((key) => factorsOf(key).length > MOST_FACTORS);
const factorsOf = (monomial) => (monomial === '' ? [] : monomial.split(','));
const keyOf = (polynomial) =>
  [...polynomial]
    .map(([monomial, coefficient]) => `${coefficient}*${monomial}`)
    .sort()
    .join('+');

function constant(word) {
  const value = word.reduce((sum, bit, i) => (bit === YES ? sum + (1n << BigInt(i)) : sum), 0n);
  return value === 0n ? new Map() : new Map([['', value]]);
}

/** a + number * b */
function plus(width, a, number, b) {
  const sum = new Map(a);
  for (const [monomial, coefficient] of b) {
    const value = BigInt.asUintN(width, (sum.get(monomial) ?? 0n) + number * coefficient);
    if (value === 0n) sum.delete(monomial);
    else sum.set(monomial, value);
  }
  return sum;
}

function times(width, a, b) {
  let product = new Map();
  for (const [m, c] of a) {
    const row = [...b].map(([n, d]) => [[...factorsOf(m), ...factorsOf(n)].sort((x, y) => x - y).join(), d]);
    product = plus(width, product, c, new Map(row));
  }
  return product;
}

/** The polynomial times an odd number, so that equal equations have one polynomial. */
function scaled(width, polynomial) {
  const first = [...polynomial.keys()].sort()[0];
  if (first === undefined) return polynomial;
  let odd = polynomial.get(first);
  while (odd % 2n === 0n) odd /= 2n;
  return plus(width, new Map(), inverse(width, odd), polynomial);
}

/** The inverse of an odd number modulo 2^width: each turn doubles the number of right bits. */
function inverse(width, odd) {
  let found = odd;
  for (let right = 3; right < width; right *= 2) found = BigInt.asUintN(width, found * (2n - odd * found));
  return BigInt.asUintN(width, found);
}
