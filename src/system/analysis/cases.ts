import { NO_TERM, type Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { rebuild } from '../../logic/terms/rebuild.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { TermMap } from '../../logic/terms/term-map.ts';
import { conjuncts, postorder } from '../../logic/terms/traverse.ts';

/** The steps that satisfy all conditions, with the observed terms after them. */
export interface StepCase {
  readonly conditions: readonly Term[];
  readonly next: readonly Term[];
}

/** Limits of {@link splitCases}. */
export interface CaseLimits {
  /** Most cases. */
  readonly cases: number;
  /** Most terms that are visited while splitting. */
  readonly work: number;
  /** Polled to end the splitting. */
  readonly stopped: () => boolean;
}

/**
 * Splits a step by the conditions of its `ite`s, the earliest first, so that variables that change
 * together stay together. The cases cover the step; cases with the same effect are merged again.
 * `work`: number of visited terms.
 */
export function splitCases(
  terms: TermStore,
  whole: StepCase,
  limits: CaseLimits,
): { readonly cases: readonly StepCase[]; readonly work: number } {
  const done: StepCase[] = [];
  const open: StepCase[] = [whole];
  let work = 0;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const more = work < limits.work && done.length + open.length + 1 < limits.cases && !limits.stopped();
    const order = more ? postorder(terms, next.next) : null;
    const atom = order === null ? null : firstAtom(terms, order);
    if (order === null || atom === null) {
      done.push(next);
      continue;
    }
    work += 2 * order.length;
    for (const truth of [true, false]) {
      const part = assumeAtom(terms, next, atom, truth);
      if (part !== null) open.push(part);
    }
  }
  return { cases: merged(done), work };
}

/** A term that is compared with at least this many constants is an index: it chooses among elements. */
const MANY_CONSTANTS = 16;

/** The atoms that compare an index with one of its constants. */
function choicesOfElements(terms: TermStore, order: readonly Term[]): ReadonlySet<Term> {
  const compared = new Map<Term, Term[]>();
  for (const t of order) {
    if (terms.op(t) !== Op.EQ) continue;
    const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
    const index = terms.isBv(x) ? y : terms.isBv(y) ? x : null;
    if (index === null) continue;
    const of = compared.get(index);
    if (of === undefined) compared.set(index, [t]);
    else of.push(t);
  }
  return new Set([...compared.values()].flatMap((atoms) => (atoms.length < MANY_CONSTANTS ? [] : atoms)));
}

/**
 * An atom of the condition of an `ite`: of the first one (arguments first) whose condition contains no
 * `ite`. Choices among elements count as values, until nothing else is left. Null if there is none.
 */
function firstAtom(terms: TermStore, order: readonly Term[]): Term | null {
  const elements = choicesOfElements(terms, order);
  return firstAtomBut(terms, order, elements) ?? (elements.size === 0 ? null : firstAtomBut(terms, order, new Set()));
}

function firstAtomBut(terms: TermStore, order: readonly Term[], left: ReadonlySet<Term>): Term | null {
  const branching = new TermMap();
  for (const t of order) {
    const atom = terms.op(t) === Op.ITE ? atomOf(terms, terms.arg(t, 0), left) : null;
    if (atom !== null && !branching.has(terms.arg(t, 0))) return atom;
    let below = atom !== null;
    for (let i = 0; i < terms.arity(t) && !below; i++) below = branching.has(terms.arg(t, i));
    if (below) branching.set(t, 1);
  }
  return null;
}

/** The first atom of a condition, without those of `left`; null if there is none. */
function atomOf(terms: TermStore, condition: Term, left: ReadonlySet<Term>): Term | null {
  const stack = [condition];
  for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
    if (terms.op(t) === Op.NOT) stack.push(terms.arg(t, 0));
    else if (terms.op(t) === Op.AND) stack.push(terms.arg(t, 1), terms.arg(t, 0));
    else if (!left.has(t)) return t;
  }
  return null;
}

/** The case under a literal of the atom; null if a condition becomes false. */
function assumeAtom(terms: TermStore, { conditions, next }: StepCase, atom: Term, truth: boolean): StepCase | null {
  // A variable has its value from now on, and its other occurrences are replaced.
  const mapping = [[atom, terms.bool(truth)] as const, ...(truth ? valueOfVariable(terms, atom) : [])];
  const substitution = new Substitution(terms, mapping);
  const literal = truth ? atom : terms.not(atom);
  const others: Term[] = [literal];
  for (const t of conditions) {
    const after = substitution.apply(t);
    if (after === terms.false) return null;
    if (after !== terms.true) others.push(after);
  }
  return { conditions: [...new Set(others)], next: next.map((t) => substitution.apply(t)) };
}

/** Merges cases with the same effect, under the conditions that they share. */
function merged(cases: readonly StepCase[]): readonly StepCase[] {
  const byEffect = new Map<string, StepCase>();
  for (const step of cases) {
    const key = step.next.join();
    const before = byEffect.get(key);
    const both = new Set(step.conditions);
    byEffect.set(
      key,
      before === undefined ? step : { ...before, conditions: before.conditions.filter((t) => both.has(t)) },
    );
  }
  return [...byEffect.values()];
}

/** Most rounds in which conditions simplify each other. */
const MAX_ROUNDS = 8;

/**
 * The step with conditions that are simplified by each other, until nothing changes. Null if they
 * contradict each other: with `a & b` false, `(a & b) | (c & x < 5)` becomes the two conditions `c` and
 * `x < 5`.
 */
export function assumed(terms: TermStore, { conditions, next }: StepCase): StepCase | null {
  let units = unitsOf(terms, conditions);
  for (let round = 0; ; round++) {
    if (units.has(terms.false)) return null;
    const mapping = [...units].flatMap((t) => valuesUnder(terms, t));
    const by = new Substitution(terms, mapping);
    const simplified = [...units].map((t) => withoutItself(terms, t, by));
    if (round < MAX_ROUNDS && simplified.some((t) => !units.has(t))) units = unitsOf(terms, simplified);
    else return { conditions: [...units], next: next.map((t) => by.apply(t)) };
  }
}

function unitsOf(terms: TermStore, conditions: readonly Term[]): Set<Term> {
  return new Set(conditions.flatMap((t) => conjuncts(terms, t)));
}

/** Values of terms where a condition holds. */
function valuesUnder(terms: TermStore, t: Term): (readonly [Term, Term])[] {
  return terms.op(t) === Op.NOT ? [[terms.arg(t, 0), terms.false]] : [[t, terms.true]];
}

/** The condition with its parts simplified by the values of others; its own value would make it true. */
function withoutItself(terms: TermStore, t: Term, by: Substitution): Term {
  const part = (i: number): Term => (i < terms.arity(t) ? by.apply(terms.arg(t, i)) : NO_TERM);
  if (terms.op(t) === Op.NOT) return terms.not(withoutItself(terms, terms.arg(t, 0), by));
  return terms.arity(t) === 0 ? t : rebuild(terms, terms, t, part(0), part(1), part(2));
}

/** Replaces what conditions decide, and variables that they give a value. */
export function under(terms: TermStore, conditions: readonly Term[]): Substitution {
  const literals = conditions.flatMap((t) => conjuncts(terms, t));
  return new Substitution(
    terms,
    literals.flatMap((t) => [...valuesUnder(terms, t), ...valueOfVariable(terms, t)]),
  );
}

/** The constant that an equation gives a variable; empty for other terms. */
function valueOfVariable(terms: TermStore, t: Term): (readonly [Term, Term])[] {
  if (terms.op(t) !== Op.EQ) return [];
  const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
  if (terms.isConst(x) && terms.op(y) === Op.VARIABLE) return [[y, x]];
  return terms.isConst(y) && terms.op(x) === Op.VARIABLE ? [[x, y]] : [];
}

/**
 * The observed terms after a case of a step, where one that keeps its value is itself.
 *
 * Example: a choice tells the size of the block to which `p` leads, and is `sizes[p]` in cases with a block. There,
 * `sizes[p]` behind the step is what the choice was before.
 */
export function keeping(terms: TermStore, observed: readonly Term[], { conditions, next }: StepCase): readonly Term[] {
  const here = under(terms, conditions);
  return next.map((after, i) => {
    if (terms.op(observed[i]) === Op.VARIABLE || terms.isConst(after)) return after;
    const before = observed[i];
    return after !== before && here.apply(before) === after ? before : after;
  });
}
