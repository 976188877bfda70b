import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { FlowCase } from '../../logic/domains/flow.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { type Counter, comparison, counterGroups } from './counters.ts';
import type { Fact, Relations } from './facts.ts';
import { integerForm } from './integers.ts';
import type { ValueOf } from './linear.ts';
import { moves } from './moves.ts';
import type { PlacedFlow } from './places.ts';
import { type Decision, forEachRelatedStep, openComparisons, type RelatedStep } from './steps.ts';
import { type Bound, UNBOUNDED, upperBound, Zone } from './zone.ts';

/** Most terms besides the chosen ones that take part in one step. */
const MAX_OTHERS = 16;
/** Largest distance of a term from one that it is a sum of. */
const MAX_OFFSET = 2 ** 50;
/** Most joins, and joins into a place before it is widened. */
const MAX_JOINS = 5_000;
const WIDEN_AFTER = 4;
/**
 * An improved bound on differences is reported if the trivial one is below this, or more than twice as
 * large.
 */
const NEAR = 16;

/**
 * Bounds on the differences of state variables that hold at each place. They are zones over groups of
 * variables that the program compares with or assigns to each other, as unsigned or signed numbers of
 * any width. They are inductive together with the values. Bounds on compared variables with which a place is
 * first entered are candidates where the zones lose them. A step in which a vector grows, for example, has more
 * cases than are told apart.
 */
export function differences(
  system: TransitionSystem,
  flow: PlacedFlow,
  solution: Fixpoint<Value>,
  stopped: () => boolean,
): Relations & { readonly candidates: readonly Fact[] } {
  const facts: Fact[] = [];
  const candidates: Fact[] = [];
  const decisions: Decision[] = [];
  const analyses = counterGroups(system, flow, solution).map(
    (group) => new Zones(system, flow, solution, group, stopped),
  );
  if (analyses.length > 0)
    forEachRelatedStep(system.terms, solution, (step) => {
      for (const analysis of analyses) analysis.add(step);
    });
  for (const analysis of analyses) {
    if (stopped()) break;
    const zones = analysis.solve();
    if (zones === null) continue;
    flow.places.forEach(({ block, at }, id) => {
      const zone = zones[id];
      if (zone === null) return;
      for (const formula of analysis.formulas(id, zone))
        facts.push({ block, formula: system.terms.implies(at, formula) });
      for (const formula of analysis.lost(id, zone))
        candidates.push({ block, formula: system.terms.implies(at, formula) });
    });
    decisions.push(...analysis.decisions(zones));
  }
  return { facts, decisions, candidates };
}

/**
 * A step on numbered terms: 1 .. n are the group's variables, and higher numbers are terms of this
 * step only.
 */
interface ZoneStep {
  readonly to: number;
  readonly size: number;
  readonly guards: readonly Bound[];
  /** Bounds with x_i - x_j ≠ c. */
  readonly unequal: readonly Bound[];
  /** The source of each variable's next value (x_0 first); null if the value has another form. */
  readonly sources: readonly (Source | null)[];
  /** Bounds on the variables after the step, from the values. */
  readonly after: readonly Bound[];
  readonly step: FlowCase | null;
  /**
   * Comparisons that the values leave open. The atom is equivalent to the bound; an `equation` is
   * equivalent to the bound and its converse together.
   */
  readonly open: readonly { readonly atom: Term; readonly equation: boolean; readonly bound: Bound }[];
}

/** A numbered term, and what is added to it: between two numbers. */
interface Source {
  readonly from: number;
  readonly least: number;
  readonly most: number;
}

class Zones {
  readonly #system: TransitionSystem;
  readonly #flow: PlacedFlow;
  readonly #solution: Fixpoint<Value>;
  readonly #group: readonly Counter[];
  readonly #stopped: () => boolean;
  readonly #steps: ZoneStep[][];
  /** The zone in which each place is first entered from another one. */
  readonly #entered: (Zone | null)[];

  constructor(
    system: TransitionSystem,
    flow: PlacedFlow,
    solution: Fixpoint<Value>,
    group: readonly Counter[],
    stopped: () => boolean,
  ) {
    this.#system = system;
    this.#flow = flow;
    this.#solution = solution;
    this.#group = group;
    this.#stopped = stopped;
    this.#steps = flow.nodes.map(() => []);
    this.#entered = flow.nodes.map(() => null);
  }

  add(step: RelatedStep): void {
    this.#steps[step.from].push(this.#zoneStep(step));
  }

  /**
   * The zone of each place (null where no run goes); null for all if there are too many joins, or if
   * stopped.
   */
  solve(): readonly (Zone | null)[] | null {
    const size = this.#group.length + 1;
    const zones: (Zone | null)[] = this.#flow.nodes.map(() => null);
    const joins = this.#flow.nodes.map(() => 0);
    const waiting = new Set<number>();
    const enter = (id: number, zone: Zone): void => {
      const before = zones[id];
      const after = before === null ? zone : joins[id] < WIDEN_AFTER ? before.join(zone) : before.widen(zone);
      if (after === before) return;
      joins[id] += 1;
      zones[id] = after;
      waiting.add(id);
    };
    for (const { node, values } of this.#flow.starts) {
      const start = this.#related(node, null, values, [], () => null);
      const zone = this.#image(Zone.all(size), start);
      this.#entered[node] = zone;
      if (zone !== null) enter(node, zone);
    }
    let count = 0;
    for (const id of waiting) {
      waiting.delete(id);
      const here = zones[id];
      if (here === null) continue;
      for (const step of this.#steps[id]) {
        count += 1;
        if (count > MAX_JOINS || this.#stopped()) return null;
        const image = this.#image(here, step);
        if (image === null) continue;
        if (step.to !== id) this.#entered[step.to] ??= image;
        enter(step.to, image);
      }
    }
    return zones;
  }

  /** The comparisons that have one truth value whenever a step is taken. */
  decisions(zones: readonly (Zone | null)[]): Decision[] {
    const { terms } = this.#system;
    return this.#steps.flatMap((steps, from) =>
      steps.flatMap(({ step, ...related }) => {
        const here = zones[from];
        const during = here === null ? null : this.#during(here, related);
        if (step === null || during === null) return [];
        return related.open.flatMap(({ atom, equation, bound: [i, j, c] }): Decision[] => {
          const [most, least] = [during.at(i, j), during.at(j, i)];
          const below = most <= c;
          const above = least <= -c;
          const excluded = (most < c && equation) || least < -c;
          if (excluded) return [{ step, to: related.to, literal: terms.not(atom) }];
          return below && (above || !equation) ? [{ step, to: related.to, literal: atom }] : [];
        });
      }),
    );
  }

  /** The zone's bounds that the values at the place do not imply and that do not imply each other. */
  formulas(place: number, zone: Zone): Term[] {
    const values = this.#valuesAt(place);
    const closed = zone.closed(values);
    const plain = Zone.all(zone.size).closed(values);
    if (closed === null || plain === null) return [];
    const { size } = zone;
    const isConstant = (i: number): boolean => plain.at(i, 0) === -plain.at(0, i);
    const kept = new Set<number>();
    for (let i = 1; i < size; i++) {
      for (let j = 1; j < size; j++) {
        if (i === j || isConstant(i) || isConstant(j)) continue;
        const [c, trivial] = [closed.at(i, j), plain.at(i, j)];
        if (c < trivial && (trivial < NEAR || 2 * c < trivial)) kept.add(i * size + j);
      }
    }
    // Drops a bound that two others imply, as long as those are kept.
    for (const ij of [...kept]) {
      const [i, j] = [Math.floor(ij / size), ij % size];
      for (let k = 1; k < size; k++) {
        if (k === i || k === j || !kept.has(i * size + k) || !kept.has(k * size + j)) continue;
        if (closed.at(i, k) + closed.at(k, j) === closed.at(i, j)) {
          kept.delete(ij);
          break;
        }
      }
    }
    return [...kept].map((ij) => {
      const [i, j] = [Math.floor(ij / size), ij % size];
      return this.#formula(i, j, closed.at(i, j));
    });
  }

  /** The bounds on compared variables with which the place was entered, and which its zone has lost. */
  lost(place: number, zone: Zone): Term[] {
    const entered = this.#entered[place];
    if (entered === null) return [];
    const compared = this.#steps[place].flatMap(({ guards, unequal, open }) => [
      ...guards,
      ...unequal,
      ...open.map(({ bound }) => bound),
    ]);
    const pairs = new Map<string, readonly [number, number]>();
    for (const [i, j] of compared)
      if (i > 0 && j > 0 && i < zone.size && j < zone.size) pairs.set(`${i} ${j}`, [i, j]).set(`${j} ${i}`, [j, i]);
    const isLost = ([i, j]: readonly [number, number]): boolean => entered.at(i, j) < zone.at(i, j);
    return [...pairs.values()].filter(isLost).map(([i, j]) => this.#formula(i, j, entered.at(i, j)));
  }

  /** The formula x_i - x_j <= c. */
  #formula(i: number, j: number, c: number): Term {
    const { terms } = this.#system;
    const [x, y] = [this.#group[i - 1], this.#group[j - 1]];
    const width = Math.max(terms.width(x.term), terms.width(y.term));
    if ((c === 0 || c === -1) && x.signed === y.signed) {
      const [a, b] = [extended(terms, x, width), extended(terms, y, width)];
      if (x.signed) return c === 0 ? terms.sle(a, b) : terms.slt(a, b);
      return c === 0 ? terms.ule(a, b) : terms.ult(a, b);
    }
    // Wide enough for any such difference.
    const wide = width + 2;
    const sum = terms.add(extended(terms, y, wide), terms.bv(wide, BigInt.asUintN(wide, BigInt(c))));
    return terms.sle(extended(terms, x, wide), sum);
  }

  #valuesAt(place: number): Bound[] {
    const here = this.#solution.values[place];
    return here === null ? [] : this.#group.flatMap(({ index, signed }, i) => bounds(here[index], signed, i + 1));
  }

  #image(zone: Zone, step: ZoneStep): Zone | null {
    const { sources, after } = step;
    const closed = this.#during(zone, step);
    if (closed === null) return null;
    const moved: Bound[] = [];
    for (const [i, a] of sources.entries()) {
      if (a === null) continue;
      for (const [j, b] of sources.entries()) {
        if (i === j || b === null) continue;
        const c = closed.at(a.from, b.from);
        if (c !== UNBOUNDED) moved.push([i, j, upperBound(c + a.most - b.least)]);
      }
    }
    return Zone.all(sources.length).closed([...moved, ...after]);
  }

  /** Bounds on all terms when the step is taken; null if it cannot be taken. */
  #during(zone: Zone, { size, guards, unequal }: Pick<ZoneStep, 'size' | 'guards' | 'unequal'>): Zone | null {
    const wide = size === zone.size ? zone : zone.padded(size);
    let closed = wide.closed(guards);
    if (closed === null) return null;
    const apart: Bound[] = [];
    for (const [i, j, c] of unequal) {
      if (closed.at(i, j) === c) apart.push([i, j, c - 1]);
      if (closed.at(j, i) === -c) apart.push([j, i, -c - 1]);
    }
    if (apart.length > 0) closed = closed.closed(apart);
    return closed;
  }

  #zoneStep({ to, step, literals, next, value }: RelatedStep): ZoneStep {
    return this.#related(to, step, next, literals, value);
  }

  #related(
    to: number,
    step: FlowCase | null,
    next: readonly Term[],
    literals: readonly Term[],
    value: ValueOf,
  ): ZoneStep {
    const { terms } = this.#system;
    const numbers = new Map<string, number>();
    const guards: Bound[] = [];
    const unequal: Bound[] = [];
    const first = this.#group.length + 1;
    this.#group.forEach(({ term, signed }, i) => {
      const v = value(term);
      numbers.set(`${term} ${signed}`, i + 1);
      // Where both readings agree, either is correct.
      if (v !== null && v.signedLow >= 0n) numbers.set(`${term} ${!signed}`, i + 1);
      guards.push(...bounds(v, signed, i + 1));
    });
    let size = first;
    const numbered = (root: Term, asSigned: boolean): { from: number; offset: number } | null => {
      const { term, signed, offset: by } = integerForm(terms, root, asSigned, value);
      const offset = Number(by);
      if (Math.abs(offset) > MAX_OFFSET) return null;
      if (term === null) return { from: 0, offset };
      let from = numbers.get(`${term} ${signed}`);
      if (from === undefined) {
        if (size >= first + MAX_OTHERS) return null;
        from = size;
        size += 1;
        numbers.set(`${term} ${signed}`, from);
        guards.push(...bounds(value(term), signed, from));
      }
      return { from, offset };
    };
    for (const literal of literals) {
      const yes = terms.op(literal) !== Op.NOT;
      const compared = comparison(terms, yes ? literal : terms.arg(literal, 0));
      for (const signed of compared?.readings ?? []) {
        if (compared === null) continue;
        const [x, y] = [numbered(compared.x, signed), numbered(compared.y, signed)];
        if (x === null || y === null || x.from === y.from) continue;
        const c = y.offset - x.offset;
        if (compared.op !== Op.EQ) guards.push(yes ? [x.from, y.from, c - 1] : [y.from, x.from, -c]);
        else if (yes) guards.push([x.from, y.from, c], [y.from, x.from, -c]);
        else unequal.push([x.from, y.from, c]);
      }
    }
    const after: Bound[] = [];
    const sources = [
      { from: 0, least: 0, most: 0 },
      ...this.#group.map(({ term, index, signed }, i): Source | null => {
        after.push(...bounds(value(next[index]), signed, i + 1));
        const moved = moves(terms, term, next[index], signed, value);
        if (moved !== null && -moved.least <= MAX_OFFSET && moved.most <= MAX_OFFSET)
          return { from: i + 1, least: Number(moved.least), most: Number(moved.most) };
        const source = numbered(next[index], signed);
        return source && { from: source.from, least: source.offset, most: source.offset };
      }),
    ];
    const open = openComparisons(terms, { next, value }).flatMap((atom): ZoneStep['open'] => {
      const compared = comparison(terms, atom);
      return (compared?.readings ?? []).flatMap((signed): ZoneStep['open'] => {
        if (compared === null) return [];
        const [x, y] = [numbered(compared.x, signed), numbered(compared.y, signed)];
        if (x === null || y === null) return [];
        const c = y.offset - x.offset;
        const equation = compared.op === Op.EQ;
        return [{ atom, equation, bound: [x.from, y.from, equation ? c : c - 1] }];
      });
    });
    return { to, step, size, guards, unequal, sources, after, open };
  }
}

function bounds(v: Value | null, signed: boolean, i: number): Bound[] {
  if (v === null) return [];
  const [low, high] = signed ? [v.signedLow, v.signedHigh] : [v.low, v.high];
  return [
    [i, 0, upperBound(high)],
    [0, i, upperBound(-low)],
  ];
}

function extended(terms: TermStore, { term, signed }: Counter, width: number): Term {
  return signed ? terms.sext(term, width) : terms.zext(term, width);
}
