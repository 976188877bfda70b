import type { Term } from '../../logic/terms/builder.ts';
import type { Evaluator } from '../../logic/terms/evaluate.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { ModelValue } from '../../logic/terms/solver.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import { type State, stateEvaluators } from '../../system/transys/sampling/random-runs.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** Most elements and most counters. */
const MOST_ELEMENTS = 48;
const MOST_COUNTERS = 4;
/** Most indices of an array that are treated one by one; none if samples have more. */
const MOST_INDICES = 32;
/** Most values that an element is compared with. */
const MOST_VALUES = 3;

/**
 * Properties that loops establish for elements up to a counter. One form is `i > m => P(e)` for a
 * counter i, an element e, and the least m that no state contradicts. An element is a scalar variable,
 * or `a[t]` at an index term of the program or a constant index. The other form is `t < i => P(a[t])`
 * for the index term itself. P compares e with one of its frequent values, with its index, or with
 * another variable or element.
 */
export function elementTemplates(system: TransitionSystem, states: readonly State[]): Term[] {
  if (states.length === 0) return [];
  const { terms } = system;
  const finder = new Finder(system, states);
  const found: Term[] = [];
  for (const property of finder.properties()) {
    for (const i of finder.counters) found.push(...finder.upTo(i, property.formula));
    const { index } = property;
    if (index === null) continue;
    for (const i of finder.counters) {
      const width = Math.max(terms.width(i), terms.width(index));
      const below = terms.ult(terms.zext(index, width), terms.zext(i, width));
      found.push(terms.implies(below, property.formula), terms.or(below, property.formula));
    }
  }
  return found;
}

interface Element {
  readonly term: Term;
  /** Null for a variable, which has no known index. */
  readonly index: Term | null;
}

interface Property {
  readonly formula: Term;
  /** The index of the element, unless it is constant. */
  readonly index: Term | null;
}

class Finder {
  readonly counters: readonly Term[];
  readonly #system: TransitionSystem;
  readonly #states: readonly State[];
  readonly #evaluators: readonly Evaluator[];

  constructor(system: TransitionSystem, states: readonly State[]) {
    this.#system = system;
    this.#states = states;
    this.#evaluators = states.map(stateEvaluators(system));
    this.counters = counters(system).slice(0, MOST_COUNTERS);
  }

  /**
   * The implication that all states with a counter above some value have the property. Empty if no state
   * does; the property itself if all states have it.
   */
  upTo(counter: Term, property: Term): Term[] {
    const { terms } = this.#system;
    let last = -1n;
    let highest = -1n;
    for (const evaluator of this.#evaluators) {
      const value = number(evaluator.value(counter));
      if (value > highest) highest = value;
      if (value > last && evaluator.value(property) !== true) last = value;
    }
    if (last === -1n) return [property];
    if (last === highest) return [];
    return [terms.implies(terms.ult(terms.bv(terms.width(counter), last), counter), property)];
  }

  properties(): Property[] {
    const { terms } = this.#system;
    const elements = this.#elements();
    const found: Property[] = [];
    for (const [place, { term, index }] of elements.entries()) {
      const width = terms.width(term);
      const open = index === null || terms.isBv(index) ? null : index;
      const add = (formula: Term): void => {
        if (!terms.isConst(formula)) found.push({ formula, index: open });
      };
      for (const value of this.#frequent(term)) add(terms.eq(term, terms.bv(width, value)));
      if (index !== null && terms.width(index) <= width) add(terms.eq(term, terms.zext(index, width)));
      for (const other of elements.slice(place + 1)) {
        if (terms.width(other.term) !== width || !related(terms.isBv(other.index ?? -1), open, other.index)) continue;
        add(terms.eq(term, other.term));
        if (index !== null && other.index === null)
          for (const [a, b] of [
            [term, other.term],
            [other.term, term],
          ])
            add(terms.sle(a, b));
      }
    }
    return found;
  }

  #elements(): Element[] {
    const { terms, stateVars, pc } = this.#system;
    const state = new Set(stateVars.map((v) => v.term));
    const isCounter = new Set(this.counters);
    const found: Element[] = [];
    for (const t of postorder(terms, programTerms(this.#system))) {
      if (terms.op(t) !== Op.SELECT || terms.sort(t).kind !== 'bv' || terms.sort(terms.arg(t, 1)).kind !== 'bv')
        continue;
      if (freeVariables(terms, [t]).every((v) => state.has(v))) found.push({ term: t, index: terms.arg(t, 1) });
    }
    stateVars.forEach((v, i) => {
      const sort = terms.sort(v.term);
      if (sort.kind === 'array' && sort.index.kind === 'bv' && sort.element.kind === 'bv') {
        for (const k of this.#indices(i)) {
          const index = terms.bv(sort.index.width, k);
          found.push({ term: terms.select(v.term, index), index });
        }
      } else if (sort.kind === 'bv' && i !== pc && !isCounter.has(v.term)) found.push({ term: v.term, index: null });
    });
    return found.slice(0, MOST_ELEMENTS);
  }

  /** The indices at which states have another element than elsewhere; empty if there are many. */
  #indices(variable: number): bigint[] {
    const found = new Set<bigint>();
    for (const state of this.#states) {
      const value = state[variable];
      if (typeof value !== 'object') continue;
      for (const k of value.entries.keys()) found.add(k);
      if (found.size > MOST_INDICES) return [];
    }
    return [...found];
  }

  #frequent(term: Term): bigint[] {
    const counts = new Map<bigint, number>();
    for (const evaluator of this.#evaluators) {
      const value = number(evaluator.value(term));
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_VALUES)
      .map(([value]) => value);
  }
}

/** True if an element may be compared with another one: at the same index, or with a variable. */
function related(otherIsConstant: boolean, open: Term | null, otherIndex: Term | null): boolean {
  return otherIndex === null || (open === null ? otherIsConstant : open === otherIndex);
}

/** Variables that the program adds constants to. */
function counters({ terms, stateVars, pc, ...system }: TransitionSystem): Term[] {
  const state = new Set(stateVars.flatMap((v, i) => (i === pc ? [] : [v.term])));
  const found = new Set<Term>();
  for (const t of postorder(terms, programTerms({ terms, stateVars, pc, ...system }))) {
    if (terms.op(t) !== Op.ADD) continue;
    const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
    const constant = terms.isBv(x) ? x : terms.isBv(y) ? y : null;
    if (constant === null) continue;
    let counted = constant === x ? y : x;
    while (terms.op(counted) === Op.ZEXT || terms.op(counted) === Op.SEXT) counted = terms.arg(counted, 0);
    if (state.has(counted)) found.add(counted);
  }
  return [...found];
}

function number(value: ModelValue): bigint {
  return typeof value === 'bigint' ? value : -1n;
}
