import { TermEvaluator } from '../../logic/domains/evaluate.ts';
import { rangeWidth } from '../../logic/domains/range-transfer.ts';
import type { Value } from '../../logic/domains/value.ts';
import { VALUES } from '../../logic/domains/values.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { ValueRange } from '../transys/certificate.ts';

/** Most open ranges before each of their values gets a run of its own. */
const MOST_RANGES = 512;

/** The terms of a step from one state, over its inputs without values. */
export interface OpenStep {
  readonly bad: Term;
  readonly gap: Term;
  readonly feasible: Term;
  /** Next value of the program counter; null where there is none. */
  readonly counter: Term | null;
  /** Next values; [] where the step has none. */
  readonly next: readonly Term[];
}

/** The terms that decide a step. */
type Deciding = Pick<OpenStep, 'bad' | 'gap' | 'feasible'>;

/** Finds values of an input for which a step ends the run, from many states in turn. It makes no terms. */
export class Ending {
  readonly #evaluator: TermEvaluator<Value>;

  constructor(
    private readonly terms: TermStore,
    private readonly step: Deciding,
  ) {
    this.#evaluator = new TermEvaluator(VALUES, terms, [step.bad, step.gap, step.feasible]);
  }

  /**
   * Returns true if the step is known to end the run, without an error, for all values of the input from
   * `low` to `high`. `known` returns the values of other variables as patterns; null: any value.
   */
  holds(known: (variable: Term) => bigint | null, input: Term, low: bigint, high: bigint): boolean {
    const { terms } = this;
    this.#evaluator.update((variable) => {
      const width = rangeWidth(terms, variable);
      if (variable === input) return VALUES.bounded(VALUES.full(width), low, high);
      const value = known(variable);
      return value === null ? null : VALUES.exactly(width, value);
    });
    return endsIn(this.#evaluator, this.step);
  }
}

function endsIn(evaluator: TermEvaluator<Value>, { bad, gap, feasible }: Deciding): boolean {
  return [bad, gap, feasible].every((t) => evaluator.value(t)?.high === 0n);
}

/**
 * Determines which values of one input a step treats alike, for any values of the other inputs. It
 * treats values alike if it ends the run for all of them, or if all terms over the input alone have
 * the same value.
 */
export class Alike {
  readonly #evaluator: TermEvaluator<Value>;
  readonly #frontier: readonly Term[];
  readonly width: number;

  constructor(
    terms: TermStore,
    private readonly step: OpenStep,
    private readonly input: Term,
  ) {
    const { bad, gap, feasible, next } = step;
    const roots = [bad, gap, feasible, ...next];
    this.width = rangeWidth(terms, input);
    this.#evaluator = new TermEvaluator(VALUES, terms, roots);
    this.#frontier = frontierOf(terms, roots, input);
  }

  /** True if the step is known to treat the values from `low` to `high` alike. */
  holds(low: bigint, high: bigint): boolean {
    if (low === high) return true;
    const evaluator = this.#evaluator;
    const range = VALUES.bounded(VALUES.full(this.width), low, high);
    evaluator.update((variable) => (variable === this.input ? range : null));
    if (endsIn(evaluator, this.step)) return true;
    return this.#frontier.every((t) => {
      const value = evaluator.value(t);
      return value !== null && value.low === value.high;
    });
  }

  /** All values of the input in ranges. Values that are not known to be treated alike have a run each. */
  ranges(): readonly ValueRange[] {
    const closed: ValueRange[] = [];
    let open = [{ low: 0n, high: (1n << BigInt(this.width)) - 1n }];
    for (let count = 0; open.length > 0 && open.length <= MOST_RANGES && count <= 2 * this.width; count++) {
      const halves: typeof open = [];
      for (const { low, high } of open) {
        if (this.holds(low, high)) {
          closed.push({ low, high, each: low === high });
          continue;
        }
        const middle = (low + high) >> 1n;
        halves.push({ low, high: middle }, { low: middle + 1n, high });
      }
      open = halves;
    }
    const all = [...closed, ...open.map((range) => ({ ...range, each: true }))];
    return this.#joined(all.sort((a, b) => (a.low < b.low ? -1 : 1)));
  }

  /**
   * Joins adjacent ranges that are treated alike together. Single values that differ keep runs of their
   * own.
   */
  #joined(ranges: readonly ValueRange[]): readonly ValueRange[] {
    const joined: ValueRange[] = [];
    const isOne = ({ low, high, each }: ValueRange): boolean => !each || low === high;
    // Joins from the top, since upper limits are the usual ones.
    for (const range of ranges.toReversed()) {
      const last = joined.at(-1);
      if (last !== undefined && isOne(last) && isOne(range) && this.holds(range.low, last.high))
        joined.splice(-1, 1, { low: range.low, high: last.high, each: false });
      else if (last?.each && range.each) joined.splice(-1, 1, { low: range.low, high: last.high, each: true });
      else joined.push(range);
    }
    return joined.reverse();
  }
}

/**
 * The common refinement of two lists of ranges: a value has a run of its own if either list gives it
 * one.
 */
export function commonRanges(a: readonly ValueRange[], b: readonly ValueRange[]): readonly ValueRange[] {
  const result: ValueRange[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const low = a[i].low > b[j].low ? a[i].low : b[j].low;
    const high = a[i].high < b[j].high ? a[i].high : b[j].high;
    const each = a[i].each || b[j].each;
    const last = result.at(-1);
    if (last?.each && each) result.splice(-1, 1, { low: last.low, high, each });
    else result.push({ low, high, each });
    const [atEndOfA, atEndOfB] = [a[i].high === high, b[j].high === high];
    if (atEndOfA) i += 1;
    if (atEndOfB) j += 1;
  }
  return result;
}

/** Number of runs that the ranges require. */
export function countOf(ranges: readonly ValueRange[]): bigint {
  return ranges.reduce((sum, { low, high, each }) => sum + (each ? high - low + 1n : 1n), 0n);
}

/** The largest terms over the input alone, through which all other terms depend on it. */
function frontierOf(terms: TermStore, roots: readonly Term[], input: Term): readonly Term[] {
  const order = postorder(terms, roots);
  /** Terms in which the input occurs, with true if another variable occurs in them, too. */
  const mixed = new Map<Term, boolean>();
  const others = new Set<Term>();
  const frontier = new Set<Term>();
  for (const t of order) {
    if (terms.op(t) === Op.VARIABLE) {
      if (t === input) mixed.set(t, false);
      else others.add(t);
      continue;
    }
    const args = Array.from({ length: terms.arity(t) }, (_, i) => terms.arg(t, i));
    const hasOther = args.some((arg) => others.has(arg));
    if (hasOther) others.add(t);
    if (!args.some((arg) => mixed.has(arg))) continue;
    mixed.set(t, hasOther);
    if (hasOther) for (const arg of args) if (mixed.get(arg) === false) frontier.add(arg);
  }
  for (const root of roots) if (mixed.get(root) === false) frontier.add(root);
  return [...frontier];
}
