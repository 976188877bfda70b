import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { withoutBounded } from './bounds.ts';
import { withoutDetermined } from './equations.ts';
import type { OpenVariables } from './open.ts';
import { withoutIdleStores } from './stores.ts';
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
