import type { Edge } from '../../smt/bits/aig.ts';
import { ClauseWriter } from '../../smt/bits/clauses.ts';
import { createSatSolver } from '../../smt/sat/solver.ts';
import type { Literal, SatSolver } from '../../smt/sat/types.ts';
import { ALWAYS, type FrameClause } from '../pdr/frame-clauses.ts';
import type { BitLiteral, BitLocation, BitSystem } from './bit-system.ts';
import type { BitCube } from './cube.ts';

/** Clauses for one query alone that a solver keeps, satisfied, before it begins anew. */
const MAX_TEMPORARY = 4_000;
/** Memory of a solver, bytes. */
const MEMORY = 2 ** 29;

/** The steps from one location and its frames in an incremental SAT solver; a variable for each frame implies that of the next one. */
export class TransitionSolver {
  readonly #system: BitSystem;
  readonly #location: BitLocation;
  readonly #contents: () => Iterable<FrameClause>;
  readonly #facts: Edge[];
  readonly #stop: () => boolean;
  #sat: SatSolver;
  #writer: ClauseWriter;
  /** SAT variables of the graph's inputs, by node. */
  #inputs = new Map<number, number>();
  #frames: Literal[] = [];
  #temporary = 0;
  #origin = new Map<Literal, BitLiteral>();
  queries = 0;

  /** `contents`: all that is known, for a solver that begins anew. */
  constructor(system: BitSystem, location: BitLocation, contents: () => Iterable<FrameClause>, stop: () => boolean) {
    this.#system = system;
    this.#location = location;
    this.#contents = contents;
    this.#facts = [...location.facts];
    this.#stop = stop;
    this.#sat = createSatSolver({ memory: MEMORY, order: 'latest' });
    this.#writer = this.#begin();
  }

  /** Takes in something that `contents` will give, too. */
  know({ cube, level }: FrameClause): void {
    const clause = cube.map((literal) => this.#current(literal ^ 1));
    if (level !== ALWAYS) clause.push(this.#frame(level) ^ 1);
    this.#sat.addClause(clause);
  }

  /** A gate that is true in all reachable states at the location. */
  learn(fact: Edge): void {
    this.#facts.push(fact);
    this.#writer.assert(fact);
  }

  /** Is there a state of the frame of which a gate holds? Null: nobody knows. */
  meets(level: number, gate: Edge): boolean | null {
    return this.#solve([...this.#inFrame(level), this.#writer.literal(gate)]);
  }

  /** Is there a state of the cube in the frame? Null: nobody knows. */
  contains(level: number, cube: BitCube): boolean | null {
    return this.#solve([...this.#inFrame(level), ...cube.map((literal) => this.#current(literal))]);
  }

  /**
   * Does a step with the guard lead from the frame into the cube? `outside`: only steps from outside of this cube count. `core` tells why not.
   */
  reaches(level: number, guard: Edge, cube: BitCube, outside: BitCube | null): boolean | null {
    this.#origin.clear();
    const assumptions: Literal[] = [...this.#inFrame(level), this.#writer.literal(guard)];
    for (const literal of cube) {
      const after = this.#writer.literal(this.after(literal));
      if (!this.#origin.has(after)) assumptions.push(after);
      this.#origin.set(after, literal);
    }
    if (outside === null) return this.#solve(assumptions);
    return this.#with(
      outside.map((literal) => this.#current(literal ^ 1)),
      assumptions,
    );
  }

  /** After `reaches` said no: literals of the cube that are enough for that. */
  core(): BitLiteral[] {
    return this.#sat.core().flatMap((literal) => this.#origin.get(literal) ?? []);
  }

  /**
   * Of literals of the state which, with values of inputs, imply all goals: some that suffice. `isTrue`: the values of the inputs, by node.
   */
  needed(cube: BitCube, goals: readonly Edge[], isTrue: (node: number) => boolean): BitCube {
    this.#origin.clear();
    const unmet = goals.map((goal) => this.#writer.literal(goal ^ 1));
    const given: Literal[] = [];
    for (const literal of cube) {
      const now = this.#current(literal);
      this.#origin.set(now, literal);
      given.push(now);
    }
    for (const [node, variable] of this.#inputs) if (!this.#system.isState(node)) given.push(2 * variable + (isTrue(node) ? 0 : 1));
    if (this.#with(unmet, given) !== false) return cube;
    return this.core().sort((a, b) => a - b);
  }

  /** After an answer of yes: the value of an input of the graph. */
  value(node: number): boolean {
    const variable = this.#inputs.get(node);
    return variable !== undefined && this.#sat.value(2 * variable);
  }

  /** The gate that says of the state after a step what the literal says. */
  after(literal: BitLiteral): Edge {
    return this.#location.next[literal >> 1] ^ (literal & 1);
  }

  #current(literal: BitLiteral): Literal {
    return this.#writer.literal(this.#system.current[literal >> 1] ^ (literal & 1));
  }

  /** Solves with one more clause, for this once. */
  #with(clause: readonly Literal[], assumptions: readonly Literal[]): boolean | null {
    const chosen = 2 * this.#sat.newVariable();
    this.#sat.addClause([...clause, chosen ^ 1]);
    const answer = this.#solve([chosen, ...assumptions]);
    this.#sat.addClause([chosen ^ 1]);
    this.#temporary += 1;
    return answer;
  }

  #solve(assumptions: readonly Literal[]): boolean | null {
    this.queries += 1;
    const answer = this.#sat.solve(assumptions, { stop: this.#stop });
    return answer === 'unknown' ? null : answer === 'sat';
  }

  #inFrame(level: number): readonly Literal[] {
    if (this.#temporary > MAX_TEMPORARY) this.#writer = this.#begin();
    return level === ALWAYS ? [] : [this.#frame(level)];
  }

  /** Of everything, only what is known still. */
  #begin(): ClauseWriter {
    this.#sat = createSatSolver({ memory: MEMORY, order: 'latest' });
    this.#frames = [];
    this.#temporary = 0;
    this.#inputs = new Map();
    const newVariable = (): number => this.#sat.newVariable();
    const clause = (literals: readonly Literal[]): void => {
      this.#sat.addClause(literals);
    };
    const writer = new ClauseWriter(this.#system.gates.blaster.graph, { newVariable, clause }, true, (input) => {
      const variable = newVariable();
      this.#inputs.set(this.#system.inputNode(input), variable);
      return variable;
    });
    this.#writer = writer;
    for (const fact of this.#facts) writer.assert(fact);
    for (const known of this.#contents()) this.know(known);
    return writer;
  }

  /** The variable that stands for a frame, 1 and up. */
  #frame(level: number): Literal {
    while (this.#frames.length < level) {
      const literal = 2 * this.#sat.newVariable();
      const last = this.#frames.at(-1);
      if (last !== undefined) this.#sat.addClause([last ^ 1, literal]);
      this.#frames.push(literal);
    }
    return this.#frames[level - 1];
  }
}
