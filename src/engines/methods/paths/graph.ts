import type { Term } from '../../../logic/terms/builder.ts';
import { counterValue, stateTerms } from '../../../system/transys/control.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { ControlGraph, type Location } from '../frames/locations.ts';

/** A loop-free piece of the program that one step executes. */
export interface PathEdge {
  /** Unique in the graph. */
  readonly id: number;
  readonly from: Location;
  /** The location behind the step; null if the step ends in bad or in a gap. */
  readonly to: Location | null;
  /** The condition of the step, over the state variables and the inputs of `from`. */
  readonly guard: Term;
  /** A part of the condition that the system does not know, if the edge is a letter (`letters.ts`). */
  readonly letter?: Term;
}

/** An edge between two locations. */
export type InnerEdge = PathEdge & { readonly to: Location };

/**
 * The locations of a system with the steps that leave them (the control-flow automaton with large
 * blocks: Beyer, Cimatti, Griggio, Keremoglu, Sebastiani, FMCAD 2009). Locations from which no
 * error edge can be reached are pruned ([MEI17] Sect. IV-A): no edge leads there.
 */
export class PathGraph {
  readonly control: ControlGraph;
  readonly #system: TransitionSystem;
  readonly #outgoing: InnerEdge[][];
  readonly #errors: (PathEdge | null)[];
  readonly #pruned: ReadonlySet<Location>;
  /** Values of the state variables after a step, by location; made on demand. */
  readonly #after = new Map<Location, readonly Term[]>();

  constructor(system: TransitionSystem) {
    this.#system = system;
    this.control = new ControlGraph(system);
    const { locations } = this.control;
    this.#pruned = harmless(this.control, system.terms.false);
    this.#outgoing = locations.map(() => []);
    let id = 0;
    for (const to of locations) {
      if (this.#pruned.has(to)) continue;
      for (const { from, guard } of to.incoming) this.#outgoing[from.id].push({ id: id++, from, to, guard });
    }
    this.#errors = locations.map((from) =>
      from.bad === system.terms.false ? null : { id: id++, from, to: null, guard: from.bad },
    );
  }

  get entry(): Location {
    return this.control.entry;
  }

  get locations(): readonly Location[] {
    return this.control.locations;
  }

  /** Number of steps at the start of each path that are no steps of the system. */
  get initialSteps(): number {
    return this.control.initialSteps;
  }

  /** The edges from a location to locations that are not pruned. */
  outgoing(location: Location): readonly InnerEdge[] {
    return this.#outgoing[location.id];
  }

  /** The edge from a location into bad or a gap; null if there is none. */
  error(location: Location): PathEdge | null {
    return this.#errors[location.id];
  }

  /** The values of all state variables at a location: the program counter is known there. */
  before(location: Location): readonly Term[] {
    const { pc } = this.#system;
    const state = stateTerms(this.#system);
    return pc === null ? state : state.with(pc, counterValue(this.#system, location.id));
  }

  /** The values of all state variables after a step of the edge, over the state and the inputs before it. */
  after({ from, to }: InnerEdge): readonly Term[] {
    let next = this.#after.get(from);
    if (next === undefined) {
      next = stateTerms(this.#system).map((v) => from.after(v));
      this.#after.set(from, next);
    }
    const { pc } = this.#system;
    return pc === null ? next : next.with(pc, counterValue(this.#system, to.id));
  }

  /**
   * The formula over all state variables that each location satisfies its label, which is false where
   * the map has none. The entry and pruned locations may have any state.
   */
  invariant(labels: ReadonlyMap<Location, Term>): Term {
    const { terms } = this.#system;
    const located = this.locations
      .slice(0, this.#system.blocks.length)
      .filter((location) => location !== this.entry && !this.#pruned.has(location))
      .map((location) => this.control.locate(location, labels.get(location) ?? terms.false));
    return terms.andAll(located);
  }
}

/** The locations from which no path leads to an error edge. */
function harmless({ locations }: ControlGraph, never: Term): ReadonlySet<Location> {
  const harmful = new Set(locations.filter(({ bad }) => bad !== never));
  for (const location of harmful) for (const { from } of location.incoming) harmful.add(from);
  return new Set(locations.filter((location) => !harmful.has(location)));
}
