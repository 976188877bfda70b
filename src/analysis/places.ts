import type { Flow, FlowCase, FlowNode, FlowStart } from '../domains/flow.ts';
import type { Term } from '../smt/builder.ts';
import { Substitution } from '../smt/substitute.ts';
import { possibleCutPoints } from '../transys/pcs.ts';
import type { Block, TransitionSystem } from '../transys/system.ts';
import { splitCases } from './cases.ts';
import type { Partition } from './partition.ts';

/** Where a state is: at a block, perhaps with certain values of some variables. */
export interface Place {
  readonly block: number;
  /** The condition over the state variables for being there. */
  readonly at: Term;
}

/** A flow whose nodes are the places. */
export interface PlacedFlow extends Flow {
  readonly places: readonly Place[];
}

export interface FlowPlan {
  /** By block. */
  readonly partitions: readonly Partition[];
  /** Terms over the state variables that are observed besides them. */
  readonly derived: readonly Term[];
  /** What is known already, by block. */
  readonly facts: readonly (readonly Term[])[];
  /** Most cases of a step, and most terms looked at while splitting all of them. */
  readonly cases: number;
  readonly work: number;
  readonly stopped: () => boolean;
}

/** The system as a flow: one node for each combination of values that the partition tells apart, one case for each way through a block. */
export function placedFlow(system: TransitionSystem, plan: FlowPlan): PlacedFlow {
  return new Placement(system, plan).flow();
}

class Placement {
  readonly #system: TransitionSystem;
  readonly #plan: FlowPlan;
  /** Of each block: its nodes, and the values that make them. */
  readonly #nodes: { readonly id: number; readonly values: ReadonlyMap<number, bigint> }[][];
  readonly #observed: readonly Term[];

  constructor(system: TransitionSystem, plan: FlowPlan) {
    this.#system = system;
    this.#plan = plan;
    this.#observed = [...system.stateVars.map((v) => v.term), ...plan.derived];
    let id = 0;
    this.#nodes = system.blocks.map((block) => combinations(plan.partitions[block.id]).map((values) => ({ id: id++, values })));
  }

  flow(): PlacedFlow {
    const { terms, blocks } = this.#system;
    const nodes: FlowNode[] = [];
    const places: Place[] = [];
    for (const block of blocks) {
      for (const { values } of this.#nodes[block.id]) {
        places.push({ block: block.id, at: this.#at(block, values) });
        nodes.push({ fixed: this.#fixed(block.id, values), facts: this.#plan.facts[block.id], cases: this.#cases(block, values) });
      }
    }
    return { terms, observed: this.#observed, nodes, places, starts: this.#starts() };
  }

  #fixed(block: number, values: ReadonlyMap<number, bigint>): ReadonlyMap<number, bigint> {
    const { pc } = this.#system;
    return pc === null ? values : new Map([...values, [pc, BigInt(block)]]);
  }

  #at(block: Block, values: ReadonlyMap<number, bigint>): Term {
    const { terms, stateVars } = this.#system;
    return terms.andAll([...this.#fixed(block.id, values)].map(([i, v]) => terms.eq(stateVars[i].term, this.#constant(i, v))));
  }

  #constant(variable: number, value: bigint): Term {
    const { terms, stateVars } = this.#system;
    const sort = terms.sort(stateVars[variable].term);
    return sort.kind === 'bv' ? terms.bv(sort.width, value) : terms.bool(value === 1n);
  }

  #cases(block: Block, values: ReadonlyMap<number, bigint>): readonly FlowCase[] {
    const { terms, stateVars } = this.#system;
    const { work, cases, stopped } = this.#plan;
    const fixed = [...this.#fixed(block.id, values)].map(([i, v]) => [stateVars[i].term, this.#constant(i, v)] as const);
    const here = new Substitution(terms, fixed);
    const feasible = here.apply(block.feasible);
    if (feasible === terms.false) return [];
    const state = block.next.map((t) => here.apply(t));
    const after = new Substitution(
      terms,
      stateVars.map((v, i) => [v.term, state[i]] as const),
    );
    const next = [...state, ...this.#plan.derived.map((t) => after.apply(t))];
    const places = this.#nodes.reduce((sum, of) => sum + of.length, 0);
    const limits = { cases, work: work / places, stopped };
    return splitCases(terms, { conditions: [feasible], next }, limits).map(({ conditions, next: observed }) => ({
      conditions,
      next: observed,
      ways: this.#ways(block, observed),
    }));
  }

  #ways(block: Block, next: readonly Term[]): { to: number; condition: Term }[] {
    const { terms, pc } = this.#system;
    const successors = pc === null ? [0] : possibleCutPoints(terms, next[pc], block.successors);
    return successors.flatMap((successor) => this.#arrivals(successor, next));
  }

  /** The nodes of a block, and when these values of the observed terms lead there. */
  #arrivals(block: number, next: readonly Term[]): { to: number; condition: Term }[] {
    const { terms } = this.#system;
    return this.#nodes[block].flatMap(({ id, values }) => {
      const there = [...this.#fixed(block, values)].map(([i, v]) => terms.eq(next[i], this.#constant(i, v)));
      const condition = terms.andAll(there);
      return condition === terms.false ? [] : [{ to: id, condition }];
    });
  }

  #starts(): FlowStart[] {
    const { terms, stateVars, init, initConstraint, pc, blocks } = this.#system;
    const initially = new Substitution(
      terms,
      stateVars.map((v, i) => [v.term, init[i]] as const),
    );
    const values = [...init, ...this.#plan.derived.map((t) => initially.apply(t))];
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

function combinations(partition: Partition): ReadonlyMap<number, bigint>[] {
  let result: ReadonlyMap<number, bigint>[] = [new Map()];
  for (const [variable, values] of partition) {
    result = result.flatMap((before) => values.map((v) => new Map([...before, [variable, v]])));
  }
  return result;
}
