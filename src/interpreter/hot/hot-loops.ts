import { ENTER, type Frame, type Step } from '../activation.ts';
import type { Calls } from '../calls.ts';
import type { CompiledFunction } from '../code.ts';
import { Halt } from '../outcome.ts';
import type { Runtime } from '../runtime.ts';
import { Link } from './assembly.ts';
import { type Flow, flowOf, leadsBack, naturalLoop, orderOf } from './flow.ts';
import { graphOf } from './graph.ts';
import { type LoopCode, loopCode } from './loop-code.ts';

/** A loop that runs as text, and the step of its head, which serves where the text cannot run. */
export interface HotLoop {
  readonly plain: Step;
  readonly code: LoopCode;
  entries: number;
  steps: number;
}

/** Larger functions are left alone. */
const MOST_LOCATIONS = 20_000;
/** Texts of one machine. */
const MOST_LOOPS = 300;
/** A text that makes fewer steps each time it is entered, in so many entries, is given up: entering it costs more. */
const FEW_STEPS = 24;
const TRIALS = 256;

/**
 * Loops whose head is passed again and again are written as JavaScript, once and for all runs of the machine, and run as fast as the engine below compiles
 * them. They do what the closures do, step by step: whatever has no text is left to these.
 */
export class HotLoops {
  readonly link: Link;
  private readonly heads = new Map<CompiledFunction, ReadonlySet<number>>();
  private readonly flows = new Map<CompiledFunction, Flow>();
  private readonly loops = new Map<CompiledFunction, (HotLoop | undefined)[]>();
  private made = 0;

  /** `after`: a loop's text is made when its head has been passed so often. */
  constructor(
    private readonly runtime: Runtime,
    private readonly calls: Calls,
    private readonly after: number,
  ) {
    this.link = new Link(calls);
  }

  /** The step of a location, which counts its passes if it is the head of a loop. `stepOf`: closures of other locations. */
  step(code: CompiledFunction, location: number, plain: Step, stepOf: (location: number) => Step): Step {
    if (this.after === Number.POSITIVE_INFINITY || this.runtime.memory.tracks || !this.headsOf(code).has(location)) return plain;
    let passes = 0;
    return (frame) => {
      if (++passes === this.after) {
        const made = this.tryToMake(code, location, plain, stepOf);
        code.steps[location] = made === null ? plain : () => ENTER;
        const known = this.loops.get(code) ?? [];
        if (made !== null) known[location] = { plain, code: made, entries: 0, steps: 0 };
        this.loops.set(code, known);
      }
      return plain(frame);
    };
  }

  /** The closure of a location that may have a text. */
  plain(code: CompiledFunction, location: number): Step | undefined {
    return this.loops.get(code)?.[location]?.plain;
  }

  /** Runs the loop at a head, with `fuel` steps to make; `link.left` says how many are left. Gives what a step gives. */
  enter(code: CompiledFunction, location: number, frame: Frame, fuel: number): number {
    const loop = this.loops.get(code)?.[location];
    if (loop === undefined) throw new RangeError('no text where one was');
    this.link.left = fuel - 1;
    if (fuel <= loop.code.longest) return loop.plain(frame);
    const next = loop.code.run(frame, fuel);
    loop.steps += fuel - this.link.left;
    if (++loop.entries === TRIALS && loop.steps < TRIALS * FEW_STEPS) code.steps[location] = loop.plain;
    return next;
  }

  private tryToMake(...of: Parameters<HotLoops['make']>): LoopCode | null {
    try {
      return this.make(...of);
    } catch (error) {
      // Something in it is not modelled: the closures will say so if they come there.
      if (error instanceof Halt) return null;
      throw error;
    }
  }

  private make(code: CompiledFunction, location: number, plain: Step, stepOf: (location: number) => Step): LoopCode | null {
    if (this.made >= MOST_LOOPS || code.frame.arrays.size > 0) return null;
    const successors = successorsOf(code);
    let flow = this.flows.get(code);
    if (flow === undefined) this.flows.set(code, (flow = flowOf(successors, code.function.entry)));
    const body = naturalLoop(flow, successors, location);
    const graph = body === null ? null : graphOf(this.runtime, this.calls, code, location, body);
    if (graph === null) return null;
    this.made++;
    return loopCode(graph, this.link, plain, stepOf);
  }

  private headsOf(code: CompiledFunction): ReadonlySet<number> {
    let heads = this.heads.get(code);
    if (heads === undefined) this.heads.set(code, (heads = loopHeads(code)));
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
