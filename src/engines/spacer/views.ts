import { UnionFind } from '../../base/union-find.ts';
import type { Term } from '../../smt/builder.ts';
import { Op } from '../../smt/ops.ts';
import type { TermStore } from '../../smt/store.ts';
import { postorder } from '../../smt/traverse.ts';
import { isReadSigned, type TransitionSystem } from '../../transys/system.ts';

/**
 * Whether a bit-vector is read as a signed or as an unsigned number: the same for all terms whose values flow into each other or are compared, as
 * most of the operators want that look at them.
 */
export class Views {
  readonly #terms: TermStore;
  readonly #classes = new UnionFind<Term>();
  /** By class, what speaks for the signed reading minus what speaks for the unsigned one. */
  readonly #votes = new Map<Term, number>();

  constructor(system: TransitionSystem) {
    const { terms, stateVars, blocks, init } = system;
    this.#terms = terms;
    const deciding = blocks.flatMap((b) => [b.feasible, b.bad, b.gap, ...b.next]);
    for (const t of postorder(terms, [...deciding, ...init, system.initConstraint, ...system.facts])) this.#visit(t);
    stateVars.forEach((v, i) => {
      const { term, origin, extension } = v;
      if (terms.sort(term).kind !== 'bv') return;
      for (const value of [init[i], ...blocks.map((b) => b.next[i])]) this.#join(term, value);
      // How narrowing extends it, or else what the program declares, decides where no operator does.
      if (origin !== null || extension !== undefined) this.#vote(term, isReadSigned(v) ? 0.01 : -0.01);
    });
  }

  /** The reading of a bit-vector term that is no constant. */
  signed(t: Term): boolean {
    return this.#terms.width(t) > 1 && (this.#votes.get(this.#classes.find(t)) ?? 0) > 0;
  }

  #visit(t: Term): void {
    const terms = this.#terms;
    const arg = (i: number): Term => terms.arg(t, i);
    switch (terms.op(t)) {
      case Op.ADD:
      case Op.MUL:
      case Op.SDIV:
      case Op.SREM:
        this.#join(t, arg(0));
        this.#join(t, arg(1));
        if (terms.op(t) === Op.SDIV || terms.op(t) === Op.SREM) this.#vote(t, 1);
        break;
      case Op.NEG:
      case Op.BV_NOT:
      case Op.SHL:
        this.#join(t, arg(0));
        break;
      case Op.ITE:
        if (terms.sort(t).kind !== 'bv') break;
        this.#join(t, arg(1));
        this.#join(t, arg(2));
        break;
      case Op.EQ:
      case Op.ULT:
      case Op.SLT:
        if (terms.sort(arg(0)).kind !== 'bv') break;
        this.#join(arg(0), arg(1));
        if (terms.op(t) === Op.EQ) break;
        for (const i of [0, 1]) this.#vote(arg(i), terms.op(t) === Op.SLT ? 1 : -1);
        break;
      case Op.SEXT:
      case Op.ASHR:
        this.#vote(arg(0), 1);
        break;
      case Op.ZEXT:
      case Op.UDIV:
      case Op.UREM:
      case Op.LSHR:
        this.#vote(arg(0), -1);
        break;
      default:
        break;
    }
  }

  #join(a: Term, b: Term): void {
    if (this.#terms.isConst(a) || this.#terms.isConst(b)) return;
    const [from, to] = [this.#classes.find(a), this.#classes.find(b)];
    if (from === to) return;
    this.#classes.join(from, to);
    this.#votes.set(to, (this.#votes.get(to) ?? 0) + (this.#votes.get(from) ?? 0));
  }

  #vote(t: Term, weight: number): void {
    if (this.#terms.isConst(t)) return;
    const root = this.#classes.find(t);
    this.#votes.set(root, (this.#votes.get(root) ?? 0) + weight);
  }
}
