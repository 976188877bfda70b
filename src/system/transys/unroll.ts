import type { Term } from '../../logic/terms/builder.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { StepTerms } from './control.ts';
import { possibleCutPoints } from './pcs.ts';
import { biggerThan } from './size.ts';
import type { TransitionSystem } from './system.ts';

/** Options of an {@link Unroller}. */
export interface UnrollOptions {
  /**
   * `init`: step 0 is in the initial state. `any`: it is in an arbitrary state, the system's own
   * variables.
   */
  readonly start: 'init' | 'any';
  /** Part of the names of fresh variables; two unrollings in one solver need different ones. */
  readonly prefix?: string;
  /** Next values with more nodes become fresh variables with definitions. Default 48. */
  readonly cutAbove?: number;
  /** Keep the states of all steps, not only those of the last two. */
  readonly keepStates?: boolean;
  /** Additional terms of each block that are evaluated at every step. */
  readonly extra?: readonly (readonly Term[])[];
}

/** An input that step j reads: its index in `system.inputs` and the fresh variable that stands for it. */
export type StepInput = readonly [index: number, term: Term];

interface UnrolledStep {
  readonly bad: Term;
  readonly gap: Term;
  readonly feasible: Term;
  readonly inputs: readonly StepInput[];
  readonly extra: readonly Term[];
}

/** A state, with the condition of each cut point where the control may be. */
interface Frame {
  readonly state: readonly Term[];
  readonly at: ReadonlyMap<number, Term>;
  readonly definitions: readonly Term[];
}

const NO_INPUTS: readonly StepInput[] = [];

/**
 * The runs of a system, step by step, as terms. The state after j steps is computed by substitution
 * with rewriting. So constants are folded as in a run, and a step with a constant program counter
 * costs only its block. Where several blocks are possible, their results are merged by `ite`.
 *
 * `state(j)` and everything at j is meaningful under `feasible(0) ∧ … ∧ feasible(j-1)` and the
 * definitions up to j. Steps must be requested in order; earlier ones may be requested again. States
 * older than the last two are forgotten unless `keepStates`.
 */
export class Unroller {
  readonly #system: TransitionSystem;
  readonly #terms: TermStore;
  readonly #values: StepTerms;
  readonly #prefix: string;
  readonly #cutAbove: number;
  readonly #keepStates: boolean;
  readonly #extra: readonly (readonly Term[])[];
  readonly #frames: (Frame | null)[] = [];
  readonly #steps: UnrolledStep[] = [];

  constructor(system: TransitionSystem, options: UnrollOptions) {
    this.#system = system;
    this.#terms = system.terms;
    this.#values = new StepTerms(system);
    this.#prefix = freshPrefix(system, options.prefix ?? '');
    this.#cutAbove = options.cutAbove ?? 48;
    this.#keepStates = options.keepStates ?? false;
    this.#extra = options.extra ?? [];
    this.#frames.push(options.start === 'init' ? this.#initial() : this.#arbitrary());
  }

  /** Terms for the state variables after j steps. */
  state(j: number): readonly Term[] {
    return this.#frame(j).state;
  }

  /** Cut points where the control may be after j steps, each with its condition. */
  at(j: number): ReadonlyMap<number, Term> {
    return this.#frame(j).at;
  }

  /** Equations for the fresh variables that `state(j)` and `at(j)` introduce. */
  definitions(j: number): readonly Term[] {
    return this.#frame(j).definitions;
  }

  /** Step j reaches the error. */
  bad(j: number): Term {
    return this.#step(j).bad;
  }

  /** Step j meets a construct without a meaning. */
  gap(j: number): Term {
    return this.#step(j).gap;
  }

  /** Step j has a successor. */
  feasible(j: number): Term {
    return this.#step(j).feasible;
  }

  /** The inputs that step j reads, as far as they matter. */
  inputs(j: number): readonly StepInput[] {
    return this.#step(j).inputs;
  }

  /**
   * The extra terms of the blocks at step j, in the order given; each is merged over the possible
   * blocks.
   */
  extra(j: number): readonly Term[] {
    return this.#step(j).extra;
  }

  #frame(j: number): Frame {
    while (this.#frames.length <= j) this.#expand();
    const frame = this.#frames[j];
    if (frame === null) throw new RangeError(`the state after ${j} steps is forgotten`);
    return frame;
  }

  #step(j: number): UnrolledStep {
    while (this.#steps.length <= j) this.#expand();
    return this.#steps[j];
  }

  #initial(): Frame {
    const { pc, init, blocks } = this.#system;
    const at = new Map<number, Term>();
    if (pc === null) at.set(0, this.#terms.true);
    else for (const id of possibleCutPoints(this.#terms, init[pc], blocks.keys())) at.set(id, this.#isAt(init[pc], id));
    return { state: init, at, definitions: [] };
  }

  #arbitrary(): Frame {
    const { pc, stateVars, blocks } = this.#system;
    const at = new Map<number, Term>();
    const state = stateVars.map((v) => v.term);
    for (const block of blocks) at.set(block.id, pc === null ? this.#terms.true : this.#isAt(state[pc], block.id));
    return { state, at, definitions: [] };
  }

  #isAt(pc: Term, block: number): Term {
    return this.#terms.eq(pc, this.#terms.bv(this.#terms.width(pc), block));
  }

  /** Computes step number `#steps.length` and the frame after it. */
  #expand(): void {
    const terms = this.#terms;
    const j = this.#steps.length;
    const frame = this.#frames[j]!;
    const inputs: StepInput[] = [];
    const fresh = new Map<number, Term>();
    const input = (index: number): Term => {
      let term = fresh.get(index);
      if (term === undefined) {
        const { name, term: original } = this.#system.inputs[index];
        term = terms.variable(`${name}${this.#prefix}${j}`, terms.sort(original));
        fresh.set(index, term);
        inputs.push([index, term]);
      }
      return term;
    };
    const results = [...frame.at].map(([id, at]) => this.#runBlock(id, at, frame.state, input));
    const merge = (pick: (r: BlockResult) => Term): Term => {
      let merged = terms.false;
      for (const r of results) merged = terms.or(terms.and(r.at, pick(r)), merged);
      return merged;
    };
    this.#steps.push({
      bad: merge((r) => r.bad),
      gap: merge((r) => r.gap),
      feasible: merge((r) => r.feasible),
      inputs: inputs.length === 0 ? NO_INPUTS : inputs,
      extra: results.length === 0 ? [] : results[0].extra.map((_, i) => merge((r) => r.extra[i])),
    });
    this.#frames.push(this.#cut(j + 1, this.#join(results.filter((r) => r.next !== null))));
    if (!this.#keepStates && j >= 1) this.#frames[j - 1] = null;
  }

  #runBlock(id: number, at: Term, state: readonly Term[], input: (index: number) => Term): BlockResult {
    const { terms, blocks, pc } = this.#system;
    const block = blocks[id];
    const extraRoots = this.#extra[id] ?? [];
    const values = this.#values;
    let here = state;
    if (pc !== null && !terms.isConst(state[pc])) {
      const known = [...state];
      known[pc] = terms.bv(terms.width(state[pc]), id);
      here = known;
    }
    values.begin(here, input);
    const bad = values.value(block.bad);
    const gap = values.value(block.gap);
    const extra = extraRoots.map((t) => values.value(t));
    const feasible = values.value(block.feasible);
    const next = feasible === terms.false ? null : block.next.map((t) => values.value(t));
    return { id, at, bad, gap, feasible, next, extra };
  }

  /** The state after a step, from the results of the blocks that may have been executed. */
  #join(results: readonly BlockResult[]): { state: readonly Term[]; at: Map<number, Term> } {
    const { terms, pc, blocks } = this.#system;
    const at = new Map<number, Term>();
    if (results.length === 0) return { state: this.#system.stateVars.map((v) => v.term), at };
    if (pc === null) at.set(0, terms.true);
    else {
      for (const r of results) {
        const next = r.next![pc];
        for (const id of possibleCutPoints(terms, next, blocks[r.id].successors)) {
          const here = terms.and(results.length === 1 ? terms.true : r.at, this.#isAt(next, id));
          if (here !== terms.false) at.set(id, terms.or(at.get(id) ?? terms.false, here));
        }
      }
    }
    let state = results[results.length - 1].next!;
    for (let i = results.length - 2; i >= 0; i--) {
      const { at: condition, next } = results[i];
      state = state.map((rest, v) => terms.ite(condition, next![v], rest));
    }
    if (pc !== null && at.size === 1) {
      const [only] = at.keys();
      const known = [...state];
      known[pc] = terms.bv(terms.width(state[pc]), only);
      at.set(only, terms.true);
      state = known;
    }
    return { state, at };
  }

  /** Replaces terms that have grown too large by fresh variables. */
  #cut(j: number, joined: { state: readonly Term[]; at: Map<number, Term> }): Frame {
    const { terms, stateVars, pc } = this.#system;
    const definitions: Term[] = [];
    const define = (t: Term, name: string): Term => {
      if (!biggerThan(terms, t, this.#cutAbove)) return t;
      const variable = terms.variable(`${name}${this.#prefix}${j}`, terms.sort(t));
      definitions.push(terms.eq(variable, t));
      return variable;
    };
    const at = new Map([...joined.at].map(([id, t]) => [id, define(t, `pc=${id}`)]));
    const state = joined.state.map((t, v) => {
      if (v === pc || terms.sort(t).kind === 'array') return t;
      return define(t, stateVars[v].name);
    });
    if (pc !== null && at.size > 1 && biggerThan(terms, state[pc], this.#cutAbove)) {
      let merged = state[pc];
      let first = true;
      for (const [id, t] of at) {
        const here = terms.bv(terms.width(merged), id);
        merged = first ? here : terms.ite(t, here, merged);
        first = false;
      }
      state[pc] = merged;
    }
    return { state, at, definitions };
  }
}

interface BlockResult {
  readonly id: number;
  /** Condition under which the control is at the block. */
  readonly at: Term;
  readonly bad: Term;
  readonly gap: Term;
  readonly feasible: Term;
  /** Null if the block cannot be left. */
  readonly next: readonly Term[] | null;
  readonly extra: readonly Term[];
}

/** A name part `@…` that no variable of the system contains. */
export function freshPrefix(system: TransitionSystem, prefix: string): string {
  let fresh = `@${prefix}`;
  const clash = (name: string): boolean => name.includes(fresh);
  while (system.stateVars.some((v) => clash(v.name)) || system.inputs.some((v) => clash(v.name))) fresh += "'";
  return fresh;
}
