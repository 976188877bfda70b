import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../../logic/terms/traverse.ts';
import { programTerms } from '../../../system/transys/program-terms.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { HeapPointers } from './pointers.ts';

/** Most conditions of the program that are transferred. */
const MOST_SAID = 40;

/**
 * The program's conditions on what a pointer leads to, transferred to a given pointer: no error and no
 * tested condition, or its negation. `p->key == 3`, for example, becomes a condition on the key of each
 * block. `pointer` null: the conditions are transferred to the single objects that the program compares
 * pointers with. The results are over the state and the variables of `pointer`.
 */
export function saidOf(system: TransitionSystem, pointers: HeapPointers, pointer: Term | null): Term[] {
  const { terms, stateVars, blocks } = system;
  const known = new Set([
    ...stateVars.map(({ term }) => term),
    ...(pointer === null ? [] : freeVariables(terms, [pointer])),
  ]);
  const order = postorder(terms, programTerms(system));
  const errors = blocks.flatMap((block) => (terms.isConst(block.bad) ? [] : [terms.not(block.bad)]));
  const found = new Set<Term>();
  for (const variable of pointers.variables) {
    const about = termsAbout(variable);
    const targets = pointer === null ? comparedObjects(variable) : [pointer];
    for (const target of targets) {
      const over = new Substitution(terms, [[variable, target]]);
      const add = (fact: Term): void => {
        if (found.size < MOST_SAID && !terms.isConst(fact) && isClosed(fact)) found.add(fact);
      };
      for (const fact of errors) add(over.apply(fact));
      for (const t of about) {
        if (found.size >= MOST_SAID) return [...found];
        const op = terms.op(t);
        if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) continue;
        const fact = over.apply(t);
        add(fact);
        add(terms.not(fact));
      }
    }
  }
  return [...found];

  /** The terms in which a variable occurs. */
  function termsAbout(variable: Term): ReadonlySet<Term> {
    const about = new Set([variable]);
    for (const t of order) {
      for (let i = 0; i < terms.arity(t); i++) {
        if (!about.has(terms.arg(t, i))) continue;
        about.add(t);
        break;
      }
    }
    return about;
  }

  function isClosed(t: Term): boolean {
    return freeVariables(terms, [t]).every((v) => known.has(v));
  }

  function comparedObjects(variable: Term): Term[] {
    const objects = order.flatMap((t) => {
      if (terms.op(t) !== Op.EQ) return [];
      const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
      return x === variable && terms.isBv(y) ? [y] : y === variable && terms.isBv(x) ? [x] : [];
    });
    return [...new Set(objects)];
  }
}
