import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution, substitute } from '../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import type { BoundInstance, Recorded } from '../../system/transys/certificate.ts';
import { guarded, isAt } from '../../system/transys/control.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import type { BoundTerms } from '../methods/inductive/steps.ts';
import { type Accumulator, type FoldLoop, foldLoops } from './fold-loops.ts';
import { type FoldRecord, recordedOf, recordOf } from './fold-records.ts';
import { FoldValues } from './fold-values.ts';
import { readsInBounds } from './index-terms.ts';

/** Most accumulators whose values are recorded. */
const MOST_RECORDS = 4;
/** Number of first elements that other loops may fold in another order. */
const FIRST_ELEMENTS = 2;

/**
 * Records of accumulators, for systems in which one loop after another folds the elements of arrays: sums, counts,
 * maxima, checksums. The definition `values[c + 1] = f(values[c], a[c])` is an ordinary fact about all elements.
 * Linear equalities relate accumulators of other loops to `values` at their own counters. Where the array changes
 * between two loops, candidates tell which element comes where, and which ones a loop has folded so far.
 */
export class Folds {
  /** The system with the recorded variables behind its own state variables. */
  readonly system: TransitionSystem;
  readonly recorded: readonly Recorded[];

  private constructor(
    private readonly original: TransitionSystem,
    private readonly loops: readonly FoldLoop[],
    private readonly records: readonly FoldRecord[],
  ) {
    const { terms, stateVars, init, blocks, measures = [] } = original;
    this.recorded = records.flatMap((record) => recordedOf(original, record));
    const own = this.recorded.map(({ variable }) => ({ term: variable, name: terms.name(variable), origin: null }));
    this.system = {
      ...original,
      stateVars: [...stateVars, ...own],
      init: [...init, ...this.recorded.map((one) => one.init)],
      blocks: blocks.map((block, id) => ({
        ...block,
        next: [...block.next, ...this.recorded.map(({ next }) => next[id])],
      })),
      measures: [...this.#measures(), ...measures],
    };
  }

  /** Null if no accumulator has another loop to be compared with. */
  static of(system: TransitionSystem): Folds | null {
    const loops = foldLoops(system);
    const records: FoldRecord[] = [];
    for (const loop of loops.filter(({ isRising }) => isRising)) {
      if (!loops.some((other) => isBehind(loop, other))) continue;
      for (const fold of loop.sums) {
        const isKnown = records.some(
          (record) => isBehind(record.loop, loop) && isSameFold(system.terms, record, loop, fold),
        );
        if (!isKnown && records.length < MOST_RECORDS) records.push(recordOf(system, loop, fold));
      }
    }
    const isFolding = loops.some(
      ({ sums, arrays }) => sums.some((fold) => fold.isClosed) && arrays.some((a) => isDrawn(system, a)),
    );
    return records.length === 0 || !isFolding ? null : new Folds(system, loops, records);
  }

  /** Facts that define the records and relate other accumulators to them, over the bound indices. */
  candidates(bound: readonly Term[]): readonly Term[] {
    const { terms } = this.original;
    return this.records.flatMap((record) => {
      const index = bound.find((b) => terms.width(b) === terms.width(record.loop.index));
      if (index === undefined) return [];
      return [...this.#reached(record), ...this.#definitions(record, index), ...this.#told(record, index)];
    });
  }

  /** The bound indices, with the records and with indices at which later loops use their definitions. */
  boundWith({ bound, instances }: BoundTerms): BoundTerms {
    const { terms } = this.original;
    const more = this.records.flatMap((record) => {
      const place = bound.findIndex((b) => terms.width(b) === terms.width(record.loop.index));
      if (place === -1 || record.copies.length === 0) return [];
      return this.#others(record).flatMap(({ head, index }) => {
        const firsts = Array.from({ length: FIRST_ELEMENTS }, (_, k) => terms.bv(terms.width(index), k));
        return [...firsts, this.#behind(index)].map((t): BoundInstance => ({ block: head, values: [[place, t]] }));
      });
    });
    return { bound, instances: [...instances, ...more], recorded: this.recorded };
  }

  /** The later loops that fold, at indices of the same width. */
  #others({ loop }: FoldRecord): readonly FoldLoop[] {
    const { terms } = this.original;
    return this.loops.filter(
      (other) => isBehind(loop, other) && terms.sortId(other.index) === terms.sortId(loop.index),
    );
  }

  /** The facts of a record at its own loop, and before it. */
  #reached({ loop, fold: { sum }, values, reached, copies }: FoldRecord): Term[] {
    const { original } = this;
    const { terms, stateVars, blocks } = original;
    const isBehind = (id: number): boolean => id === loop.head || loop.reaches.has(id);
    const start = loop.startOf(sum);
    const zero = terms.bv(terms.width(reached), 0);
    const atHead = [
      terms.eq(terms.select(values, loop.index), sum),
      terms.eq(reached, stateVars[loop.counter].term),
    ].map((t) => guarded(original, loop.head, t));
    const everywhere = blocks.flatMap(({ id }) => {
      if (!isBehind(id)) return [terms.implies(isAt(original, id), terms.eq(reached, zero))];
      if (start === null || loop.first === null) return [];
      const first = terms.select(values, loop.indexAt(loop.first));
      return [guarded(original, id, terms.eq(first, new Substitution(terms, copies).apply(start)))];
    });
    return [...atHead, ...everywhere];
  }

  /** Definitions of a record by each fold of the program: several loops may fold with one function. */
  #definitions({ loop, values, reached, copies }: FoldRecord, index: Term): Term[] {
    const { terms } = this.original;
    const from = loop.first === null ? terms.true : terms.ule(loop.indexAt(loop.first), index);
    const range = terms.and(terms.ult(index, loop.indexAt(reached)), from);
    const [before, after] = [index, this.#behind(index)].map((t) => terms.select(values, t));
    const old = new Substitution(terms, copies);
    const steps = this.loops.flatMap((other) =>
      other.sums.flatMap((fold) => {
        const isFitting = fold.isClosed && terms.sortId(fold.sum) === terms.sortId(before);
        if (!isFitting || terms.width(other.index) !== terms.width(index)) return [];
        return [old.apply(substitute(terms, other.over(index).apply(fold.value), [[fold.sum, before]]))];
      }),
    );
    return [...new Set(steps)].map((step) => terms.implies(range, terms.eq(after, step)));
  }

  #behind(index: Term): Term {
    const { terms } = this.original;
    return terms.add(index, terms.bv(terms.width(index), 1));
  }

  /** Candidates about arrays that change behind the loop, about copies of its result, and about later folds. */
  #told(record: FoldRecord, index: Term): Term[] {
    const { original } = this;
    const { terms, pc } = original;
    const { loop, values, reached, copies } = record;
    const { sum } = record.fold;
    if (pc === null) return [];
    const hole = terms.variable(`@hole-${terms.width(index)}`, terms.sort(index));
    const end = terms.select(values, loop.indexAt(reached));
    const endOf = ({ sums }: FoldLoop): [Term, Term][] =>
      sums.flatMap((fold) => (terms.sortId(fold.sum) === terms.sortId(sum) ? [[fold.sum, end]] : []));
    const start = {
      contents: new Map(copies.map(([array, copy]) => [array, terms.select(copy, hole)])),
      values: new Map(),
    };
    const told = new FoldValues(
      {
        system: original,
        pc,
        loops: this.loops,
        reading: readsInBounds(original),
        hole,
        recorded: new Set([values, reached, ...copies.map(([, copy]) => copy)]),
        ended: (other) => new Map(endOf(other)),
      },
      loop.head,
      start,
    ).blocks;
    const facts = [...told].flatMap(([id, { contents, values: scalars }]) => [
      ...[...contents].map(([array, content]) =>
        guarded(original, id, terms.eq(terms.select(array, index), substitute(terms, content, [[hole, index]]))),
      ),
      ...[...scalars].map(([scalar, value]) => guarded(original, id, terms.eq(scalar, value))),
    ]);
    if (copies.length === 0) return facts;
    const relations = this.#others(record).flatMap((other) => {
      const contents = told.get(other.head)?.contents ?? new Map<Term, Term>();
      return other.sums.flatMap((fold) =>
        fold.isClosed && terms.sortId(fold.sum) === terms.sortId(sum)
          ? this.#reordered(record, other, fold, new Map([...contents].map(([a, t]) => [a, [t, hole]])))
          : [],
      );
    });
    return [...facts, ...relations];
  }

  /**
   * Candidates about a loop that folds elements of a changed array. It has folded the recorded prefix, or the
   * same elements without one of the first ones, which is still to come.
   */
  #reordered(
    { loop, values, reached, copies }: FoldRecord,
    other: FoldLoop,
    { sum, value }: Accumulator,
    contents: ReadonlyMap<Term, readonly [content: Term, hole: Term]>,
  ): Term[] {
    const { terms } = this.original;
    const { index } = other;
    const width = terms.width(index);
    const end = loop.indexAt(reached);
    const readsIn = (t: Term): Term[] =>
      postorder(terms, [t]).filter((read) => terms.op(read) === Op.SELECT && contents.has(terms.arg(read, 0)));
    const reads = readsIn(value).filter((read) => terms.arg(read, 1) === index);
    const folded = (before: Term, at: Term, elementOf: (read: Term) => Term): Term => {
      const pairs = reads.map((read): [Term, Term] => [read, elementOf(read)]);
      const step = substitute(terms, value, [...pairs, [sum, before]]);
      return at === index ? step : other.over(at).apply(step);
    };
    const at = (read: Term, place: Term): Term => {
      const known = contents.get(terms.arg(read, 0));
      return known === undefined ? read : substitute(terms, known[0], [[known[1], place]]);
    };
    const place = (k: number): Term => terms.bv(width, k);
    const found: Term[] = [];
    const first = other.first === null ? null : other.indexAt(other.first);
    let start = other.startOf(sum);
    if (start !== null)
      start = substitute(
        terms,
        start,
        readsIn(start).map((read) => [read, at(read, terms.arg(read, 1))]),
      );
    for (let k = 0; k < FIRST_ELEMENTS && start !== null && first !== null; k++) {
      const here = terms.add(first, place(k));
      found.push(terms.implies(terms.eq(index, here), terms.eq(sum, start)));
      start = folded(start, here, (read) => at(read, here));
    }
    const isBehind = terms.ule(place(FIRST_ELEMENTS), index);
    found.push(terms.implies(isBehind, terms.eq(sum, terms.select(values, index))));
    const isAtEnd = terms.and(terms.ule(place(1), index), terms.eq(index, end));
    found.push(terms.implies(isAtEnd, terms.eq(sum, terms.select(values, end))));
    const isWithin = terms.and(terms.ule(place(1), index), terms.ult(index, end));
    const copyOf = new Map(copies);
    for (let k = 0; k < FIRST_ELEMENTS; k++) {
      const whole = folded(sum, index, (read) => {
        const array = terms.arg(read, 0);
        return terms.select(copyOf.get(array) ?? array, place(k));
      });
      found.push(terms.implies(isWithin, terms.eq(whole, terms.select(values, this.#behind(index)))));
    }
    return found.map((t) => guarded(this.original, other.head, t));
  }

  /** Records at the counters of other loops, and at the end of their own. */
  #measures(): readonly Term[] {
    const { terms } = this.original;
    const found = this.records.flatMap((record) => {
      const indices = this.#others(record).map(({ isRising, index }) => (isRising ? index : this.#behind(index)));
      const { loop, values, reached } = record;
      return [loop.indexAt(reached), ...indices].map((t) => terms.select(values, t));
    });
    return [...new Set(found)];
  }
}

/** True if steps lead from the one loop to the other, which folds. */
function isBehind(loop: FoldLoop, other: FoldLoop): boolean {
  return other !== loop && loop.reaches.has(other.head) && other.sums.length > 0;
}

/** True if the loop folds the elements at its index as the recorded one does. */
function isSameFold(
  terms: TermStore,
  record: FoldRecord,
  loop: FoldLoop,
  { sum, value, isClosed }: Accumulator,
): boolean {
  const { sum: old, value: before } = record.fold;
  if (!isClosed || !record.fold.isClosed || terms.sortId(old) !== terms.sortId(sum)) return false;
  const index = record.loop.index;
  if (terms.sortId(index) !== terms.sortId(loop.index)) return false;
  return substitute(terms, loop.over(index).apply(value), [[sum, old]]) === before;
}

/**
 * True if the program writes inputs to the array, or nothing. Templates about contents describe other arrays
 * better.
 */
function isDrawn({ terms, stateVars, inputs, blocks }: TransitionSystem, array: Term): boolean {
  const v = stateVars.findIndex(({ term }) => term === array);
  const drawn = new Set(inputs.map(({ term }) => term));
  const writes = postorder(
    terms,
    blocks.map(({ next }) => next[v]),
  ).filter((t) => terms.op(t) === Op.STORE);
  const written = writes.map((t) => terms.arg(t, 2));
  return writes.length === 0 || freeVariables(terms, written).some((t) => drawn.has(t));
}
