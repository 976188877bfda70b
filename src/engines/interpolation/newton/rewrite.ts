import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { conjuncts, freeVariables, postorder } from '../../../logic/terms/traverse.ts';
import { withoutBounded } from './bounds.ts';
import { withoutDetermined } from './equations.ts';
import type { OpenVariables } from './open.ts';
import { withoutPure, withoutUnconstrained } from './unconstrained.ts';

/** Most rewritings of one conjunction. */
const MAX_ROUNDS = 200;

type Rule = (terms: TermStore, literals: readonly Term[], open: OpenVariables) => readonly Term[] | null;

/** Rules that need no solver; the cheaper ones come first. */
const RULES: readonly Rule[] = [
  withoutDetermined,
  withoutIdleStores,
  withoutUnconstrained,
  withoutPure,
  withoutBounded,
];

/**
 * Eliminates open variables from a conjunction as far as rules suffice. The result is equivalent under
 * existential quantification of the open variables.
 */
export function rewritten(terms: TermStore, literals: readonly Term[], open: OpenVariables): readonly Term[] {
  let current = literals;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let changed: readonly Term[] | null = null;
    for (let i = 0; i < RULES.length && changed === null; i++) changed = RULES[i](terms, current, open);
    if (changed === null) break;
    current = changed;
  }
  return current;
}

/** Literals that share open variables, directly or through others. */
export interface Group {
  readonly literals: readonly Term[];
  /** The variables in the literals that stay, and those that do not. */
  readonly kept: readonly Term[];
  readonly open: readonly Term[];
}

/** The conjunction in independent groups; literals without open variables are groups of their own. */
export function groupsOf(terms: TermStore, literals: readonly Term[], open: OpenVariables): Group[] {
  const variables = literals.map((t) => freeVariables(terms, [t]));
  const groupOf = new Map<Term, number>();
  const parent = literals.map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root];
    for (let at = i; at !== root; ) [at, parent[at]] = [parent[at], root];
    return root;
  };
  variables.forEach((all, i) => {
    for (const v of all) {
      if (open.isKept(v)) continue;
      const other = groupOf.get(v);
      if (other === undefined) groupOf.set(v, i);
      else parent[find(i)] = find(other);
    }
  });
  const members = new Map<number, number[]>();
  literals.forEach((_, i) => {
    const root = find(i);
    const known = members.get(root);
    if (known === undefined) members.set(root, [i]);
    else known.push(i);
  });
  return [...members.values()].map((own): Group => {
    const all = [...new Set(own.flatMap((i) => variables[i]))];
    return {
      literals: own.map((i) => literals[i]),
      kept: all.filter((v) => open.isKept(v)),
      open: all.filter((v) => !open.isKept(v)),
    };
  });
}

/**
 * Leaves out writes of what the array contains already, as another literal says. The result is
 * equivalent. Null if there is no such write.
 */
function withoutIdleStores(terms: TermStore, literals: readonly Term[]): Term[] | null {
  const contents = literals.flatMap((t) => contentsIn(terms, t));
  if (contents.length === 0) return null;
  const occurring = new Set(postorder(terms, literals));
  const idle = contents.flatMap(({ read, value }): [Term, Term][] => {
    const array = terms.arg(read, 0);
    const written = terms.store(array, terms.arg(read, 1), value);
    return written !== array && occurring.has(written) ? [[written, array]] : [];
  });
  if (idle.length === 0) return null;
  const substitution = new Substitution(terms, idle);
  return conjuncts(terms, terms.andAll(literals.map((t) => substitution.apply(t))));
}

/** The elements of arrays that a literal tells: a read, and the term that it equals. */
function contentsIn(terms: TermStore, literal: Term): { readonly read: Term; readonly value: Term }[] {
  const negative = terms.op(literal) === Op.NOT;
  const atom = negative ? terms.arg(literal, 0) : literal;
  if (terms.op(atom) === Op.SELECT) return [{ read: atom, value: terms.bool(!negative) }];
  if (negative || terms.op(atom) !== Op.EQ) return [];
  const [a, b] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  return [
    { read: a, value: b },
    { read: b, value: a },
  ].filter(({ read }) => terms.op(read) === Op.SELECT);
}
