import { stronglyConnected } from '../../base/graph.ts';
import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { isReadSigned, type TransitionSystem } from '../transys/system.ts';
import { comparison } from './counters.ts';
import { equationTerm } from './equalities.ts';
import type { Fact } from './facts.ts';
import { both, joined, magnitude, projected, relations, type Said, type Sum, sum } from './inequalities.ts';
import { type LinearForm, linearForm, type ValueOf } from './linear.ts';
import type { PlacedFlow } from './places.ts';
import { type RelatedTerms, relatedAfter } from './related-terms.ts';
import { forEachRelatedStep, type RelatedStep } from './steps.ts';

/** Most related terms and steps, and most different moves of one loop. */
const MOST_TERMS = 16;
const MOST_STEPS = 200;
const MOST_MOVES = 6;
/** Most inequalities of one place that become candidates, and their largest coefficient. */
const MOST_SAID = 24;
const MOST_TIMES = 8n;
/** Bounds of sums of more than two terms that are further away come from types and ranges, and are slow to check. */
const FAR = 1000n;

/** Width in bits to which C extends smaller numbers. */
const INT_WIDTH = 32;

/**
 * Linear relations that hold at the heads of loops, as candidates for invariants. The facts where a loop is
 * entered are said of the variables after any number of turns, and that number is eliminated (Gonnord,
 * Halbwachs: Combining Widening and Acceleration in Linear Relation Analysis, SAS 2006). A loop with
 * `j++, k--` that is entered where `j = 0` and `k >= n` keeps `k + j >= n`. Variables that are dead behind a
 * loop are eliminated from the facts at its exit. Sums count as integers: a step that wraps around breaks
 * the candidates.
 */
export function carriedInequalities(
  system: TransitionSystem,
  flow: PlacedFlow,
  solution: Fixpoint<Value>,
  related: RelatedTerms,
): readonly Fact[] {
  const { terms, stateVars } = system;
  const found = system.blocks.map(() => new Set<Term>());
  const done = new Set<Term>();
  const signed = new Set(stateVars.flatMap((v) => (isReadSigned(v) ? [v.term] : [])));
  const carrying: Carrying[] = [];
  for (const [width, groups] of [...related].sort(([a], [b]) => b - a))
    for (const group of groups) {
      const inner = new Set(group.map((t) => unextended(terms, t)));
      // Terms that are extended to a greater width were related there.
      if (group.length > MOST_TERMS || [...inner].every((t) => done.has(t))) continue;
      const extended = [...inner].map((t) => (signed.has(t) ? terms.sext(t, width) : terms.zext(t, width)));
      for (const t of inner) done.add(t);
      carrying.push(new Carrying(system, flow, extended));
    }
  if (carrying.length > 0)
    forEachRelatedStep(terms, solution, (step) => {
      for (const of of carrying) of.add(step);
    });
  for (const { block, formula } of carrying.flatMap((of) => of.facts()))
    if (found[block].size < MOST_SAID) found[block].add(formula);
  return found.flatMap((said, block) => [...said].map((formula): Fact => ({ block, formula })));
}

function unextended(terms: TermStore, t: Term): Term {
  return terms.op(t) === Op.ZEXT || terms.op(t) === Op.SEXT ? terms.arg(t, 0) : t;
}

/** The least and the most that a step adds to a term; null: it does something else. */
type Move = readonly [least: bigint, most: bigint] | null;

interface CarryingStep {
  readonly from: number;
  readonly to: number;
  /** The terms before the step are columns 0 to n - 1, and those behind it n to 2n - 1. */
  readonly said: Said;
  readonly moves: readonly Move[];
}

const NOTHING: Said = { zero: [], least: [] };

class Carrying {
  readonly #steps: CarryingStep[] = [];
  /** How often each term is compared as a signed number, less how often as one without sign. */
  readonly #votes: number[];
  readonly #known: (Said | null)[];

  constructor(
    private readonly system: TransitionSystem,
    private readonly flow: PlacedFlow,
    private readonly group: readonly Term[],
  ) {
    this.#votes = group.map(() => 0);
    this.#known = flow.places.map(() => null);
  }

  add(step: RelatedStep): void {
    if (this.#steps.length <= MOST_STEPS) this.#steps.push(this.#step(step));
  }

  facts(): readonly Fact[] {
    const { terms } = this.system;
    if (this.#steps.length > MOST_STEPS) return [];
    for (const { node } of this.flow.starts) this.#known[node] = NOTHING;
    this.#carry([...this.flow.places.keys()]);
    return this.flow.places.flatMap(({ block, at }, id) => {
      const known = this.#known[id];
      const said = known === null ? [] : this.#formulas(this.#related(known));
      return said.map((formula) => ({ block, formula: terms.implies(at, formula) }));
    });
  }

  /**
   * The facts about several terms, and those about a term that some step counts up or down. Others stay as they
   * were where they began to hold.
   */
  #related({ zero, least }: Said): Said {
    const counted = new Set(
      this.#steps.flatMap(({ moves }) => moves.flatMap((move, i) => (move?.some((by) => by !== 0n) ? [i] : []))),
    );
    const isKept = ({ parts }: Sum): boolean =>
      parts.size > 1 || [...parts.keys()].some((column) => counted.has(column));
    return { zero: zero.filter(isKept), least: least.filter(isKept) };
  }

  /** Finds the facts at the places, in the order of steps, and then those in loops within loops. */
  #carry(places: readonly number[]): void {
    const number = new Map(places.map((id, i) => [id, i]));
    const next: number[][] = places.map(() => []);
    for (const { from, to } of this.#steps) {
      const [i, j] = [number.get(from), number.get(to)];
      if (i !== undefined && j !== undefined) next[i].push(j);
    }
    const component = stronglyConnected(next);
    const loops: Set<number>[] = Array.from({ length: Math.max(...component) + 1 }, () => new Set());
    for (const [i, id] of places.entries()) loops[component[i]].add(id);
    for (const loop of loops.reverse()) this.#enter(loop);
  }

  #enter(loop: ReadonlySet<number>): void {
    const entries = this.#steps.filter(({ from, to }) => loop.has(to) && !loop.has(from));
    const turns = this.#steps.filter(({ from, to }) => loop.has(to) && loop.has(from));
    const before = entries.flatMap((step) => {
      const known = this.#known[step.from];
      return known === null ? [] : [this.#behind(known, step)];
    });
    if (before.length === 0) return;
    const entry = before.reduce(joined);
    const here = turns.length === 0 ? entry : this.#guarded(entry, this.#afterTurns(entry, turns), turns);
    for (const id of loop) {
      const known = this.#known[id];
      this.#known[id] = known === null ? here : both(known, here);
    }
    const heads = new Set(entries.map(({ to }) => to));
    if (turns.length > 0 && heads.size < loop.size) this.#carry([...loop].filter((id) => !heads.has(id)));
  }

  /** The facts after turns, and those that hold both at the entry and behind each turn. */
  #guarded(entry: Said, after: Said, turns: readonly CarryingStep[]): Said {
    return both(after, turns.map((turn) => this.#behind(after, turn)).reduce(joined, entry));
  }

  /** The facts behind a step. */
  #behind(known: Said, { said }: CarryingStep): Said {
    const { length } = this.group;
    const behind = projected(both(known, said), (column) => column >= length && column < 2 * length);
    return renamed(behind, (column) => column - length);
  }

  /** The facts after any number of turns of each kind, each of which adds its moves. */
  #afterTurns(entry: Said, turns: readonly CarryingStep[]): Said {
    const { length } = this.group;
    const moved = new Map(turns.map((turn) => [turn.moves.map((move) => move?.join(' to ')).join(), turn.moves]));
    const kinds = moved.size > MOST_MOVES ? [] : [...moved.values()];
    const before = renamed(entry, (column) => column + length);
    const zero = [...before.zero];
    const least = [...before.least];
    let columns = 2 * length;
    const counts = kinds.map(() => columns++);
    for (const count of counts) least.push(sum([[count, 1n]]));
    for (let i = 0; i < length; i++) {
      const isMoved = turns.some(({ moves }) => moves[i] === null || moves[i]?.some((by) => by !== 0n));
      if (turns.some(({ moves }) => moves[i] === null) || (isMoved && kinds.length === 0)) continue;
      const parts: [number, bigint][] = [
        [i, 1n],
        [length + i, -1n],
      ];
      for (const [k, moves] of kinds.entries()) {
        const [low, high] = moves[i] ?? [0n, 0n];
        if (low === high) parts.push([counts[k], -low]);
        else {
          const by = columns++;
          parts.push([by, -1n]);
          least.push(
            sum([
              [by, 1n],
              [counts[k], -low],
            ]),
            sum([
              [by, -1n],
              [counts[k], high],
            ]),
          );
        }
      }
      zero.push(sum(parts));
    }
    return projected({ zero, least }, (column) => column < length);
  }

  #step({ from, to, literals, next, value }: RelatedStep): CarryingStep {
    const { terms } = this.system;
    const { length } = this.group;
    const width = terms.width(this.group[0]);
    const columns = new Map(this.group.map((t, i) => [unextended(terms, t), i]));
    const named = [...this.group];
    const column = (t: Term): number => {
      const inner = unextended(terms, t);
      let known = columns.get(inner);
      if (known === undefined) {
        columns.set(inner, (known = length + columns.size));
        named.push(t);
      }
      return known;
    };
    const sumOf = ({ width, parts, constant }: LinearForm, signed: boolean): Sum =>
      sum(
        [...parts].map(([t, c]) => [column(t), BigInt.asIntN(width, c)] as const),
        signed || parts.size > 0 ? BigInt.asIntN(width, constant) : constant,
      );
    const zero: Sum[] = [];
    const least: Sum[] = [];
    for (const literal of literals) {
      const isTrue = terms.op(literal) !== Op.NOT;
      const compared = comparison(terms, isTrue ? literal : terms.arg(literal, 0));
      if (compared === null) continue;
      const signed = compared.op !== Op.ULT;
      const [x, y] = [compared.x, compared.y].map((t) => {
        const wide = Math.max(width, terms.width(t));
        const extended = compared.op === Op.SLT ? terms.sext(t, wide) : terms.zext(t, wide);
        return sumOf(linearForm(terms, extended, value), signed);
      });
      const above = minus(y, x, 0n);
      for (const c of above.parts.keys()) if (c < length && compared.op !== Op.EQ) this.#votes[c] += signed ? 1 : -1;
      if (compared.op !== Op.EQ) least.push(isTrue ? minus(y, x, -1n) : minus(x, y, 0n));
      else if (isTrue) zero.push(above);
    }
    const after = relatedAfter(this.system, this.group, next, value);
    const moves = after.map((form, i) => moveOf(width, form, this.group[i], value));
    for (const [i, form] of after.entries()) zero.push(minus(sumOf(form, true), sum([[length + i, 1n]]), 0n));
    for (const t of named) least.push(...bounds(value(t), column(t)));
    return { from, to, said: { zero, least }, moves };
  }

  /** The candidates that say what is known. */
  #formulas(known: Said): readonly Term[] {
    const { terms } = this.system;
    const equations = known.zero.flatMap(({ parts, constant }) => {
      const coefficients = this.group.map((_, i) => parts.get(i) ?? 0n);
      return equationTerm(terms, this.group, coefficients, -constant) ?? [];
    });
    return [...equations, ...relations(known).flatMap((e) => this.#inequality(e) ?? [])];
  }

  /** The term at a width: a narrower one is extended as in the group. */
  #extended(i: number, width: number, isSigned: boolean): Term {
    const { terms } = this.system;
    const inner = unextended(terms, this.group[i]);
    const bySign = inner === this.group[i] ? isSigned : terms.op(this.group[i]) === Op.SEXT;
    return bySign ? terms.sext(inner, width) : terms.zext(inner, width);
  }

  /**
   * The inequality as a term. Sums of single terms have the terms' width: they stay as they are where each
   * turn adds as much as it subtracts. Multiples and terms that C extends get room.
   */
  #inequality({ parts, constant }: Sum): Term | null {
    const { terms } = this.system;
    const all = [...parts];
    if (all.some(([, c]) => magnitude(c) > MOST_TIMES) || (all.length > 2 && magnitude(constant) > FAR)) return null;
    const votes = all.reduce((count, [i]) => count + this.#votes[i], 0);
    const isSigned = (i: number): boolean => (this.#votes[i] === 0 ? votes : this.#votes[i]) >= 0;
    const size = all.reduce((most, [, c]) => most + magnitude(c), magnitude(constant));
    const own = terms.width(this.group[0]);
    const isPlain = own >= INT_WIDTH && all.every(([, c]) => magnitude(c) === 1n);
    const width = isPlain ? own : own + size.toString(2).length + 1;
    const side = (sign: bigint): Term =>
      all.reduce(
        (before, [i, c]) =>
          c * sign < 0n
            ? before
            : terms.add(before, terms.mul(terms.bv(width, c * sign), this.#extended(i, width, isSigned(i)))),
        terms.bv(width, constant * sign > 0n ? constant * sign : 0n),
      );
    const isUnsigned = isPlain && all.every(([i]) => !isSigned(i));
    return isUnsigned ? terms.ule(side(-1n), side(1n)) : terms.sle(side(-1n), side(1n));
  }
}

function moveOf(width: number, { parts, constant }: LinearForm, term: Term, value: ValueOf): Move {
  if (parts.get(term) !== 1n) return null;
  let low = BigInt.asIntN(width, constant);
  let high = low;
  for (const [t, factor] of parts) {
    if (t === term) continue;
    const v = value(t);
    if (v === null || v.signedLow < 0n) return null;
    const times = BigInt.asIntN(width, factor);
    low += times * (times > 0n ? v.low : v.high);
    high += times * (times > 0n ? v.high : v.low);
  }
  return [low, high];
}

/** The bounds of a column that its type does not imply, in the narrower of the two readings. */
function bounds(v: Value | null, column: number): Sum[] {
  if (v === null) return [];
  const all = (1n << BigInt(v.width)) - 1n;
  const isSigned = v.signedHigh - v.signedLow < v.high - v.low;
  const [low, high] = isSigned ? [v.signedLow, v.signedHigh] : [v.low, v.high];
  if (high - low === all) return [];
  return [sum([[column, 1n]], -low), sum([[column, -1n]], high)];
}

/** The sum a - b + c. */
function minus(a: Sum, b: Sum, c: bigint): Sum {
  const parts = new Map(a.parts);
  for (const [i, x] of b.parts) parts.set(i, (parts.get(i) ?? 0n) - x);
  return sum(parts, a.constant - b.constant + c);
}

function renamed({ zero, least }: Said, name: (column: number) => number): Said {
  const of = (e: Sum): Sum =>
    sum(
      [...e.parts].map(([c, x]) => [name(c), x] as const),
      e.constant,
    );
  return { zero: zero.map(of), least: least.map(of) };
}
