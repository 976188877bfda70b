import type { Fixpoint } from '../../logic/domains/fixpoint.ts';
import type { Value } from '../../logic/domains/value.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { conjuncts } from '../../logic/terms/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import { type IntegerForm, integerForm } from './integers.ts';
import type { PlacedFlow } from './places.ts';
import { forEachRelatedStep } from './steps.ts';

/** Most variables whose differences are tracked together, and most such groups. */
const MAX_GROUP = 24;
const MAX_GROUPS = 8;
/** Most steps that are visited. */
const MAX_STEPS = 2_000;

/** A state variable as a number, by index. */
export interface Counter {
  readonly term: Term;
  readonly index: number;
  readonly signed: boolean;
}

/** The two sides of a comparison, and their readings (true: signed): an equation allows both. */
export interface Comparison {
  readonly op: typeof Op.EQ | typeof Op.ULT | typeof Op.SLT;
  readonly x: Term;
  readonly y: Term;
  readonly readings: readonly boolean[];
}

/** The comparison of bit-vectors that an atom is; null for other atoms. */
export function comparison(terms: TermStore, atom: Term): Comparison | null {
  const op = terms.op(atom);
  if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return null;
  const [x, y] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  if (terms.sort(x).kind !== 'bv') return null;
  return { op, x, y, readings: op === Op.EQ ? [false, true] : [op === Op.SLT] };
}

/** Groups of variables that are compared with or assigned to each other, also by way of an input. */
export function counterGroups(
  system: TransitionSystem,
  flow: PlacedFlow,
  solution: Fixpoint<Value>,
): readonly (readonly Counter[])[] {
  const { terms, stateVars, pc, blocks } = system;
  const index = new Map(stateVars.map(({ term }, i) => [term, i] as const));
  const counter = pc === null ? null : stateVars[pc].term;
  const uses = new Map<number, number>();
  const votes = new Map<number, number>();
  const parent = new Map<Term, Term>();
  const find = (t: Term): Term => {
    let root = t;
    for (let up = parent.get(root); up !== undefined; up = parent.get(root)) root = up;
    for (let x = t; x !== root; ) {
      const up = parent.get(x) ?? root;
      parent.set(x, root);
      x = up;
    }
    return root;
  };
  const relate = (a: IntegerForm, b: IntegerForm): void => {
    if (a.term === null || b.term === null || a.term === b.term) return;
    for (const t of [a.term, b.term]) if (t === counter || terms.op(t) !== Op.VARIABLE) return;
    for (const { term, signed } of [a, b]) {
      const k = term === null ? undefined : index.get(term);
      if (k === undefined) continue;
      uses.set(k, (uses.get(k) ?? 0) + 1);
      votes.set(k, (votes.get(k) ?? 0) + (signed ? 1 : -1));
    }
    const [x, y] = [find(a.term), find(b.term)];
    if (x !== y) parent.set(x, y);
  };
  const asked = blocks.map(({ bad, bads }) =>
    [bad, ...bads.map(({ term }) => term)].flatMap((t) => conjuncts(terms, t)),
  );
  let steps = 0;
  forEachRelatedStep(terms, solution, ({ from, literals, next, value }) => {
    steps += 1;
    if (steps > MAX_STEPS) return;
    for (const literal of [...literals, ...asked[flow.places[from].block]]) {
      const compared = comparison(terms, terms.op(literal) === Op.NOT ? terms.arg(literal, 0) : literal);
      for (const signed of compared?.readings ?? []) {
        if (compared !== null)
          relate(integerForm(terms, compared.x, signed, value), integerForm(terms, compared.y, signed, value));
      }
    }
    index.forEach((i, t) => {
      if (terms.sort(t).kind !== 'bv' || next[i] === t) return;
      for (const signed of [false, true])
        relate({ term: t, signed, offset: 0n }, integerForm(terms, next[i], signed, value));
    });
  });
  if (steps > MAX_STEPS) return [];
  const byRoot = new Map<Term, number[]>();
  for (const i of uses.keys()) {
    const root = find(flow.observed[i]);
    const of = byRoot.get(root);
    if (of === undefined) byRoot.set(root, [i]);
    else of.push(i);
  }
  const use = (i: number): number => uses.get(i) ?? 0;
  const groups = [...byRoot.values()].filter((members) => members.length > 1);
  return groups.slice(0, MAX_GROUPS).map((members) =>
    members
      .sort((a, b) => use(b) - use(a))
      .slice(0, MAX_GROUP)
      .map((i): Counter => ({ term: flow.observed[i], index: i, signed: (votes.get(i) ?? 0) > 0 })),
  );
}
