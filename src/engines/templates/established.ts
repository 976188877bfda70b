import type { Term } from '../../terms/builder.ts';
import { Op } from '../../terms/ops.ts';
import { Substitution } from '../../terms/substitute.ts';
import { freeVariables, postorder } from '../../terms/traverse.ts';
import type { TransitionSystem } from '../../transys/system.ts';

/** Most atoms of one block. */
const MOST_ATOMS = 24;

/**
 * Atoms that steps establish about the values that they assign. A block may draw n and m, and go on where
 * n - m < 8. This says something about inputs, and the same holds of the variables behind its step. Atoms
 * over the state.
 */
export function establishedAtoms(system: TransitionSystem): Term[] {
  const { terms, stateVars, blocks, inputs, pc } = system;
  const state = new Set(stateVars.map(({ term }) => term));
  const drawn = new Set(inputs.map(({ term }) => term));
  const found = new Set<Term>();
  for (const block of blocks) {
    const assigned = stateVars.flatMap(({ term }, v) =>
      v === pc || !freeVariables(terms, [block.next[v]]).some((t) => drawn.has(t))
        ? []
        : assignedParts(system, term, block.next[v]),
    );
    if (assigned.length === 0) continue;
    const behind = new Substitution(terms, assigned);
    const conditions = [block.feasible, ...(pc === null ? [] : [block.next[pc]])];
    let count = 0;
    for (const t of postorder(terms, conditions)) {
      const op = terms.op(t);
      if ((op !== Op.ULT && op !== Op.SLT && op !== Op.EQ) || count >= MOST_ATOMS) continue;
      if (!freeVariables(terms, [t]).some((v) => drawn.has(v))) continue;
      const atom = behind.apply(t);
      if (terms.isConst(atom) || !freeVariables(terms, [atom]).every((v) => state.has(v))) continue;
      found.add(atom);
      count++;
    }
  }
  return [...found];
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
