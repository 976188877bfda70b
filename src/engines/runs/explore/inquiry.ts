import type { Aig } from '../../../logic/bits/aig.ts';
import { ClauseWriter } from '../../../logic/bits/clauses.ts';
import { createSatSolver } from '../../../logic/sat/solver.ts';
import type { Literal, SatSolver } from '../../../logic/sat/types.ts';
import type { Condition, GateStep } from './step.ts';
import { LANES } from './transpose.ts';

/** Memory limit of the solver, in bytes. */
const MEMORY = 2 ** 28;
/** Limits of conflicts and propagations of one query. */
const CONFLICTS = 2_000;
const PROPAGATIONS = 2 ** 22;
/** Most disjunctions of branches that a solver keeps before it is rebuilt. */
const MAX_TEMPORARY = 1_000;
/** Most cubes of states without open branches that are kept. */
const MOST_BARREN = 512;

/** A solver with the clauses of the step. */
interface Solver {
  readonly sat: SatSolver;
  readonly writer: ClauseWriter;
}

/** A row of inputs; null if there is none, or the query was not decided. */
type Answer = Int32Array | null;

/**
 * Queries for the open branches of a step, which no step took that goes on. A solver computes inputs
 * with which a given state takes one of them, as in concolic testing (Godefroid, Klarlund, Sen: DART,
 * PLDI 2005). States come from a search, as in Majumdar, Sen: Hybrid Concolic Testing, ICSE 2007. A
 * branch is a condition with one of its two values, if inputs can affect the condition. It is an edge
 * of the graph, and of the step, that holds if the branch is taken.
 */
export class Inquiry {
  readonly #graph: Aig;
  readonly #step: GateStep;
  readonly #stop: () => boolean;
  #open: readonly Condition[];
  /** True if the solver's disjunction contains branches that are not open any more. */
  #outdated = true;
  #sat: SatSolver | null = null;
  #writer: ClauseWriter | null = null;
  /** A literal that implies that an open branch is taken; -1: none. */
  #goal: Literal = -1;
  #temporary = 0;
  #work = 0;
  /** Cubes of states that take no open branch; literals are 2 * bit + sign as in {@link BitLiteral}. */
  #barren: Int32Array[] = [];

  constructor(graph: Aig, step: GateStep, stop: () => boolean) {
    this.#graph = graph;
    this.#step = step;
    this.#stop = stop;
    this.#open = this.all();
  }

  /** All branches of the step. */
  all(): readonly Condition[] {
    return this.#step.conditions.flatMap(({ edge, slot }) => [
      { edge, slot },
      { edge: edge ^ 1, slot: slot ^ 1 },
    ]);
  }

  /** Number of open branches. */
  get open(): number {
    return this.#open.length;
  }

  /** Number of literals that its solvers propagated so far. */
  get work(): number {
    return this.#work;
  }

  /** After {@link GateStep.run}: closes the branches that a step of the lanes `ongoing` took. */
  observe(ongoing: number): void {
    if (ongoing === 0 || this.#open.length === 0) return;
    const open = this.untaken(this.#open, ongoing);
    if (open.length < this.#open.length) this.#outdated = true;
    this.#open = open;
  }

  /** After {@link GateStep.run}: the branches that no step of the lanes took. */
  untaken(branches: readonly Condition[], lanes: number): readonly Condition[] {
    return branches.filter(({ slot }) => (this.#step.value(slot) & lanes) === 0);
  }

  /** True if the state is known to take no open branch. */
  isBarren(state: Int32Array): boolean {
    return (
      this.#open.length === 0 ||
      this.#barren.some((cube) => cube.every((literal) => bit(state, literal >> 1) !== (literal & 1)))
    );
  }

  /** Inputs with which the state takes an open branch and goes on: the row of wishes, if that does. */
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

  /**
   * `learn`: the literals of the state in an unsatisfiable core exclude similar states from later
   * queries.
   */
  #solve(
    { sat, writer }: Solver,
    state: Int32Array,
    wishes: Int32Array,
    goals: readonly Literal[],
    learn: boolean,
  ): Answer {
    const { stateBits, inputEdges } = this.#step;
    const fixed = Array.from(stateBits, ({ edge, bit: b }) => writer.literal(edge ^ 1 ^ bit(state, b)));
    const certain = writer.literal(this.#step.doubt ^ 1);
    const inputs = Array.from(inputEdges, (edge) => writer.literal(edge));
    const wished = inputs.map((literal, i) => literal ^ 1 ^ bit(wishes, i));
    // Wishes are given up first, then that the step rests on no doubt.
    for (const wanted of [[certain, ...wished], [certain], []]) {
      const before = sat.statistics.propagations;
      const budget = { conflicts: CONFLICTS, propagations: PROPAGATIONS, stop: this.#stop };
      const answer = sat.solve([...fixed, ...goals, ...wanted], budget);
      this.#work += sat.statistics.propagations - before + fixed.length + inputs.length;
      if (answer === 'unknown') return null;
      if (answer === 'sat') {
        const row = new Int32Array(this.#step.inputWords);
        inputs.forEach((literal, i) => {
          if (sat.value(literal)) row[Math.trunc(i / LANES)] |= 1 << (i % LANES);
        });
        return row;
      }
      const core = new Set(sat.core());
      if (!wanted.some((literal) => core.has(literal))) {
        if (learn)
          this.#exclude(
            stateBits.flatMap(({ bit: b }, i) => (core.has(fixed[i]) ? [2 * b + (1 ^ bit(state, b))] : [])),
          );
        return null;
      }
    }
    return null;
  }

  #exclude(cube: readonly number[]): void {
    // A core without literals of the state: no state takes an open branch.
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
