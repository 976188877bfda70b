import { full, type Range } from '../../domains/range.ts';
import { rangeWidth } from '../../domains/range-transfer.ts';
import type { Term } from '../../terms/builder.ts';
import { Op } from '../../terms/ops.ts';
import { postorder } from '../../terms/traverse.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import { type Comparisons, comparisonsIn } from '../classes.ts';
import { comparisonsOfChosen } from './choices.ts';
import { type Parts, partsOf } from './parts.ts';
import { Residues } from './residues.ts';

/** A block of the system, or what comes before its only block. */
export interface RegionLocation {
  /** Number of the block; that of all blocks for the initial values of a system without a program counter. */
  readonly id: number;
  readonly residues: Residues;
  /** Blocks that a step may lead to. */
  readonly successors: readonly number[];
}

/** Where a step's roots have the three Booleans that say whether it goes on, ends in bad, or in a gap; and the first of the values after it. */
export const GOES_ON = 0;
export const BAD = 1;
export const GAP = 2;
export const NEXT = 3;

/**
 * A system whose state variables have their values cut into parts. The roots of a step are those named above, the values of the variables after it, and
 * that of the program counter.
 */
export class RegionModel {
  readonly locations: readonly RegionLocation[];
  /** Where runs begin, with any values. */
  readonly start: number;
  /** The variables that regions speak of: those that are compared with most constants first. */
  readonly variables: readonly Parts[];
  /** Positions of the variables in `variables`. */
  readonly positions: ReadonlyMap<Term, number>;
  /** Indices in `system.stateVars` of the variables. */
  readonly indices: readonly number[];

  /** `few`: variables of at most so many values are cut into these. */
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
      this.locations = [...this.locations, { id: this.start, successors: [0], residues: residues(ends, system.init, read) }];
    }
  }

  /** Whether regions speak of the whole state: of all variables but the program counter. */
  get isWhole(): boolean {
    const { stateVars, pc } = this.system;
    return this.indices.length === stateVars.length - (pc === null ? 0 : 1);
  }

  /** Terms looked at so far. */
  get work(): number {
    return this.locations.reduce((sum, { residues }) => sum + residues.work, 0);
  }

  /** Any values of the variables. */
  get anything(): Range[] {
    return this.variables.map(({ variable }) => full(rangeWidth(this.system.terms, variable)));
  }
}

/** The comparisons of state variables with constants, those included that a step makes with what it chose before. */
function comparisonsOf({ terms, stateVars, blocks }: TransitionSystem): ReadonlyMap<Term, Comparisons> {
  const order = postorder(
    terms,
    blocks.flatMap((block) => [block.feasible, block.bad, block.gap, ...block.next]),
  );
  const states = new Set(stateVars.map((v) => v.term));
  return comparisonsIn(terms, states, [
    ...new Set([...order, ...comparisonsOfChosen(terms, order).flatMap((t) => conditionsIn(terms, t))]),
  ]);
}

/** A formula without its negation. */
function conditionsIn(terms: TransitionSystem['terms'], t: Term): readonly Term[] {
  return terms.op(t) === Op.NOT ? [terms.arg(t, 0)] : [t];
}
