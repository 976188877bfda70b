import type { Term } from '../../../logic/terms/builder.ts';
import { StepTerms } from '../../../system/transys/control.ts';
import { biggerThan } from '../../../system/transys/size.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { freshPrefix, type StepInput } from '../../../system/transys/unroll.ts';
import type { Location } from '../frames/locations.ts';
import type { PathEdge, PathGraph } from './graph.ts';

/** One step along a path. */
export interface PathStep {
  /** The condition that the step is made. */
  readonly guard: Term;
  /** The values of the state variables after it; null if the step ends in an error, or cannot be made. */
  readonly state: readonly Term[] | null;
  /** The inputs that the step reads, as far as they matter. */
  readonly inputs: readonly StepInput[];
  /** Equations for the variables that stand for large terms in `state`. */
  readonly definitions: readonly Term[];
}

/** Larger terms (in nodes) are replaced by variables. */
const CUT_ABOVE = 48;

/**
 * States along paths, as terms over the inputs of the steps. Each step evaluates one block over the
 * values before it, so that constants fold as in a run.
 */
export class PathUnrolling {
  readonly #system: TransitionSystem;
  readonly #graph: PathGraph;
  readonly #values: StepTerms;
  readonly #prefix: string;

  constructor(system: TransitionSystem, graph: PathGraph) {
    this.#system = system;
    this.#graph = graph;
    this.#values = new StepTerms(system);
    this.#prefix = freshPrefix(system, 'path');
  }

  /** The state in which paths begin. The block at the entry of a program reads nothing of it. */
  get start(): readonly Term[] {
    return this.#system.init;
  }

  /** Any state at a location, as the state variables themselves. */
  anyState(location: Location): readonly Term[] {
    return this.#graph.before(location);
  }

  /** The step along an edge from a state. `position`: number of steps before it on the path. */
  step(edge: PathEdge, state: readonly Term[], position: number): PathStep {
    const { blocks, inputs, initConstraint } = this.#system;
    if (edge.from.id >= blocks.length) {
      const read = edge.from.inputs.map((i): StepInput => [i, inputs[i].term]);
      return { guard: initConstraint, state: this.#system.init, inputs: read, definitions: [] };
    }
    const block = blocks[edge.from.id];
    const values = this.#values;
    const read = new Map<number, Term>();
    values.begin(state, (index) => this.#input(read, index, position));
    const { terms, pc } = this.#system;
    const within = (guard: Term): Term =>
      edge.letter === undefined || guard === terms.false ? guard : terms.and(guard, values.value(edge.letter));
    if (edge.to === null) {
      const guard = within(terms.or(values.value(block.bad), values.value(block.gap)));
      return { guard, state: null, inputs: [...read], definitions: [] };
    }
    let guard = within(values.value(block.feasible));
    const target = pc === null ? null : this.#graph.before(edge.to)[pc];
    if (pc !== null && target !== null && guard !== terms.false)
      guard = terms.and(guard, terms.eq(values.value(block.next[pc]), target));
    if (guard === terms.false) return { guard, state: null, inputs: [...read], definitions: [] };
    const definitions: Term[] = [];
    const next = block.next.map((t, v) =>
      v === pc && target !== null ? target : this.#cut(values.value(t), v, position, definitions),
    );
    return { guard, state: next, inputs: [...read], definitions };
  }

  #input(read: Map<number, Term>, index: number, position: number): Term {
    let term = read.get(index);
    if (term === undefined) {
      const { terms, inputs } = this.#system;
      term = terms.variable(`${inputs[index].name}${this.#prefix}${position}`, terms.sort(inputs[index].term));
      read.set(index, term);
    }
    return term;
  }

  #cut(t: Term, v: number, position: number, definitions: Term[]): Term {
    const { terms, stateVars } = this.#system;
    if (terms.sort(t).kind === 'array' || !biggerThan(terms, t, CUT_ABOVE)) return t;
    const variable = terms.variable(`${stateVars[v].name}${this.#prefix}${position}.after`, terms.sort(t));
    definitions.push(terms.eq(variable, t));
    return variable;
  }
}
