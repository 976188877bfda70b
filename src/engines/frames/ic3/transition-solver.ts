import type { Edge } from '../../../logic/bits/aig.ts';
import { ClauseWriter } from '../../../logic/bits/clauses.ts';
import { createSatSolver } from '../../../logic/sat/solver.ts';
import type { Literal, SatSolver } from '../../../logic/sat/types.ts';
import type { BitLiteral, BitLocation, BitSystem } from '../../methods/frames/bit-system.ts';
import { ALWAYS, type BitCube, type Clause } from './clause.ts';

/**
 * Clauses of frames that a solver takes in before it is rebuilt without the redundant ones:
 * LEAST_CLAUSES, and NEEDLESS times those left at the last rebuild.
 */
const LEAST_CLAUSES = 2_000;
const NEEDLESS = 3;
/** Memory limit of a solver, in bytes. */
const MEMORY = 2 ** 29;

/** The parts of one SAT solver, which are rebuilt now and then. */
interface Parts {
  readonly sat: SatSolver;
  readonly writer: ClauseWriter;
  /** SAT variables of the graph's inputs, by node. */
  readonly inputs: Map<number, number>;
  /** Literals of the frames, from 1 on. */
  readonly frames: Literal[];
  /** Number of clauses of frames that it may still take in before it is rebuilt. */
  left: number;
}

/**
 * The steps from one location and its frames in an incremental SAT solver. A variable for each frame
 * implies that of the next one.
 */
export class TransitionSolver {
  readonly #system: BitSystem;
  readonly #location: BitLocation;
  readonly #contents: () => readonly Clause[];
  readonly #facts: Edge[];
  readonly #stop: () => boolean;
  #parts: Parts;
  #origin = new Map<Literal, BitLiteral>();
  queries = 0;

  /** `contents`: all known clauses, for a rebuilt solver. */
  constructor(system: BitSystem, location: BitLocation, contents: () => readonly Clause[], stop: () => boolean) {
    this.#system = system;
    this.#location = location;
    this.#contents = contents;
    this.#facts = [...location.facts];
    this.#stop = stop;
    this.#parts = this.#begin();
  }

  /** Adds a clause that `contents` also returns from now on. */
  know(clause: Clause): void {
    if (this.#parts.left === 0) this.#parts = this.#begin();
    else this.#enter(this.#parts, clause);
  }

  /** Adds a gate that is true in all reachable states at the location. */
  learn(fact: Edge): void {
    this.#facts.push(fact);
    this.#assert(this.#parts, fact);
  }

  /** Is there a state of the frame in which a gate is true? Null: undecided. */
  meets(level: number, gate: Edge): boolean | null {
    const assumptions = [...this.#inFrame(level), this.#literal(gate)];
    return this.#solve(assumptions);
  }

  /** Is there a state of the cube in the frame? Null: undecided. */
  contains(level: number, cube: BitCube): boolean | null {
    return this.#solve([...this.#inFrame(level), ...cube.map((literal) => this.#literal(this.#current(literal)))]);
  }

  /**
   * Does a step with the guard lead from the frame into the cube? `outside`: only steps from outside of
   * this cube count. After `false`, {@link core} has the reason. Null: undecided.
   */
  reaches(level: number, guard: Edge, cube: BitCube, outside: BitCube | null): boolean | null {
    this.#origin.clear();
    const assumptions: Literal[] = [...this.#inFrame(level), this.#literal(guard)];
    for (const literal of cube) {
      const after = this.#literal(this.after(literal));
      if (!this.#origin.has(after)) assumptions.push(after);
      this.#origin.set(after, literal);
    }
    return this.#solve(
      assumptions,
      outside?.map((literal) => this.#current(literal ^ 1)),
    );
  }

  /** After `reaches` returned false: literals of the cube that suffice for that. */
  core(): BitLiteral[] {
    return this.#parts.sat.core().flatMap((literal) => this.#origin.get(literal) ?? []);
  }

  /**
   * A subset of the literals that suffices to imply all goals, with the values of the inputs. `isTrue`:
   * the values of the inputs, by node.
   */
  needed(cube: BitCube, goals: readonly Edge[], isTrue: (node: number) => boolean): BitCube {
    this.#origin.clear();
    const unmet = goals.map((goal) => goal ^ 1);
    const given: Literal[] = [];
    for (const literal of cube) {
      const now = this.#literal(this.#current(literal));
      this.#origin.set(now, literal);
      given.push(now);
    }
    for (const [node, variable] of this.#parts.inputs)
      if (!this.#system.isState(node)) given.push(2 * variable + (isTrue(node) ? 0 : 1));
    if (this.#solve(given, unmet) !== false) return cube;
    return this.core().sort((a, b) => a - b);
  }

  /** After an answer of true: the value of an input of the graph. */
  value(node: number): boolean {
    const variable = this.#parts.inputs.get(node);
    return variable !== undefined && this.#parts.sat.value(2 * variable);
  }

  /** The gate of the literal in the state after a step. */
  after(literal: BitLiteral): Edge {
    return this.#location.next[literal >> 1] ^ (literal & 1);
  }

  #current(literal: BitLiteral): Edge {
    return this.#system.current[literal >> 1] ^ (literal & 1);
  }

  #literal(gate: Edge): Literal {
    return this.#parts.writer.literal(gate);
  }

  /** `once`: a clause of gates for this query alone. */
  #solve(assumptions: readonly Literal[], once?: readonly Edge[]): boolean | null {
    this.queries += 1;
    const clause = once?.map((gate) => this.#literal(gate));
    const answer = this.#parts.sat.solve(assumptions, { stop: this.#stop }, { clause, isLocal: true });
    return answer === 'unknown' ? null : answer === 'sat';
  }

  #inFrame(level: number): readonly Literal[] {
    return level === ALWAYS ? [] : [this.#frame(this.#parts, level)];
  }

  /** A fresh solver with the facts and clauses that still hold. */
  #begin(): Parts {
    const sat = createSatSolver({ memory: MEMORY, order: 'latest' });
    const graph = this.#system.gates.blaster.graph;
    const inputs = new Map<number, number>();
    const newVariable = (): number => sat.newVariable();
    const clause = (literals: readonly Literal[]): void => {
      // The writer only defines gates, with the output first in each clause.
      sat.define(literals);
    };
    const writer = new ClauseWriter(graph, { newVariable, clause }, true, (input) => {
      const variable = newVariable();
      inputs.set(this.#system.inputNode(input), variable);
      return variable;
    });
    const contents = this.#contents();
    const parts = { sat, writer, inputs, frames: [], left: LEAST_CLAUSES + NEEDLESS * contents.length };
    for (const fact of this.#facts) this.#assert(parts, fact);
    for (const known of contents) this.#enter(parts, known);
    return parts;
  }

  #enter(parts: Parts, { cube, level }: Clause): void {
    parts.left -= 1;
    const clause = cube.map((literal) => parts.writer.literal(this.#current(literal ^ 1)));
    for (const literal of clause) parts.sat.keep(literal >> 1);
    if (level !== ALWAYS) clause.push(this.#frame(parts, level) ^ 1);
    parts.sat.addClause(clause);
  }

  #assert({ sat, writer }: Parts, fact: Edge): void {
    const literal = writer.literal(fact);
    sat.addClause([literal]);
    sat.keep(literal >> 1);
  }

  /** The literal that stands for a frame, from 1 on. */
  #frame({ sat, frames }: Parts, level: number): Literal {
    while (frames.length < level) {
      const literal = 2 * sat.newVariable();
      const last = frames.at(-1);
      if (last !== undefined) sat.addClause([last ^ 1, literal]);
      frames.push(literal);
      sat.keep(literal >> 1);
    }
    return frames[level - 1];
  }
}
