import { backEdgeTargets, stronglyConnected, successorsOf } from '../program/cfa/analysis/graph.ts';
import type { Program } from '../program/cfa/automaton.ts';
import type { Moment, PastState, Watch } from './options.ts';

/** A part of a run that repeats for ever if the run gets the inputs of this part again and again. */
export interface Repetition {
  readonly functionId: number;
  /** The location where the part begins and ends. */
  readonly location: number;
  /** Numbers of the arrivals at {@link cycleLocations} where the part begins first, and ends first. */
  readonly begins: number;
  readonly ends: number;
}

/**
 * Returns the heads of loops, and the entries of functions that may call themselves, by function. Each
 * run without end passes some of these locations again and again.
 */
export function cycleLocations(program: Program): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  const { functions } = program;
  const indirect: number[] = [];
  const called = functions.map((fn, id) => {
    const direct: number[] = [];
    for (const { op } of fn?.edges ?? []) {
      if (op.kind !== 'call') continue;
      if (op.callee.kind === 'direct') direct.push(op.callee.function);
      else indirect.push(id);
    }
    return direct;
  });
  // A call through a pointer may enter any function.
  const all = functions.map((_, id) => id);
  const callees = called.map((direct, id) => (indirect.includes(id) ? all : direct));
  const components = stronglyConnected(callees);
  const members = new Int32Array(functions.length);
  for (const component of components) members[component]++;
  for (const [id, fn] of functions.entries()) {
    if (fn === null || !fn.defined) continue;
    const heads = backEdgeTargets(successorsOf(fn), fn.entry);
    const locations = new Set(heads);
    if (members[components[id]] > 1 || callees[id].includes(id)) locations.add(fn.entry);
    if (locations.size > 0) found.set(id, locations);
  }
  return found;
}

/**
 * Looks for a repetition while a run goes on (Brent's cycle finding). The watch keeps one state, and
 * compares each later one with it. It takes the present state instead when the number of arrivals has
 * doubled. Where the run also passes places of outer activations, it waits for one of these.
 */
export class RepetitionWatch implements Watch {
  readonly locations: ReadonlyMap<number, ReadonlySet<number>>;
  found: Repetition | null = null;
  #arrivals = 0;
  #kept: { readonly state: PastState; readonly position: string; readonly arrival: number } | null = null;
  /** Arrivals at which the kept state is replaced. */
  #next = 1;
  /** Least depth of an arrival since the state was kept. */
  #least = Number.POSITIVE_INFINITY;

  /**
   * `position`: the place of the inputs, which is the same where the inputs to come are the same.
   * `most`: arrivals after which the run ends.
   */
  constructor(
    program: Program,
    private readonly position: () => string,
    private readonly most = Number.POSITIVE_INFINITY,
  ) {
    this.locations = cycleLocations(program);
  }

  arrived(moment: Moment): boolean {
    const arrival = this.#arrivals++;
    if (arrival >= this.most) return false;
    const kept = this.#kept;
    if (kept?.state.recursAt(moment) && kept.position === this.position()) {
      const { functionId, location } = moment;
      this.found = { functionId, location, begins: kept.arrival, ends: arrival };
      return false;
    }
    const { depth } = moment;
    if (arrival >= this.#next && (depth <= this.#least || arrival >= 2 * this.#next)) {
      const state = moment.state();
      this.#kept = state === null ? null : { state, position: this.position(), arrival };
      this.#next = 2 * Math.max(1, arrival);
      this.#least = Number.POSITIVE_INFINITY;
    } else if (depth < this.#least) this.#least = depth;
    return true;
  }
}

/** Ends a run where a repetition ends first. */
export class ArrivalWatch implements Watch {
  readonly locations: ReadonlyMap<number, ReadonlySet<number>>;
  #arrivals = 0;

  /** `begun` is called where it begins first, and `visited` whenever the run comes to its place. */
  constructor(
    program: Program,
    private readonly repetition: Repetition,
    private readonly begun: () => void,
    private readonly visited: (moment: Moment) => void,
  ) {
    this.locations = cycleLocations(program);
  }

  arrived(moment: Moment): boolean {
    const arrival = this.#arrivals++;
    const { functionId, location, begins, ends } = this.repetition;
    if (arrival === begins) this.begun();
    if (moment.functionId === functionId && moment.location === location) this.visited(moment);
    return arrival < ends;
  }
}
