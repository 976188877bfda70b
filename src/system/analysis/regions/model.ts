import { full, type Range } from '../../../logic/domains/range.ts';
import { rangeWidth } from '../../../logic/domains/range-transfer.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import { programTerms } from '../../transys/program-terms.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import { type Comparisons, comparisonsIn } from '../classes.ts';
import { type Parts, partsOf } from './parts.ts';
import { Residues } from './residues.ts';

/** A block of the system, or the location of the initial values before its only block. */
export interface RegionLocation {
  /**
   * Number of the block. The location of initial values, in a system without a program counter, has the
   * number of blocks.
   */
  readonly id: number;
  readonly residues: Residues;
  /** Blocks that a step may lead to. */
  readonly successors: readonly number[];
}

/**
 * Indices among a step's roots. The first three are the Booleans for "goes on", "ends in bad" and
 * "ends in a gap"; the next values follow.
 */
export const GOES_ON = 0;
export const BAD = 1;
export const GAP = 2;
export const NEXT = 3;

/**
 * A system whose state variables have their values cut into parts. The roots of a step are the
 * Booleans above, the next values of the variables, and that of the program counter.
 */
export class RegionModel {
  readonly locations: readonly RegionLocation[];
  /** The location where runs start, with any values. */
  readonly start: number;
  /** The variables of regions; those with most comparisons with constants come first. */
  readonly variables: readonly Parts[];
  /** Positions of the variables in `variables`. */
  readonly positions: ReadonlyMap<Term, number>;
  /** Indices of the variables in `system.stateVars`. */
  readonly indices: readonly number[];

  /** `few`: variables of at most this many values are cut into single values. */
  constructor(
    readonly system: TransitionSystem,
    few: number,
  ) {
    const { terms, stateVars, pc, blocks, inputs } = system;
    const compared = comparisonsOf(system);
    const atoms = (i: number): number => compared.get(stateVars[i].term)?.atoms.length ?? 0;
    this.indices = stateVars
      .map((_, i) => i)
      .filter((i) => i !== pc && rangeWidth(terms, stateVars[i].term) > 0)
      .sort((i, j) => atoms(j) - atoms(i));
    this.variables = this.indices.map((i) => {
      const { term } = stateVars[i];
      return partsOf(terms, term, compared.get(term), few);
    });
    this.positions = new Map(this.variables.map(({ variable }, position) => [variable, position]));
    const residues = (ends: readonly [Term, Term, Term], next: readonly Term[], read: readonly number[]): Residues => {
      const roots = [...ends, ...this.indices.map((i) => next[i]), ...(pc === null ? [] : [next[pc]])];
      return new Residues(terms, roots, this.variables, new Set(read.map((i) => inputs[i].term)));
    };
    this.locations = blocks.map(({ id, feasible, bad, gap, next, inputs: read, successors }) => ({
      id,
      successors,
      residues: residues([feasible, bad, gap], next, read),
    }));
    if (pc !== null) this.start = 0;
    else {
      this.start = blocks.length;
      const read = inputs.flatMap(({ phase }, i) => (phase === 'init' ? [i] : []));
      const ends = [system.initConstraint, terms.false, terms.false] as const;
      this.locations = [
        ...this.locations,
        { id: this.start, successors: [0], residues: residues(ends, system.init, read) },
      ];
    }
  }

  /** True if regions describe the whole state: all variables but the program counter. */
  get isWhole(): boolean {
    const { stateVars, pc } = this.system;
    return this.indices.length === stateVars.length - (pc === null ? 0 : 1);
  }

  /** Number of terms visited so far. */
  get work(): number {
    return this.locations.reduce((sum, { residues }) => sum + residues.work, 0);
  }

  /** The box of all values. */
  get anything(): Range[] {
    return this.variables.map(({ variable }) => full(rangeWidth(this.system.terms, variable)));
  }
}

/**
 * The comparisons of state variables with constants, including those between a chosen value and a
 * constant.
 */
function comparisonsOf(system: TransitionSystem): ReadonlyMap<Term, Comparisons> {
  const { terms, stateVars } = system;
  const order = postorder(terms, programTerms(system));
  const states = new Set(stateVars.map((v) => v.term));
  return comparisonsIn(terms, states, [
    ...new Set([...order, ...comparisonsOfChosen(terms, order).flatMap((t) => conditionsIn(terms, t))]),
  ]);
}

/** A formula without its negation. */
function conditionsIn(terms: TransitionSystem['terms'], t: Term): readonly Term[] {
  return terms.op(t) === Op.NOT ? [terms.arg(t, 0)] : [t];
}

/**
 * Most comparisons that are moved to one term: a program rarely compares a chosen value with more
 * constants.
 */
const MOST_AT_ONCE = 64;

/**
 * Moves comparisons of choices with constants into the choices: compares each value that may be chosen
 * with the same constant. `order`: the terms, arguments first. Linear in them, up to that limit.
 */
export function comparisonsOfChosen(terms: TermStore, order: readonly Term[]): readonly Term[] {
  /** The comparisons that are moved to each term. */
  const led = new Map<Term, Set<Term>>();
  const made = new Set<Term>();
  const lead = (to: Term, atoms: Iterable<Term>): void => {
    let known = led.get(to);
    if (known === undefined) led.set(to, (known = new Set()));
    for (const atom of atoms) if (known.size < MOST_AT_ONCE) known.add(atom);
  };
  for (let i = order.length - 1; i >= 0; i--) {
    const t = order[i];
    const choice = comparedChoice(terms, t);
    if (choice !== null) lead(choice, [t]);
    const atoms = led.get(t);
    if (atoms === undefined) continue;
    if (terms.op(t) === Op.ITE) {
      lead(terms.arg(t, 1), atoms);
      lead(terms.arg(t, 2), atoms);
    } else if (!terms.isConst(t)) for (const atom of atoms) made.add(withChosen(terms, atom, t));
  }
  return [...made];
}

/** The choice that a term compares with a constant; null if it does not. */
function comparedChoice(terms: TermStore, t: Term): Term | null {
  const op = terms.op(t);
  if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) return null;
  const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
  const [compared, constant] = terms.isBv(y) ? [x, y] : [y, x];
  return terms.isBv(constant) && terms.op(compared) === Op.ITE ? compared : null;
}

/** A comparison of a choice with a constant, with a value in place of the choice. */
function withChosen(terms: TermStore, atom: Term, value: Term): Term {
  const [x, y] = [terms.arg(atom, 0), terms.arg(atom, 1)];
  const [a, b] = terms.isBv(y) ? [value, y] : [x, value];
  const op = terms.op(atom);
  return op === Op.EQ ? terms.eq(a, b) : op === Op.ULT ? terms.ult(a, b) : terms.slt(a, b);
}
