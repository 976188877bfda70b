import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { rebuild } from '../../logic/terms/rebuild.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { stateIndices } from './control.ts';
import { blockTerms } from './program-terms.ts';
import type { Block, TransitionSystem } from './system.ts';

const FIXED = -1;

/**
 * The terms of one block, compiled once into flat arrays in post-order. The block can then be
 * evaluated many times over other terms for its variables. Evaluation is driven by demand: only one
 * branch of an `ite` is visited if its condition folds. So a step of a deterministic program costs
 * about as much as running it.
 */
export class BlockProgram {
  readonly #terms: TermStore;
  readonly #nodes: Int32Array;
  /** Positions of the arguments, three for each node; for variables the first is their index, or FIXED. */
  readonly #args: Int32Array;
  readonly #ops: Uint8Array;
  readonly #leaf: Uint8Array;
  readonly #positions = new Map<Term, number>();
  readonly #values: Int32Array;
  /** Round in which `#values` was computed. */
  readonly #stamps: Int32Array;
  readonly #stack: number[] = [];
  #round = 0;
  #state: readonly Term[] = [];
  #input: (index: number) => Term = () => 0;

  constructor(system: TransitionSystem, block: Block, extraRoots: readonly Term[] = []) {
    const { terms } = system;
    this.#terms = terms;
    const stateIndex = stateIndices(system);
    const inputIndex = new Map(block.inputs.map((i) => [system.inputs[i].term, i]));
    const order = this.#order([...blockTerms(block), ...extraRoots]);
    const n = order.length;
    this.#nodes = Int32Array.from(order);
    this.#args = new Int32Array(3 * n).fill(FIXED);
    this.#ops = new Uint8Array(n);
    this.#leaf = new Uint8Array(n);
    this.#values = new Int32Array(n);
    this.#stamps = new Int32Array(n);
    for (let p = 0; p < n; p++) {
      const t = order[p];
      this.#ops[p] = terms.op(t);
      const arity = terms.arity(t);
      if (arity > 0) {
        let fixed = true;
        for (let i = 0; i < arity; i++) {
          const position = this.#positions.get(terms.arg(t, i))!;
          this.#args[3 * p + i] = position;
          fixed &&= this.#leaf[position] === LEAF_FIXED;
        }
        if (fixed) this.#leaf[p] = LEAF_FIXED;
        continue;
      }
      const state = stateIndex.get(t);
      const input = inputIndex.get(t);
      this.#leaf[p] = state !== undefined ? LEAF_STATE : input !== undefined ? LEAF_INPUT : LEAF_FIXED;
      this.#args[3 * p] = state ?? input ?? FIXED;
    }
  }

  /** Number of nodes. */
  get size(): number {
    return this.#nodes.length;
  }

  /**
   * Starts an evaluation over these values of the state variables; `input` is called when an input is
   * first met.
   */
  begin(state: readonly Term[], input: (index: number) => Term): void {
    this.#round += 1;
    this.#state = state;
    this.#input = input;
  }

  /**
   * Value of one of the block's terms (feasible, bad, gap, next or an extra root) over the variables
   * given to {@link begin}.
   */
  evaluate(root: Term): Term {
    const values = this.#values;
    const stamps = this.#stamps;
    const args = this.#args;
    const round = this.#round;
    const stack = this.#stack;
    const start = this.#positions.get(root)!;
    stack.push(start);
    while (stack.length > 0) {
      const p = stack[stack.length - 1];
      if (stamps[p] === round) {
        stack.pop();
        continue;
      }
      const kind = this.#leaf[p];
      if (kind !== INNER) {
        values[p] =
          kind === LEAF_STATE
            ? this.#state[args[3 * p]]
            : kind === LEAF_INPUT
              ? this.#input(args[3 * p])
              : this.#nodes[p];
      } else {
        const waiting = this.#step(p);
        if (waiting >= 0) {
          stack.push(waiting);
          continue;
        }
      }
      stamps[p] = round;
      stack.pop();
    }
    return values[start];
  }

  /**
   * Computes the value at an inner position, or returns the position of an argument that is needed
   * first.
   */
  #step(p: number): number {
    const { true: yes, false: no } = this.#terms;
    const values = this.#values;
    const stamps = this.#stamps;
    const round = this.#round;
    const a = this.#args[3 * p];
    const b = this.#args[3 * p + 1];
    const c = this.#args[3 * p + 2];
    if (stamps[a] !== round) return a;
    const first = values[a];
    switch (this.#ops[p]) {
      case Op.ITE:
        if (first === yes || first === no) {
          const chosen = first === yes ? b : c;
          if (stamps[chosen] !== round) return chosen;
          values[p] = values[chosen];
          return -1;
        }
        break;
      case Op.AND:
        if (first === no) {
          values[p] = no;
          return -1;
        }
        break;
      default:
        break;
    }
    if (b >= 0 && stamps[b] !== round) return b;
    if (c >= 0 && stamps[c] !== round) return c;
    values[p] = rebuild(
      this.#terms,
      this.#terms,
      this.#nodes[p],
      first,
      b >= 0 ? values[b] : 0,
      c >= 0 ? values[c] : 0,
    );
    return -1;
  }

  #order(roots: readonly Term[]): Term[] {
    const terms = this.#terms;
    const order: Term[] = [];
    const stack: Term[] = [];
    for (const root of roots) {
      stack.push(root);
      while (stack.length > 0) {
        const t = stack[stack.length - 1];
        if (this.#positions.has(t)) {
          stack.pop();
          continue;
        }
        let ready = true;
        for (let i = terms.arity(t) - 1; i >= 0; i--) {
          const arg = terms.arg(t, i);
          if (!this.#positions.has(arg)) {
            stack.push(arg);
            ready = false;
          }
        }
        if (!ready) continue;
        stack.pop();
        this.#positions.set(t, order.length);
        order.push(t);
      }
    }
    return order;
  }
}

const INNER = 0;
const LEAF_FIXED = 1;
const LEAF_STATE = 2;
const LEAF_INPUT = 3;
