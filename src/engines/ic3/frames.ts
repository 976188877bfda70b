import type { Edge } from '../../smt/bits/aig.ts';
import { ALWAYS, type FrameClause, type FrameClauses } from '../pdr/frame-clauses.ts';
import type { BitEdge, BitLocation, BitSystem } from './bit-system.ts';
import { type BitCube, isPart, signatureOf } from './cube.ts';
import { TransitionSolver } from './transition-solver.ts';

export interface Clause extends FrameClause {
  level: number;
  readonly cube: BitCube;
  readonly signature: number;
}

/** Whether a step leads from a frame into a cube. */
export type Consecution =
  /** None; literals of the cube that suffice. */
  | { readonly kind: 'blocked'; readonly core: BitCube }
  /** One does: the solver of the location that it comes from has the values. */
  | { readonly kind: 'predecessor'; readonly edge: BitEdge }
  /** The race is over, or memory is used up. */
  | { readonly kind: 'unknown' };

/** Frames of bits (Lange, Neuhäußer, Noll, FMCAD 2015). */
export class Frames implements FrameClauses<BitLocation, Clause> {
  readonly system: BitSystem;
  readonly #clauses: Clause[][];
  readonly #solvers: TransitionSolver[];
  /** How often a bit was in a clause that was learnt, lately. */
  readonly activity: Float64Array;
  #bump = 1;

  constructor(system: BitSystem, stop: () => boolean) {
    this.system = system;
    this.#clauses = system.locations.map(() => []);
    this.#solvers = system.locations.map(
      (location) => new TransitionSolver(system, location, () => this.#clauses[location.id], stop),
    );
    this.activity = new Float64Array(system.current.length);
  }

  solver(location: BitLocation): TransitionSolver {
    return this.#solvers[location.id];
  }

  get locations(): readonly BitLocation[] {
    return this.system.locations;
  }

  clauses(location: BitLocation): readonly Clause[] {
    return this.#clauses[location.id];
  }

  get queries(): number {
    return this.#solvers.reduce((sum, { queries }) => sum + queries, 0);
  }

  /** An invariant that somebody else proved, at a location. */
  learn(location: BitLocation, fact: Edge): void {
    if (location !== this.system.entry) this.#solvers[location.id].learn(fact);
  }

  add(location: BitLocation, cube: BitCube, level: number): Clause {
    const signature = signatureOf(cube);
    const known = this.#clauses[location.id].filter(
      (c) => c.level > level || (signature & ~c.signature) !== 0 || !isPart(cube, c.cube),
    );
    const clause = { cube, level, signature };
    known.push(clause);
    this.#clauses[location.id] = known;
    this.#solvers[location.id].know(clause);
    this.#reward(cube);
    return clause;
  }

  raise(location: BitLocation, clause: Clause, level: number): void {
    clause.level = level;
    this.#solvers[location.id].know(clause);
  }

  /** Whether a single clause of the frame excludes the cube. */
  subsumes(location: BitLocation, cube: BitCube, level: number): boolean {
    const signature = signatureOf(cube);
    return this.#clauses[location.id].some((c) => c.level >= level && (c.signature & ~signature) === 0 && isPart(c.cube, cube));
  }

  /** Whether the frame has a state of the cube; true if nobody knows. */
  contains(location: BitLocation, cube: BitCube, level: number): boolean {
    return this.#solvers[location.id].contains(level, cube) !== false;
  }

  /** Is there a state of the frame at the location from which a step leads into bad? Null: nobody knows. */
  meetsBad(location: BitLocation, level: number): boolean | null {
    return this.#solvers[location.id].meets(location === this.system.entry ? ALWAYS : level, location.bad);
  }

  consecution(location: BitLocation, cube: BitCube, level: number): Consecution {
    const needed = new Set<number>();
    for (const edge of location.incoming) {
      const isEntry = edge.from === this.system.entry;
      if (level === 0 && !isEntry) continue;
      const solver = this.#solvers[edge.from.id];
      const answer = solver.reaches(isEntry ? ALWAYS : level, edge.guard, cube, edge.from === location ? cube : null);
      if (answer === null) return { kind: 'unknown' };
      if (answer) return { kind: 'predecessor', edge };
      for (const literal of solver.core()) needed.add(literal);
    }
    return { kind: 'blocked', core: cube.filter((literal) => needed.has(literal)) };
  }

  #reward(cube: BitCube): void {
    this.#bump *= 1.05;
    for (const literal of cube) this.activity[literal >> 1] += this.#bump;
    if (this.#bump < 1e100) return;
    this.activity.forEach((a, i) => {
      this.activity[i] = a / 1e100;
    });
    this.#bump /= 1e100;
  }
}
