import { type ClauseArena, HEADER, NO_CLAUSE } from './arena.ts';
import { FREE, IMPLIED, KEPT, type Marks, MET, RESOLVED } from './marks.ts';
import type { ProofLog } from './proof-log.ts';
import type { Trail } from './trail.ts';
import { IntVector } from './vectors.ts';

/**
 * Takes literals out of a learnt clause that follow from the others through the clauses that forced them (Sorensson, Biere 2009), with a stack
 * of its own instead of recursion.
 */
export class Minimiser {
  /** Pairs: a variable, and the place in its reason from which to read on. */
  private readonly stack = new IntVector();
  private readonly removed = new IntVector();
  private readonly order = new IntVector();

  constructor(
    private readonly trail: Trail,
    private readonly arena: ClauseArena,
    private readonly marks: Marks,
  ) {}

  /**
   * Shortens `clause`, whose variables are marked `MET` and whose first literal stays. `levelStamps[level] === stamp`: some literal of the clause is of
   * that level; a literal of any other level cannot follow.
   */
  minimise(clause: IntVector, levelStamps: Int32Array, stamp: number): void {
    this.removed.clear();
    const literals = clause.items;
    let kept = 1;
    for (let i = 1; i < clause.length; i++) {
      const variable = literals[i] >> 1;
      if (this.isImplied(variable, levelStamps, stamp)) this.removed.push(variable);
      else literals[kept++] = literals[i];
    }
    clause.length = kept;
  }

  private isImplied(root: number, levelStamps: Int32Array, stamp: number): boolean {
    const { levels, reasons } = this.trail;
    const data = this.arena.data;
    const marks = this.marks;
    const stack = this.stack;
    if (reasons[root] === NO_CLAUSE) return false;
    stack.clear();
    stack.push(root);
    stack.push(reasons[root] + HEADER);
    while (stack.length > 0) {
      const variable = stack.items[stack.length - 2];
      let at = stack.items[stack.length - 1];
      const end = reasons[variable] + HEADER + data[reasons[variable]];
      let deeper = -1;
      for (; at < end && deeper < 0; at++) {
        const other = data[at] >> 1;
        const mark = marks.of[other];
        if (other === variable || levels[other] === 0 || mark === MET || mark === IMPLIED) continue;
        if (mark === FREE || reasons[other] === NO_CLAUSE || levelStamps[levels[other]] !== stamp) {
          for (let i = 0; i < stack.length; i += 2) if (marks.of[stack.items[i]] !== MET) marks.set(stack.items[i], FREE);
          return false;
        }
        deeper = other;
      }
      if (deeper < 0) {
        if (marks.of[variable] !== MET) marks.set(variable, IMPLIED);
        stack.length -= 2;
      } else {
        stack.items[stack.length - 1] = at;
        stack.push(deeper);
        stack.push(reasons[deeper] + HEADER);
      }
    }
    return true;
  }

  /**
   * Logs the resolutions that take the removed literals out of the chain being written, whose clause is now `clause`. A literal comes before those that its
   * reason brings in, as in reverse order of the trail, so that each is resolved once. Level 0 is left to the caller: `fixed` is told of its variables.
   */
  log(log: ProofLog, clause: IntVector, fixed: (variable: number) => void): void {
    const { levels, reasons } = this.trail;
    const { stack, order, marks } = this;
    const data = this.arena.data;
    for (let i = 0; i < clause.length; i++) marks.set(clause.items[i] >> 1, KEPT);
    order.clear();
    for (let i = 0; i < this.removed.length; i++) {
      const root = this.removed.items[i];
      if (marks.of[root] === RESOLVED) continue;
      marks.set(root, RESOLVED);
      stack.clear();
      stack.push(root);
      stack.push(reasons[root] + HEADER);
      while (stack.length > 0) {
        const variable = stack.items[stack.length - 2];
        let at = stack.items[stack.length - 1];
        const end = reasons[variable] + HEADER + data[reasons[variable]];
        let deeper = -1;
        for (; at < end && deeper < 0; at++) {
          const other = data[at] >> 1;
          if (levels[other] === 0) fixed(other);
          else if (marks.of[other] !== KEPT && marks.of[other] !== RESOLVED) deeper = other;
        }
        if (deeper < 0) {
          order.push(variable);
          stack.length -= 2;
        } else {
          stack.items[stack.length - 1] = at;
          marks.set(deeper, RESOLVED);
          stack.push(deeper);
          stack.push(reasons[deeper] + HEADER);
        }
      }
    }
    for (let i = order.length - 1; i >= 0; i--) log.resolve(order.items[i], this.arena.node(reasons[order.items[i]]));
  }
}
