import type { Term } from '../../logic/terms/builder.ts';
import { lonelyConditions, representatives, valueLike } from '../../logic/terms/representatives.ts';
import type { Solver, SolverFactory } from '../../logic/terms/solver.ts';
import { substitute } from '../../logic/terms/substitute.ts';
import type { InputInstance } from './certificate.ts';
import type { TransitionSystem } from './system.ts';

/** Most atoms over one input alone; they have 2^4 combinations. */
const MAX_ATOMS = 4;
/** Most instances of one block. */
const MAX_INSTANCES = 16;
/** Most inputs of a block for which a solver is asked, and the limit of each query in ms. */
const MAX_SOLVERS = 4;
const SOLVER_MS = 500;

/** The result of {@link eliminateInputs}. */
export interface Elimination {
  /** Values for the eliminated inputs, one instance per combination; empty if none was eliminated. */
  readonly instances: readonly InputInstance[];
  /**
   * The formula ∃ eliminated inputs. bad ∨ gap, as the disjunction over the instances. It is equivalent,
   * over state variables and the inputs that could not be eliminated.
   */
  readonly stop: Term;
  /** Indices of the inputs that were eliminated. */
  readonly eliminated: readonly number[];
}

/**
 * Eliminates inputs of a block from "this step ends in bad or a gap". An input is eliminated if it
 * only occurs in a few conditions that depend on nothing else (`in != 0`, `in == 3`, `in <u 10`). One
 * value for each satisfiable combination of their truth values then represents all of them. So ∃in. φ
 * is the disjunction of φ over these values. This is exact; other inputs stay.
 */
export function eliminateInputs(system: TransitionSystem, blockId: number, solvers: SolverFactory): Elimination {
  const { terms } = system;
  const block = system.blocks[blockId];
  const phi = terms.or(block.bad, block.gap);
  const indexOf = new Map(
    system.inputs.flatMap(({ term, phase }, i) => (phase === 'step' ? [[term, i] as const] : [])),
  );
  const atoms = lonelyConditions(terms, [phi], new Set(indexOf.keys()));
  let instances: (readonly (readonly [number, bigint])[])[] = [[]];
  const eliminated: number[] = [];
  let asked = 0;
  for (const [variable, conditions] of atoms) {
    const input = indexOf.get(variable);
    if (input === undefined) continue;
    if (2 * instances.length > MAX_INSTANCES) break;
    if (conditions.length > MAX_ATOMS) continue;
    const create = (): Solver | null => (asked++ < MAX_SOLVERS ? solvers.create() : null);
    const values = representatives(terms, variable, conditions, create, { milliseconds: SOLVER_MS });
    if (values === null || values.length * instances.length > MAX_INSTANCES) continue;
    instances = instances.flatMap((rest) => values.map((value) => [...rest, [input, value] as const]));
    eliminated.push(input);
  }
  if (eliminated.length === 0) return { instances: [], stop: phi, eliminated };
  const result = instances.map((values): InputInstance => ({ block: blockId, values }));
  return {
    instances: result,
    stop: terms.orAll(result.map((instance) => instantiate(system, phi, instance))),
    eliminated,
  };
}

/** A term of a block with the inputs of an instance replaced by their values. */
function instantiate(system: TransitionSystem, t: Term, instance: InputInstance): Term {
  const { terms, inputs } = system;
  const map = new Map<Term, Term>();
  for (const [input, value] of instance.values)
    map.set(inputs[input].term, valueLike(terms, inputs[input].term, value));
  return substitute(terms, t, map);
}
