import { type BitEdge, type BitLocation, isTrue } from '../../methods/frames/bit-system.ts';
import type { BitCube } from './clause.ts';
import type { Frames } from './frames.ts';
import type { Predecessors } from './predecessors.ts';

/** Most counterexamples to generalization that are blocked for each literal. */
const MOST_IN_THE_WAY = 3;

/** The effort of minimising a cube. */
type Effort =
  /** Drop literals one by one (Bradley, VMCAI 2011). */
  | 'plain'
  /** Also block counterexamples to generalization, where that is easy. */
  | 'thorough';

/** The level of a cube, and the effort that a smaller one is worth. */
export interface CubeGoal {
  /** No run of at most this many steps reaches the cube. */
  readonly level: number;
  /** The last frame for which clauses are learnt. */
  readonly top: number;
  readonly effort: Effort;
}

/**
 * Generalises unreachable cubes (Hassan, Bradley, Somenzi: Better Generalization in IC3, FMCAD 2013).
 * Blocking counterexamples to generalization makes better clauses, but takes several times as many
 * queries. It pays for obligations that return again and again.
 */
export class Generalisation {
  readonly #frames: Frames;
  readonly #predecessors: Predecessors;

  constructor(frames: Frames, predecessors: Predecessors) {
    this.#frames = frames;
    this.#predecessors = predecessors;
  }

  /** Drops literals of a cube such that its level still holds. May learn clauses about states in the way. */
  minimise(location: BitLocation, cube: BitCube, goal: CubeGoal): BitCube {
    const { activity } = this.#frames;
    let kept = cube;
    // Bits that occurred in many clauses are kept for as long as possible.
    const order = [...cube].sort((a, b) => activity[a >> 1] - activity[b >> 1]);
    for (const literal of order) {
      if (!kept.includes(literal) || kept.length === 1) continue;
      const rest = kept.filter((other) => other !== literal);
      const smaller = this.#down(location, rest, goal);
      if (smaller !== null) kept = smaller;
    }
    return kept;
  }

  /** A subset of the literals whose cube is unreachable as well; null if none is found. */
  #down(location: BitLocation, cube: BitCube, { level, top, effort }: CubeGoal): BitCube | null {
    let candidate = cube;
    let inTheWay = 0;
    while (candidate.length > 0) {
      if (effort === 'plain') {
        const answer = this.#frames.consecution(location, candidate, level - 1);
        return answer.kind === 'blocked' ? answer.core : null;
      }
      const answer = this.#frames.step(location, candidate, level - 1);
      if (answer.kind === 'blocked') return answer.core;
      if (answer.kind === 'unknown') return null;
      const { edge } = answer;
      if (edge.from === this.#frames.system.entry) return null;
      const found = this.#predecessors.into(candidate, edge);
      if (inTheWay < MOST_IN_THE_WAY && level > 1 && this.#block(edge, found.cube, level - 1, top)) {
        inTheWay += 1;
        continue;
      }
      if (edge.from !== location) return null;
      const common = candidate.filter((literal) => isTrue(found.state, literal));
      if (common.length === candidate.length) return null;
      candidate = common;
      inTheWay = 0;
    }
    return null;
  }

  /** Blocks states that lead into a cube, if one clause suffices for that. */
  #block({ from }: BitEdge, state: BitCube, level: number, top: number): boolean {
    const answer = this.#frames.consecution(from, state, level - 1);
    if (answer.kind !== 'blocked') return false;
    let reached = level;
    let cube = answer.core;
    for (;;) {
      const further = this.#frames.consecution(from, cube, reached);
      if (further.kind !== 'blocked') break;
      cube = further.core;
      reached += 1;
      if (reached >= top) break;
    }
    this.#frames.add(from, this.minimise(from, cube, { level: reached, top, effort: 'plain' }), reached);
    return true;
  }
}
