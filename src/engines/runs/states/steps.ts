import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { classOf } from './block-states.ts';
import { DecisionTree, type Node } from './decision-tree.ts';
import { type Split, splitOf, splitOfInput } from './leaf.ts';
import { greatestOf, leastOf } from './ranges.ts';
import { dagOf, evaluate, Scratch, type StepDag } from './step-dag.ts';

/** Most divisions of values in one step, and most of them without a comparison that says where. */
const MOST_SPLITS = 4_096;
const MOST_HALVINGS = 64;
/** Most work for the steps from one set of states. */
const MOST_AT_ONCE = 4_000_000;
/** Work for an outcome, in terms. */
const OUTCOME = 32;
/** Roots before the next values: the step goes on, ends in bad, or ends in a gap. */
const [GOES_ON, BAD, GAP, NEXT] = [0, 1, 2, 3];

/** Is told about the steps from a set of states. */
export interface StepVisitor {
  /** A step may end in bad or a gap; `isCertain`: it does for all values. */
  fails(kind: 'bad' | 'gap', isCertain: boolean): void;
  /**
   * Steps may lead to states at a block, within the bounds {@link Steps.nextLow} and {@link Steps.nextHigh}.
   * `isCertain`: all of them do.
   */
  goesOn(to: number, isCertain: boolean): void;
}

/** The steps of a system from ranges of states, evaluated by decision trees. */
export class Steps {
  /** The bounds of all variables: those of the state by index, then the inputs. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** The bounds of the state variables after the step that is visited. */
  readonly nextLow: Float64Array;
  readonly nextHigh: Float64Array;
  /** The state variables that the steps of each block read, by index. */
  readonly reads: readonly (readonly number[])[];
  /** Inputs of at most this many values are taken value by value where next values depend on them. */
  mostValues = 1;
  #mostWork = 0;
  readonly #trees: readonly DecisionTree[];
  readonly #scratch = new Scratch();
  readonly #full: { readonly low: Float64Array; readonly high: Float64Array };
  /** Number of values of the program counter; 0: it has none. */
  readonly #counterSize: number;
  #block = 0;
  #splits = 0;
  #halvings = 0;

  constructor(readonly system: TransitionSystem) {
    const { terms, stateVars, inputs, blocks, pc } = system;
    this.#counterSize = pc === null ? 0 : 2 ** terms.width(stateVars[pc].term);
    const variables = [...stateVars, ...inputs].map(({ term }) => term);
    const widths = variables.map((t) => {
      const sort = terms.sort(t);
      return sort.kind === 'bool' ? 0 : sort.kind === 'bv' ? sort.width : 1;
    });
    this.#full = { low: Float64Array.from(widths, leastOf), high: Float64Array.from(widths, greatestOf) };
    this.low = this.#full.low.slice();
    this.high = this.#full.high.slice();
    this.nextLow = new Float64Array(stateVars.length);
    this.nextHigh = new Float64Array(stateVars.length);
    const places = new Map<Term, number>(variables.map((t, i) => [t, i]));
    const { low, high } = this.#full;
    this.#trees = blocks.map(({ id, feasible, bad, gap, next }) => {
      const dag = dagOf(terms, [feasible, bad, gap, ...next], (variable) => places.get(variable) ?? 0);
      if (pc !== null) low[pc] = high[pc] = this.#number(id);
      return new DecisionTree(dag, this.#scratch, { low: low.slice(), high: high.slice() }, stateVars.length);
    });
    this.reads = this.#trees.map(({ root: { dag } }) => {
      const read = new Set<number>();
      for (let i = 0; i < dag.size; i++) if (dag.ops[i] === Op.VARIABLE) read.add(dag.details[i]);
      return [...read].filter((slot) => slot < stateVars.length && slot !== pc).sort((x, y) => x - y);
    });
  }

  /** Number of terms of the steps of all blocks. */
  get size(): number {
    return this.#trees.reduce((sum, { root }) => sum + root.dag.size, 0);
  }

  /** Number of terms that were visited so far. */
  get work(): number {
    return this.#scratch.work;
  }

  /**
   * Visits the steps of a block from the states within {@link low} and {@link high}. Returns false if there are too
   * many; then some are left out.
   */
  from(block: number, visitor: StepVisitor): boolean {
    const { low, high } = this;
    const { stateVars, pc } = this.system;
    low.set(this.#full.low.subarray(stateVars.length), stateVars.length);
    high.set(this.#full.high.subarray(stateVars.length), stateVars.length);
    if (pc !== null) low[pc] = high[pc] = this.#number(block);
    this.#block = block;
    this.#splits = 0;
    this.#halvings = 0;
    const tree = this.#trees[block];
    this.#mostWork = this.work + MOST_AT_ONCE;
    this.#descend(tree, tree.root, visitor);
    return this.work <= this.#mostWork;
  }

  #descend(tree: DecisionTree, node: Node, visitor: StepVisitor): void {
    if (node.isDead || this.work > this.#mostWork) return;
    const { slot, cuts } = node;
    if (slot < 0) {
      this.#leaf(node.dag, visitor);
      return;
    }
    const { low, high } = this;
    const [before, after] = [low[slot], high[slot]];
    const first = classOf(cuts, before);
    const last = before === after ? first : classOf(cuts, after);
    for (let index = first; index <= last; index++) {
      if (index > first) low[slot] = cuts[index - 1];
      high[slot] = index < last ? cuts[index] - 1 : after;
      this.#descend(tree, tree.child(node, index), visitor);
    }
    low[slot] = before;
    high[slot] = after;
  }

  #leaf(dag: StepDag, visitor: StepVisitor): void {
    const { low, high } = this;
    const { roots, constants } = dag;
    if (this.work > this.#mostWork) return;
    evaluate(dag, this.#scratch, low, high);
    this.#scratch.work += OUTCOME;
    const { lows, highs } = this.#scratch;
    const lowOf = (ref: number): number => (ref < 0 ? constants[~ref] : lows[ref]);
    const highOf = (ref: number): number => (ref < 0 ? constants[~ref] : highs[ref]);
    if (highOf(roots[GOES_ON]) === 0 && highOf(roots[BAD]) === 0 && highOf(roots[GAP]) === 0) return;
    let isOpen = false;
    for (const ref of roots) if (ref >= 0 && lows[ref] !== highs[ref]) isOpen = true;
    const split = isOpen ? this.#splitOf(dag) : null;
    if (split !== null) {
      const { slot, cut } = split;
      const [before, after] = [low[slot], high[slot]];
      high[slot] = cut - 1;
      this.#leaf(dag, visitor);
      low[slot] = cut;
      high[slot] = after;
      this.#leaf(dag, visitor);
      low[slot] = before;
      return;
    }
    for (const [kind, root] of [
      ['bad', BAD],
      ['gap', GAP],
    ] as const)
      if (highOf(roots[root]) === 1) visitor.fails(kind, lowOf(roots[root]) === 1);
    if (highOf(roots[GOES_ON]) === 0) return;
    const { pc } = this.system;
    const { nextLow, nextHigh } = this;
    const isCertain = lowOf(roots[GOES_ON]) === 1;
    for (let i = 0; i < nextLow.length; i++) {
      nextLow[i] = lowOf(roots[NEXT + i]);
      nextHigh[i] = highOf(roots[NEXT + i]);
    }
    if (pc === null) {
      visitor.goesOn(0, isCertain);
      return;
    }
    const [first, last] = [nextLow[pc], nextHigh[pc]];
    for (const to of this.system.blocks[this.#block].successors) {
      const at = this.#number(to);
      if (at >= first && at <= last) visitor.goesOn(to, isCertain && first === last);
    }
  }

  /** Where to divide values in the evaluated dag; null: they stay together. */
  #splitOf(dag: StepDag): Split | null {
    const split = splitOf(dag, this.#scratch);
    if (split !== null && this.#splits < MOST_SPLITS && (!split.isHalving || this.#halvings < MOST_HALVINGS)) {
      this.#splits += 1;
      if (split.isHalving) this.#halvings += 1;
      return split;
    }
    return splitOfInput(dag, this.#scratch, this.system.stateVars.length, this.mostValues);
  }

  /** The value of the program counter at a block. */
  #number(block: number): number {
    return this.#counterSize > 0 && block >= this.#counterSize / 2 ? block - this.#counterSize : block;
  }
}
