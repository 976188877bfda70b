import { numbersBelow } from '../../../base/xorshift.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Evaluator, zeroValue } from '../../../logic/terms/evaluate.ts';
import type { ModelValue } from '../../../logic/terms/solver.ts';
import { distancesToFailure, type Region, type RegionGraph } from '../../../system/analysis/regions/graph.ts';
import type { InputCase } from '../../../system/analysis/regions/input-cases.ts';
import { BAD, GOES_ON, NEXT, type RegionModel } from '../../../system/analysis/regions/model.ts';
import type { SystemTrace, TraceValue } from '../../../system/transys/system.ts';
import type { Claim, EngineContext } from '../../methods/engine.ts';
import { isCertain } from '../../methods/frames/counterexample.ts';
import { MAX_DEPTH, numberOf } from '../../methods/options.ts';

/** Number of random values of an input that are tried, besides the ends of its range. */
const RANDOM_TRIES = 2;
/** Most doubtful runs that are offered. */
const MOST_OFFERS = 8;
/** Most states that are kept of one region. */
const MOST_ALIKE = 4_096;
/** Steps between two checks whether to stop. */
const STEPS_BETWEEN_STOPS = 64;

type Inputs = ReadonlyMap<Term, bigint>;

/** A state that a run reaches. */
interface Reached {
  readonly region: Region;
  /** The values of the model's variables, as unsigned numbers. */
  readonly values: readonly bigint[];
  /** Number of steps to it. */
  readonly depth: number;
  /** The step before; null for the initial state. */
  readonly from: { readonly state: Reached; readonly inputs: Inputs } | null;
}

/**
 * Searches for a run to the error among states whose regions lead there, near ones first. Each further
 * state of one region counts as one step farther. So every region has its turn, however many states
 * one of them has.
 */
export class GuidedSearch {
  readonly #context: EngineContext;
  readonly #model: RegionModel;
  readonly #graph: RegionGraph;
  readonly #distances: ReadonlyMap<Region, number>;
  readonly #random: (n: number) => number;
  /** Most steps of a run before its last one. */
  readonly #maxDepth: number;
  readonly #known = new Set<string>();
  /** Number of states found, by region. */
  readonly #alike = new Map<Region, number>();
  /**
   * Waiting states, indexed by the sum of the steps that are left and the number of earlier states of
   * the same region.
   */
  readonly #waiting: Reached[][] = [];
  #first = 0;
  #offers = 0;

  /** `graph`: a complete graph of the model. */
  constructor(context: EngineContext, model: RegionModel, graph: RegionGraph) {
    this.#context = context;
    this.#model = model;
    this.#graph = graph;
    this.#distances = distancesToFailure(graph.regions);
    this.#random = numbersBelow(context.seed);
    const maxDepth = numberOf(context, MAX_DEPTH);
    this.#maxDepth = maxDepth === 0 ? Number.POSITIVE_INFINITY : maxDepth + (model.system.pc === null ? 1 : 0);
  }

  /** A claim if a run is found within `mostSteps` steps of the search. */
  run(mostSteps: number): Claim | null {
    const { start, variables, locations } = this.#model;
    this.#add(
      start,
      variables.map(() => 0n),
      null,
    );
    let steps = 0;
    for (let state = this.#next(); state !== null; state = this.#next()) {
      const { location, parts } = state.region;
      for (const inputCase of locations[location].residues.at(parts).cases) {
        for (const inputs of this.#inputs(inputCase)) {
          steps += 1;
          if (steps > mostSteps || (steps % STEPS_BETWEEN_STOPS === 0 && this.#context.stopped()))
            return this.#end(steps);
          const claim = this.#step(state, inputCase, inputs);
          if (claim !== null) return claim;
        }
      }
    }
    return this.#end(steps);
  }

  #end(steps: number): null {
    this.#context.note(`${steps} steps to ${this.#known.size} states from where regions lead to the error`);
    return null;
  }

  #next(): Reached | null {
    for (; this.#first < this.#waiting.length; this.#first++) {
      const state = this.#waiting[this.#first]?.pop();
      if (state !== undefined) return state;
    }
    return null;
  }

  #add(location: number, values: readonly bigint[], from: Reached['from']): void {
    const depth = from === null ? 0 : from.state.depth + 1;
    if (depth > this.#maxDepth) return;
    const region = location === this.#model.start ? this.#graph.first : this.#graph.find(location, values);
    const distance = region === null ? undefined : this.#distances.get(region);
    if (region === null || distance === undefined) return;
    const alike = this.#alike.get(region) ?? 0;
    const key = `${location}:${values.join()}`;
    if (alike === MOST_ALIKE || this.#known.has(key)) return;
    this.#known.add(key);
    this.#alike.set(region, alike + 1);
    const place = distance + alike;
    this.#waiting[place] ??= [];
    this.#waiting[place].push({ region, values, depth, from });
    this.#first = Math.min(this.#first, place);
  }

  #step(state: Reached, { roots }: InputCase, inputs: Inputs): Claim | null {
    const { system, positions, variables, locations } = this.#model;
    const { terms } = system;
    const evaluator = new Evaluator(terms, (t): ModelValue => {
      const position = positions.get(t);
      const value = position === undefined ? inputs.get(t) : state.values[position];
      if (value === undefined) return zeroValue(terms.sort(t));
      return terms.sort(t).kind === 'bool' ? value === 1n : value;
    });
    const from = { state, inputs };
    if (evaluator.value(roots[BAD]) === true) return this.#reached(from);
    if (evaluator.value(roots[GOES_ON]) !== true) return null;
    const numbers = roots.slice(NEXT).map((root) => placed(evaluator.value(root)));
    const { successors } = locations[state.region.location];
    const counter = numbers[variables.length];
    this.#add(counter === undefined ? successors[0] : Number(counter), numbers.slice(0, variables.length), from);
    return null;
  }

  /**
   * Claims a run that is certain. A run that rests on a doubt, or on values that regions do not
   * represent, is only offered.
   */
  #reached(end: NonNullable<Reached['from']>): Claim | null {
    const trace = this.#trace(end);
    if (isCertain(this.#model.system, trace)) return { kind: 'unsafe', run: { kind: 'system', trace } };
    if (this.#offers === MOST_OFFERS) return null;
    this.#offers += 1;
    this.#context.offer({ kind: 'system', trace });
    return null;
  }

  #trace(end: NonNullable<Reached['from']>): SystemTrace {
    const { inputs, pc } = this.#model.system;
    const steps: ReadonlyMap<number, TraceValue>[] = [];
    for (let from: Reached['from'] = end; from !== null; from = from.state.from) {
      const given = from.inputs;
      steps.push(
        new Map(inputs.flatMap(({ term }, i) => (given.has(term) ? [[i, given.get(term) ?? 0n] as const] : []))),
      );
    }
    steps.reverse();
    const init = (pc === null ? steps.shift() : undefined) ?? new Map<number, TraceValue>();
    return { init, steps };
  }

  /** Values for the inputs of a case. */
  #inputs({ inputs }: InputCase): readonly Inputs[] {
    const lowest = new Map([...inputs].map(([t, { low }]) => [t, low]));
    if ([...inputs.values()].every(({ low, high }) => low === high)) return [lowest];
    const tries = [lowest, new Map([...inputs].map(([t, { high }]) => [t, high]))];
    for (let i = 0; i < RANDOM_TRIES; i++) {
      tries.push(
        new Map(
          [...inputs].map(([t, { width, low, high, signedLow, signedHigh }]) => {
            // The narrower one of the unsigned and the signed range.
            const [from, to] = high - low <= signedHigh - signedLow ? [low, high] : [signedLow, signedHigh];
            return [t, BigInt.asUintN(width, from + this.#below(to - from + 1n))];
          }),
        ),
      );
    }
    return tries;
  }

  #below(bound: bigint): bigint {
    let value = 0n;
    for (let rest = bound; rest > 0n; rest >>= 16n) value = (value << 16n) | BigInt(this.#random(2 ** 16));
    return value % bound;
  }
}

/**
 * A Boolean as 0 or 1; a value other than a Boolean or bit-vector, which regions do not represent, as
 * 0.
 */
function placed(value: ModelValue): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' ? value : 0n;
}
