import type { Term } from '../../../logic/terms/builder.ts';
import { type Evaluator, evaluatorOf } from '../../../logic/terms/evaluate.ts';
import { constant, lift } from '../../../logic/terms/justify.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { biggerThan } from '../../../system/transys/size.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import type { Assignment } from '../../methods/frames/location-solver.ts';
import type { Location } from '../../methods/frames/locations.ts';
import type { Cube } from '../../methods/frames/obligations.ts';
import type { Frames } from './frames.ts';

/**
 * Largest number of nodes of a literal. A larger one restricts too much how a run goes on; the values
 * that it reads replace it.
 */
const MAX_LITERAL = 120;

/** Generalises single states to cubes of states that behave alike. */
export class Lifting {
  readonly #system: TransitionSystem;
  readonly #frames: Frames;
  readonly #isState: ReadonlySet<Term>;

  constructor(system: TransitionSystem, frames: Frames) {
    this.#system = system;
    this.#frames = frames;
    this.#isState = new Set(system.stateVars.map((v) => v.term));
  }

  /**
   * A cube of states at the location from which all goals hold with the inputs of the assignment; it
   * contains the assignment's state. An unsatisfiable core removes literals that are not needed for
   * that.
   */
  cube(location: Location, goals: readonly Term[], values: Assignment): Cube {
    const { terms } = this.#system;
    const literals = lift(terms, goals, this.#isState, values);
    const evaluator = evaluatorOf(terms, values);
    const small = new Set<Term>();
    for (const t of literals) {
      if (!biggerThan(terms, t, MAX_LITERAL)) small.add(t);
      else for (const v of this.#valuesIn(t, evaluator)) small.add(v);
    }
    const cube = [...small];
    if (cube.length < 2) return cube;
    const given = location.inputs.flatMap((i) => {
      const { term } = this.#system.inputs[i];
      const value = values.get(term);
      const sort = terms.sort(term);
      return value === undefined || sort.kind === 'array' ? [] : [terms.eq(term, constant(terms, sort, value))];
    });
    const core = this.#frames.conflict(location, [terms.not(terms.andAll(goals)), ...given, ...cube]);
    return core === null ? cube : cube.filter((t) => core.has(t));
  }

  /**
   * Equalities for all values that a literal reads: state variables, and elements of arrays. The literal
   * itself if it reads whole arrays.
   */
  #valuesIn(literal: Term, evaluator: Evaluator): Term[] {
    const { terms } = this.#system;
    const found: Term[] = [];
    const seen = new Set<Term>([literal]);
    const stack = [literal];
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      const sort = terms.sort(t);
      const op = terms.op(t);
      const element = op === Op.SELECT && this.#isState.has(terms.arg(t, 0));
      if (sort.kind === 'array' && op === Op.VARIABLE) return [literal];
      if ((op === Op.VARIABLE || element) && sort.kind !== 'array') {
        const value = terms.eq(t, constant(terms, sort, evaluator.value(t)));
        if (value !== terms.true) found.push(value);
        if (!element) continue;
      }
      for (let i = element ? 1 : 0; i < terms.arity(t); i++) {
        const arg = terms.arg(t, i);
        if (!seen.has(arg)) stack.push(arg);
        seen.add(arg);
      }
    }
    return found;
  }
}
