import type { Term } from '../terms/builder.ts';
import { Op } from '../terms/ops.ts';
import type { Solver, SolverFactory } from '../terms/solver.ts';
import type { TermStore } from '../terms/store.ts';
import { substitute } from '../terms/substitute.ts';
import { postorder } from '../terms/traverse.ts';
import type { InputInstance } from './certificate.ts';
import type { TransitionSystem } from './system.ts';

/** Most atoms over one input alone; they have 2^4 combinations. */
const MAX_ATOMS = 4;
/** Most instances of one block. */
const MAX_INSTANCES = 16;
/** Most inputs of a block for which a solver is asked, and the limit of each query in ms. */
const MAX_SOLVERS = 4;
const SOLVER_MS = 500;

/** The result of {@link eliminateInputs}. */
export interface Elimination {
  /** Values for the eliminated inputs, one instance per combination; empty if none was eliminated. */
  readonly instances: readonly InputInstance[];
  /**
   * The formula ∃ eliminated inputs. bad ∨ gap, as the disjunction over the instances. It is equivalent,
   * over state variables and the inputs that could not be eliminated.
   */
  readonly stop: Term;
  /** Indices of the inputs that were eliminated. */
  readonly eliminated: readonly number[];
}

/**
 * Eliminates inputs of a block from "this step ends in bad or a gap". An input is eliminated if it
 * only occurs in a few conditions that depend on nothing else (`in != 0`, `in == 3`, `in <u 10`). One
 * value for each satisfiable combination of their truth values then represents all of them. So ∃in. φ
 * is the disjunction of φ over these values. This is exact; other inputs stay.
 */
export function eliminateInputs(system: TransitionSystem, blockId: number, solvers: SolverFactory): Elimination {
  const { terms } = system;
  const block = system.blocks[blockId];
  const phi = terms.or(block.bad, block.gap);
  const atoms = atomsOfInputs(system, phi);
  let instances: (readonly (readonly [number, bigint])[])[] = [[]];
  const eliminated: number[] = [];
  let asked = 0;
  for (const [input, conditions] of atoms) {
    if (2 * instances.length > MAX_INSTANCES) break;
    if (conditions.length > MAX_ATOMS) continue;
    const create = (): Solver | null => (asked++ < MAX_SOLVERS ? solvers.create() : null);
    const values = representatives(terms, system.inputs[input].term, conditions, create);
    if (values === null || values.length * instances.length > MAX_INSTANCES) continue;
    instances = instances.flatMap((rest) => values.map((value) => [...rest, [input, value] as const]));
    eliminated.push(input);
  }
  if (eliminated.length === 0) return { instances: [], stop: phi, eliminated };
  const result = instances.map((values): InputInstance => ({ block: blockId, values }));
  return {
    instances: result,
    stop: terms.orAll(result.map((instance) => instantiate(system, phi, instance))),
    eliminated,
  };
}

/** A term of a block with the inputs of an instance replaced by their values. */
function instantiate(system: TransitionSystem, t: Term, instance: InputInstance): Term {
  const { terms, inputs } = system;
  const map = new Map<Term, Term>();
  for (const [input, value] of instance.values) map.set(inputs[input].term, constant(terms, inputs[input].term, value));
  return substitute(terms, t, map);
}

function constant(terms: TermStore, like: Term, value: bigint): Term {
  return terms.sort(like).kind === 'bool' ? terms.bool(value !== 0n) : terms.bv(terms.width(like), value);
}

const NOTHING = -1;
const MANY = -2;

/**
 * The conditions of each step input that occurs in `phi` only in conditions over that input alone. A
 * condition is the smallest Boolean term around an occurrence.
 */
function atomsOfInputs(system: TransitionSystem, phi: Term): Map<number, Term[]> {
  const { terms, inputs } = system;
  const indexOf = new Map<Term, number>();
  inputs.forEach((input, i) => {
    const { kind } = terms.sort(input.term);
    if (input.phase === 'step' && (kind === 'bool' || kind === 'bv')) indexOf.set(input.term, i);
  });
  const order = postorder(terms, [phi]);
  /** The only input that a term depends on, NOTHING, or MANY (several, or other variables). */
  const only = new Map<Term, number>();
  /** Does an input occur in the term outside of any condition? */
  const exposed = new Set<Term>();
  const conditions = new Map<number, Term[]>();
  const failed = new Set<Term>();
  for (const t of order) {
    const arity = terms.arity(t);
    let depends = arity > 0 || terms.isConst(t) ? NOTHING : (indexOf.get(t) ?? MANY);
    let open = indexOf.has(t);
    for (let i = 0; i < arity; i++) {
      const arg = terms.arg(t, i);
      const other = only.get(arg)!;
      if (other !== NOTHING) depends = depends === NOTHING || depends === other ? other : MANY;
      if (exposed.has(arg)) open = true;
    }
    only.set(t, depends);
    if (!open) continue;
    if (terms.sort(t).kind !== 'bool') exposed.add(t);
    else if (depends >= 0) {
      const known = conditions.get(depends);
      if (known === undefined) conditions.set(depends, [t]);
      else known.push(t);
    } else failed.add(t);
  }
  // Goes from the conditions that mix variables down to the inputs that are exposed in them.
  for (let p = order.length - 1; p >= 0; p--) {
    const t = order[p];
    if (!failed.has(t)) continue;
    const input = indexOf.get(t);
    if (input !== undefined) conditions.delete(input);
    for (let i = 0; i < terms.arity(t); i++) if (exposed.has(terms.arg(t, i))) failed.add(terms.arg(t, i));
  }
  return conditions;
}

/**
 * One value of `x` for each satisfiable combination of the conditions (which are over `x` alone), or
 * null if completeness cannot be shown.
 */
function representatives(
  terms: TermStore,
  x: Term,
  conditions: readonly Term[],
  create: () => Solver | null,
): bigint[] | null {
  const found = new Map<string, bigint>();
  const consider = (value: bigint): void => {
    const map = new Map([[x, constant(terms, x, value)]]);
    const truth = conditions.map((c) => substitute(terms, c, map));
    const key = truth.join(',');
    if (truth.every((t) => terms.isConst(t)) && !found.has(key)) found.set(key, value);
  };
  const bool = terms.sort(x).kind === 'bool';
  const width = bool ? 1 : terms.width(x);
  const half = 1n << BigInt(width - 1);
  const guesses = [0n, 1n, 2n * half - 1n, half, half - 1n];
  for (const t of postorder(terms, conditions)) {
    if (!terms.isBv(t)) continue;
    const value = terms.constValue(t);
    guesses.push(value, value + 1n, value - 1n);
  }
  for (const guess of guesses) consider(BigInt.asUintN(width, guess));
  // Comparisons with constants change their truth only at 0, at half, at the constants and at their
  // successors, which were all tried.
  const complete =
    bool || found.size === 2 ** conditions.length || conditions.every((c) => comparesWithConstant(terms, x, c));
  return complete || completed(terms, x, conditions, create, found, consider) ? [...found.values()] : null;
}

function comparesWithConstant(terms: TermStore, x: Term, condition: Term): boolean {
  const atom = terms.op(condition) === Op.NOT ? terms.arg(condition, 0) : condition;
  const op = terms.op(atom);
  if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return false;
  const [a, b] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  return (a === x && terms.isBv(b)) || (b === x && terms.isBv(a));
}

/** Asks a solver for the combinations that guessing did not meet. False if it cannot decide. */
function completed(
  terms: TermStore,
  x: Term,
  conditions: readonly Term[],
  create: () => Solver | null,
  found: Map<string, bigint>,
  consider: (value: bigint) => void,
): boolean {
  const solver = create();
  if (solver === null) return false;
  try {
    const exclude = (value: bigint): void => {
      const map = new Map([[x, constant(terms, x, value)]]);
      solver.assert(terms.not(terms.andAll(conditions.map((c) => terms.eq(c, substitute(terms, c, map))))));
    };
    for (const value of found.values()) exclude(value);
    for (;;) {
      const answer = solver.check([], { milliseconds: SOLVER_MS });
      if (answer === 'unsat') return true;
      const before = found.size;
      if (answer === 'unknown' || before >= MAX_INSTANCES) return false;
      const value = solver.value(x);
      if (typeof value !== 'bigint') return false;
      consider(value);
      if (found.size === before) return false;
      exclude(value);
    }
  } finally {
    solver.dispose();
  }
}
