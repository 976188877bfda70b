import { Layout } from '../../../c/types/layout.ts';
import type { InputSource, RunResult, SeededMode, SeededOptions } from '../../../interpreter/index.ts';
import {
  Machine,
  minedConstants,
  minedFloats,
  runProgram,
  scheduled,
  seededInputs,
} from '../../../interpreter/index.ts';
import { hasUnsetArguments } from '../../../program/cfa/main-arguments.ts';
import { type Claim, incomplete } from '../../methods/engine.ts';
import { numberOf, SIM } from '../../methods/options.ts';
import { claimOf, GuidedRuns, type SimulationContext } from './guided.ts';

/** Runs of the first round; each round has more and longer ones. */
const FIRST_RUNS = 16;
const MOST_RUNS = 4096;
const FIRST_STEPS = 50_000;
const MOST_STEPS = 100_000_000;
const GROWTH = 4;
/**
 * Number of runs in each round that may be LONGER times as long: an error may lie behind loops that
 * fill large arrays.
 */
const LONG_RUNS = 4;
const LONGER = 64;
/**
 * Polls after which the first run ends if it met memory that was never written. A slower run then
 * determines whether it reads such memory.
 */
const DOUBTFUL_POLLS = 1000;
/** Number of guided runs for each drawn one, and most steps of one. They have no generated code. */
const GUIDED = 4;
const MOST_GUIDED_STEPS = 200_000;
/** Runs after which the search ends if all of them met a construct that cannot be simulated. */
const PATIENCE = 100;

/** Modes of the runs, in turn. One run of each mode is among the long runs of every round. */
const MODES: readonly SeededMode[] = ['mix', 'steady', 'boundary', 'sorted', 'mix', 'random', 'mix', 'small'];

/**
 * Runs the program: first with all inputs zero, then with inputs drawn in several modes in turn
 * ({@link SeededMode}), in rounds of longer and longer runs. Guided runs follow each round
 * ({@link GuidedRuns}). It claims `unsafe` for a run that reaches
 * the error function without undefined behaviour and without an approximate library result. It claims
 * `safe` if the first run takes no input at all and ends: then it is the only run.
 */
export function simulate(context: SimulationContext): Claim {
  const simulation = new Simulation(context);
  const first = simulation.firstRun();
  if (first !== null) return first;
  const limit = numberOf(context, SIM.runs);
  let seed = context.seed * 1_000_003 + 1;
  let done = 1;
  const ended = (): Claim | null => {
    if (context.stopped()) return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
    return limit > 0 && done >= limit ? incomplete(`${done} runs did not reach the error`) : null;
  };
  for (
    let runs = FIRST_RUNS, steps = FIRST_STEPS;
    ;
    runs = Math.min(runs * 2, MOST_RUNS), steps = Math.min(steps * GROWTH, MOST_STEPS)
  ) {
    for (let index = 0; index < runs; index++, seed++, done++) {
      const end = ended();
      if (end !== null) return end;
      const most = index < LONG_RUNS ? Math.min(steps * LONGER, MOST_STEPS) : steps;
      const claim = simulation.run(seed, MODES[index % MODES.length], most);
      if (claim !== null) return claim;
    }
    for (let index = 0; index < GUIDED * runs && simulation.guided.isUseful; index++, done++) {
      const end = ended();
      if (end !== null) return end;
      const claim = simulation.guided.run(Math.min(steps, MOST_GUIDED_STEPS));
      if (claim !== null) return claim;
    }
    context.note(`${done} runs of at most ${steps} steps, ${simulation.guided.kept} with new branches`);
    if (done >= PATIENCE && simulation.hopeless !== null) return incomplete(simulation.hopeless);
  }
}

class Simulation {
  #guided: GuidedRuns | null = null;
  readonly #drawn: SeededOptions;
  readonly #machine: Machine;
  /** Why no run so far could be followed to its end; null if one could. */
  hopeless: string | null = 'no run was made';

  constructor(private readonly context: SimulationContext) {
    const { program, errorFunctions, stopped } = context;
    this.#drawn = {
      layout: new Layout(program),
      constants: minedConstants(program),
      floats: minedFloats(program),
    };
    this.#machine = new Machine(program, { inputs: this.#source(0, 'zero'), errorFunctions, stopped });
  }

  /** Made when the first run does not decide: they have a machine of their own. */
  get guided(): GuidedRuns {
    this.#guided ??= new GuidedRuns(this.context, this.#drawn);
    return this.#guided;
  }

  /**
   * Runs with all inputs zero. Null if nothing follows from that run. A run that takes no input is
   * followed to its end, however long. The same holds for a run whose only input would be the arguments
   * of main, since runs here have none.
   */
  firstRun(): Claim | null {
    let taken = 0;
    const zero = this.#source(0, 'zero');
    const counting: InputSource = {
      scalar: (request) => {
        taken++;
        return zero.scalar(request);
      },
      pointer: (request, names) => {
        taken++;
        return zero.pointer(request, names);
      },
      content: (request, bytes, layout) => {
        // Content that is overwritten before it is read is not an input: the interpreter reports reads.
        if (request.kind !== 'uninitialised') taken++;
        return zero.content(request, bytes, layout);
      },
    };
    const { program, errorFunctions, stopped } = this.context;
    // Polled every few thousand steps: a run with inputs ends at the next poll.
    const enough = (): boolean => stopped() || taken > 0;
    let polls = 0;
    const doubtful = (): boolean => this.#machine.hadUnknownMemory && ++polls > DOUBTFUL_POLLS;
    let result = this.#machine.run({ inputs: counting, stopped: () => enough() || doubtful() });
    if (result.outcome.kind === 'error') {
      // A run without inputs has none to record.
      const bare = taken === 0 && !result.hadUnknownMemory && result.approximate.length === 0;
      return bare ? { kind: 'unsafe', run: { kind: 'program', inputs: [] } } : this.#alarm(result, 0, 'zero');
    }
    if (taken === 0 && result.hadUnknownMemory) {
      // A slower second run determines whether any of that memory is read.
      const onUnknownRead = (): void => {
        taken++;
      };
      result = runProgram(program, { inputs: counting, errorFunctions, stopped: enough, onUnknownRead });
    }
    if (taken > 0) return null;
    switch (result.outcome.kind) {
      case 'exit':
      case 'aborted':
      case 'assumption-violated':
        if (result.approximate.length > 0) return incomplete(`the only run is approximate: ${result.approximate[0]}`);
        if (result.external !== null)
          return incomplete(`runs in which the external function ${result.external} changes anything are not tried`);
        if (hasUnsetArguments(this.context.program))
          return incomplete('runs with arguments are not tried, and there is only one run without');
        return { kind: 'safe', certificate: { kind: 'runs', bound: result.steps, isExecuted: true } };
      case 'stopped':
        return { kind: 'unknown', reason: { kind: 'stopped' }, bound: null };
      case 'undefined-behaviour':
        return incomplete(`the only run has undefined behaviour: ${result.outcome.what}`);
      case 'unsupported':
        return incomplete(`the only run meets ${result.outcome.construct}`);
      case 'limit':
        return incomplete(
          `the only run needs too many ${result.outcome.which === 'steps' ? 'steps' : `bytes of ${result.outcome.which}`}`,
        );
      case 'error':
      case 'inputs-exhausted':
        return null;
    }
  }

  /** A claim if the run reaches the error. `steps`: most edges that it executes. */
  run(seed: number, mode: SeededMode, steps: number): Claim | null {
    const result = this.#execute(this.#source(seed, mode), steps, 'none');
    if (this.hopeless !== null) this.hopeless = obstacle(result.outcome);
    return result.outcome.kind === 'error' ? this.#alarm(result, seed, mode) : null;
  }

  #execute(inputs: InputSource, maxSteps: number | undefined, record: 'none' | 'inputs'): RunResult {
    return this.#machine.run({ inputs, maxSteps, record, stopped: this.context.stopped });
  }

  #source(seed: number, mode: SeededMode): InputSource {
    const source = seededInputs(seed, mode, this.#drawn);
    return mode === 'zero' ? source : scheduled(source, seed, this.context.program.ways ?? []);
  }

  /** Repeats the run to record its inputs, which the search does not. */
  #alarm({ approximate }: RunResult, seed: number, mode: SeededMode): Claim | null {
    if (approximate.length > 0) return null;
    return claimOf(this.#execute(this.#source(seed, mode), undefined, 'inputs'));
  }
}

function obstacle(outcome: RunResult['outcome']): string | null {
  if (outcome.kind === 'unsupported') return `every run meets ${outcome.construct}`;
  if (outcome.kind === 'undefined-behaviour') return `every run has undefined behaviour: ${outcome.what}`;
  return null;
}
