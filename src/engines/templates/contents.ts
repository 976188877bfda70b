import type { Term } from '../../logic/terms/builder.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import { AffineSpace } from '../../system/analysis/affine.ts';
import { equationTerm } from '../../system/analysis/equalities.ts';
import { blockTerms } from '../../system/transys/program-terms.ts';
import type { State } from '../../system/transys/sampling/random-runs.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { indexWidth } from './bound-terms.ts';
import { type Generalised, generalise } from './generalise.ts';
import { number, type Point, pointsOf } from './values.ts';

/** Limits of the search: most states of a block, most indices in each of them, and so on. */
const MOST_STATES = 16;
const MOST_INDICES = 12;
const MOST_ARRAYS = 4;
const MOST_VARIABLES = 4;
const MOST_COUNTERS = 3;
const MOST_LIMITS = 4;
const MOST_GUARDS = 4;
const MOST_PROPERTIES = 40;

/** A part of an array, as a condition on the bound index. */
type IndexCondition = Term;

/**
 * Candidates about all elements of arrays, with a bound index c. Each states a property of the
 * elements in a range where a condition of the program on the index holds. Ranges lie below a counter
 * or a limit of the program, or from a counter up to a limit, perhaps without the first element.
 *
 * Properties are conditions that the program writes or tests, and facts that the values in sampled
 * states share. The latter are linear equalities with the index, other arrays and variables, bounds,
 * and orders. A block without sampled states gets all candidates.
 */
export class ContentTemplates {
  readonly #system: TransitionSystem;
  readonly #index: Term;
  readonly #said: Generalised;
  /** Index terms and limits of the program, as `Generalised` has them. */
  readonly counters: readonly Term[];
  readonly limits: readonly Term[];
  readonly arrays: readonly Term[];
  readonly #points: readonly (readonly Point[])[];
  /** The variables that occur in a block, for blocks that were asked about. */
  readonly #mentioned = new Map<number, ReadonlySet<Term>>();
  /** Properties of elements that the program writes or tests. */
  readonly said: readonly Term[];
  /** Properties that the elements in sampled states share. */
  readonly learnt: readonly Term[];

  constructor(system: TransitionSystem, index: Term, samples: Samples) {
    const { terms, stateVars } = system;
    this.#system = system;
    this.#index = index;
    const width = terms.width(index);
    this.arrays = stateVars
      .flatMap(({ term }) => (indexWidth(terms, term) === width ? [term] : []))
      .slice(0, MOST_ARRAYS);
    const { properties, guards, counters, limits, falling } = generalise(system, index);
    this.counters = counters;
    this.limits = limits.slice(0, MOST_LIMITS);
    this.#said = {
      properties,
      guards: guards.slice(0, MOST_GUARDS),
      counters,
      limits: this.limits,
      falling,
    };
    this.#points = samples.map((states) => this.#evaluators(states));
    const parts = this.#points.flatMap((points) =>
      this.#ranges(null).map((range) => points.filter((e) => e.value(range) === true)),
    );
    const filled = parts.filter((points) => points.length > 1);
    const equations = filled.flatMap((points) => this.#equations(points));
    const first = terms.bv(width, 0);
    const firsts = this.arrays.map((array) => terms.select(array, first));
    const bounds = filled.flatMap((points) => [...this.#elements(), ...firsts].flatMap((t) => this.#bounds(points, t)));
    this.said = properties.slice(0, MOST_PROPERTIES);
    const learnt = new Set([...equations, ...this.#orders(), ...bounds]);
    this.learnt = [...learnt].filter((t) => !properties.includes(t)).slice(0, MOST_PROPERTIES);
  }

  /**
   * Candidates at a block, made of the given properties, without the program counter. No sampled state
   * contradicts them.
   */
  at(block: number, properties: readonly Term[]): Term[] {
    const { terms } = this.#system;
    const points = this.#points[block] ?? [];
    const holds = (t: Term): boolean => points.every((evaluator) => evaluator.value(t) === true);
    const found: Term[] = [];
    const unseen: Term[] = [];
    for (const range of [terms.true, ...this.#ranges(block)]) {
      const inRange = points.filter((evaluator) => evaluator.value(range) === true);
      // Random runs may never see an element in the range, as where a loop ends at the first difference of two arrays.
      const isUnseen = points.length > 0 && inRange.length === 0;
      if (isUnseen && (properties !== this.said || !this.#isMentioned(block, range))) continue;
      for (const property of properties) {
        const candidate = terms.implies(range, property);
        if (isUnseen) {
          unseen.push(candidate);
          continue;
        }
        if (holds(candidate)) {
          found.push(candidate);
          if (points.length > 0) continue;
        }
        for (const guard of this.#said.guards) {
          const guarded = terms.implies(terms.and(range, guard), property);
          if (holds(guarded)) found.push(guarded);
        }
      }
    }
    return [...found, ...unseen];
  }

  /** Whether the steps of a block depend on all variables of a range. */
  #isMentioned(block: number, range: IndexCondition): boolean {
    const { terms, blocks } = this.#system;
    let mentioned = this.#mentioned.get(block);
    if (mentioned === undefined) {
      mentioned = new Set(freeVariables(terms, blockTerms(blocks[block])));
      this.#mentioned.set(block, mentioned);
    }
    return freeVariables(terms, [range]).every((v) => v === this.#index || mentioned.has(v));
  }

  /** Parts of arrays, large ones first. `block`: counters that its steps change come first; null: at all blocks. */
  #ranges(block: number | null): IndexCondition[] {
    const { terms } = this.#system;
    const { limits } = this.#said;
    const [counters, falling] = [this.#said.counters, this.#said.falling].map((list) =>
      this.#chosen(list, block).slice(0, MOST_COUNTERS),
    );
    const first = terms.bv(terms.width(this.#index), 0);
    const uppers = [...limits, ...counters].map((t) => this.#below(t));
    const from = (start: Term, end: Term): IndexCondition => terms.and(terms.not(this.#below(start)), this.#below(end));
    const starts = [...counters, ...falling, ...this.#chosen(limits, block).filter((limit) => !terms.isConst(limit))];
    const rests = starts.flatMap((start) => limits.flatMap((end) => (start === end ? [] : from(start, end))));
    const ends = [...counters, ...falling];
    const between = counters.flatMap((start) => ends.flatMap((end) => (start === end ? [] : from(start, end))));
    const withoutFirst = uppers.map((range) => terms.and(range, terms.not(terms.eq(this.#index, first))));
    return [...new Set([...uppers, ...rests, ...between, ...withoutFirst])].filter((t) => t !== terms.false);
  }

  /** The counters that bound parts of arrays at a block: changing ones first, without those that are dead there. */
  #chosen(counters: readonly Term[], block: number | null): readonly Term[] {
    const { terms, stateVars, blocks } = this.#system;
    if (block === null) return counters;
    const changed = new Set(stateVars.flatMap(({ term }, v) => (blocks[block].next[v] === term ? [] : [term])));
    const isStill = (counter: Term): number => Number(!freeVariables(terms, [counter]).some((v) => changed.has(v)));
    const points = this.#points[block] ?? [];
    const isDead = (counter: Term): boolean =>
      points.length > 0 && points.every((point) => number(point.value(counter)) === 0n);
    return counters.filter((counter) => !isDead(counter)).sort((a, b) => isStill(a) - isStill(b));
  }

  #below(limit: Term): Term {
    const { terms } = this.#system;
    const width = Math.max(terms.width(limit), terms.width(this.#index));
    return terms.ult(terms.zext(this.#index, width), terms.zext(limit, width));
  }

  /**
   * Linear equalities of elements with the index, with each other, and with variables, that hold in all
   * points.
   */
  #equations(points: readonly Point[]): Term[] {
    const widths = new Set(this.#elements().map((t) => this.#system.terms.width(t)));
    return [...widths].flatMap((width) => this.#equationsAt(points, width));
  }

  #equationsAt(points: readonly Point[], width: number): Term[] {
    const { terms } = this.#system;
    const elements = this.#elements().filter((t) => terms.width(t) === width);
    const own = terms.width(this.#index);
    const index = own < width ? terms.zext(this.#index, width) : terms.extract(this.#index, width - 1, 0);
    const group = [...elements, index, ...this.#variables(width)];
    let space: AffineSpace | null = null;
    for (const evaluator of points) {
      const point = new AffineSpace(
        width,
        group.map((t) => number(evaluator.value(t))),
      );
      space = space === null ? point : space.join(point);
    }
    if (space === null) return [];
    const equations = space
      .equations()
      .flatMap(({ coefficients, constant }) => equationTerm(terms, group, coefficients, constant, 1) ?? []);
    return equations.filter((t) => freeVariables(terms, [t]).some((v) => this.arrays.includes(v)));
  }

  #bounds(points: readonly Point[], element: Term): Term[] {
    const { terms } = this.#system;
    const width = terms.width(element);
    const values = points.map((evaluator) => BigInt.asIntN(width, number(evaluator.value(element))));
    const least = values.reduce((a, b) => (a < b ? a : b));
    const most = values.reduce((a, b) => (a > b ? a : b));
    // Few values are the largest possible ones: the next power of two is as likely a bound.
    const bits = (value: bigint): bigint => BigInt(value.toString(2).length);
    const above = most < 0n ? 0n : (1n << bits(most)) - 1n;
    const below = least < 0n ? -(1n << bits(-least - 1n)) : 0n;
    const constant = (value: bigint): Term => terms.bv(width, BigInt.asUintN(width, value));
    const lower = [...new Set([least, below])].map((value) => terms.sle(constant(value), element));
    const upper = [...new Set([most, above])].map((value) => terms.sle(element, constant(value)));
    return [...lower, ...upper].filter((t) => !terms.isConst(t));
  }

  /** Comparisons of elements with variables and with their neighbours. */
  #orders(): Term[] {
    const { terms } = this.#system;
    const before = terms.sub(this.#index, terms.bv(terms.width(this.#index), 1));
    return this.#elements().flatMap((element) => {
      const others = [...this.#variables(terms.width(element)), terms.select(terms.arg(element, 0), before)];
      return others.flatMap((other) => [terms.sle(other, element), terms.sle(element, other)]);
    });
  }

  #elements(): Term[] {
    return this.arrays.map((array) => this.#system.terms.select(array, this.#index));
  }

  /** Variables and first elements that elements are compared with. */
  #variables(width: number): Term[] {
    const { terms, stateVars, pc } = this.#system;
    const fitting = stateVars.filter(
      ({ term }, i) => i !== pc && terms.sort(term).kind === 'bv' && terms.width(term) === width,
    );
    const first = terms.bv(terms.width(this.#index), 0);
    const firsts = this.arrays.map((array) => terms.select(array, first)).filter((t) => terms.width(t) === width);
    return [...firsts, ...fitting.slice(0, MOST_VARIABLES).map((v) => v.term)];
  }

  /** Evaluators for some states, each with some indices. */
  #evaluators(states: readonly State[]): Point[] {
    const pointAt = pointsOf(this.#system, this.#index);
    return states.slice(0, MOST_STATES).flatMap((state) => this.indicesIn(state).map((index) => pointAt(state, index)));
  }

  /** Some indices of elements in a state: around counters and limits, written ones, and small ones. */
  indicesIn(state: State): bigint[] {
    const width = this.#system.terms.width(this.#index);
    const here = pointsOf(this.#system, this.#index)(state, 0n);
    const turns = [...this.#said.counters, ...this.#said.limits].map((t) => number(here.value(t)));
    const around = turns.flatMap((t) => [t - 1n, t, t + 1n]);
    const indices = new Set([0n, 1n, ...around, 2n, ...this.#written(state)].map((i) => BigInt.asUintN(width, i)));
    return [...indices].slice(0, MOST_INDICES);
  }

  #written(state: State): bigint[] {
    return this.#system.stateVars.flatMap(({ term }, i) => {
      const value = state[i];
      if (!this.arrays.includes(term) || typeof value !== 'object') return [];
      const keys = value.entries.keys();
      return Array.from({ length: 3 }, () => keys.next().value ?? 0n);
    });
  }
}
