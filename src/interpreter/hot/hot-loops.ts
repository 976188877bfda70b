import { ENTER, type Frame, type Step } from '../activation.ts';
import type { Calls } from '../calls.ts';
import type { CompiledFunction } from '../code.ts';
import { Halt } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import { type Flow, flowOf, leadsBack, naturalLoop, orderOf } from './flow.ts';
import { graphOf } from './graph.ts';
import { Link } from './linker.ts';
import { type LoopCode, loopCode } from './loop-code.ts';

/** A loop with generated code, and the plain step of its head, which runs where the code cannot. */
export interface HotLoop {
  readonly plain: Step;
  readonly code: LoopCode;
  entries: number;
  steps: number;
}

/** Limit of the locations of a function with generated code. */
const MOST_LOCATIONS = 20_000;
/** Limit of the loops with generated code in one machine. */
const MOST_LOOPS = 300;
/**
 * Least number of steps per entry that justifies generated code. After TRIALS entries with fewer steps
 * the code is dropped, as entering it costs more.
 */
const FEW_STEPS = 24;
const TRIALS = 256;

/**
 * Generates JavaScript for loops whose head is passed often. The code serves all runs of the machine,
 * and the engine below compiles it. It does the same steps as the closures. Parts that have no code
 * run as closures.
 */
export class HotLoops {
  readonly link: Link;
  readonly #heads = new Map<CompiledFunction, ReadonlySet<number>>();
  readonly #flows = new Map<CompiledFunction, Flow>();
  readonly #loops = new Map<CompiledFunction, (HotLoop | undefined)[]>();
  #made = 0;

  /** `after`: number of passes of a loop's head after which the loop gets code. */
  constructor(
    private readonly runtime: Runtime,
    private readonly calls: Calls,
    private readonly after: number,
  ) {
    this.link = new Link(calls);
  }

  /**
   * Returns the step of a location. At the head of a loop it counts its passes. `stepOf`: closures of
   * other locations.
   */
  step(code: CompiledFunction, location: number, plain: Step, stepOf: (location: number) => Step): Step {
    if (this.after === Number.POSITIVE_INFINITY || this.runtime.memory.tracks || !this.#headsOf(code).has(location))
      return plain;
    let passes = 0;
    return (frame) => {
      if (++passes === this.after) {
        const made = this.#tryToMake(code, location, plain, stepOf);
        code.steps[location] = made === null ? plain : () => ENTER;
        const known = this.#loops.get(code) ?? [];
        if (made !== null) known[location] = { plain, code: made, entries: 0, steps: 0 };
        this.#loops.set(code, known);
      }
      return plain(frame);
    };
  }

  /** Returns the closure of a location that may have generated code. */
  plain(code: CompiledFunction, location: number): Step | undefined {
    return this.#loops.get(code)?.[location]?.plain;
  }

  /**
   * Runs the loop at a head for at most `fuel` steps; `link.left` is the number of steps not made.
   * Returns the result of a step.
   */
  enter(code: CompiledFunction, location: number, frame: Frame, fuel: number): number {
    const loop = this.#loops.get(code)?.[location];
    if (loop === undefined) throw new RangeError('no generated code where there was some');
    this.link.left = fuel - 1;
    if (fuel <= loop.code.longest) return loop.plain(frame);
    const next = loop.code.run(frame, fuel);
    loop.steps += fuel - this.link.left;
    if (++loop.entries === TRIALS && loop.steps < TRIALS * FEW_STEPS) code.steps[location] = loop.plain;
    return next;
  }

  #tryToMake(
    code: CompiledFunction,
    location: number,
    plain: Step,
    stepOf: (location: number) => Step,
  ): LoopCode | null {
    try {
      return this.#make(code, location, plain, stepOf);
    } catch (error) {
      // Some construct in it is not modelled. A closure reports that if a run reaches it.
      if (error instanceof Halt) return null;
      throw error;
    }
  }

  #make(code: CompiledFunction, location: number, plain: Step, stepOf: (location: number) => Step): LoopCode | null {
    if (this.#made >= MOST_LOOPS || code.frame.arrays.size > 0) return null;
    const successors = successorsOf(code);
    let flow = this.#flows.get(code);
    if (flow === undefined) this.#flows.set(code, (flow = flowOf(successors, code.function.entry)));
    const body = naturalLoop(flow, successors, location);
    const graph = body === null ? null : graphOf(this.runtime, this.calls, code, location, body);
    if (graph === null) return null;
    this.#made++;
    return loopCode(graph, this.link, plain, stepOf);
  }

  #headsOf(code: CompiledFunction): ReadonlySet<number> {
    let heads = this.#heads.get(code);
    if (heads === undefined) this.#heads.set(code, (heads = loopHeads(code)));
    return heads;
  }
}

function successorsOf({ function: fn }: CompiledFunction): number[][] {
  return fn.outgoing.map((ids) => ids.map((id) => fn.edges[id].to));
}

function loopHeads(code: CompiledFunction): ReadonlySet<number> {
  const { locationCount, entry } = code.function;
  const heads = new Set<number>();
  if (locationCount > MOST_LOCATIONS) return heads;
  const successors = successorsOf(code);
  const flow = orderOf(successors, entry);
  for (const node of flow.order) for (const next of successors[node]) if (leadsBack(flow, node, next)) heads.add(next);
  return heads;
}
