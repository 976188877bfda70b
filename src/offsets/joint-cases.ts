import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { TermStore } from '../terms/store.ts';

/** Limit of the cases of one pair. */
const MOST_CASES = 200;
/** Limit of the nodes of a condition that one evaluation looks at. */
const MOST_NODES = 64;

/** The two halves of a pointer, or arrays of them. */
export type Pair = readonly [object: Term, offset: Term];

/** Truth of conditions that a case assumes, without negations in front. */
type Assumptions = ReadonlyMap<Term, boolean>;

interface Case {
  readonly object: Term;
  readonly offset: Term;
  readonly assumed: Assumptions;
}

/**
 * Returns the pairs of values that two case distinctions have together; null if they are too many.
 * Equal values may have been merged in one of the two, so that their conditions differ. A case decides
 * the conditions of both.
 */
export function jointCases(terms: TermStore, object: Term, offset: Term): readonly Pair[] | null {
  const found: Pair[] = [];
  const todo: Case[] = [{ object, offset, assumed: new Map() }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { assumed } = next;
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
    for (const truth of [false, true])
      todo.push({ object: o, offset: d, assumed: assume(terms, assumed, condition, truth) });
  }
  return found;
}

/**
 * Returns a pair where the condition is true. Next to a constant offset, the object is the constant that
 * the condition's conjuncts give it, if they do.
 */
export function constantIf(terms: TermStore, condition: Term, pair: Pair): Pair {
  return isOpen(terms, pair) ? known(terms, pair, assume(terms, new Map(), condition, true)) : pair;
}

/** Whether the object of a constant offset is not a constant. A variable offset has facts about its own object. */
function isOpen(terms: TermStore, [object, offset]: Pair): boolean {
  return terms.isConst(offset) && !terms.isConst(object);
}

function known(terms: TermStore, pair: Pair, assumed: Assumptions): Pair {
  if (!isOpen(terms, pair)) return pair;
  const [object, offset] = pair;
  for (const [t, isTrue] of assumed) {
    if (!isTrue || terms.op(t) !== Op.EQ) continue;
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

/** Returns the assumptions with one more and what follows from them by the last conjunct of a false conjunction. */
function assume(terms: TermStore, assumed: Assumptions, condition: Term, truth: boolean): Assumptions {
  const all = new Map(assumed);
  add(terms, all, condition, truth);
  for (let count = -1; count !== all.size && all.size < assumed.size + MOST_NODES; ) {
    count = all.size;
    for (const [t, isTrue] of [...all]) {
      const last = isTrue ? null : onlyOpen(terms, t, all);
      if (last !== null) add(terms, all, last, false);
    }
  }
  return all;
}

/** Adds an assumption. Conjuncts of what is true are true. */
function add(terms: TermStore, all: Map<Term, boolean>, condition: Term, truth: boolean): void {
  const todo: [Term, boolean][] = [[condition, truth]];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [t, isTrue] = next;
    if (terms.op(t) === Op.NOT) todo.push([terms.arg(t, 0), !isTrue]);
    else if (!all.has(t)) {
      all.set(t, isTrue);
      if (isTrue && terms.op(t) === Op.AND) todo.push([terms.arg(t, 0), true], [terms.arg(t, 1), true]);
    }
  }
}

/** Returns the conjunct that must be false, since all others are true; null if there is none or more than one. */
function onlyOpen(terms: TermStore, conjunction: Term, assumed: Assumptions): Term | null {
  if (terms.op(conjunction) !== Op.AND) return null;
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
