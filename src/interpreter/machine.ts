import { INT } from '../c/types/type-basics.ts';
import type { CType } from '../c/types/types.ts';
import type { Location, Program } from '../program/cfa/automaton.ts';
import { isCallbacks } from '../program/cfa/hidden-callbacks.ts';
import { InputsExhausted } from '../program/inputs/source.ts';
import { type Activation, ENTER, pathOf, type Step, SWITCH } from './activation.ts';
import { observedStep } from './branches.ts';
import { Calls } from './calls.ts';
import { CodeCache, type CompiledFunction } from './code.ts';
import { compileContext } from './expressions.ts';
import { HotLoops } from './hot/hot-loops.ts';
import { isLost } from './leaks.ts';
import { startProgram } from './library/start.ts';
import { LIBRARY } from './library/table.ts';
import type { MemorySnapshot } from './memory.ts';
import { compileLocation } from './operations.ts';
import type { Driver, RunChanges, RunOptions, RunResult } from './options.ts';
import { type Ending, Halt, type Outcome, type StackEntry, watchedEnding, weaknessOf } from './outcome.ts';
import { Runtime } from './runtime.ts';
import { initialiseStatics, startStatics } from './statics.ts';
import type { StepContext } from './step-context.ts';
import { TraceRecorder, valueObserver } from './trace.ts';
import { watchedStep } from './watch.ts';

/** Steps between two polls of `stopped` and the step limit. */
const SLICE = 32_768;
/** Passes of a loop's head before the loop gets generated JavaScript. */
const HOT_AFTER = 400;
const TRACE_LIMIT = 1_000_000;

/** A program that is ready to run any number of times. Code compiled for one run serves the next ones. */
export class Machine {
  readonly #runtime: Runtime;
  readonly #calls: Calls;
  readonly #hot: HotLoops;
  readonly #contexts = new Map<CompiledFunction, StepContext>();
  /** Content of the memory when a run begins; null before the first run. */
  #statics: MemorySnapshot | null = null;
  #options: RunOptions;
  /** The activation of `main` in a run with a driver. */
  #first: Activation | null = null;
  #trace = new TraceRecorder(0, 0);
  #steps = 0;

  constructor(
    private readonly program: Program,
    options: RunOptions,
  ) {
    this.#options = options;
    this.#runtime = new Runtime(program, options);
    this.#calls = new Calls(this.#runtime, new CodeCache(program, this.#runtime.layout), LIBRARY);
    const isPlain = options.watch !== undefined || options.driver !== undefined || options.branches !== undefined;
    const hotAfter = isPlain ? Number.POSITIVE_INFINITY : (options.hotAfter ?? HOT_AFTER);
    this.#hot = new HotLoops(this.#runtime, this.#calls, hotAfter);
  }

  /** Runs from the start of `main` to the end. `changes`: options that differ from the earlier runs. */
  run(changes: Partial<RunChanges> = {}): RunResult {
    this.#options = { ...this.#options, ...changes };
    const options = this.#options;
    const trace = new TraceRecorder(options.traceLimit ?? TRACE_LIMIT, options.traceTail ?? 0);
    this.#trace = trace;
    this.#steps = 0;
    return this.#ended(() => {
      this.#start();
      if (options.driver !== undefined) this.#runDriven(options.driver);
      else if (options.record === 'trace') {
        const { traceResume = 0 } = options;
        if (traceResume > 0) {
          this.#runTraced(() => trace.hasFirst);
          const noted = this.#steps;
          this.#runFast(traceResume);
          trace.skip(this.#steps - noted);
        }
        this.#runTraced(() => false);
      } else this.#runFast(Number.POSITIVE_INFINITY);
    });
  }

  /**
   * Goes on behind the end of a run with a driver, from a location of the first function that it came
   * to in `main`. The run is one of the program only if another schedule leads there.
   */
  goOn(location: Location): RunResult {
    return this.#ended(() => {
      const { driver } = this.#options;
      if (driver === undefined || this.#first === null) throw new Halt({ kind: 'stopped' });
      this.#first.resume = location;
      this.#runtime.activation = this.#first;
      this.#runDriven(driver);
    });
  }

  /** Runs until something ends the run, and reports that. */
  #ended(work: () => void): RunResult {
    const runtime = this.#runtime;
    const trace = this.#trace;
    let ending: Ending = { kind: 'stopped' };
    try {
      work();
    } catch (error) {
      if (error instanceof Halt) ending = watchedEnding(error.ending, this.program, runtime.edge);
      else if (error instanceof InputsExhausted) ending = { kind: 'inputs-exhausted' };
      else if (error instanceof RangeError) ending = limitOf(error);
      else throw error;
    }
    runtime.files.flush();
    const steps = this.#steps;
    return {
      outcome: this.#outcome(ending),
      steps,
      inputs: runtime.inputs,
      ...(this.#options.record === 'trace' ? { trace: trace.steps() } : {}),
      hadUnknownMemory: runtime.hadUnknownMemory,
      external: runtime.external,
      leaked: runtime.leaked,
      traceCut: trace.omitted > 0,
      traceOmitted: trace.omitted,
      approximate: [...runtime.approximate],
    };
  }

  /** Whether a block is live, and no pointer tracks it. The driver of a run asks before the step from a location. */
  isLost(address: number, location: Location): boolean {
    return isLost(this.#runtime, address, location);
  }

  /** The calls where the last run ended, from the last one outwards. */
  get stack(): readonly StackEntry[] {
    return this.#callStack();
  }

  /** The value for the current run, or the last one; see `RunResult`. */
  get hadUnknownMemory(): boolean {
    return this.#runtime.hadUnknownMemory;
  }

  /** The address of an object of static storage, which is the same in all runs; null if there is none. */
  addressOf(variable: number): number | null {
    try {
      this.#prepare();
    } catch (error) {
      if (error instanceof Halt) return null;
      throw error;
    }
    return this.#runtime.globals.get(variable) ?? null;
  }

  /** Lays out the objects of static storage. */
  #prepare(): MemorySnapshot {
    if (this.#statics === null) {
      initialiseStatics(this.#runtime, this.program);
      this.#statics = this.#runtime.memory.snapshot();
    }
    return this.#statics;
  }

  #start(): void {
    const { program } = this;
    const runtime = this.#runtime;
    runtime.begin(this.#options, this.#prepare());
    startStatics(runtime, program);
    const main = program.main === null ? null : program.functions[program.main];
    if (main == null) throw new Halt({ kind: 'unsupported', construct: 'a program without main' });
    const types: CType[] = main.parameters.map((parameter) => parameter.type);
    this.#calls.start(startProgram(runtime, main, types.length > 0 ? types : [INT]), null, null);
  }

  #stepContext(code: CompiledFunction): StepContext {
    let context = this.#contexts.get(code);
    if (context === undefined) {
      context = { ...compileContext(this.#runtime, code.frame), code, calls: this.#calls, observers: new Map() };
      this.#contexts.set(code, context);
    }
    return context;
  }

  #compile(activation: Activation, location: number): Step {
    const code = activation.code as CompiledFunction;
    const context = this.#stepContext(code);
    const plain = observedStep(this.#options.branches, context, location, compileLocation(context, location));
    const watched = watchedStep(this.#options.watch, this.#runtime, code.function.id, location, plain);
    const step = this.#hot.step(
      code,
      location,
      watched,
      (other) => this.#hot.plain(code, other) ?? compileLocation(context, other),
    );
    code.steps[location] = step;
    return step;
  }

  /** Ends the run when a limit is reached. */
  #poll(): void {
    const { stopped, maxSteps } = this.#options;
    if (stopped?.() === true) throw new Halt({ kind: 'stopped' });
    if (maxSteps !== undefined && this.#steps >= maxSteps) throw new Halt({ kind: 'limit', which: 'steps' });
  }

  /** Executes steps up to that number of the run. */
  #runFast(until: number): void {
    const runtime = this.#runtime;
    const { maxSteps = Number.POSITIVE_INFINITY } = this.#options;
    let activation = runtime.activation!;
    let { code, frame } = activation;
    let location = activation.resume;
    let left = 0;
    const { link } = this.#hot;
    let entered = false;
    try {
      while (this.#steps < until) {
        this.#poll();
        const slice = Math.min(SLICE, maxSteps - this.#steps, until - this.#steps);
        left = slice;
        this.#steps += slice;
        let { steps } = code!;
        while (left > 0) {
          left--;
          const step = steps[location] ?? this.#compile(activation, location);
          let next = step(frame);
          if (next === ENTER) {
            entered = true;
            next = this.#hot.enter(code as CompiledFunction, location, frame, left + 1);
            ({ left } = link);
            entered = false;
          }
          if (next !== SWITCH) {
            location = next;
            continue;
          }
          activation = runtime.activation!;
          ({ code, frame } = activation);
          ({ steps } = code!);
          location = activation.resume;
        }
      }
      activation.resume = location;
    } catch (error) {
      this.#steps -= entered ? link.left : left;
      if (link.thrownAt === null) this.#locate(activation, location);
      else runtime.edge = link.thrownAt;
      link.thrownAt = null;
      throw error;
    }
  }

  /** Runs step by step, as the driver follows. */
  #runDriven(driver: Driver): void {
    const runtime = this.#runtime;
    const { maxSteps = Number.POSITIVE_INFINITY } = this.#options;
    let activation = runtime.activation!;
    let location = activation.resume;
    try {
      for (;;) {
        if (this.#steps % SLICE === 0 || this.#steps >= maxSteps) this.#poll();
        this.#steps++;
        const { code, frame } = activation;
        if (code!.function.id === this.program.main) this.#first = activation;
        if (!driver.step(code!.function, location)) throw new Halt({ kind: 'stopped' });
        const step = code!.steps[location] ?? this.#compile(activation, location);
        const next = step(frame);
        if (next !== SWITCH) {
          location = next;
          continue;
        }
        activation = runtime.activation!;
        location = activation.resume;
      }
    } catch (error) {
      this.#locate(activation, location);
      throw error;
    }
  }

  /** Runs like `runFast` and records each edge, until there is `enough`. */
  #runTraced(enough: () => boolean): void {
    const runtime = this.#runtime;
    const trace = this.#trace;
    let activation = runtime.activation!;
    let location = activation.resume;
    try {
      while (!enough()) {
        if (this.#steps % SLICE === 0 || this.#steps >= (this.#options.maxSteps ?? Number.POSITIVE_INFINITY))
          this.#poll();
        this.#steps++;
        const { code, frame } = activation;
        const { function: fn } = code!;
        let step = code!.steps[location] ?? this.#compile(activation, location);
        step = this.#hot.plain(code as CompiledFunction, location) ?? step;
        const edges = fn.outgoing[location];
        const context = pathOf(activation, runtime.shared);
        const { depth } = activation;
        // An edge that is not a branch is recorded before its execution, as the steps of a call come behind
        // it. Assignments are recorded when their value is known.
        const only = edges.length === 1 ? fn.edges[edges[0]] : null;
        const assignment = only?.op.kind === 'assign' ? only.op : null;
        if (only !== null && assignment === null) trace.add({ context, depth, function: fn.id, edge: only.id });
        const next = step(frame);
        if (next !== SWITCH) {
          if (only === null) {
            trace.add({
              context,
              depth,
              function: fn.id,
              edge: edges.find((id) => fn.edges[id].to === next) ?? edges[0],
            });
          } else if (assignment !== null) {
            const value = valueObserver(this.#stepContext(code as CompiledFunction), assignment)?.(frame);
            trace.add({ context, depth, function: fn.id, edge: only.id, ...(value === undefined ? {} : { value }) });
          }
          location = next;
          continue;
        }
        activation = runtime.activation!;
        location = activation.resume;
      }
      activation.resume = location;
    } catch (error) {
      this.#locate(activation, location);
      throw error;
    }
  }

  /** Sets the current edge to the one that ended the run, unless a library function called back from it. */
  #locate(activation: Activation, location: number): void {
    const runtime = this.#runtime;
    if (runtime.activation !== activation) return;
    const fn = activation.code?.function;
    const id = fn?.outgoing[location]?.[0];
    if (fn !== undefined && id !== undefined) runtime.edge = fn.edges[id];
  }

  #outcome(ending: Ending): Outcome {
    const at = this.#runtime.at;
    switch (ending.kind) {
      case 'exit':
      case 'stopped':
        return ending;
      case 'error':
        return { ...ending, stack: this.#callStack(), fault: ending.fault ?? null };
      case 'undefined-behaviour': {
        const { kind, what } = ending;
        return { kind, what, weakness: weaknessOf(ending, this.#runtime.edge), at, stack: this.#callStack() };
      }
      default:
        return { ...ending, at };
    }
  }

  #callStack(): StackEntry[] {
    const stack: StackEntry[] = [];
    let at = this.#runtime.edge?.at ?? null;
    for (let activation = this.#runtime.activation; activation !== null; activation = activation.parent) {
      if (activation.code === null) continue;
      if (at !== null && !isCallbacks(activation.code.function))
        stack.push({ function: activation.code.function.name, at });
      at = activation.callEdge?.at ?? null;
    }
    return stack;
  }
}

/**
 * Returns the limit of JavaScript that an error reports. A buffer, text or map is too large, or
 * expressions are nested too deep for the thread's stack.
 */
function limitOf(error: RangeError): Ending {
  return { kind: 'limit', which: error.message.includes('call stack') ? 'stack' : 'memory' };
}
