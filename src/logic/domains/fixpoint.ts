import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import { postorder } from '../terms/traverse.ts';
import type { Domain } from './domain.ts';
import { Positions, TermEvaluator } from './evaluate.ts';
import type { Flow, FlowCase, FlowNode } from './flow.ts';
import type { Range, Stops } from './range.ts';
import { stopsOf } from './range.ts';
import { rangeWidth } from './range-transfer.ts';
import { assume, type Known, learn } from './refine.ts';

/** Values of the observed terms at a node; null for sorts without. */
export type Values<V> = readonly (V | null)[];

/**
 * Changes of a value before it is widened, unless the options give another number. The other two count
 * further changes: before a moving bound skips the thresholds, and before the value becomes full.
 */
const PATIENCE = 3;
const GIVE_UP_AFTER = 9;
const FULL_AFTER = 21;
const NO_STOPS: Stops = { bounds: [], constants: new Set() };
/** Rounds of narrowing after widening. */
const NARROWING = 2;
/** If a case has more terms times ways than this, its ways share one evaluation. */
const MAX_EDGE_WORK = 400_000;
/**
 * Limit of evaluated terms: this multiple of the flow's terms, and at least LEAST_EFFORT. At the limit
 * every value becomes full; from half of it on, moving bounds are dropped.
 */
const EFFORT = 200;
const LEAST_EFFORT = 20_000_000;
/** Steps with more values than this at the ends of their ways are not cached. */
const MAX_KEPT = 4_000_000;
/** Most terms of evaluators that are kept for further use. */
const MAX_EVALUATED = 4_000_000;

/** Limits of a {@link Fixpoint}. */
export interface FixpointOptions {
  /** Polled between steps; true ends the analysis, with full values. */
  readonly stopped?: () => boolean;
  /** Limit of evaluated terms, at which every value becomes full; absent: in proportion to the flow. */
  readonly effort?: number;
  /** Changes of a value at a node before it is widened. */
  readonly patience?: number;
}

/**
 * Dataflow analysis by iteration (Kildall, POPL 1973; Cousot, Cousot, POPL 1977). It computes for each
 * node (null if no run reaches it) values of the observed terms that hold whenever the control is
 * there. It widens with thresholds from the comparisons of the program, and then narrows. A narrowed
 * result counts only if it is closed under steps.
 */
export function fixpoint<V extends Range>(
  domain: Domain<V>,
  flow: Flow,
  options: FixpointOptions = {},
): readonly (Values<V> | null)[] {
  return new Fixpoint(domain, flow, options).values;
}

/** A step that the values do not exclude. `value`: values of the step's terms, under its conditions. */
export interface PossibleStep<V> {
  readonly from: number;
  readonly to: number;
  readonly step: FlowCase;
  /** Conditions that all hold. */
  readonly conditions: readonly Term[];
  readonly next: readonly Term[];
  readonly value: (t: Term) => V | null;
}

/** The analysis {@link fixpoint}, for callers that also need the steps. */
export class Fixpoint<V extends Range> {
  readonly values: readonly (Values<V> | null)[];
  readonly #domain: Domain<V>;
  readonly #flow: Flow;
  readonly #stopped: () => boolean;
  readonly #evaluators = new Map<FlowCase, TermEvaluator<V>>();
  readonly #stops: ReadonlyMap<number, Stops>;
  readonly #index: ReadonlyMap<Term, number>;
  /** Indices of observed terms that are not variables. */
  readonly #derived: readonly number[];
  /** Indices of derived terms that are choices. */
  readonly #choices: readonly number[];
  /** The latest step of each node: narrowing changes few of them. */
  readonly #last: ({ readonly here: Values<V>; readonly there: readonly [number, Values<V>][] } | null)[];
  readonly #positions = new Positions();
  /** Widths of the observed terms in bits. */
  readonly #widths: readonly number[];
  readonly #effort: number;
  readonly #patience: number;
  #spent = 0;
  /** Number of terms of the evaluators that are kept. */
  #kept = 0;

  constructor(domain: Domain<V>, flow: Flow, { stopped, effort, patience }: FixpointOptions) {
    const { terms, observed, nodes } = flow;
    this.#domain = domain;
    this.#flow = flow;
    this.#stopped = stopped ?? (() => false);
    this.#index = new Map(observed.map((t, i) => [t, i]));
    this.#derived = observed.flatMap((t, i) => (terms.arity(t) > 0 && rangeWidth(terms, t) > 0 ? [i] : []));
    this.#choices = this.#derived.filter((i) => terms.op(observed[i]) === Op.ITE);
    this.#widths = observed.map((t) => rangeWidth(terms, t));
    this.#patience = patience ?? PATIENCE;
    this.#last = nodes.map(() => null);
    const orders = flow.vocabulary.map((roots) => postorder(terms, roots));
    const size = orders.reduce((sum, order) => sum + order.length, 0);
    this.#stops = stopsOf(terms, orders);
    this.#effort = effort ?? Math.max(LEAST_EFFORT, EFFORT * size);
    this.values = this.#run();
  }

  /** Calls `look` for each possible step; it must use `value` before it returns. */
  forEachStep(look: (step: PossibleStep<V>) => void): void {
    this.values.forEach((here, from) => {
      if (here === null) return;
      const node = this.#flow.nodes[from];
      for (const step of node.cases) {
        if (this.#stopped()) return;
        this.#under(node, step, here, (evaluator, general) => {
          for (const { to, condition, known } of this.#ways(step, evaluator, general)) {
            const conditions = [...node.facts, ...step.conditions, condition];
            evaluator.assuming(known, () =>
              look({ from, to, step, conditions, next: step.next, value: evaluator.value }),
            );
          }
        });
      }
    });
  }

  #run(): readonly (Values<V> | null)[] {
    const { nodes } = this.#flow;
    const values: (Values<V> | null)[] = nodes.map(() => null);
    const changes = nodes.map(() => new Uint16Array(0));
    // The first waiting node in the order of the flow is next, so that a loop is stable before what lies behind it.
    const waiting = nodes.map(() => false);
    let next = 0;
    const enter = (id: number, incoming: Values<V>): void => {
      const before = values[id];
      if (before === null) changes[id] = new Uint16Array(incoming.length);
      const after = before === null ? incoming : this.#joined(before, incoming, waiting[id] ? null : changes[id]);
      if (after === before) return;
      values[id] = after;
      waiting[id] = true;
      next = Math.min(next, id);
    };
    for (const [id, incoming] of this.#initial()) enter(id, incoming);
    while (next < nodes.length) {
      const id = next++;
      if (!waiting[id]) continue;
      waiting[id] = false;
      if (this.#spent > this.#effort || this.#stopped()) return nodes.map(() => this.#anything());
      const here = values[id];
      if (here !== null) for (const [to, incoming] of this.#step(id, here)) enter(to, incoming);
    }
    return this.#narrowed(values);
  }

  /**
   * The join of the values, widened after some changes; `before` itself if it contains `incoming`.
   * `changes`: number of changes of each value so far; null for a node that is waiting, whose value was not used yet.
   */
  #joined(before: Values<V>, incoming: Values<V>, changes: Uint16Array | null): Values<V> {
    const domain = this.#domain;
    let changed = false;
    const after = before.map((v, i) => {
      const other = incoming[i];
      if (v === null || other === null || domain.within(other, v)) return v;
      changed = true;
      const joined = domain.join(v, other);
      if (changes === null) return joined;
      changes[i] += 1;
      const impatient = changes[i] - this.#patience;
      if (impatient <= 0) return joined;
      if (impatient > FULL_AFTER || this.#spent >= this.#effort / 2) return domain.full(v.width);
      const stops = this.#stops.get(v.width) ?? NO_STOPS;
      return domain.widen(v, joined, impatient <= GIVE_UP_AFTER ? stops : { ...stops, bounds: [] });
    });
    return changed ? after : before;
  }

  /** Computes the values again from those of the predecessors, without widening. */
  #narrowed(values: readonly (Values<V> | null)[]): readonly (Values<V> | null)[] {
    let best = values;
    let image = this.#image(best);
    for (let round = 0; round < NARROWING && this.#spent <= this.#effort && !this.#stopped(); round++) {
      const next = image;
      const candidate = best.map((v, id) => {
        const after = next[id];
        return v === null || after === null ? null : this.#meetAll(v, after);
      });
      if (candidate.every((v, id) => v === best[id])) break;
      // Closedness is checked because contexts make the step function not quite monotone.
      image = this.#image(candidate);
      const closed = image.every((v, id) => {
        const limit = candidate[id];
        return v === null || (limit !== null && this.#allWithin(v, limit));
      });
      if (!closed) break;
      best = candidate;
    }
    return best;
  }

  /** Initial values joined with those after one step. */
  #image(values: readonly (Values<V> | null)[]): (Values<V> | null)[] {
    const image: (Values<V> | null)[] = values.map(() => null);
    const enter = (id: number, incoming: Values<V>): void => {
      const before = image[id];
      image[id] = before === null ? incoming : before.map((v, i) => this.#join(v, incoming[i]));
    };
    for (const [id, incoming] of this.#initial()) enter(id, incoming);
    values.forEach((here, id) => {
      if (here !== null) for (const [to, incoming] of this.#step(id, here)) enter(to, incoming);
    });
    return image;
  }

  #join(a: V | null, b: V | null): V | null {
    return a === null || b === null ? null : this.#domain.join(a, b);
  }

  #anything(): Values<V> {
    return this.#widths.map((width) => (width === 0 ? null : this.#domain.full(width)));
  }

  /** Values at the ends of the ways from a node. */
  #step(id: number, here: Values<V>): readonly [number, Values<V>][] {
    const last = this.#last[id];
    if (last?.here === here) return last.there;
    const node = this.#flow.nodes[id];
    const there: [number, Values<V>][] = [];
    for (const step of node.cases) for (const end of this.#follow(node, step, here)) there.push(end);
    const kept = there.length * here.length * this.#flow.nodes.length <= MAX_KEPT;
    this.#last[id] = kept ? { here, there } : null;
    return there;
  }

  #follow(node: FlowNode, step: FlowCase, here: Values<V>): [number, Values<V>][] {
    return this.#under(node, step, here, (evaluator, general) => this.#ends(step, evaluator, general)) ?? [];
  }

  /**
   * The result of `look` under the node's values and the conditions of the step; null if these are
   * inconsistent.
   */
  #under<T>(
    node: FlowNode,
    step: FlowCase,
    here: Values<V>,
    look: (evaluator: TermEvaluator<V>, general: Known<V>) => T,
  ): T | null {
    const flow = this.#flow;
    const { terms } = flow;
    const domain = this.#domain;
    const evaluator = this.#evaluator(node, step);
    const before = evaluator.work;
    evaluator.update((variable) => {
      const index = this.#index.get(variable);
      if (index === undefined) return null;
      const fixed = node.fixed.get(index);
      return fixed === undefined ? here[index] : domain.exactly(this.#widths[index], fixed);
    });
    const general: Known<V> = new Map();
    for (const i of this.#derived) {
      const v = here[i];
      if (v !== null) general.set(this.#flow.observed[i], v);
    }
    const known = [...node.facts, ...step.conditions];
    let result: T | null = null;
    const isPossible =
      known.every((t) => assume(domain, terms, t, true, general, evaluator.value)) &&
      // The conditions may say which branch of a choice has its value.
      this.#choices.every((i) => learn(domain, terms, flow.observed[i], here[i], general, evaluator.value));
    if (isPossible) {
      result = evaluator.assuming(general, () => {
        // The conditions are evaluated again, now that their consequences for subterms are known.
        if (evaluator.contradicted || step.conditions.some((t) => evaluator.value(t)?.high === 0n)) return null;
        return look(evaluator, general);
      });
    }
    this.#spent += evaluator.work - before;
    return result;
  }

  #ways(
    step: FlowCase,
    evaluator: TermEvaluator<V>,
    general: Known<V>,
  ): { readonly to: number; readonly condition: Term; readonly known: Known<V> }[] {
    this.#spent += step.ways.length;
    return step.ways.flatMap(({ to, condition }) => {
      const known: Known<V> = new Map(general);
      return assume(this.#domain, this.#flow.terms, condition, true, known, evaluator.value)
        ? [{ to, condition, known }]
        : [];
    });
  }

  #ends(step: FlowCase, evaluator: TermEvaluator<V>, general: Known<V>): [number, Values<V>][] {
    const { nodes } = this.#flow;
    const domain = this.#domain;
    const ways = this.#ways(step, evaluator, general);
    const next = (): (V | null)[] =>
      step.next.map((t, i) => (this.#widths[i] === 0 ? null : (evaluator.value(t) ?? domain.full(this.#widths[i]))));
    const together = ways.length * evaluator.size > MAX_EDGE_WORK ? next() : null;
    return ways.map(({ to, known }): [number, Values<V>] => {
      const after = together === null ? evaluator.assuming(known, next) : [...together];
      for (const [index, fixed] of nodes[to].fixed) after[index] = domain.exactly(this.#widths[index], fixed);
      return [to, after];
    });
  }

  #evaluator(node: FlowNode, step: FlowCase): TermEvaluator<V> {
    let evaluator = this.#evaluators.get(step);
    if (evaluator === undefined) {
      const roots = [...node.facts, ...step.conditions, ...step.ways.map((way) => way.condition), ...step.next];
      evaluator = new TermEvaluator(this.#domain, this.#flow.terms, roots, this.#positions);
      this.#kept += evaluator.size;
      if (this.#kept > MAX_EVALUATED) {
        this.#evaluators.clear();
        this.#kept = evaluator.size;
      }
      this.#evaluators.set(step, evaluator);
    }
    return evaluator;
  }

  #initial(): [number, Values<V>][] {
    const { terms, starts, nodes } = this.#flow;
    const domain = this.#domain;
    return starts.flatMap(({ node, condition, values }): [number, Values<V>][] => {
      const evaluator = new TermEvaluator(domain, terms, [condition, ...values]);
      const known: Known<V> = new Map();
      evaluator.update(() => null);
      if (!assume(domain, terms, condition, true, known, evaluator.value)) return [];
      const first = evaluator.assuming(known, () =>
        values.map((t, i) => (this.#widths[i] === 0 ? null : (evaluator.value(t) ?? domain.full(this.#widths[i])))),
      );
      for (const [index, fixed] of nodes[node].fixed) {
        const v = first[index];
        if (v !== null && (fixed < v.low || fixed > v.high)) return [];
        first[index] = domain.exactly(this.#widths[index], fixed);
      }
      return [[node, first]];
    });
  }

  #allWithin(a: Values<V>, b: Values<V>): boolean {
    return a.every((v, i) => {
      const limit = b[i];
      return v === null || limit === null || this.#domain.within(v, limit);
    });
  }

  /** The meet; the same array if it is not smaller. */
  #meetAll(a: Values<V>, b: Values<V>): Values<V> {
    const met = a.map((v, i) => {
      const other = b[i];
      return v === null || other === null || this.#domain.within(v, other) ? v : (this.#domain.meet(v, other) ?? v);
    });
    return met.every((v, i) => v === a[i]) ? a : met;
  }
}
