import type { Flow, FlowCase, FlowNode, FlowStart } from '../../logic/domains/flow.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { withEqualConjunctions } from '../../logic/terms/rebuild.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { possibleCutPoints } from '../transys/pcs.ts';
import type { Block, TransitionSystem } from '../transys/system.ts';
import { assumed, keeping, type StepCase, splitCases } from './cases.ts';
import { type Comparisons, classCondition, comparisonsWithConstants, decidedBy, type ValueClass } from './classes.ts';
import { Lazy } from './lazy.ts';
import type { Partition } from './partition.ts';

/** A set of states: at a block, possibly with some variables in certain classes of values. */
interface FlowPlace {
  readonly block: number;
  /** The condition of the place, over the state variables. */
  readonly at: Term;
}

/** A flow whose nodes are the places. */
export interface PlacedFlow extends Flow {
  readonly places: readonly FlowPlace[];
  /** The terms that variables of the flow stand for. */
  readonly definitions: ReadonlyMap<Term, Term>;
}

/** A term over the state variables that is observed besides them. */
export interface Derived {
  readonly term: Term;
  /** The variable that stands for the term in the flow, so that no other term swallows it; absent: the term. */
  readonly variable?: Term;
  /** The term's value behind a step, from those of the state variables; absent: by substitution. */
  readonly after?: (state: readonly Term[]) => Term;
}

/** The precision and the limits of a flow. */
export interface FlowPlan {
  /** The partition of each block. */
  readonly partitions: readonly Partition[];
  /** Terms that are observed besides the state variables. */
  readonly derived: readonly Derived[];
  /** Known facts, by block. */
  readonly facts: readonly (readonly Term[])[];
  /** Most cases of a step, and most terms visited while splitting all of them. */
  readonly cases: number;
  readonly work: number;
  readonly stopped: () => boolean;
}

/** Largest share of the work of splitting for one place. */
const SHARE_OF_PLACE = 1 / 16;

/**
 * The system as a flow: one node for each combination of classes of the partition, one case for each
 * path through a block. Steps from a node are made on demand, as few of many combinations are reached.
 */
export function placedFlow(system: TransitionSystem, plan: FlowPlan): PlacedFlow {
  return new Placement(system, plan).flow();
}

/** A class for each variable, by index. */
type Classes = ReadonlyMap<number, ValueClass>;

class Placement {
  readonly #system: TransitionSystem;
  readonly #plan: FlowPlan;
  readonly #observed: readonly Term[];
  readonly #compared: ReadonlyMap<Term, Comparisons>;
  /**
   * Number of the first node of each block. The nodes of a block are numbered by their classes as
   * digits, with the first variable as the lowest digit.
   */
  readonly #first: number[] = [];
  #work: number;

  constructor(system: TransitionSystem, plan: FlowPlan) {
    this.#system = system;
    this.#plan = plan;
    this.#observed = [
      ...system.stateVars.map((v) => v.term),
      ...plan.derived.map(({ term, variable }) => variable ?? term),
    ];
    this.#compared = comparisonsWithConstants(system);
    this.#work = plan.work;
    let count = 0;
    for (const block of system.blocks) {
      this.#first.push(count);
      count += combinations(plan.partitions[block.id]);
    }
  }

  flow(): PlacedFlow {
    const { terms, blocks } = this.#system;
    const nodes: FlowNode[] = [];
    const places: FlowPlace[] = [];
    for (const block of blocks) {
      const partition = this.#plan.partitions[block.id];
      for (let i = 0; i < combinations(partition); i++) {
        const classes = new Lazy(() => combination(partition, i));
        const at = new Lazy(() => this.#at(block, classes.value));
        places.push({
          block: block.id,
          get at() {
            return at.value;
          },
        });
        nodes.push(this.#node(block, classes));
      }
    }
    const definitions = new Map(
      this.#plan.derived.flatMap(({ term, variable }) => (variable === undefined ? [] : [[variable, term] as const])),
    );
    const vocabulary = blocks.map((block) => [block.feasible, ...block.next]);
    return { terms, observed: this.#observed, nodes, places, starts: this.#starts(), vocabulary, definitions };
  }

  #node(block: Block, classes: Lazy<Classes>): FlowNode {
    const fixed = new Lazy(() => this.#fixed(block.id, classes.value));
    const facts = new Lazy(() => [...this.#plan.facts[block.id], ...this.#bounds(classes.value)]);
    const cases = new Lazy(() => this.#cases(block, classes.value));
    return {
      get fixed() {
        return fixed.value;
      },
      get facts() {
        return facts.value;
      },
      get cases() {
        return cases.value;
      },
    };
  }

  #fixed(block: number, classes: Classes): ReadonlyMap<number, bigint> {
    const { pc } = this.#system;
    const fixed = new Map<number, bigint>();
    for (const [i, c] of classes) if (c.kind === 'one') fixed.set(i, c.value);
    if (pc !== null) fixed.set(pc, BigInt(block));
    return fixed;
  }

  /**
   * Conditions of interval classes on their variables. Other variables need no condition: the steps are
   * already specialised to them.
   */
  #bounds(classes: Classes): Term[] {
    const { terms, stateVars } = this.#system;
    return [...classes].flatMap(([i, c]) =>
      c.kind === 'between' ? [classCondition(terms, stateVars[i].term, c)] : [],
    );
  }

  #at(block: Block, classes: Classes): Term {
    const { terms, stateVars, pc } = this.#system;
    const conditions = [...classes].map(([i, c]) => classCondition(terms, stateVars[i].term, c));
    if (pc !== null) conditions.push(terms.eq(stateVars[pc].term, this.#counter(block.id)));
    return terms.andAll(conditions);
  }

  #counter(block: number): Term {
    const { terms, stateVars, pc } = this.#system;
    return pc === null ? terms.true : terms.bv(terms.width(stateVars[pc].term), block);
  }

  /**
   * Specialises the terms of a block to a place: substitutes variables of one value, and comparisons
   * that the class decides.
   */
  #here(block: Block, classes: Classes): Substitution {
    const { terms, stateVars, pc } = this.#system;
    const mapping: [Term, Term][] = [];
    for (const [i, c] of classes) {
      const { term } = stateVars[i];
      const sort = terms.sort(term);
      if (c.kind === 'one')
        mapping.push([term, sort.kind === 'bv' ? terms.bv(sort.width, c.value) : terms.bool(c.value === 1n)]);
      else
        for (const [atom, truth] of decidedBy(terms, this.#compared.get(term)?.atoms ?? [], c))
          mapping.push([atom, terms.bool(truth)]);
    }
    if (pc !== null) mapping.push([stateVars[pc].term, this.#counter(block.id)]);
    return new Substitution(terms, mapping);
  }

  #cases(block: Block, classes: Classes): readonly FlowCase[] {
    const { terms, stateVars } = this.#system;
    const here = this.#here(block, classes);
    const [feasible, ...state] = withEqualConjunctions(
      terms,
      [block.feasible, ...block.next].map((t) => here.apply(t)),
    );
    if (feasible === terms.false) return [];
    const after = new Substitution(
      terms,
      stateVars.map((v, i) => [v.term, state[i]] as const),
    );
    // Arrays have no values of their own, and their choices need no cases.
    const words = state.map((t, i) => (terms.sort(t).kind === 'array' ? stateVars[i].term : t));
    const derived = this.#plan.derived.map(({ term, after: of }) => of?.(state) ?? after.apply(term));
    const next = [...words, ...derived];
    const exits = this.#exits(block, { conditions: [feasible], next });
    return exits.flatMap(({ successor, step }) => {
      const work = Math.min(this.#work, this.#plan.work * SHARE_OF_PLACE);
      const { cases } = this.#plan;
      const split = splitCases(terms, step, { cases, work, stopped: this.#plan.stopped });
      this.#work -= split.work;
      return split.cases.map((one) => {
        const observed = keeping(terms, this.#observed, one);
        return { conditions: one.conditions, next: observed, ways: this.#arrivals(successor, observed) };
      });
    });
  }

  /** The steps to each successor of a block: what leads elsewhere simplifies their conditions. */
  #exits(block: Block, whole: StepCase): readonly { readonly successor: number; readonly step: StepCase }[] {
    const { terms, pc } = this.#system;
    if (pc === null) return [{ successor: 0, step: whole }];
    const { conditions, next } = whole;
    return possibleCutPoints(terms, next[pc], block.successors).flatMap((successor) => {
      const counter = this.#counter(successor);
      const step = assumed(terms, { conditions: [...conditions, terms.eq(next[pc], counter)], next });
      return step === null ? [] : [{ successor, step: { ...step, next: step.next.with(pc, counter) } }];
    });
  }

  /** The nodes of a block that these values of the observed terms may lead to, each with its condition. */
  #arrivals(block: number, next: readonly Term[]): { to: number; condition: Term }[] {
    const { terms, pc } = this.#system;
    const first = pc === null ? terms.true : terms.eq(next[pc], this.#counter(block));
    let arrivals = first === terms.false ? [] : [{ to: this.#first[block], condition: first }];
    let step = 1;
    for (const [variable, classes] of this.#plan.partitions[block]) {
      const there = classes.map((c) => classCondition(terms, next[variable], c));
      const digit = step;
      arrivals = arrivals.flatMap(({ to, condition }) =>
        there.flatMap((of, i) => {
          const both = terms.and(condition, of);
          return both === terms.false ? [] : [{ to: to + i * digit, condition: both }];
        }),
      );
      step *= classes.length;
    }
    return arrivals;
  }

  #starts(): FlowStart[] {
    const { terms, stateVars, init, initConstraint, pc, blocks } = this.#system;
    const initially = new Substitution(
      terms,
      stateVars.map((v, i) => [v.term, init[i]] as const),
    );
    const values = [...init, ...this.#plan.derived.map(({ term }) => initially.apply(term))];
    const starts = pc === null ? [0] : possibleCutPoints(terms, init[pc], blocks.keys());
    return starts.flatMap((start) =>
      this.#arrivals(start, values).map(({ to, condition }) => ({
        node: to,
        condition: terms.and(initConstraint, condition),
        values,
      })),
    );
  }
}

function combinations(partition: Partition): number {
  let count = 1;
  for (const classes of partition.values()) count *= classes.length;
  return count;
}

function combination(partition: Partition, number: number): Classes {
  const result = new Map<number, ValueClass>();
  let rest = number;
  for (const [variable, classes] of partition) {
    result.set(variable, classes[rest % classes.length]);
    rest = Math.floor(rest / classes.length);
  }
  return result;
}
