import type { Term } from '../../../smt/builder.ts';
import { Op } from '../../../smt/ops.ts';
import { possibleCutPoints } from '../../pcs.ts';
import type { Block, TransitionSystem } from '../../system.ts';
import { Positions, RangeEvaluator } from './evaluate.ts';
import { exactly, full, isFull, join, meet, type Range, widen, within } from './range.ts';
import { assume, type Known } from './refine.ts';
import { rangeWidth } from './transfer.ts';

/** Ranges of the state variables at a cut point; null for sorts without ranges. */
export type Ranges = readonly (Range | null)[];

/** Joins into a cut point before bounds are widened, and before what still moves becomes full. */
const WIDEN_AFTER = 3;
const GIVE_UP_AFTER = 12;
const MAX_THRESHOLDS = 48;
/** Rounds of narrowing after widening. */
const NARROWING = 2;
/** Above this many terms times successors the successors are not told apart. */
const MAX_EDGE_WORK = 400_000;
/** Evaluated terms, as a multiple of the system's terms and at least, after which there are no ranges; after half of them bounds that move are given up. */
const EFFORT = 200;
const LEAST_EFFORT = 20_000_000;
/** Above this many ranges the ranges at successors are not kept. */
const MAX_KEPT = 4_000_000;

/**
 * Interval analysis over the cut points: for each block (null if no run reaches it) a range of every bit-vector and Boolean state variable
 * that holds whenever the control is there. Unsigned and signed bounds side by side, so wrap-around loses precision but is never wrong.
 * Widening with thresholds from the comparisons of the program, then narrowing, which counts only if its result is closed under steps.
 */
export function analyseRanges(system: TransitionSystem): readonly (Ranges | null)[] {
  return new Analysis(system).run();
}

class Analysis {
  readonly #system: TransitionSystem;
  readonly #evaluators: (RangeEvaluator | null)[];
  readonly #thresholds: ReadonlyMap<number, readonly bigint[]>;
  readonly #stateIndex: ReadonlyMap<Term, number>;
  readonly #initial: readonly { readonly block: number; readonly ranges: Ranges }[];
  /** The last step of each block: narrowing changes few of them. */
  readonly #last: ({ readonly here: Ranges; readonly there: readonly [number, Ranges][] } | null)[];
  readonly #positions = new Positions();
  /** Widths of the state variables as ranges. */
  readonly #widths: readonly number[];
  readonly #effort: number;
  #spent = 0;

  constructor(system: TransitionSystem) {
    this.#system = system;
    this.#stateIndex = new Map(system.stateVars.map((v, i) => [v.term, i]));
    this.#widths = system.stateVars.map(({ term }) => rangeWidth(system.terms, term));
    this.#evaluators = system.blocks.map(() => null);
    this.#thresholds = this.#collectThresholds();
    this.#initial = this.#initialRanges();
    this.#last = system.blocks.map(() => null);
    this.#effort = Math.max(LEAST_EFFORT, EFFORT * this.#evaluators.reduce((sum, evaluator) => sum + (evaluator?.size ?? 0), 0));
  }

  run(): readonly (Ranges | null)[] {
    const { blocks } = this.#system;
    const values: (Ranges | null)[] = blocks.map(() => null);
    const joins = blocks.map(() => 0);
    const waiting = new Set<number>();
    const flow = (id: number, incoming: Ranges): void => {
      const before = values[id];
      if (before === null) {
        values[id] = incoming;
        waiting.add(id);
        return;
      }
      let changed = false;
      const after = before.map((r, v) => {
        const other = incoming[v];
        if (r === null || other === null || within(other, r)) return r;
        changed = true;
        const joined = join(r, other);
        if (joins[id] < WIDEN_AFTER) return joined;
        const patient = joins[id] < GIVE_UP_AFTER && this.#spent < this.#effort / 2;
        return patient ? widen(r, joined, this.#thresholds.get(r.width) ?? []) : full(r.width);
      });
      if (!changed) return;
      joins[id] += 1;
      values[id] = after;
      waiting.add(id);
    };
    for (const { block, ranges } of this.#initial) flow(block, ranges);
    for (const id of waiting) {
      waiting.delete(id);
      if (this.#spent > this.#effort) return blocks.map(() => this.#anything());
      for (const [successor, ranges] of this.#step(blocks[id], values[id]!)) flow(successor, ranges);
    }
    return this.#narrowed(values);
  }

  /** Re-computes the ranges from their predecessors without widening. */
  #narrowed(values: readonly (Ranges | null)[]): readonly (Ranges | null)[] {
    let best = values;
    let image = this.#image(best);
    for (let round = 0; round < NARROWING && this.#spent <= this.#effort; round += 1) {
      const next = image;
      const candidate = best.map((r, id) => (r === null || next[id] === null ? null : meetAll(r, next[id])));
      if (candidate.every((r, id) => r === best[id])) break;
      // Closed under steps? Contexts make the step function not quite monotone, so this is not a matter of course.
      image = this.#image(candidate);
      const closed = image.every((r, id) => r === null || (candidate[id] !== null && allWithin(r, candidate[id])));
      if (!closed) break;
      best = candidate;
    }
    return best;
  }

  /** Initial ranges joined with those after one step. */
  #image(values: readonly (Ranges | null)[]): (Ranges | null)[] {
    const { blocks } = this.#system;
    const image: (Ranges | null)[] = blocks.map(() => null);
    const flow = (id: number, incoming: Ranges): void => {
      const before = image[id];
      image[id] = before === null ? incoming : before.map((r, v) => (r === null ? null : join(r, incoming[v]!)));
    };
    for (const { block, ranges } of this.#initial) flow(block, ranges);
    for (const block of blocks) {
      const here = values[block.id];
      if (here !== null) for (const [successor, ranges] of this.#step(block, here)) flow(successor, ranges);
    }
    return image;
  }

  #anything(): Ranges {
    return this.#widths.map((width) => (width === 0 ? null : full(width)));
  }

  /** Ranges at the successors of a block. */
  #step(block: Block, here: Ranges): readonly [number, Ranges][] {
    const last = this.#last[block.id];
    if (last?.here === here) return last.there;
    const there = this.#stepAnew(block, here);
    const kept = block.successors.length * here.length * this.#system.blocks.length <= MAX_KEPT;
    this.#last[block.id] = kept ? { here, there } : null;
    return there;
  }

  #stepAnew(block: Block, here: Ranges): [number, Ranges][] {
    const { terms, pc } = this.#system;
    const evaluator = this.#evaluator(block);
    const before = evaluator.work;
    evaluator.update((variable) => {
      const index = this.#stateIndex.get(variable);
      if (index === undefined) return null;
      return index === pc ? exactly(terms.width(variable), BigInt(block.id)) : here[index];
    });
    const general: Known = new Map();
    if (!assume(terms, block.feasible, true, general, evaluator.value)) return [];
    const ways: { successor: number; known: Known }[] = [];
    if (pc === null) ways.push({ successor: 0, known: general });
    else {
      const width = this.#widths[pc];
      for (const successor of possibleCutPoints(terms, block.next[pc], block.successors)) {
        const known: Known = new Map(general);
        const there = terms.eq(block.next[pc], terms.bv(width, successor));
        if (assume(terms, there, true, known, evaluator.value)) ways.push({ successor, known });
      }
    }
    const next = (): (Range | null)[] =>
      this.#widths.map((width, i) => (width === 0 ? null : (evaluator.value(block.next[i]) ?? full(width))));
    const result = evaluator.assuming(general, () => {
      const together = ways.length * evaluator.size > MAX_EDGE_WORK ? next() : null;
      return ways.map(({ successor, known }): [number, Ranges] => {
        const ranges = together === null ? evaluator.assuming(known, next) : [...together];
        if (pc !== null) ranges[pc] = exactly(this.#widths[pc], BigInt(successor));
        return [successor, ranges];
      });
    });
    this.#spent += evaluator.work - before;
    return result;
  }

  #evaluator(block: Block): RangeEvaluator {
    const known = this.#evaluators[block.id];
    if (known !== null) return known;
    const evaluator = new RangeEvaluator(this.#system.terms, [block.feasible, ...block.next], this.#positions);
    this.#evaluators[block.id] = evaluator;
    return evaluator;
  }

  #initialRanges(): { block: number; ranges: Ranges }[] {
    const { terms, init, initConstraint, pc, blocks } = this.#system;
    const evaluator = new RangeEvaluator(terms, [initConstraint, ...init]);
    const known: Known = new Map();
    evaluator.update(() => null);
    if (!assume(terms, initConstraint, true, known, evaluator.value)) return [];
    const ranges = evaluator.assuming(known, () =>
      init.map((t, i) => (this.#widths[i] === 0 ? null : (evaluator.value(t) ?? full(this.#widths[i])))),
    );
    const starts = pc === null ? [0] : possibleCutPoints(terms, init[pc], blocks.keys());
    return starts.map((block) => ({ block, ranges }));
  }

  /** By width: constants that comparisons mention, and their neighbours. */
  #collectThresholds(): Map<number, readonly bigint[]> {
    const { terms, blocks } = this.#system;
    const byWidth = new Map<number, Set<bigint>>();
    for (const block of blocks) {
      const evaluator = this.#evaluator(block);
      for (const t of evaluator.order) {
        const op = terms.op(t);
        if (op !== Op.ULT && op !== Op.SLT && op !== Op.EQ) continue;
        for (let i = 0; i < 2; i += 1) {
          const arg = terms.arg(t, i);
          if (!terms.isBv(arg)) continue;
          const width = terms.width(arg);
          let set = byWidth.get(width);
          if (set === undefined) byWidth.set(width, (set = new Set()));
          if (set.size >= MAX_THRESHOLDS) continue;
          const value = terms.constValue(arg);
          for (const v of [value - 1n, value, value + 1n]) set.add(BigInt.asUintN(width, v));
        }
      }
    }
    return new Map([...byWidth].map(([width, set]) => [width, [...set]]));
  }
}

function allWithin(a: Ranges, b: Ranges): boolean {
  return a.every((r, v) => r === null || within(r, b[v]!));
}

/** The same array if nothing is gained. */
function meetAll(a: Ranges, b: Ranges): Ranges {
  const met = a.map((r, v) => (r === null || within(r, b[v]!) ? r : (meet(r, b[v]!) ?? r)));
  return met.every((r, v) => r === a[v]) ? a : met;
}

/** The range as a formula over `t` (a Boolean or a bit-vector); true if it says nothing. */
export function rangeFormula(system: TransitionSystem, t: Term, r: Range): Term {
  const { terms } = system;
  if (isFull(r)) return terms.true;
  if (terms.sort(t).kind === 'bool') return r.low === 1n ? t : terms.not(t);
  const { width } = r;
  const all = full(width);
  const constant = (value: bigint): Term => terms.bv(width, BigInt.asUintN(width, value));
  if (r.low === r.high) return terms.eq(t, constant(r.low));
  const parts: Term[] = [];
  if (r.low > all.low) parts.push(terms.ule(constant(r.low), t));
  if (r.high < all.high) parts.push(terms.ule(t, constant(r.high)));
  // Signed bounds only where the unsigned ones do not imply them.
  const implied = r.high < 1n << BigInt(width - 1) || r.low >= 1n << BigInt(width - 1);
  if (!implied || BigInt.asIntN(width, r.low) < r.signedLow || BigInt.asIntN(width, r.high) > r.signedHigh) {
    if (r.signedLow > all.signedLow) parts.push(terms.sle(constant(r.signedLow), t));
    if (r.signedHigh < all.signedHigh) parts.push(terms.sle(t, constant(r.signedHigh)));
  }
  return terms.andAll(parts);
}

/** Bits that hold all values of the range as unsigned numbers, and as signed ones; at least 1. */
export function bitsOf(r: Range): { readonly unsigned: number; readonly signed: number } {
  const bits = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);
  const signed = (value: bigint): number => bits(value < 0n ? -value - 1n : value) + 1;
  return { unsigned: Math.max(1, bits(r.high)), signed: Math.max(signed(r.signedLow), signed(r.signedHigh)) };
}
