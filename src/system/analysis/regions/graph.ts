import { join, meet, type Range, within } from '../../../logic/domains/range.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { InputCase } from './input-cases.ts';
import { BAD, GAP, GOES_ON, NEXT, type RegionModel } from './model.ts';
import { type Outcome, outcomesOf } from './outcomes.ts';

/**
 * States at one location whose variables lie in the same parts; the box over-approximates the
 * reachable ones.
 */
export interface Region {
  readonly location: number;
  /** The part of each variable of the model, and bounds on its values. */
  readonly parts: readonly number[];
  readonly box: readonly Range[];
  /** Regions that steps may lead to. */
  readonly successors: ReadonlySet<Region>;
  /** True if a step may end in bad or in a gap. */
  readonly fails: boolean;
}

interface Growing extends Region {
  box: Range[];
  fails: boolean;
  readonly successors: Set<Growing>;
  /** Number of times that the box grew, and whether it grew since it was last processed. */
  changes: number;
  waiting: boolean;
}

/** Limits of a {@link RegionGraph}. */
export interface GraphLimits {
  /** Growths of a region's box before it becomes the whole of its parts; 0: it is that from the start. */
  readonly patience: number;
  readonly regions: number;
  /** Most terms that are visited. */
  readonly work: number;
  readonly stopped: () => boolean;
}

/** Most combinations of parts that the result of one step may lie in. */
const MOST_AT_ONCE = 4_096;

/**
 * The reachable regions: abstract interpretation of the system by boxes, one for each combination of
 * parts. It is a disjunctive completion bounded by the program's own comparisons (Cousot, Cousot:
 * Systematic Design of Program Analysis Frameworks, POPL 1979; trace partitioning: Rival, Mauborgne,
 * TOPLAS 2007). Each region decides all comparisons of variables with constants, so that little of a
 * large step is left.
 */
export class RegionGraph {
  readonly #model: RegionModel;
  readonly #limits: GraphLimits;
  readonly #regions = new Map<string, Growing>();
  readonly #waiting: Growing[] = [];
  #first: Region | null = null;
  #work = 0;

  constructor(model: RegionModel, limits: GraphLimits) {
    this.#model = model;
    this.#limits = limits;
  }

  get regions(): Iterable<Region> {
    return this.#regions.values();
  }

  get size(): number {
    return this.#regions.size;
  }

  /** The initial region; null before the search. */
  get first(): Region | null {
    return this.#first;
  }

  /** The region of a state with these values, if it was found. */
  find(location: number, values: readonly bigint[]): Region | null {
    const parts = values.map((value, i) =>
      this.#model.variables[i].parts.findIndex(
        ({ range }) => range.low <= value && value <= range.high && signedWithin(range, value),
      ),
    );
    return this.#regions.get(keyOf(location, parts)) ?? null;
  }

  /** True once all reachable regions were found; false if the limits do not suffice. */
  complete(): boolean {
    const { start, anything } = this.#model;
    const before = this.#model.work;
    this.#first = this.#add(
      start,
      anything.map(() => 0),
      anything,
    );
    for (let at = 0; at < this.#waiting.length; at++) {
      const { regions, work, stopped } = this.#limits;
      if (stopped() || this.#regions.size > regions || this.#work + this.#model.work - before > work) return false;
      const region = this.#waiting[at];
      region.waiting = false;
      for (const inputCase of this.#model.locations[region.location].residues.at(region.parts).cases)
        if (!this.#step(region, inputCase)) return false;
    }
    return true;
  }

  #step(region: Growing, { roots, order, inputs }: InputCase): boolean {
    const { system, positions } = this.#model;
    const leaf = (variable: Term): Range | null => {
      const position = positions.get(variable);
      return position === undefined ? (inputs.get(variable) ?? null) : region.box[position];
    };
    const { outcomes, work } = outcomesOf(system.terms, roots, order, leaf);
    this.#work += work;
    return outcomes.every((outcome) => {
      if (outcome[BAD]?.high !== 0n || outcome[GAP]?.high !== 0n) region.fails = true;
      return outcome[GOES_ON]?.high === 0n || this.#enter(region, outcome);
    });
  }

  /** Adds the regions that a step leads to; false if there are too many combinations. */
  #enter(from: Growing, outcome: Outcome): boolean {
    const { variables, locations, anything } = this.#model;
    const box = anything.map((any, i) => outcome[NEXT + i] ?? any);
    const counter = outcome[NEXT + variables.length] ?? null;
    const choices = variables.map(({ parts }, i) =>
      parts.flatMap(({ range }, part) => {
        const common = meet(range, box[i]);
        return common === null ? [] : [{ part, range: this.#limits.patience === 0 ? range : common }];
      }),
    );
    if (choices.reduce((product, of) => product * of.length, 1) > MOST_AT_ONCE) return false;
    for (const to of locations[from.location].successors) {
      if (counter !== null && (BigInt(to) < counter.low || BigInt(to) > counter.high)) continue;
      const chosen = choices.map(() => 0);
      for (let level = 0; level < chosen.length || chosen.length === 0; ) {
        const now = chosen.map((choice, i) => choices[i][choice]);
        from.successors.add(
          this.#add(
            to,
            now.map(({ part }) => part),
            now.map(({ range }) => range),
          ),
        );
        // The next combination, like an odometer.
        for (level = 0; level < chosen.length; level++) {
          chosen[level] += 1;
          if (chosen[level] < choices[level].length) break;
          chosen[level] = 0;
        }
        if (level === chosen.length) break;
      }
    }
    return true;
  }

  #add(location: number, parts: readonly number[], box: Range[]): Growing {
    const key = keyOf(location, parts);
    const known = this.#regions.get(key);
    if (known === undefined) {
      const region: Growing = { location, parts, box, successors: new Set(), fails: false, changes: 0, waiting: true };
      this.#regions.set(key, region);
      this.#waiting.push(region);
      return region;
    }
    if (box.every((range, i) => within(range, known.box[i]))) return known;
    known.changes += 1;
    const widened = known.changes > this.#limits.patience;
    known.box = known.box.map((range, i) => {
      if (within(box[i], range)) return range;
      return widened ? this.#model.variables[i].parts[parts[i]].range : join(range, box[i]);
    });
    if (!known.waiting) this.#waiting.push(known);
    known.waiting = true;
    return known;
  }
}

function keyOf(location: number, parts: readonly number[]): string {
  return `${location}:${parts.join()}`;
}

function signedWithin({ width, signedLow, signedHigh }: Range, value: bigint): boolean {
  const signed = BigInt.asIntN(width, value);
  return signedLow <= signed && signed <= signedHigh;
}

/**
 * Least number of steps from each region to one from which a step may fail. Regions that reach none
 * are left out.
 */
export function distancesToFailure(regions: Iterable<Region>): ReadonlyMap<Region, number> {
  const predecessors = new Map<Region, Region[]>();
  const distances = new Map<Region, number>();
  for (const region of regions) {
    if (region.fails) distances.set(region, 0);
    for (const successor of region.successors) {
      const known = predecessors.get(successor);
      if (known === undefined) predecessors.set(successor, [region]);
      else known.push(region);
    }
  }
  // A map keeps the order of its entries, so that it also is the queue of the breadth-first search.
  for (const [region, distance] of distances)
    for (const predecessor of predecessors.get(region) ?? [])
      if (!distances.has(predecessor)) distances.set(predecessor, distance + 1);
  return distances;
}
