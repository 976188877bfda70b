import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { postorder } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';

/**
 * Words that the system only copies, and compares with each other and with some constants (data
 * independence: Wolper, POPL 1986; with an order: Lazić, Nowak, CONCUR 2000). Two states with the same
 * comparisons of words behave alike, if their types have enough values.
 */
export interface DataClass {
  /** State variables, bit-vectors, in the order of the system. */
  readonly words: readonly Term[];
  /** Constants that the words are compared with, or that are assigned to them, as integers. */
  readonly constants: readonly bigint[];
  /** True if the order of the words matters, and not only their equality. */
  readonly isOrdered: boolean;
  /** True if words are signed integers, except those of `extendedByZeros`. */
  readonly isSigned: boolean;
  readonly extendedByZeros: ReadonlySet<Term>;
}

/** Properties of words that are copied to each other. */
interface Traits {
  /** A value is computed from one of them, or one of them from other values. */
  spoiled: boolean;
  /** Words are compared with each other; `ordered`: by their order; `signed`: as signed numbers. */
  compared: boolean;
  ordered: boolean;
  signed: boolean;
  /** An input is copied to one of them. */
  fed: boolean;
  readonly constants: Set<bigint>;
}

/** A constant that is compared with or assigned to a word. */
interface Meeting {
  readonly word: Term;
  readonly constant: Term;
}

/**
 * The classes of data that comes from outside and whose words are compared with each other. Words that
 * only take constants, or are compared with nothing else, are states of some machine rather than data.
 */
export function dataClasses(system: TransitionSystem): DataClass[] {
  return new Flows(system).classes();
}

class Flows {
  readonly #system: TransitionSystem;
  readonly #terms: TermStore;
  /** Terms that are copies of each other. */
  readonly #copies = new UnionFind<Term>();
  readonly #spoiled: Term[] = [];
  readonly #compared: Term[] = [];
  readonly #ordered: Term[] = [];
  readonly #signed = new Set<Term>();
  readonly #zeros = new Set<Term>();
  readonly #meetings: Meeting[] = [];

  constructor(system: TransitionSystem) {
    this.#system = system;
    this.#terms = system.terms;
    const { terms, stateVars, blocks, init, initConstraint, pc } = system;
    const nexts = [...blocks.map(({ next }) => next), init];
    const roots = blocks.flatMap(({ feasible, bad, gap }) => [feasible, bad, gap]);
    for (const t of postorder(terms, [...roots, initConstraint, ...nexts.flat()])) this.#use(t);
    for (const next of nexts) {
      stateVars.forEach(({ term }, i) => {
        // Constant initial values do not count, since runs start before any state with distinct classes.
        if (i !== pc && isVector(terms, term) && !(next === init && terms.isBv(next[i]))) this.#meet(term, next[i]);
      });
    }
  }

  classes(): DataClass[] {
    const { stateVars, pc } = this.#system;
    const traits = this.#traits();
    const members = new Map<Traits, Term[]>();
    stateVars.forEach(({ term }, i) => {
      const its = i === pc ? undefined : traits.get(this.#copies.find(term));
      if (its === undefined || its.spoiled || !its.compared || !its.fed || !isVector(this.#terms, term)) return;
      const words = members.get(its);
      if (words === undefined) members.set(its, [term]);
      else words.push(term);
    });
    return [...members].flatMap(([its, words]) => (words.length < 2 ? [] : [this.#class(its, words)]));
  }

  #class({ constants, ordered, signed }: Traits, words: readonly Term[]): DataClass {
    const extendedByZeros = new Set(words.filter((word) => !signed || this.#zeros.has(word)));
    return { words, constants: [...constants], isOrdered: ordered, isSigned: signed, extendedByZeros };
  }

  /** Records the use of the arguments of a term. */
  #use(t: Term): void {
    const terms = this.#terms;
    const arg = (i: number): Term => terms.arg(t, i);
    const op = terms.op(t);
    if (op === Op.ITE && isVector(terms, t)) {
      this.#meet(t, arg(1));
      this.#meet(t, arg(2));
    } else if (op === Op.ZEXT || op === Op.SEXT) {
      (op === Op.ZEXT ? this.#zeros : this.#signed).add(arg(0));
      this.#copies.join(t, arg(0));
    } else if (op === Op.EXTRACT && terms.low(t) === 0) {
      // Such a term may be assigned to a state variable that was narrowed to the bits that its values need.
      this.#copies.join(t, arg(0));
    } else if ((op === Op.EQ || op === Op.ULT || op === Op.SLT) && isVector(terms, arg(0)))
      this.#compare(op, arg(0), arg(1));
    else this.#compute(t);
  }

  #compare(op: Op, a: Term, b: Term): void {
    this.#meet(a, b);
    if (!this.#terms.isBv(a) && !this.#terms.isBv(b)) this.#compared.push(a);
    if (op === Op.EQ) return;
    for (const side of [a, b]) {
      if (this.#terms.isBv(side)) continue;
      this.#ordered.push(side);
      if (op === Op.SLT) this.#signed.add(side);
    }
  }

  /** Records a copy. One of the two terms may be a constant. */
  #meet(a: Term, b: Term): void {
    const terms = this.#terms;
    if (terms.isBv(b)) {
      if (!terms.isBv(a)) this.#meetings.push({ word: a, constant: b });
    } else if (terms.isBv(a)) this.#meetings.push({ word: b, constant: a });
    else this.#copies.join(a, b);
  }

  /** Neither a computed value nor its arguments are data of a class. */
  #compute(t: Term): void {
    const terms = this.#terms;
    if (isVector(terms, t) && terms.op(t) !== Op.VARIABLE) this.#spoiled.push(t);
    for (let i = 0; i < terms.arity(t); i++) if (isVector(terms, terms.arg(t, i))) this.#spoiled.push(terms.arg(t, i));
  }

  #traits(): ReadonlyMap<Term, Traits> {
    const terms = this.#terms;
    const found = new Map<Term, Traits>();
    const of = (t: Term): Traits => {
      const root = this.#copies.find(t);
      let its = found.get(root);
      if (its === undefined)
        found.set(
          root,
          (its = { spoiled: false, compared: false, ordered: false, signed: false, fed: false, constants: new Set() }),
        );
      return its;
    };
    for (const t of this.#spoiled) of(t).spoiled = true;
    for (const t of this.#compared) of(t).compared = true;
    for (const t of this.#ordered) of(t).ordered = true;
    for (const t of this.#signed) if (!terms.isBv(t)) of(t).signed = true;
    for (const { term } of this.#system.inputs) if (isVector(terms, term)) of(term).fed = true;
    for (const { word, constant } of this.#meetings) {
      const its = of(word);
      const value = terms.constValue(constant);
      its.constants.add(its.signed ? BigInt.asIntN(terms.width(constant), value) : value);
    }
    return found;
  }
}

function isVector(terms: TermStore, t: Term): boolean {
  return terms.sort(t).kind === 'bv';
}

/** Equivalence classes, each with one representative (union-find with path compression). */
class UnionFind<T> {
  readonly #parent = new Map<T, T>();

  /** The representative of the member's class; a member that was never joined represents itself. */
  find(member: T): T {
    let root = member;
    for (let up = this.#parent.get(root); up !== undefined; up = this.#parent.get(root)) root = up;
    for (let at = member; at !== root; ) {
      const up = this.#parent.get(at) ?? root;
      this.#parent.set(at, root);
      at = up;
    }
    return root;
  }

  /** Joins two classes; the representative of b's class represents both from now on. */
  join(a: T, b: T): void {
    const [from, to] = [this.find(a), this.find(b)];
    if (from !== to) this.#parent.set(from, to);
  }
}
