import { Op } from '../../../logic/terms/ops.ts';
import { type Scratch, type StepDag, specialised } from './step-dag.ts';

/** Dags of at most this many terms are evaluated as they are, once no input is compared any more. */
const SMALL = 96;
/** Most terms of all dags of a tree; from there on, dags are evaluated as they are. */
const MOST_TERMS = 2 ** 22;

/** A step for certain values of some variables. */
export interface Node {
  readonly dag: StepDag;
  /** The variable whose values tell the children apart; -1: there are none. */
  readonly slot: number;
  /** The first value of each child but the first, ascending. */
  readonly cuts: readonly number[];
  readonly children: (Node | undefined)[];
  /** No step from here goes on or fails. */
  readonly isDead: boolean;
}

/**
 * The step from one location as a decision tree, whose parts are built when a state first needs them. A
 * node tells apart the values of the variable that most comparisons with constants are about. Little of
 * a large step is left in a leaf.
 */
export class DecisionTree {
  readonly root: Node;
  #terms = 0;

  /**
   * `dag`: its first three roots are the Booleans for "goes on", "bad" and "gap". `full`: the bounds of
   * all variables. `inputs`: the first slot of an input.
   */
  constructor(
    dag: StepDag,
    private readonly scratch: Scratch,
    private readonly full: { readonly low: Float64Array; readonly high: Float64Array },
    private readonly inputs: number,
  ) {
    this.root = this.#node(specialised(dag, scratch, full.low, full.high));
  }

  child(node: Node, index: number): Node {
    let made = node.children[index];
    if (made === undefined) {
      const { slot, cuts } = node;
      const { low, high } = this.full;
      const [before, after] = [low[slot], high[slot]];
      if (index > 0) low[slot] = cuts[index - 1];
      if (index < cuts.length) high[slot] = cuts[index] - 1;
      made = this.#node(specialised(node.dag, this.scratch, low, high));
      [low[slot], high[slot]] = [before, after];
      node.children[index] = made;
    }
    return made;
  }

  #node(dag: StepDag): Node {
    this.#terms += dag.size;
    const isDead = [0, 1, 2].every((i) => dag.roots[i] < 0 && dag.constants[~dag.roots[i]] === 0);
    const best = isDead || this.#terms > MOST_TERMS ? null : this.#choice(dag);
    return { dag, slot: best?.slot ?? -1, cuts: best?.cuts ?? [], children: [], isDead };
  }

  /** The variable with most comparisons, and where its values are cut; null: none is to be told apart. */
  #choice(dag: StepDag): { readonly slot: number; readonly cuts: readonly number[] } | null {
    const cuts = new Map<number, Set<number>>();
    const atoms = new Map<number, number>();
    const { size, ops, args, widths, details, constants } = dag;
    const add = (slot: number, ...at: number[]): void => {
      let known = cuts.get(slot);
      if (known === undefined) cuts.set(slot, (known = new Set()));
      for (const cut of at) if (cut > this.full.low[slot] && cut <= this.full.high[slot]) known.add(cut);
      atoms.set(slot, (atoms.get(slot) ?? 0) + 1);
    };
    const variable = (ref: number): boolean => ref >= 0 && ops[ref] === Op.VARIABLE;
    for (let i = 0; i < size; i++) {
      const op = ops[i];
      if (op === Op.VARIABLE && widths[i] === 0) add(details[i], 1);
      if (op !== Op.EQ && op !== Op.SLT && op !== Op.ULT) continue;
      const [a, b] = [args[3 * i], args[3 * i + 1]];
      const [x, c] = variable(a) ? [a, b] : [b, a];
      if (!variable(x) || c >= 0 || widths[x] === 0) continue;
      const value = constants[~c];
      const after = x === b && a < 0 ? value + 1 : value;
      if (op === Op.EQ) add(details[x], value, value + 1);
      else if (op === Op.SLT) add(details[x], after);
      else add(details[x], after, 0);
    }
    let best: number | null = null;
    for (const [slot, count] of atoms) {
      if ((cuts.get(slot)?.size ?? 0) === 0 || (dag.size <= SMALL && slot < this.inputs)) continue;
      if (best === null || count > (atoms.get(best) ?? 0)) best = slot;
    }
    if (best === null) return null;
    return { slot: best, cuts: [...(cuts.get(best) ?? [])].sort((a, b) => a - b) };
  }
}
