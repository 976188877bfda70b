import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { Samples } from '../../system/transys/sampling/sampler.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { ContentTemplates } from './contents.ts';
import { type Point, pointsOf } from './values.ts';

/** Limits of the search: states of a block, indices in each of them, places that bound parts, and indices of writes. */
const MOST_STATES = 24;
const MOST_INDICES = 9;
const MOST_PLACES = 8;
const MOST_HOLES = 2;
const MOST_PROPERTIES = 6;

/** A condition on the bound indices, with its value at each point. */
interface Condition {
  readonly term: Term;
  readonly holds: Uint8Array;
}

/**
 * Candidates about the order of all pairs of elements, with two bound indices c and d. An array is sorted below n if
 * `c < d && d < n` implies `a[c] <= a[d]`. Pairs lie in one part of an array, or in two parts behind each other, or in
 * two arrays.
 *
 * A sort moves elements over a hole, whose element is kept elsewhere. Candidates therefore also leave the index of a
 * write out, and so do candidates about single elements.
 *
 * Example: insertion sort moves `a[j]` to `a[j + 1]`, and keeps k. Its loop has `a[c] <= a[d]` for all
 * `c < d < i + 1` but `j + 1`, and `k < a[c]` for all c from `j + 1` up to i, but `j + 1`.
 */
export class OrderTemplates {
  readonly #system: TransitionSystem;
  readonly #contents: ContentTemplates;
  readonly #samples: Samples;
  readonly #pair: readonly [first: Term, second: Term];
  readonly #holes: readonly Term[];
  readonly #unsigned: ReadonlySet<Term>;

  constructor(
    system: TransitionSystem,
    pair: readonly [first: Term, second: Term],
    samples: Samples,
    contents: ContentTemplates,
  ) {
    this.#system = system;
    this.#pair = pair;
    this.#samples = samples;
    this.#contents = contents;
    this.#unsigned = this.#unsignedArrays();
    this.#holes = this.#writtenIndices().slice(0, MOST_HOLES);
  }

  /** Candidates at a block that no sampled state contradicts; [] for a block without sampled states. */
  at(block: number): Term[] {
    const { terms } = this.#system;
    const points = this.#pointsAt(block);
    if (points.length === 0) return [];
    const [c, d] = this.#pair;
    const condition = (term: Term): Condition => ({
      term,
      holds: Uint8Array.from(points, (point) => Number(point.value(term) === true)),
    });
    const { counters, ends } = this.#places(points);
    const below = (index: Term, place: Term): Condition => condition(this.#below(index, place));
    const from = (index: Term, place: Term): Condition => condition(terms.not(this.#below(index, place)));
    const ordered = condition(terms.ult(c, d));
    const ends1 = ends.map((end) => below(c, end));
    const ends2 = ends.map((end) => below(d, end));
    const starts1 = counters.map((start) => from(c, start));
    const starts2 = counters.map((start) => from(d, start));
    const below1 = counters.map((end) => below(c, end));
    const holes1 = this.#holes.map((hole) => condition(terms.not(terms.eq(c, hole))));
    const holes2 = this.#holes.map((hole) => condition(terms.not(terms.eq(d, hole))));

    const parts = [
      ...ends2.map((end) => [ordered, end]),
      ...ends2.flatMap((end) => holes1.map((hole, i) => [ordered, end, hole, holes2[i]])),
      // Where the first index is below the end of the second one, it says nothing more than that.
      ...ends2.flatMap((end, e) =>
        below1.flatMap((first, i) => (ends[e] === counters[i] ? [] : [[ordered, end, first]])),
      ),
      ...ends2.flatMap((end) => starts2.map((start, i) => [below1[i], start, end])),
      ...ends2.flatMap((end) => starts1.map((start) => [ordered, end, start])),
      ...ends2.flatMap((end) => starts2.flatMap((start, i) => holes2.map((hole) => [below1[i], start, end, hole]))),
    ];
    const apart = ends2.flatMap((end) => starts2.flatMap((start) => below1.map((first) => [first, start, end])));
    const found: Term[] = [];
    const add = (of: readonly (readonly Condition[])[], properties: readonly Condition[]): void => {
      for (const property of properties) {
        const kept: (readonly Condition[])[] = [];
        for (const part of of) {
          // A property of a larger part says it of this one.
          if (kept.some((larger) => larger.every((one) => part.includes(one)))) continue;
          if (!isKept(points.length, part, property)) continue;
          kept.push(part);
          found.push(terms.implies(terms.andAll(part.map(({ term }) => term)), property.term));
        }
      }
    };
    const { arrays } = this.#contents;
    for (const a of arrays) add(parts, this.#orders(a, a).map(condition));
    const single = starts1.flatMap((start) => ends1.map((end) => [start, end]));
    add(
      [...single, ...single.flatMap((part) => holes1.map((hole) => [...part, hole]))],
      this.#contents.said.slice(0, MOST_PROPERTIES).map(condition),
    );
    for (const a of arrays) for (const b of arrays) if (a !== b) add(apart, this.#orders(a, b).map(condition));
    return [...new Set(found)];
  }

  /** Counters and their limits that are alive at a block, each as it is and plus one, and these with constant limits. */
  #places(points: readonly Point[]): { readonly counters: readonly Term[]; readonly ends: readonly Term[] } {
    const { terms } = this.#system;
    const isAlive = (counter: Term): boolean => points.some((point) => point.value(counter) !== 0n);
    const limits = this.#contents.limits.filter(isAlive);
    const live = new Set([...this.#contents.counters.filter(isAlive), ...limits.filter((t) => !terms.isConst(t))]);
    const next = (counter: Term): Term => terms.add(counter, terms.bv(terms.width(counter), 1));
    const counters = [...live].flatMap((counter) => [counter, next(counter)]).slice(0, MOST_PLACES);
    return { counters, ends: [...new Set([...limits, ...counters])] };
  }

  /** Orders of `a[c]` and `b[d]`, as the program orders elements. */
  #orders(a: Term, b: Term): Term[] {
    const { terms } = this.#system;
    const [c, d] = this.#pair;
    const [x, y] = [terms.select(a, c), terms.select(b, d)];
    if (terms.sortId(x) !== terms.sortId(y)) return [];
    const isUnsigned = this.#unsigned.has(a) || this.#unsigned.has(b);
    return isUnsigned ? [terms.ule(x, y), terms.ule(y, x)] : [terms.sle(x, y), terms.sle(y, x)];
  }

  /** The arrays whose elements the program compares without a sign, or extends so. */
  #unsignedArrays(): ReadonlySet<Term> {
    const { terms } = this.#system;
    const found = new Set<Term>();
    for (const t of postorder(terms, programTerms(this.#system))) {
      if (terms.op(t) !== Op.ULT && terms.op(t) !== Op.ZEXT) continue;
      for (let i = 0; i < terms.arity(t); i++) {
        const read = terms.arg(t, i);
        if (terms.op(read) === Op.SELECT) found.add(terms.arg(read, 0));
      }
    }
    return found;
  }

  #below(index: Term, place: Term): Term {
    const { terms } = this.#system;
    const width = Math.max(terms.width(index), terms.width(place));
    return terms.ult(terms.zext(index, width), terms.zext(place, width));
  }

  /** The indices of writes over the state, in the width of the bound indices. */
  #writtenIndices(): Term[] {
    const { terms, stateVars } = this.#system;
    const width = terms.width(this.#pair[0]);
    const state = new Set(stateVars.map(({ term }) => term));
    const found = new Set<Term>();
    for (const t of postorder(terms, programTerms(this.#system))) {
      if (terms.op(t) !== Op.STORE || terms.sort(terms.arg(t, 1)).kind !== 'bv') continue;
      const index = terms.arg(t, 1);
      const isClosed = postorder(terms, [index]).every((u) => terms.op(u) !== Op.VARIABLE || state.has(u));
      if (isClosed && terms.width(index) === width && !terms.isConst(index)) found.add(index);
    }
    return [...found];
  }

  #pointsAt(block: number): Point[] {
    const pointAt = pointsOf(this.#system, ...this.#pair);
    return (this.#samples[block] ?? []).slice(0, MOST_STATES).flatMap((state) => {
      const indices = this.#contents.indicesIn(state).slice(0, MOST_INDICES);
      return indices.flatMap((c) => indices.map((d) => pointAt(state, c, d)));
    });
  }
}

/** Whether the property holds at all points where the conditions do, of which there is one. */
function isKept(points: number, conditions: readonly Condition[], property: Condition): boolean {
  let isSeen = false;
  for (let i = 0; i < points; i++) {
    if (!conditions.every(({ holds }) => holds[i] === 1)) continue;
    if (property.holds[i] === 0) return false;
    isSeen = true;
  }
  return isSeen;
}
