import type { Edge } from '../../../logic/bits/aig.ts';
import {
  type BitEdge,
  type BitLiteral,
  type BitLocation,
  type BitSystem,
  isTrue,
  stateOf,
} from '../../methods/frames/bit-system.ts';
import { ALWAYS, type BitCube, type Clause, isPart, signatureOf } from './clause.ts';
import { Lifter } from './justify.ts';
import { KnownSteps } from './known-steps.ts';
import { TransitionSolver } from './transition-solver.ts';

/** No step leads from a frame into a cube; `core` has literals of the cube that suffice for that. */
interface Blocked {
  readonly kind: 'blocked';
  readonly core: BitCube;
}

/** Does a step lead from a frame into a cube? `unknown`: the race is over, or memory is used up. */
export type Consecution = Blocked | { readonly kind: 'predecessor' } | { readonly kind: 'unknown' };

/** The step itself: its edge; the lifter of its location has the values. */
export type ConsecutionStep =
  | Blocked
  | { readonly kind: 'predecessor'; readonly edge: BitEdge }
  | { readonly kind: 'unknown' };

/**
 * Frames F_0 ⊆ F_1 ⊆ …, location by location (Lange, Neuhäußer, Noll, FMCAD 2015). F_i contains all states
 * that at most i steps reach; its clauses are those of level i or more. At the entry each frame contains
 * every state; elsewhere F_0 is empty.
 */
export class Frames {
  readonly system: BitSystem;
  readonly #clauses: Clause[][];
  readonly #solvers: TransitionSolver[];
  readonly #lifters: (Lifter | null)[];
  /** Known steps into each location. */
  readonly #steps: KnownSteps[];
  /** Known cores by location, for each of its incoming edges. */
  readonly #cores: KnownCores[][];
  /** How often each bit occurred in learnt clauses, with more weight on recent ones. */
  readonly activity: Float64Array;
  #bump = 1;

  constructor(system: BitSystem, stop: () => boolean) {
    this.system = system;
    this.#clauses = system.locations.map(() => []);
    this.#solvers = system.locations.map(
      (location) => new TransitionSolver(system, location, () => this.#clauses[location.id], stop),
    );
    this.#lifters = system.locations.map(() => null);
    this.#steps = system.locations.map(() => new KnownSteps(system.current.length));
    this.#cores = system.locations.map(({ incoming }) => incoming.map(() => new KnownCores()));
    this.activity = new Float64Array(system.current.length);
  }

  solver(location: BitLocation): TransitionSolver {
    return this.#solvers[location.id];
  }

  get locations(): readonly BitLocation[] {
    return this.system.locations;
  }

  /** The clauses at a location, in the order in which they were learnt. */
  clauses(location: BitLocation): readonly Clause[] {
    return this.#clauses[location.id];
  }

  get queries(): number {
    return this.#solvers.reduce((sum, { queries }) => sum + queries, 0);
  }

  /** Takes in an invariant of another engine, at a location. */
  learn(location: BitLocation, fact: Edge): void {
    if (location !== this.system.entry) this.#solvers[location.id].learn(fact);
  }

  /** Adds "at most `level` steps do not reach the cube", and removes the clauses that it implies. */
  add(location: BitLocation, cube: BitCube, level: number): void {
    const signature = signatureOf(cube);
    const known = this.#clauses[location.id].filter(
      (c) => c.level > level || (signature & ~c.signature) !== 0 || !isPart(cube, c.cube),
    );
    const clause = { cube, level, signature };
    known.push(clause);
    this.#clauses[location.id] = known;
    this.#solvers[location.id].know(clause);
    this.#exclude(location, cube, level);
    this.#reward(cube);
  }

  /** Raises the level of a clause that was shown to hold for more steps. */
  raise(location: BitLocation, clause: Clause, level: number): void {
    clause.level = level;
    this.#solvers[location.id].know(clause);
    this.#exclude(location, clause.cube, level);
  }

  /** True if a single clause of the frame excludes the cube. */
  subsumes(location: BitLocation, cube: BitCube, level: number): boolean {
    const signature = signatureOf(cube);
    return this.#clauses[location.id].some(
      (c) => c.level >= level && (c.signature & ~signature) === 0 && isPart(c.cube, cube),
    );
  }

  /**
   * True if the frame may have a state of the cube; `state` is one of the cube's states. True also if
   * the solver does not decide it.
   */
  contains(
    location: BitLocation,
    { cube, state }: { readonly cube: BitCube; readonly state: Uint8Array },
    level: number,
  ): boolean {
    const isExcluded = this.#clauses[location.id].some(
      (c) => c.level >= level && c.cube.every((literal) => isTrue(state, literal)),
    );
    return !isExcluded || this.#solvers[location.id].contains(level, cube) !== false;
  }

  /** Is there a state of the frame at the location from which a step meets an error? Null: undecided. */
  meets(location: BitLocation, level: number, error: Edge): boolean | null {
    return this.#solvers[location.id].meets(location === this.system.entry ? ALWAYS : level, error);
  }

  /**
   * Relative induction: does a step lead from the frame into the cube at a location, from a state outside the
   * cube? If not, `core` has literals of the cube that suffice for that.
   */
  consecution(location: BitLocation, cube: BitCube, level: number): Consecution {
    return this.#steps[location.id].lead(location.id, cube, level)
      ? { kind: 'predecessor' }
      : this.step(location, cube, level);
  }

  /** Does the same as {@link consecution}, and returns the step. */
  step(location: BitLocation, cube: BitCube, level: number): ConsecutionStep {
    const needed = new Set<BitLiteral>();
    const signature = signatureOf(cube);
    for (const [i, edge] of location.incoming.entries()) {
      const isEntry = edge.from === this.system.entry;
      if (level === 0 && !isEntry) continue;
      const from = isEntry ? ALWAYS : level;
      const isLoop = edge.from === location;
      const known = isLoop ? null : this.#cores[location.id][i].of(cube, signature, from);
      const solver = this.#solvers[edge.from.id];
      const answer = known === null && solver.reaches(from, edge.guard, cube, isLoop ? cube : null);
      if (answer === null) return { kind: 'unknown' };
      if (answer) {
        this.#remember(location, edge, isEntry ? 0 : level);
        return { kind: 'predecessor', edge };
      }
      const core = known ?? solver.core().sort((a, b) => a - b);
      if (!isLoop && known === null) this.#cores[location.id][i].add(core, from);
      for (const literal of core) needed.add(literal);
    }
    return { kind: 'blocked', core: cube.filter((literal) => needed.has(literal)) };
  }

  /**
   * Pushes clauses forward, up to frame `top` + 1: a clause that no step from its frame breaks holds one
   * step longer. Returns the level of a frame that equals the next one, so that it is closed under
   * steps; null if there is none.
   */
  propagate(top: number, stopped: () => boolean): number | null {
    for (let level = 1; level <= top; level++) {
      let left = 0;
      for (const location of this.locations) {
        for (const clause of this.clauses(location)) {
          if (clause.level !== level) continue;
          if (stopped()) return null;
          if (!this.#push(location, clause)) left += 1;
        }
      }
      if (left === 0) return level + 1;
    }
    return null;
  }

  /**
   * Raises clauses of at least `level` that are inductive relative to the clauses of level ALWAYS to
   * that level, until there are no more. They hold in every reachable state; `found` is called for each.
   */
  keepInductive(level: number, stopped: () => boolean, found: (location: BitLocation, clause: Clause) => void): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const location of this.locations) {
        for (const clause of this.clauses(location)) {
          if (clause.level === ALWAYS || clause.level < level) continue;
          if (stopped()) return;
          if (this.consecution(location, clause.cube, ALWAYS).kind !== 'blocked') continue;
          this.raise(location, clause, ALWAYS);
          found(location, clause);
          changed = true;
        }
      }
    }
  }

  /** The lifter for the gates of steps from a location. */
  lifter(location: BitLocation): Lifter {
    const known = this.#lifters[location.id];
    if (known !== null) return known;
    const guards = this.system.locations.flatMap(({ incoming }) =>
      incoming.flatMap(({ from, guard }) => (from === location ? [guard] : [])),
    );
    const lifter = new Lifter(this.system, location, guards);
    this.#lifters[location.id] = lifter;
    return lifter;
  }

  /** Raises the level of a clause by one, if no step from its frame breaks it. */
  #push(location: BitLocation, clause: Clause): boolean {
    const answer = this.consecution(location, clause.cube, clause.level);
    if (answer.kind !== 'blocked') return false;
    if (answer.core.length < clause.cube.length) this.add(location, answer.core, clause.level + 1);
    else this.raise(location, clause, clause.level + 1);
    return true;
  }

  #exclude(location: BitLocation, cube: BitCube, level: number): void {
    for (const steps of this.#steps) steps.exclude(location.id, cube, level);
  }

  /** Stores the step that a solver found last, over the edge from the frame. */
  #remember(location: BitLocation, { from }: BitEdge, level: number): void {
    const solver = this.#solvers[from.id];
    const values = this.lifter(from).simulate((node) => solver.value(node));
    this.#steps[location.id].add(from.id, level, stateOf(this.system.current, values), stateOf(from.next, values));
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

/** Most cores that are kept of one edge. */
const CAPACITY = 64;

interface Core {
  readonly cube: BitCube;
  readonly signature: number;
  readonly level: number;
}

/**
 * Cores of one edge from another location: cubes that no step over it leads into from the frame of
 * their level or an earlier one. No step leads into a cube that contains all literals of a core,
 * either.
 */
export class KnownCores {
  readonly #cores: Core[] = [];
  #next = 0;

  add(cube: BitCube, level: number): void {
    this.#cores[this.#next] = { cube, signature: signatureOf(cube), level };
    this.#next = (this.#next + 1) % CAPACITY;
  }

  /**
   * A core that is a subset of the cube, so that no step from the frame leads into the cube; null if
   * none is known. `signature`: that of the cube.
   */
  of(cube: BitCube, signature: number, level: number): BitCube | null {
    let best: BitCube | null = null;
    for (const core of this.#cores) {
      if (core.level < level || (core.signature & ~signature) !== 0) continue;
      if ((best === null || core.cube.length < best.length) && isPart(core.cube, cube)) best = core.cube;
    }
    return best;
  }
}
