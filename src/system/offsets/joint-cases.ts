import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';

/** Limit of the cases of one pair. */
const MOST_CASES = 200;
/** Limit of the nodes of a condition that one evaluation looks at. */
const MOST_NODES = 64;

/** The two halves of a pointer, or arrays of them. */
export type Pair = readonly [object: Term, offset: Term];

/** The conditions that a case assumes, without negations in front, in the order of the assumptions. */
class Assumptions {
  readonly #truths = new Map<Term, boolean>();
  readonly #trail: Term[] = [];
  /** False conjunctions among the assumptions, and true equations. */
  readonly #conjunctions: Term[] = [];
  readonly #equations: Term[] = [];

  constructor(private readonly terms: TermStore) {}

  get size(): number {
    return this.#trail.length;
  }

  get conjunctions(): readonly Term[] {
    return this.#conjunctions;
  }

  get equations(): readonly Term[] {
    return this.#equations;
  }

  has(t: Term): boolean {
    return this.#truths.has(t);
  }

  get(t: Term): boolean | undefined {
    return this.#truths.get(t);
  }

  /** Adds an assumption that is not among them. */
  add(t: Term, isTrue: boolean): void {
    this.#truths.set(t, isTrue);
    this.#trail.push(t);
    this.#listOf(t, isTrue)?.push(t);
  }

  /** Drops all assumptions but the first ones. */
  keep(count: number): void {
    while (this.#trail.length > count) {
      const t = this.#trail.pop()!;
      this.#listOf(t, this.#truths.get(t)!)?.pop();
      this.#truths.delete(t);
    }
  }

  #listOf(t: Term, isTrue: boolean): Term[] | null {
    const op = this.terms.op(t);
    if (isTrue) return op === Op.EQ ? this.#equations : null;
    return op === Op.AND ? this.#conjunctions : null;
  }
}

/** A case that has not been looked at: its pair, and what it adds to the first assumptions. */
interface Case {
  readonly object: Term;
  readonly offset: Term;
  /** Number of assumptions that the case shares with the one before it. */
  readonly shared: number;
  /** Condition that the case adds; null: none. */
  readonly condition: Term | null;
  readonly truth: boolean;
}

type Cases = readonly Pair[] | null;

/** Results by store, object and offset: terms never change, and each block asks again. */
const memos = new WeakMap<TermStore, Map<Term, Map<Term, Cases>>>();

/**
 * Returns the pairs of values that two case distinctions have together; null if they are too many.
 * Equal values may have been merged in one of the two, so that their conditions differ. A case decides
 * the conditions of both.
 */
export function jointCases(terms: TermStore, object: Term, offset: Term): Cases {
  const memo = memos.get(terms) ?? new Map<Term, Map<Term, Cases>>();
  memos.set(terms, memo);
  const ofObject = memo.get(object) ?? new Map<Term, Cases>();
  memo.set(object, ofObject);
  let cases = ofObject.get(offset);
  if (cases === undefined) {
    cases = enumerated(terms, object, offset);
    ofObject.set(offset, cases);
  }
  return cases;
}

function enumerated(terms: TermStore, object: Term, offset: Term): Cases {
  const found: Pair[] = [];
  const assumed = new Assumptions(terms);
  const todo: Case[] = [{ object, offset, shared: 0, condition: null, truth: true }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    assumed.keep(next.shared);
    if (next.condition !== null) assume(terms, assumed, next.condition, next.truth);
    const o = chosen(terms, next.object, assumed);
    const d = chosen(terms, next.offset, assumed);
    const open = terms.op(d) === Op.ITE ? d : terms.op(o) === Op.ITE ? o : null;
    if (open === null) {
      if (found.length >= MOST_CASES) return null;
      found.push(known(terms, [o, d], assumed));
      continue;
    }
    if (todo.length > MOST_CASES) return null;
    const condition = terms.arg(open, 0);
    for (const truth of [false, true]) todo.push({ object: o, offset: d, shared: assumed.size, condition, truth });
  }
  return found;
}

/**
 * Returns a pair where the condition is true. Next to a constant offset, the object is the constant that
 * the condition's conjuncts give it, if they do.
 */
export function constantIf(terms: TermStore, condition: Term, pair: Pair): Pair {
  if (!isOpen(terms, pair)) return pair;
  const assumed = new Assumptions(terms);
  assume(terms, assumed, condition, true);
  return known(terms, pair, assumed);
}

/** Whether the object of a constant offset is not a constant. A variable offset has facts about its own object. */
function isOpen(terms: TermStore, [object, offset]: Pair): boolean {
  return terms.isConst(offset) && !terms.isConst(object);
}

function known(terms: TermStore, pair: Pair, assumed: Assumptions): Pair {
  if (!isOpen(terms, pair)) return pair;
  const [object, offset] = pair;
  for (const t of assumed.equations) {
    const [a, b] = [terms.arg(t, 0), terms.arg(t, 1)];
    if (a === object && terms.isConst(b)) return [b, offset];
    if (b === object && terms.isConst(a)) return [a, offset];
  }
  return pair;
}

/** Returns the branch of a case distinction that the assumptions choose, as far as they do. */
function chosen(terms: TermStore, term: Term, assumed: Assumptions): Term {
  let t = term;
  while (terms.op(t) === Op.ITE) {
    const truth = truthOf(terms, terms.arg(t, 0), assumed);
    if (truth === null) break;
    t = terms.arg(t, truth ? 1 : 2);
  }
  return t;
}

/**
 * Adds an assumption and what follows from it by the last conjunct of a false conjunction. Only
 * conjunctions with a part that just became known are looked at again.
 */
function assume(terms: TermStore, assumed: Assumptions, condition: Term, truth: boolean): void {
  const limit = assumed.size + MOST_NODES;
  let fresh = add(terms, assumed, condition, truth);
  while (fresh.length > 0 && assumed.size < limit) {
    const next: Term[] = [];
    const { conjunctions } = assumed;
    const known = conjunctions.length;
    for (let i = 0; i < known; i++) {
      const t = conjunctions[i];
      const parts = partsOf(terms, t);
      const last = fresh.some((each) => parts.has(each)) ? onlyOpen(terms, t, assumed) : null;
      if (last !== null) next.push(...add(terms, assumed, last, false));
    }
    fresh = next;
  }
}

const partMemos = new WeakMap<TermStore, Map<Term, ReadonlySet<Term>>>();

/** Returns the terms that {@link onlyOpen} may look up for a conjunction, and itself. */
function partsOf(terms: TermStore, conjunction: Term): ReadonlySet<Term> {
  const memo = partMemos.get(terms) ?? new Map<Term, ReadonlySet<Term>>();
  partMemos.set(terms, memo);
  const known = memo.get(conjunction);
  if (known !== undefined) return known;
  const parts = new Set([conjunction]);
  // The loop also reaches what it adds.
  for (const t of parts) {
    if (parts.size > MOST_NODES ** 2) break;
    if (terms.op(t) === Op.NOT) parts.add(terms.arg(t, 0));
    else if (terms.op(t) === Op.AND) parts.add(terms.arg(t, 0)).add(terms.arg(t, 1));
  }
  memo.set(conjunction, parts);
  return parts;
}

/** Adds an assumption, and returns the new ones. Conjuncts of what is true are true. */
function add(terms: TermStore, all: Assumptions, condition: Term, truth: boolean): Term[] {
  const fresh: Term[] = [];
  const todo: [Term, boolean][] = [[condition, truth]];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [t, isTrue] = next;
    if (terms.op(t) === Op.NOT) todo.push([terms.arg(t, 0), !isTrue]);
    else if (!all.has(t)) {
      all.add(t, isTrue);
      fresh.push(t);
      if (isTrue && terms.op(t) === Op.AND) todo.push([terms.arg(t, 0), true], [terms.arg(t, 1), true]);
    }
  }
  return fresh;
}

/** Returns the conjunct that must be false, since all others are true; null if there is none or more than one. */
function onlyOpen(terms: TermStore, conjunction: Term, assumed: Assumptions): Term | null {
  const todo = [terms.arg(conjunction, 0), terms.arg(conjunction, 1)];
  let open: Term | null = null;
  for (let left = MOST_NODES; todo.length > 0; left--) {
    if (left === 0) return null;
    const t = todo.pop()!;
    const truth = truthOf(terms, t, assumed);
    if (truth === false) return null;
    if (truth === true) continue;
    if (terms.op(t) === Op.AND) todo.push(terms.arg(t, 0), terms.arg(t, 1));
    else if (open !== null) return null;
    else open = t;
  }
  return open;
}

/** Returns the truth of a condition under the assumptions; null if they do not show it. */
function truthOf(terms: TermStore, condition: Term, assumed: Assumptions): boolean | null {
  let negated = false;
  let t = condition;
  for (; terms.op(t) === Op.NOT && !assumed.has(t); t = terms.arg(t, 0)) negated = !negated;
  const truth = assumed.get(t) ?? conjunction(terms, t, assumed);
  return truth === null ? null : truth !== negated;
}

/** Returns the truth of a conjunction: false if a conjunct is, true if all are. */
function conjunction(terms: TermStore, condition: Term, assumed: Assumptions): boolean | null {
  if (terms.op(condition) !== Op.AND) return null;
  let isTrue = true;
  const todo = [terms.arg(condition, 0), terms.arg(condition, 1)];
  for (let left = MOST_NODES; todo.length > 0 && left > 0; left--) {
    let t = todo.pop()!;
    let negated = false;
    for (; terms.op(t) === Op.NOT && !assumed.has(t); t = terms.arg(t, 0)) negated = !negated;
    const truth = assumed.get(t);
    if (truth !== undefined && truth === negated) return false;
    if (truth !== undefined) continue;
    if (!negated && terms.op(t) === Op.AND) todo.push(terms.arg(t, 0), terms.arg(t, 1));
    else isTrue = false;
  }
  return isTrue && todo.length === 0 ? true : null;
}
