import type { SourceLocation } from '../../base/source.ts';
import { Layout } from '../../c/types/layout.ts';
import {
  type InputSource,
  Machine,
  type Moment,
  minedConstants,
  minedFloats,
  type RunResult,
  type SeededMode,
  type SeededOptions,
  scheduled,
  seededInputs,
  type Watch,
} from '../../interpreter/index.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import { checkOf } from '../../program/cfa/checks/kinds.ts';
import { isReturned } from '../../program/cfa/inputs.ts';
import { type AssumptionCall, assumptionCalls } from '../../program/cfa/passed-calls.ts';
import { InputRecorder } from '../replay/input-recorder.ts';
import { OrderedRuns } from '../replay/races/follower.ts';
import { CoSimulation, type ProvedSystem } from './co-simulation.ts';
import type { TrialResult } from './trial-result.ts';

/** A proved program with the time for its runs. */
export interface TrialTask {
  readonly program: Program;
  readonly errorFunctions: readonly string[];
  readonly proved: ProvedSystem;
  /** Names of the error functions that runs may call: the proof leaves them open. Absent: none. */
  readonly open?: readonly string[];
  /** Time for all runs together, in ms. The first few short runs are made even if this is 0. */
  readonly milliseconds: number;
  readonly seed: number;
}

/**
 * Least number of runs, whatever the time: first beside the system, then alone. `LEAST_STEPS` bounds
 * each of them.
 */
const LEAST_COMPARED = 2;
const LEAST_RUNS = 8;
const LEAST_STEPS = 2_000;
/** Least number of states that are compared in one of those runs. */
const LEAST_STATES = 8;
/** Share of the time for runs beside the system. */
const COMPARED_PART = 0.5;
/** Least number of runs whose accesses are ordered, and the time at which the last of them begins. */
const LEAST_ORDERED = 16;
const ORDERED_PART = 0.75;
/** Most steps of a first run; later runs may be longer. */
const FIRST_STEPS = 20_000;
const MOST_STEPS = 2_000_000;
/** Number of runs with the same limit of steps; then the limit grows. */
const ROUND = 32;
const GROWTH = 4;
/** Most bytes of all objects of a run. */
const MEMORY = 2 ** 28;

/** Modes of input, in turn. The first run takes zeros alone. */
const MODES: readonly SeededMode[] = ['boundary', 'mix', 'random', 'small', 'boundary', 'mix', 'steady', 'sorted'];

/**
 * Runs a proved program on boundary and random inputs. No other check of a TRUE crosses both front end
 * and encoder. A run that reaches the error contradicts the proof. So does a state that differs from
 * the system or breaks the invariant. Nothing is compared after undefined behaviour or an approximate
 * result.
 */
export function runTrials(task: TrialTask): TrialResult {
  return new Trials(task).run();
}

class Trials {
  readonly #drawn: SeededOptions;
  readonly #begun = performance.now();
  readonly #simulation: CoSimulation;
  readonly #watched: Machine;
  /** Number of states at which a late comparison stops; null: no states are compared. */
  #mostStates: number | null = 0;

  constructor(private readonly task: TrialTask) {
    const { program, proved } = task;
    this.#drawn = {
      layout: new Layout(program),
      constants: minedConstants(program),
      floats: minedFloats(program),
    };
    this.#simulation = new CoSimulation(proved);
    this.#watched = this.#machine({
      locations: this.#simulation.locations,
      arrived: (moment) => this.#arrived(moment),
    });
  }

  run(): TrialResult {
    return this.#compare() ?? this.#order() ?? this.#search();
  }

  /** Makes runs whose accesses are ordered, if the proof excludes data races. Null if none has a race. */
  #order(): TrialResult | null {
    const { program, errorFunctions, open = [] } = this.task;
    const proves = errorFunctions.some((name) => checkOf(name) === 'data-race' && !open.includes(name));
    if (program.woven === undefined || !proves) return null;
    const ordered = new OrderedRuns(program, { errorFunctions, memoryLimit: MEMORY });
    for (let runs = 0; runs < LEAST_ORDERED || !this.#isLate(ORDERED_PART); runs++) {
      const race = ordered.run(this.#source(runs), this.#stepsOf(runs));
      if (race === null) continue;
      const { file, line, column } = race.first.at;
      const what = `nothing orders two accesses of a run, the first of them at ${file}:${line}:${column}`;
      return this.#contradiction(runs, what, race.second.at);
    }
    return null;
  }

  /** Makes the runs beside the system. Null if all of them agree and further runs may find more. */
  #compare(): TrialResult | null {
    const simulation = this.#simulation;
    const { compared } = simulation;
    for (let runs = 0; runs < LEAST_COMPARED || !this.#isLate(COMPARED_PART); runs++) {
      this.#mostStates = runs < LEAST_COMPARED ? compared.states + LEAST_STATES : 0;
      simulation.begin();
      const counted = new CountedInputs(this.#source(runs));
      const result = this.#watched.run({ inputs: counted, maxSteps: this.#stepsOf(runs), record: 'inputs' });
      if (this.#isAlarm(result)) return this.#alarm(runs, result);
      if (!this.#isOpen(result)) simulation.ended(result);
      if (simulation.mismatch !== null && result.approximate.length === 0)
        return this.#contradiction(runs, simulation.mismatch, null);
      // A program without inputs has no other runs.
      if (counted.count === 0 && result.outcome.kind !== 'limit' && result.outcome.kind !== 'stopped')
        return { kind: 'agreed', runs: runs + 1, ...compared };
    }
    return null;
  }

  /** Makes the runs without comparison, which are faster. */
  #search(): TrialResult {
    this.#mostStates = null;
    // The machine of the earlier runs is compiled already, which is enough for the few runs without time
    // left.
    const machine = this.#isLate() ? this.#watched : this.#machine();
    for (let runs = 0; ; runs++) {
      const must = runs < LEAST_RUNS;
      if (!must && this.#isLate()) return { kind: 'agreed', runs, ...this.#simulation.compared };
      const stopped = (): boolean => !must && this.#isLate();
      const result = machine.run({
        inputs: this.#source(runs),
        maxSteps: this.#stepsOf(runs),
        record: 'none',
        stopped,
      });
      if (this.#isAlarm(result)) return this.#alarm(runs, result);
    }
  }

  #machine(watch?: Watch): Machine {
    const { program, errorFunctions } = this.task;
    return new Machine(program, { inputs: this.#source(0), errorFunctions, memoryLimit: MEMORY, watch });
  }

  /** Handles an arrival; false where the run has been observed long enough. */
  #arrived(moment: Moment): boolean {
    if (this.#mostStates === null) return true;
    const simulation = this.#simulation;
    if (!simulation.arrived(moment)) return false;
    return simulation.compared.states < this.#mostStates || !this.#isLate(COMPARED_PART);
  }

  /** Whether the run contradicts the proof. */
  #isAlarm({ outcome, approximate }: RunResult): boolean {
    return outcome.kind === 'error' && approximate.length === 0 && !this.#isOpen({ outcome });
  }

  /** Whether the run calls an error function about which the proof says nothing. */
  #isOpen({ outcome }: Pick<RunResult, 'outcome'>): boolean {
    return outcome.kind === 'error' && this.task.open?.includes(outcome.function) === true;
  }

  /** Whether that share of the time is over. */
  #isLate(part = 1): boolean {
    return performance.now() >= this.#begun + part * this.task.milliseconds;
  }

  #stepsOf(run: number): number {
    if (this.#isLate()) return LEAST_STEPS;
    return Math.min(FIRST_STEPS * GROWTH ** Math.floor(run / ROUND), MOST_STEPS);
  }

  #source(run: number): InputSource {
    const seed = this.task.seed * 1_000_003 + run;
    if (run === 0) return seededInputs(seed, 'zero', this.#drawn);
    return scheduled(
      seededInputs(seed, MODES[(run - 1) % MODES.length], this.#drawn),
      seed,
      this.task.program.ways ?? [],
    );
  }

  #alarm(run: number, { outcome }: RunResult): TrialResult {
    const at = outcome.kind === 'error' ? (outcome.stack[0]?.at ?? null) : null;
    const called = outcome.kind === 'error' ? outcome.function : 'an error function';
    return this.#contradiction(run, `a run of the program calls ${called}`, at);
  }

  /** Repeats the run in order to record its inputs, and reports the contradiction. */
  #contradiction(run: number, what: string, at: SourceLocation | null): TrialResult {
    const { program, errorFunctions } = this.task;
    const recorder = new InputRecorder(this.#source(run), program);
    new Machine(program, { inputs: recorder, errorFunctions, memoryLimit: MEMORY, maxSteps: MOST_STEPS }).run();
    return { kind: 'contradicted', what: `${what} (${inputList(recorder)})`, at };
  }
}

/** Passes requests on to another source and counts them. */
class CountedInputs implements InputSource {
  count = 0;

  constructor(private readonly source: InputSource) {}

  scalar(...request: Parameters<InputSource['scalar']>): ReturnType<InputSource['scalar']> {
    this.count += 1;
    return this.source.scalar(...request);
  }

  pointer(...request: Parameters<InputSource['pointer']>): ReturnType<InputSource['pointer']> {
    this.count += 1;
    return this.source.pointer(...request);
  }

  content(...request: Parameters<InputSource['content']>): boolean {
    this.count += 1;
    return this.source.content(...request);
  }
}

/** Most inputs that a message lists. */
const MOST_LISTED = 12;

/** Lists the first inputs of a run in one line. */
function inputList({ inputs }: Pick<InputRecorder, 'inputs'>): string {
  if (inputs.length === 0) return 'it takes no inputs';
  const listed = inputs.slice(0, MOST_LISTED).map(({ kind, name, at, value }) => {
    const what = isReturned(kind) ? `${name}()` : name;
    return `${what} at line ${at.line} = ${value}`;
  });
  const more = inputs.length > listed.length ? `, and ${inputs.length - listed.length} more` : '';
  return `inputs: ${listed.join(', ')}${more}`;
}

/** Most runs that may pass assumptions, most bytes of all objects of each, and their modes of input. */
const PASSING_RUNS = 24;
const PASSING_MEMORY = 2 ** 26;
const PASSING_MODES: readonly SeededMode[] = ['zero', 'boundary', 'mix', 'random', 'small'];

/**
 * Returns the assumptions of a program that none of a few runs passes. Takes at most about
 * `milliseconds`; then the rest counts as passed.
 */
export function unpassedAssumptions(
  program: Program,
  { errorFunctions, milliseconds, seed }: TriedRuns,
): readonly AssumptionCall[] {
  const calls = assumptionCalls(program);
  if (calls.length === 0) return [];
  const deadline = performance.now() + milliseconds;
  const left = new Map(calls.map((call) => [`${call.caller}:${call.edge.to}`, call]));
  const locations = new Map<number, Set<number>>();
  for (const { caller, edge } of calls) locations.set(caller, (locations.get(caller) ?? new Set()).add(edge.to));
  const drawn = {
    layout: new Layout(program),
    constants: minedConstants(program),
    floats: minedFloats(program),
  };
  const source = (run: number) =>
    seededInputs(seed * 1_000_003 + run, PASSING_MODES[run % PASSING_MODES.length], drawn);
  const arrived = (moment: { readonly functionId: number; readonly location: number }): boolean => {
    left.delete(`${moment.functionId}:${moment.location}`);
    return left.size > 0;
  };
  const machine = new Machine(program, {
    inputs: source(0),
    errorFunctions,
    memoryLimit: PASSING_MEMORY,
    watch: { locations, arrived },
  });
  for (let run = 0; run < PASSING_RUNS && left.size > 0; run++) {
    if (performance.now() > deadline) return [];
    machine.run({
      inputs: source(run),
      maxSteps: FIRST_STEPS,
      record: 'none',
      stopped: () => performance.now() > deadline,
    });
  }
  return [...left.values()];
}

/** Bounds of the runs. `milliseconds`: time for all of them. */
export interface TriedRuns {
  readonly errorFunctions: readonly string[];
  readonly milliseconds: number;
  readonly seed: number;
}
