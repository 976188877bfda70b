import type { Aig } from '../../smt/bits/aig.ts';
import { ClauseWriter } from '../../smt/bits/clauses.ts';
import { createSatSolver } from '../../smt/sat/solver.ts';
import type { Literal, SatSolver } from '../../smt/sat/types.ts';
import type { Condition, Step } from './step.ts';
import { LANES } from './transpose.ts';

/** Memory of the solver, bytes. */
const MEMORY = 2 ** 28;
/** Conflicts and propagations of one query; twice as many after each that was not decided. */
const CONFLICTS = 2_000;
const PROPAGATIONS = 2 ** 22;
const MOST_PATIENCE = 2 ** 8;
/** Disjunctions of branches that a solver keeps, satisfied, before it begins anew. */
const MAX_TEMPORARY = 1_000;
/** How often the wishes for inputs that contradict a query are given up, before all of them are. */
const MOST_REPAIRS = 8;
/** Cubes of states that are remembered for what they cannot do. */
const MOST_BARREN = 512;

/** A solver that has the step. */
interface Solver {
  readonly sat: SatSolver;
  readonly writer: ClauseWriter;
}

/** A row of inputs that was asked for; null if there is none, or none was found. */
type Answer = Int32Array | null;

/**
 * Branches of a step that no step took and went on: asks a solver for inputs with which a given state takes one of them, as concolic testing does
 * (Godefroid, Klarlund, Sen: DART, PLDI 2005; from states that a search found: Majumdar, Sen: Hybrid Concolic Testing, ICSE 2007). A branch is a condition
 * with one of its values, where inputs have a say in it: an edge of the graph, and of the step, that holds if it is taken.
 */
export class Inquiry {
  readonly #graph: Aig;
  readonly #step: Step;
  readonly #stop: () => boolean;
  #open: readonly Condition[];
  /** The solver's disjunction says less than `#open`. */
  #outdated = true;
  #sat: SatSolver | null = null;
  #writer: ClauseWriter | null = null;
  /** Implies that an open branch is taken. */
  #goal: Literal = -1;
  #temporary = 0;
  #patience = 1;
  #work = 0;
  /** Bits of the state with their values, 2 * bit + sign as in {@link BitLiteral}: no such state takes an open branch. */
  #barren: Int32Array[] = [];

  constructor(graph: Aig, step: Step, stop: () => boolean) {
    this.#graph = graph;
    this.#step = step;
    this.#stop = stop;
    this.#open = this.all();
  }

  /** All branches. */
  all(): readonly Condition[] {
    return this.#step.conditions.flatMap(({ edge, slot }) => [
      { edge, slot },
      { edge: edge ^ 1, slot: slot ^ 1 },
    ]);
  }

  /** Branches that are open. */
  get open(): number {
    return this.#open.length;
  }

  /** Literals that its solvers propagated so far. */
  get work(): number {
    return this.#work;
  }

  /** After {@link Step.run}: closes the branches that a step of the lanes `ongoing` took. */
  observe(ongoing: number): void {
    if (ongoing === 0 || this.#open.length === 0) return;
    const open = this.untaken(this.#open, ongoing);
    if (open.length < this.#open.length) this.#outdated = true;
    this.#open = open;
  }

  /** After {@link Step.run}: those of the branches that no step of the lanes took. */
  untaken(branches: readonly Condition[], lanes: number): readonly Condition[] {
    return branches.filter(({ slot }) => (this.#step.value(slot) & lanes) === 0);
  }

  /** Whether it is known that the state takes no open branch. */
  isBarren(state: Int32Array): boolean {
    return (
      this.#open.length === 0 || this.#barren.some((cube) => cube.every((literal) => bit(state, literal >> 1) !== (literal & 1)))
    );
  }

  /** Inputs with which the state takes an open branch and goes on, as near to a row of wishes as is cheap. */
  ask(state: Int32Array, wishes: Int32Array): Answer {
    const solver = this.#solver();
    const { sat, writer } = solver;
    if (this.#outdated) {
      if (this.#goal >= 0) sat.addClause([this.#goal ^ 1]);
      this.#goal = this.#disjunction(sat, writer, this.#open);
      this.#outdated = false;
    }
    return this.#solve(solver, state, wishes, [this.#goal], true);
  }

  /** Inputs with which the state takes one of the branches and goes on. */
  askFor(branches: readonly Condition[], state: Int32Array, wishes: Int32Array): Answer {
    const solver = this.#solver();
    const { sat, writer } = solver;
    const goal = this.#disjunction(sat, writer, branches);
    const answer = this.#solve(solver, state, wishes, [goal], false);
    sat.addClause([goal ^ 1]);
    return answer;
  }

  /** Inputs with which the state goes on. */
  askForAny(state: Int32Array, wishes: Int32Array): Answer {
    return this.#solve(this.#solver(), state, wishes, [], false);
  }

  /** `learn`: what of the state is in the way excludes others like it. */
  #solve({ sat, writer }: Solver, state: Int32Array, wishes: Int32Array, goals: readonly Literal[], learn: boolean): Answer {
    const { stateBits, inputEdges } = this.#step;
    const fixed = Array.from(stateBits, ({ edge, bit: b }) => writer.literal(edge ^ 1 ^ bit(state, b)));
    const certain = writer.literal(this.#step.doubt ^ 1);
    const inputs = Array.from(inputEdges, (edge) => writer.literal(edge));
    let wanted = [certain, ...inputs.map((literal, i) => literal ^ 1 ^ bit(wishes, i))];
    for (let repairs = 0; ; repairs += 1) {
      const before = sat.statistics.propagations;
      const budget = { conflicts: this.#patience * CONFLICTS, propagations: this.#patience * PROPAGATIONS, stop: this.#stop };
      const answer = sat.solve([...fixed, ...goals, ...wanted], budget);
      this.#work += sat.statistics.propagations - before + fixed.length + inputs.length;
      if (answer === 'unknown') {
        this.#patience = Math.min(2 * this.#patience, MOST_PATIENCE);
        return null;
      }
      if (answer === 'sat') {
        const row = new Int32Array(this.#step.inputWords);
        inputs.forEach((literal, i) => {
          if (sat.value(literal)) row[Math.trunc(i / LANES)] |= 1 << (i % LANES);
        });
        return row;
      }
      const core = new Set(sat.core());
      const kept = wanted.filter((literal) => !core.has(literal));
      if (kept.length === wanted.length) {
        if (learn) this.#exclude(stateBits.flatMap(({ bit: b }, i) => (core.has(fixed[i]) ? [2 * b + (1 ^ bit(state, b))] : [])));
        return null;
      }
      wanted = repairs < MOST_REPAIRS ? kept : [];
    }
  }

  #exclude(cube: readonly number[]): void {
    // If nothing of the state matters, no state takes what is open.
    if (cube.length === 0) this.#open = [];
    if (this.#barren.length >= MOST_BARREN) this.#barren = this.#barren.slice(MOST_BARREN / 2);
    this.#barren.push(Int32Array.from(cube));
  }

  #solver(): Solver {
    let [sat, writer] = [this.#sat, this.#writer];
    if (sat === null || writer === null || this.#temporary > MAX_TEMPORARY) {
      const core = createSatSolver({ memory: MEMORY, order: 'latest' });
      const newVariable = (): number => core.newVariable();
      const clause = (literals: readonly Literal[]): void => {
        core.addClause(literals);
      };
      sat = core;
      writer = new ClauseWriter(this.#graph, { newVariable, clause }, false, newVariable);
      writer.clause(this.#step.ends);
      this.#sat = sat;
      this.#writer = writer;
      this.#goal = -1;
      this.#temporary = 0;
      this.#outdated = true;
      this.#work += this.#step.gates;
    }
    return { sat, writer };
  }

  /** A literal that implies one of the branches. */
  #disjunction(sat: SatSolver, writer: ClauseWriter, branches: readonly Condition[]): Literal {
    const goal = 2 * sat.newVariable();
    this.#temporary += 1;
    writer.clause(
      branches.map(({ edge }) => edge),
      [goal ^ 1],
    );
    return goal;
  }
}

function bit(row: Int32Array, index: number): 0 | 1 {
  return ((row[Math.trunc(index / LANES)] >>> (index % LANES)) & 1) === 1 ? 1 : 0;
}
