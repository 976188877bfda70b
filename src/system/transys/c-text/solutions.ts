import { NO_BITS } from '../../../logic/domains/bits.ts';
import { NO_CONGRUENCE } from '../../../logic/domains/congruence.ts';
import { TermEvaluator } from '../../../logic/domains/evaluate.ts';
import { unsignedRange } from '../../../logic/domains/range.ts';
import { assume, type Known } from '../../../logic/domains/refine.ts';
import { fullValue, type Value, value } from '../../../logic/domains/value.ts';
import { VALUES } from '../../../logic/domains/values.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { evaluate } from '../../../logic/terms/evaluate.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { dagSize, freeVariables } from '../../../logic/terms/traverse.ts';
import { allValues, equalSets, type Interval, meetSets, type ValueSet, valuesIn } from './value-set.ts';

/** Most intervals of a set that people would read. */
const MOST_INTERVALS = 16;
/** Sets of variables of at most this width may have any intervals, so that all of their bits can be seen. */
const SMALL_WIDTH = 8;
/** Most terms of a formula whose solutions are searched for. */
const MOST_TERMS = 400;

/**
 * Finds the solutions of formulas over one variable, by halving intervals until the formula is decided
 * on each. Shared by all formulas that are shown together, so that their work has one limit.
 */
export class Solutions {
  readonly #known = new Map<Term, ValueSet | null>();

  /** `work`: limit of evaluations of single terms. */
  constructor(
    private readonly store: TermStore,
    private work: number,
  ) {}

  /** The only variable of a formula, if it is a bit-vector of at most 64 bits; else null. */
  variableOf(formula: Term): Term | null {
    const variables = dagSize(this.store, [formula]) > MOST_TERMS ? [] : freeVariables(this.store, [formula]);
    const sort = variables.length === 1 ? this.store.sort(variables[0]) : null;
    return sort?.kind === 'bv' && sort.width <= 64 ? variables[0] : null;
  }

  /** The values of the formula's only variable for which it holds; null if they are too many intervals. */
  of(formula: Term, variable: Term): ValueSet | null {
    let known = this.#known.get(formula);
    if (known === undefined) {
      known = this.#find(formula, variable, allValues(this.store.width(variable)).intervals);
      this.#known.set(formula, known);
    }
    return known;
  }

  /** The same for values in a set only. */
  within(formula: Term, variable: Term, { intervals }: ValueSet): ValueSet | null {
    return this.of(formula, variable) ?? this.#find(formula, variable, intervals);
  }

  /** The truth of a formula where each variable is in its set; null if the sets do not decide it. */
  truthIn(formula: Term, setOf: (variable: Term) => ValueSet | null): boolean | null {
    const size = dagSize(this.store, [formula]);
    if (size > MOST_TERMS || size > this.work) return null;
    const evaluator = new TermEvaluator(VALUES, this.store, [formula]);
    evaluator.update((variable) => boundsOf(setOf(variable)));
    this.work -= evaluator.work;
    return truthOf(evaluator.value(formula));
  }

  /**
   * The sets of variables, made smaller by formulas that hold as well. Null if no values satisfy both, or
   * the limit of work is met.
   */
  refined(formulas: readonly Term[], sets: ReadonlyMap<Term, ValueSet>): ReadonlyMap<Term, ValueSet> | null {
    const size = dagSize(this.store, formulas);
    if (size > MOST_TERMS || 2 * size > this.work) return null;
    const evaluator = new TermEvaluator(VALUES, this.store, formulas);
    evaluator.update((variable) => boundsOf(sets.get(variable) ?? null));
    const known: Known<Value> = new Map();
    for (const formula of formulas) if (!assume(VALUES, this.store, formula, true, known, evaluator.value)) return null;
    this.work -= evaluator.work + size;
    const out = new Map(sets);
    for (const [term, found] of known) {
      const sort = this.store.sort(term);
      if (this.store.op(term) !== Op.VARIABLE || sort.kind !== 'bv' || sort.width > 64) continue;
      const before = sets.get(term) ?? allValues(sort.width);
      const met = meetSets(before, setOfRange(found));
      if (met.intervals.length > 0 && !equalSets(met, before)) out.set(term, met);
    }
    return out;
  }

  #find(formula: Term, variable: Term, among: readonly Interval[]): ValueSet | null {
    const { store } = this;
    const width = store.width(variable);
    const evaluator = new TermEvaluator(VALUES, store, [formula]);
    const found: Interval[] = [];
    const open = [...among].reverse();
    let spent = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { low, high } = next;
      evaluator.update(() => rangeValue(width, low, high));
      if (evaluator.work - spent > this.work) return null;
      this.work -= evaluator.work - spent;
      spent = evaluator.work;
      const truth =
        truthOf(evaluator.value(formula)) ?? (low === high ? evaluate(store, formula, () => low) === true : null);
      if (truth === null) {
        const middle = (low + high) / 2n;
        open.push({ low: middle + 1n, high }, { low, high: middle });
      } else if (truth) {
        const last = found.at(-1);
        if (last !== undefined && last.high + 1n === low) found[found.length - 1] = { low: last.low, high };
        else if (found.length === MOST_INTERVALS && width > SMALL_WIDTH) return null;
        else found.push({ low, high });
      }
    }
    return valuesIn(width, found);
  }
}

/** Returns the abstract value of the numbers from `low` to `high`. */
function rangeValue(width: number, low: bigint, high: bigint): Value {
  return value(unsignedRange(width, low, high), NO_BITS, NO_CONGRUENCE) ?? fullValue(width);
}

/** Returns the values between both the unsigned and the signed bounds. */
function setOfRange({ width, low, high, signedLow, signedHigh }: Value): ValueSet {
  const whole = 1n << BigInt(width);
  const signed: Interval[] =
    signedLow >= 0n || signedHigh < 0n
      ? [{ low: BigInt.asUintN(width, signedLow), high: BigInt.asUintN(width, signedHigh) }]
      : [
          { low: 0n, high: signedHigh },
          { low: whole + signedLow, high: whole - 1n },
        ];
  return meetSets(valuesIn(width, [{ low, high }]), valuesIn(width, signed));
}

function boundsOf(set: ValueSet | null): Value | null {
  const [first, last] = [set?.intervals[0], set?.intervals.at(-1)];
  return set === null || first === undefined || last === undefined ? null : rangeValue(set.width, first.low, last.high);
}

function truthOf(found: Value | null): boolean | null {
  return found === null || found.low !== found.high ? null : found.low === 1n;
}
