import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import type { TermStore } from '../../logic/terms/store.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { atWidth } from '../../system/analysis/inequality.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { closedTerms } from '../interpolation/predicates.ts';

/** Most atoms of the program that are looked at, pairs of variables that it compares, and atoms about one of them. */
const MOST_LOOKED_AT = 400;
const MOST_PAIRS = 12;
const MOST_ATOMS = 24;
/** Most numbers of places of rings, and most variables beside a position. */
const MOST_SIZES = 3;
const MOST_OTHERS = 6;

/**
 * Atoms of the program about a variable, said of another one that it compares with it. `atoms`: those of the
 * program, over the state.
 *
 * A queue is asked, where `tail == mark`, for `queue[tail % 16] == seen`, and for `head - tail <= 16` everywhere.
 * Then `queue[mark % 16] == seen` and `head - mark <= head - tail` may hold at each loop head. Where positions begin
 * again at 0, `mark` may lie fewer places behind `tail` than the queue has elements.
 */
export function saidOfEquals(system: TransitionSystem, atoms: readonly Term[]): Term[] {
  const { terms, stateVars } = system;
  const state = new Set(stateVars.map(({ term }) => term));
  const found = new Set<Term>();
  const relations = atoms.slice(0, MOST_LOOKED_AT).flatMap((t) => {
    const variables = freeVariables(terms, [t]);
    // A position that equals a number says nothing of another one.
    return variables.length < 2 && terms.op(t) === Op.EQ ? [] : [[t, variables] as const];
  });
  const pairs = relations.flatMap(([t]) => pairIn(terms, t, state) ?? []);
  if (pairs.length === 0) return [];
  const reads = readsIn(system, state);
  const scalars = stateVars.flatMap(({ term }) =>
    terms.sort(term).kind === 'bv' && terms.width(term) > 1 ? [term] : [],
  );
  const changes = new Map<Term, Changes>();
  for (const { atom: pair, variables: both } of pairs.slice(0, MOST_PAIRS)) {
    for (const [from, variable] of [both, [both[1], both[0]]] as const) {
      const to = atWidth(terms, variable, terms.width(from), false);
      const about = relations.filter(([t, variables]) => t !== pair && variables.includes(from)).slice(0, MOST_ATOMS);
      for (const [atom] of about) for (const t of saidOf(terms, atom, from, to)) found.add(t);
      for (const read of reads.filter((read) => isReadAt(terms, read, from))) {
        const there = new Substitution(terms, [[from, to]]).apply(read);
        const alike = scalars.filter((t) => terms.sortId(t) === terms.sortId(there)).slice(0, MOST_OTHERS);
        for (const scalar of alike) found.add(terms.eq(there, scalar));
      }
      const { sizes, beside } = changes.get(from) ?? changesOf(system, from);
      changes.set(from, { sizes, beside });
      const others = new Set([...beside, ...about.flatMap(([, variables]) => variables)]);
      for (const other of [...others].slice(0, MOST_OTHERS)) {
        if (other === from || other === variable || !scalars.includes(other)) continue;
        for (const size of sizes) for (const t of placesBetween(terms, { from, to, other, size })) found.add(t);
      }
    }
  }
  return [...found].filter((t) => !terms.isConst(t));
}

/** An atom about `to` instead of `from`, and the order of what it compares before and after. */
function saidOf(terms: TermStore, atom: Term, from: Term, to: Term): Term[] {
  const instead = new Substitution(terms, [[from, to]]);
  const found = [instead.apply(atom)];
  if (terms.op(atom) !== Op.ULT && terms.op(atom) !== Op.SLT && terms.op(atom) !== Op.EQ) return found;
  for (const side of [terms.arg(atom, 0), terms.arg(atom, 1)]) {
    if (side === from || terms.sort(side).kind !== 'bv') continue;
    const other = instead.apply(side);
    if (other !== side) found.push(terms.ult(side, other), terms.ult(other, side));
  }
  return found;
}

/** Two variables of numbers that an atom compares, each perhaps extended by zeros; null: it is another one. */
function pairIn(
  terms: TermStore,
  atom: Term,
  state: ReadonlySet<Term>,
): { readonly atom: Term; readonly variables: readonly [Term, Term] } | null {
  if (terms.op(atom) !== Op.EQ || terms.sort(terms.arg(atom, 0)).kind !== 'bv') return null;
  const [a, b] = [0, 1].map((i) => {
    const side = terms.arg(atom, i);
    return terms.op(side) === Op.ZEXT ? terms.arg(side, 0) : side;
  });
  return state.has(a) && state.has(b) ? { atom, variables: [a, b] } : null;
}

/** The elements that the program reads, at indices over the state. A small array has a variable for each element. */
function readsIn(system: TransitionSystem, state: ReadonlySet<Term>): Term[] {
  const { terms } = system;
  const closed = closedTerms({ terms, state: [...state] }, postorder(terms, programTerms(system))).filter(
    (t) => (terms.op(t) === Op.SELECT || terms.op(t) === Op.ITE) && terms.sort(t).kind === 'bv',
  );
  const rests = new Set(closed.flatMap((t) => (terms.op(t) === Op.ITE ? [terms.arg(t, 2)] : [])));
  return closed.filter((t) => !rests.has(t)).slice(0, MOST_ATOMS);
}

/** Whether the position decides which element is read. */
function isReadAt(terms: TermStore, read: Term, position: Term): boolean {
  const [decides, element] = terms.op(read) === Op.SELECT ? [1, 0] : [0, 1];
  const isIn = (i: number): boolean => freeVariables(terms, [terms.arg(read, i)]).includes(position);
  return isIn(decides) && !isIn(element);
}

interface Places {
  readonly from: Term;
  readonly to: Term;
  readonly other: Term;
  /** Number of places of the ring. */
  readonly size: bigint;
}

/** Fewer places lie from `from` on to `to` than `other` says, or than lie up to `other`. */
function placesBetween(terms: TermStore, { from, to, other, size }: Places): Term[] {
  const width = terms.width(from);
  const places = (end: Term): Term => {
    const ahead = terms.sub(end, from);
    return terms.ite(terms.ult(end, from), terms.add(ahead, terms.bv(width, size)), ahead);
  };
  const most = Math.max(width, terms.width(other));
  const found = [terms.ult(terms.zext(places(to), most), terms.zext(other, most))];
  if (terms.width(other) === width) found.push(terms.ult(places(to), places(other)));
  return found;
}

/** How a position changes. */
interface Changes {
  /** The variables on which its next values depend. */
  readonly beside: readonly Term[];
  /** Numbers of places after which it may be 0 again: 0 (that of its width), and what it is compared with. */
  readonly sizes: readonly bigint[];
}

function changesOf({ terms, stateVars, blocks }: TransitionSystem, position: Term): Changes {
  const most = 1n << BigInt(terms.width(position));
  const v = stateVars.findIndex(({ term }) => term === position);
  const next = blocks.map((block) => block.next[v]);
  const sizes = new Set([0n]);
  /** Terms with the position in them. */
  const about = new Set([position]);
  for (const t of postorder(terms, next)) {
    for (let i = 0; i < terms.arity(t); i++) if (about.has(terms.arg(t, i))) about.add(t);
    const op = terms.op(t);
    if ((op !== Op.EQ && op !== Op.UREM) || !about.has(t)) continue;
    const last = terms.arg(t, 1);
    if (!terms.isBv(last)) continue;
    for (const size of [terms.constValue(last), terms.constValue(last) + 1n])
      if (size > 1n && size < most) sizes.add(size);
  }
  return { beside: freeVariables(terms, next), sizes: [...sizes].slice(0, MOST_SIZES) };
}
