import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../builder.ts';
import type { FloatCircuits } from '../float-circuits.ts';
import type { SatBudget, SatSolver } from '../sat/types.ts';
import type { CheckResult, ModelValue } from '../solver.ts';
import type { TermStore } from '../store.ts';
import type { Edge } from './aig.ts';
import { ArrayAtoms } from './array-atoms.ts';
import { FloatRemoval } from './float-removal.ts';
import { BitModel } from './model.ts';
import { Part, type PartModel } from './part.ts';
import { Unsupported } from './unsupported.ts';

export interface PartitionedOptions {
  /** Without them, formulas with floats are `unknown`. */
  readonly circuits?: FloatCircuits | null;
  /** Most gates of one part; beyond, the answer is `unknown`. */
  readonly gates?: number;
}

/** A bit of a variable, lowest 0; of a Boolean, bit 0. */
export interface VariableBit {
  readonly variable: Term;
  readonly bit: number;
}

/** One part of the formula. */
interface Partition {
  readonly part: Part;
  readonly roots: Edge[];
  readonly lowered: Term[];
  readonly atoms: ArrayAtoms;
}

/**
 * A conjunction in parts 0, 1, ..., n for interpolation from the SAT solver's proof: every clause carries the number of its part. Parts have in
 * common the bits of the variables (Boolean, bit-vector, float) that their terms have in common, each bit one SAT variable of its own, and
 * nothing else: gates, reads of arrays and lemmas belong to one part each, even where two parts have the same term. Two bits are never one
 * SAT variable, whatever equations are asserted of them, since interpolants would hold under those only. Clauses define gates in
 * both directions.
 *
 * A variable of array sort belongs to one part; where a cut goes through an array, its variables have to be renamed apart and what the
 * parts are to know of it given as predicates, equal to Boolean variables that they share.
 */
export class PartitionedFormula {
  private readonly partitions: Partition[] = [];
  private readonly floats: FloatRemoval;
  private readonly variables = new Map<Term, number[]>();
  private readonly origins = new Map<number, VariableBit>();
  private readonly arrayOwners = new Map<Term, number>();
  /** Why the formula cannot be decided. */
  private refused: string | null = null;
  private reason = '';
  private model: BitModel | null = null;

  constructor(
    private readonly store: TermStore,
    private readonly sat: SatSolver,
    private readonly options: PartitionedOptions = {},
  ) {
    this.floats = new FloatRemoval(store, options.circuits ?? null);
  }

  /** Adds a conjunct to a part. Throws `E-INTERNAL` if it has an array variable of another part. */
  assert(part: number, t: Term): void {
    const partition = this.partition(part);
    this.model = null;
    try {
      const lowered = this.floats.apply(t);
      const known = partition.part.blaster.arrays.variables.length;
      const root = partition.part.translate(lowered);
      for (const v of partition.part.blaster.arrays.variables.slice(known)) this.own(v, part);
      partition.part.assert(root);
      partition.roots.push(root);
      partition.lowered.push(lowered);
    } catch (error) {
      // What could not be added makes every answer but "unsatisfiable" worthless, and an interpolant of that one would lack a part.
      if (error instanceof Unsupported || (error instanceof LemmataError && error.code === 'E-LIMIT')) this.refused = error.message;
      else throw error;
    }
  }

  /** Decides the conjunction; after `unsat` the SAT solver has the proof, if it logs proofs. The budget is for all of its calls together. */
  check(budget: SatBudget = {}): CheckResult {
    this.model = null;
    this.reason = this.refused ?? '';
    if (this.refused !== null) return 'unknown';
    const before = this.sat.statistics;
    for (;;) {
      const { conflicts, propagations } = this.sat.statistics;
      const answer = this.sat.solve([], {
        ...budget,
        ...left('conflicts', budget.conflicts, conflicts - before.conflicts),
        ...left('propagations', budget.propagations, propagations - before.propagations),
      });
      if (answer === 'unknown') this.reason = 'the SAT solver is at its limit';
      if (answer !== 'sat') return answer;
      const models = this.accept();
      if (models === null) continue;
      this.model = new BitModel(this.store, this.floats, models);
      return 'sat';
    }
  }

  /** After `sat`: as {@link Solver.value}. */
  value(t: Term): ModelValue {
    if (this.model === null) throw new LemmataError('E-INTERNAL', 'a value is asked for, but the last check was not sat');
    return this.model.value(t);
  }

  reasonUnknown(): string {
    return this.reason;
  }

  /**
   * The bit that a SAT variable stands for; null for gates and for what stands for something about arrays. The variables that interpolants
   * have are never null. For a variable of float sort it is a bit of the variable that {@link pattern} gives.
   */
  origin(satVariable: number): VariableBit | null {
    return this.origins.get(satVariable) ?? null;
  }

  /** The bit-vector variable whose bits stand for a float variable in the clauses; any other variable itself. */
  pattern(v: Term): Term {
    return this.floats.pattern(v);
  }

  /** Number of nodes of the graphs of all parts, and of lemmas for arrays. */
  get statistics(): { readonly gates: number; readonly lemmas: number } {
    let gates = 0;
    let lemmas = 0;
    for (const { part } of this.partitions) {
      gates += part.blaster.graph.size;
      lemmas += part.lemmas;
    }
    return { gates, lemmas };
  }

  private accept(): (readonly [Part, PartModel])[] | null {
    const models: (readonly [Part, PartModel])[] = [];
    let excluded = false;
    for (const { part, roots, lowered, atoms } of this.partitions) {
      const found = part.accept(
        roots,
        () => atoms.of([lowered], []),
        (variable) => this.sat.value(2 * variable),
        () => {},
      );
      if (found === null) excluded = true;
      else models.push([part, found]);
    }
    return excluded ? null : models;
  }

  private partition(number: number): Partition {
    while (this.partitions.length <= number) this.partitions.push(this.create(this.partitions.length));
    return this.partitions[number];
  }

  private create(number: number): Partition {
    const sink = {
      newVariable: (): number => this.sat.newVariable(),
      clause: (literals: readonly number[]): void => {
        this.sat.addClause(literals, number);
      },
    };
    const variables = {
      of: (v: Term, bit: number): number => this.variable(v, bit),
      known: (v: Term, bit: number): number => this.variables.get(v)?.[bit] ?? -1,
    };
    const part = new Part(this.store, sink, variables, { gates: this.options.gates });
    return { part, roots: [], lowered: [], atoms: new ArrayAtoms(this.store) };
  }

  private variable(v: Term, bit: number): number {
    let bits = this.variables.get(v);
    if (bits === undefined) {
      bits = [];
      this.variables.set(v, bits);
    }
    while (bits.length <= bit) bits.push(-1);
    if (bits[bit] < 0) {
      bits[bit] = this.sat.newVariable();
      this.origins.set(bits[bit], { variable: v, bit });
    }
    return bits[bit];
  }

  private own(array: Term, part: number): void {
    const owner = this.arrayOwners.get(array);
    if (owner !== undefined && owner !== part)
      throw new LemmataError('E-INTERNAL', `array ${this.store.name(array)} is in parts ${owner} and ${part}`);
    this.arrayOwners.set(array, part);
  }
}

/** What is left of a limit. */
function left(name: 'conflicts' | 'propagations', limit: number | undefined, used: number): SatBudget {
  return limit === undefined ? {} : { [name]: Math.max(0, limit - used) };
}
