import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { type Congruence, joinCongruence, linearForm } from './congruence.ts';
import { constantIf, jointCases, type Pair } from './joint-cases.ts';

/**
 * The offsets of a pointer by the object that it names, in bytes. null: nothing is known but the
 * congruence of all its offsets. A pointer into a list has some offsets in the list's head, and others
 * in its nodes.
 */
export type Distances = ReadonlyMap<number, Congruence> | null;

/** Facts about terms and variables, from which the offsets by object follow. */
export interface OffsetFacts {
  /** Objects that the first half of a pointer may name; null: any. */
  targets(object: Term): ReadonlySet<number> | null;
  congruence(offset: Term): Congruence;
  /** Congruence of a sum from those of its parts. */
  sumOf(sum: Term, partOf: (term: Term) => Congruence): Congruence;
  /** Offsets by object that are known of a variable, and the variable with the first half of the pointer. */
  factOf(variable: Term): { readonly distances?: Distances; readonly partner?: Term } | undefined;
}

/** Limit of the objects of a pointer that are distinguished. */
const MOST_OBJECTS = 64;
/** Limit of the pairs that one question looks at; beyond it the answer is null. */
const MOST_PAIRS = 20_000;

/** Returns the offsets of either pointer, by object. It is `a` itself if `b` adds nothing. */
export function joinDistances(a: Distances, b: Distances): Distances {
  if (a === null || b === null || a === b || b.size === 0) return a === null || b === null ? null : a;
  let joined: Map<number, Congruence> | null = null;
  for (const [number, theirs] of b) {
    const mine = a.get(number);
    const both = mine === undefined ? theirs : joinCongruence(mine, theirs);
    if (both !== mine) (joined ??= new Map(a)).set(number, both);
  }
  return joined ?? a;
}

/**
 * Derives offsets by object from those of variables. The two halves of a pointer are followed together
 * through case distinctions and arrays, once per pair.
 */
export class DistanceFinder {
  readonly #memo = new Map<Term, Map<Term, Distances>>();

  constructor(
    private readonly terms: TermStore,
    private readonly facts: OffsetFacts,
  ) {}

  /** Forgets all answers. The congruence of some term has changed. */
  clear(): void {
    this.#memo.clear();
  }

  /** Records that a pointer with these halves is one of others, whatever its terms show. */
  learn(object: Term, offset: Term, among: readonly Pair[]): void {
    if (this.terms.isBv(offset) || this.#known([object, offset]) !== undefined) return;
    const distances = among.map(([o, d]) => this.distances(o, d)).reduce(joinDistances);
    if (distances !== null) this.#remember([object, offset], distances);
  }

  /** Returns the offsets by object of the pointer with these halves. */
  distances(object: Term, offset: Term): Distances {
    const stack: Pair[] = [[object, offset]];
    let left = MOST_PAIRS;
    while (stack.length > 0) {
      const pair = stack[stack.length - 1];
      if (this.#known(pair) !== undefined) {
        stack.pop();
        continue;
      }
      const children = this.#children(pair);
      const missing = children.filter((child) => this.#known(child) === undefined);
      if (missing.length > 0) {
        if ((left -= missing.length) < 0) return null;
        for (const child of missing) stack.push(child);
        continue;
      }
      stack.pop();
      this.#remember(pair, this.#distancesOf(pair, children));
    }
    return this.#known([object, offset])!;
  }

  #known([object, offset]: Pair): Distances | undefined {
    return this.#memo.get(object)?.get(offset);
  }

  #remember([object, offset]: Pair, distances: Distances): void {
    let row = this.#memo.get(object);
    if (row === undefined) this.#memo.set(object, (row = new Map()));
    row.set(offset, distances);
  }

  /** Returns the objects that are distinguished; null if they are too many or unknown. */
  #targets(object: Term): ReadonlySet<number> | null {
    const targets = this.facts.targets(object);
    return targets === null || targets.size > MOST_OBJECTS ? null : targets;
  }

  #isSum(offset: Term): boolean {
    switch (this.terms.op(offset)) {
      case Op.ADD:
      case Op.NEG:
      case Op.MUL:
      case Op.SHL:
        return true;
      default:
        return false;
    }
  }

  /**
   * Returns pairs whose pointers this one is made of. A sum has the pairs of its parts; one of these
   * parts is the offset before a step.
   */
  #children([object, offset]: Pair): readonly Pair[] {
    const { terms } = this;
    if (terms.isBv(offset) || this.#targets(object) === null) return [];
    if (this.#isSum(offset)) {
      const { parts } = linearForm(terms, offset);
      return parts.flatMap(({ term, coefficient }) => (coefficient === 1n && term !== offset ? [[object, term]] : []));
    }
    const same = terms.op(object) === terms.op(offset);
    const first = (i: number): Pair => [terms.arg(object, i), terms.arg(offset, i)];
    const sameArg = (i: number): boolean => terms.arg(object, i) === terms.arg(offset, i);
    switch (terms.op(offset)) {
      case Op.SELECT:
        if (same && sameArg(1)) return [first(0)];
        break;
      case Op.CONST_ARRAY:
        if (same) return [first(0)];
        break;
      case Op.STORE:
        if (same && sameArg(1)) return [first(0), first(2)];
        break;
    }
    return this.#cases([object, offset], same && terms.op(offset) === Op.ITE && sameArg(0));
  }

  /** Returns the pairs of a case distinction of either half; none if there is none. */
  #cases([object, offset]: Pair, isJoint: boolean): readonly Pair[] {
    const { terms } = this;
    const splitsObject = terms.op(object) === Op.ITE;
    const splitsOffset = terms.op(offset) === Op.ITE;
    if (!splitsObject && !splitsOffset) return [];
    if (isJoint) {
      const condition = terms.arg(object, 0);
      return [
        constantIf(terms, condition, [terms.arg(object, 1), terms.arg(offset, 1)]),
        [terms.arg(object, 2), terms.arg(offset, 2)],
      ];
    }
    const joint = jointCases(terms, object, offset);
    if (joint !== null) return joint;
    // Each half of the one goes with each of the other.
    return [1, 2].map((i): Pair => (splitsOffset ? [object, terms.arg(offset, i)] : [terms.arg(object, i), offset]));
  }

  #distancesOf([object, offset]: Pair, children: readonly Pair[]): Distances {
    const { terms, facts } = this;
    const targets = this.#targets(object);
    if (targets === null) return null;
    if (this.#isSum(offset)) return this.#moved([object, offset], targets);
    if (children.length > 0)
      return children.map((child): Distances => this.#known(child) ?? null).reduce(joinDistances);
    const fact = terms.isBv(offset) ? undefined : facts.factOf(offset);
    if (fact?.distances !== undefined && fact.distances !== null && fact.partner === object) return fact.distances;
    const all = facts.congruence(offset);
    return new Map([...targets].map((number) => [number, all]));
  }

  #moved([object, offset]: Pair, targets: ReadonlySet<number>): Distances {
    const { facts } = this;
    const parts = new Map<Term, Distances>();
    for (const { term, coefficient } of linearForm(this.terms, offset).parts)
      if (coefficient === 1n && term !== offset) parts.set(term, this.#known([object, term]) ?? null);
    return new Map(
      [...targets].map((number) => [
        number,
        facts.sumOf(offset, (term) => parts.get(term)?.get(number) ?? facts.congruence(term)),
      ]),
    );
  }
}
