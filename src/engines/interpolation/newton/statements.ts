import type { Term } from '../../../logic/terms/builder.ts';
import { ARITY, Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { conjuncts, postorder } from '../../../logic/terms/traverse.ts';
import type { ChainPart } from '../problem.ts';

/** Most definitions of one part; where more nodes could have one, none has. */
const MAX_DEFINITIONS = 2_000;

/** A local variable of a part that stands for a term which occurs more than once. */
interface Definition {
  readonly variable: Term;
  /** Over the variables of the part and earlier definitions. */
  readonly value: Term;
}

/**
 * The statements of a part ([CVN17] Sect. 3, for large blocks): conjuncts of its formula (`assume`),
 * values of the state variables that it changes, and definitions of inner terms (assignments).
 */
export interface Statements {
  readonly conjuncts: readonly Term[];
  readonly definitions: readonly Definition[];
  /** The values at the cut behind the part by index of the state variable; null: not changed. */
  readonly changes: readonly (Term | null)[];
}

/** The statements of a part whose entry consists of different variables. */
export function statementsOf(terms: TermStore, part: ChainPart): Statements {
  const changed = (part.exit ?? []).map((t, i) => (t === part.entry?.[i] ? null : t));
  const roots = [part.formula, ...changed.flatMap((t) => t ?? [])];
  const inner = definable(terms, roots);
  const substitution = new Substitution(terms);
  const definitions: Definition[] = [];
  if (inner.length <= MAX_DEFINITIONS) {
    for (const node of inner) {
      const variable = local(terms, 'def', node, definitions.length);
      definitions.push({ variable, value: substitution.apply(node) });
      substitution.extend([[node, variable]]);
    }
  }
  return {
    conjuncts: conjuncts(terms, part.formula).map((t) => substitution.apply(t)),
    definitions,
    changes: changed.map((t) => (t === null ? null : substitution.apply(t))),
  };
}

/** Which statements of a part are kept. */
export interface Selection {
  readonly conjuncts: readonly boolean[];
  readonly definitions: readonly boolean[];
  readonly changes: readonly boolean[];
}

/**
 * The abstraction of a part ([CVN17] Def. 4.1): `assume true` stands for each conjunct that is not kept,
 * and any value (`havoc`) for each value and definition that is not kept.
 */
export function abstraction(terms: TermStore, part: ChainPart, statements: Statements, keeps: Selection): ChainPart {
  const inlined = new Substitution(terms);
  statements.definitions.forEach(({ variable, value }, i) => {
    if (keeps.definitions[i]) inlined.extend([[variable, inlined.apply(value)]]);
  });
  const formula = terms.andAll(statements.conjuncts.filter((_, i) => keeps.conjuncts[i]).map((t) => inlined.apply(t)));
  if (part.exit === null) return { ...part, formula };
  const exit = part.exit.map((before, i) => {
    const value = statements.changes[i];
    if (value === null) return before;
    return keeps.changes[i] ? inlined.apply(value) : local(terms, 'any', value, i);
  });
  return { ...part, formula, exit };
}

/** Words, floats and arrays that are used more than once, arguments first; neither leaves nor extracts. */
function definable(terms: TermStore, roots: readonly Term[]): Term[] {
  const order = postorder(terms, roots);
  const uses = new Map<Term, number>();
  const use = (t: Term): void => {
    uses.set(t, (uses.get(t) ?? 0) + 1);
  };
  roots.forEach(use);
  for (const t of order) for (let i = 0; i < terms.arity(t); i++) use(terms.arg(t, i));
  return order.filter((t) => {
    const op = terms.op(t);
    if ((uses.get(t) ?? 0) < 2 || ARITY[op] === 0 || op === Op.EXTRACT || op === Op.CONST_ARRAY) return false;
    return terms.sort(t).kind !== 'bool' && !(op === Op.STORE && terms.arrays.isConstant(t));
  });
}

/** A variable of a part's own of the sort of `like`. */
function local(terms: TermStore, kind: 'def' | 'any', like: Term, index: number): Term {
  const sort = terms.sort(like);
  return terms.variable(`${kind}!${JSON.stringify(sort)}!${index}`, sort);
}
