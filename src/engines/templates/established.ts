import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';

/** Most atoms of one block. */
const MOST_ATOMS = 24;
/** Most limits of one variable. */
const MOST_LIMITS = 6;

/**
 * Atoms that steps establish about the values that they assign. A block may draw n and m, and go on where
 * n - m < 8. This says something about inputs, and the same holds of the variables behind its step. Atoms
 * over the state.
 */
export function establishedAtoms(system: TransitionSystem): Term[] {
  const { terms, stateVars, blocks, inputs, pc } = system;
  const drawn = new Drawn(
    terms,
    inputs.map(({ term }) => term),
  );
  const found = new Set<Term>();
  for (const block of blocks) {
    const assigned = stateVars.flatMap(({ term }, v) =>
      v !== pc && drawn.isIn(block.next[v]) ? assignedParts(system, term, block.next[v]) : [],
    );
    if (assigned.length === 0) continue;
    const behind = new Substitution(terms, assigned);
    const conditions = [block.feasible, ...(pc === null ? [] : [block.next[pc]])];
    const atoms = postorder(terms, conditions)
      .filter((t) => isComparison(terms, t) && drawn.isIn(t))
      .map((t) => behind.apply(t))
      .filter((t) => !terms.isConst(t) && !drawn.isIn(t));
    for (const atom of atoms.slice(0, MOST_ATOMS)) found.add(atom);
  }
  return [...found];
}

/**
 * Comparisons of limits of one variable with each other: a loop up to k that reads a table of 100 elements leads to
 * k <= 100.
 */
export function sharedLimits(system: TransitionSystem): Term[] {
  const { terms, stateVars } = system;
  const state = new Set(stateVars.map(({ term }) => term));
  const limits = new Map<Term, Set<Term>>();
  for (const t of postorder(terms, programTerms(system))) {
    if (terms.op(t) !== Op.ULT && terms.op(t) !== Op.SLT) continue;
    const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
    const variable = uncovered(terms, x);
    if (!state.has(variable) || freeVariables(terms, [y]).some((v) => !state.has(v))) continue;
    const known = limits.get(variable) ?? new Set();
    if (known.size < MOST_LIMITS) limits.set(variable, known.add(y));
  }
  const found = new Set<Term>();
  for (const group of limits.values()) {
    for (const upper of group) {
      if (!terms.isBv(upper)) continue;
      for (const limit of group) {
        const width = Math.max(terms.width(limit), terms.width(upper));
        if (!terms.isConst(limit)) found.add(terms.ult(terms.zext(upper, width), terms.zext(limit, width)));
      }
    }
  }
  return [...found];
}

/** A term without the changes of its width. */
function uncovered(terms: TermStore, covered: Term): Term {
  let t = covered;
  while ([Op.ZEXT, Op.SEXT, Op.EXTRACT].some((op) => terms.op(t) === op)) t = terms.arg(t, 0);
  return t;
}

function isComparison(terms: TermStore, t: Term): boolean {
  const op = terms.op(t);
  return op === Op.ULT || op === Op.SLT || op === Op.EQ;
}

/** Tells which terms depend on inputs. Linear in all terms that it is asked about. */
class Drawn {
  readonly #known = new Map<Term, boolean>();

  constructor(
    private readonly terms: TermStore,
    inputs: readonly Term[],
  ) {
    for (const input of inputs) this.#known.set(input, true);
  }

  isIn(root: Term): boolean {
    const { terms } = this;
    const known = this.#known;
    const pending = [root];
    for (let t = pending.at(-1); t !== undefined; t = pending.at(-1)) {
      const parts = Array.from({ length: terms.arity(t) }, (_, i) => terms.arg(t, i));
      const open = known.has(t) ? [] : parts.filter((part) => !known.has(part));
      if (open.length > 0) {
        pending.push(...open);
        continue;
      }
      if (!known.has(t))
        known.set(
          t,
          parts.some((part) => known.get(part) === true),
        );
      pending.pop();
    }
    return known.get(root) === true;
  }
}

/** The terms whose values a variable has behind a step, and the variable's part that has each. */
function assignedParts({ terms }: TransitionSystem, variable: Term, next: Term): [Term, Term][] {
  const parts: [Term, Term][] = [[next, variable]];
  if (terms.op(next) === Op.ZEXT || terms.op(next) === Op.SEXT) {
    const inner = terms.arg(next, 0);
    parts.push([inner, terms.extract(variable, terms.width(inner) - 1, 0)]);
  }
  // The bits that a narrowed variable has no place for are zero, as a rule.
  if (terms.op(next) === Op.EXTRACT && terms.low(next) === 0) {
    const whole = terms.arg(next, 0);
    parts.push([whole, terms.zext(variable, terms.width(whole))]);
  }
  return parts.filter(([from]) => !terms.isConst(from));
}
