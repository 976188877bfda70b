import type { SourceLocation } from '../../base/source.ts';
import {
  ArrivalWatch,
  cycleLocations,
  Machine,
  type Moment,
  type Repetition,
  RepetitionWatch,
  type RunResult,
  repeatedInputs,
  type TraceStep,
  type Watch,
} from '../../interpreter/index.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import type { InputQueue } from '../../program/cfa/inputs.ts';
import { CycleStates } from './cycle-states.ts';
import { InputRecorder } from './input-recorder.ts';
import type { RunCycle } from './recorded-run.ts';
import { FIRST_STEPS, LAST_STEPS, type Replay, type ReplayTask, recordedParts, rejected } from './recording.ts';
import { type ProgramPoint, perhapsUndefined } from './recurrent/defined.ts';

/**
 * Most steps of a run until it is known to repeat itself. The closures alone make such runs.
 */
const MOST_ENDLESS_STEPS = 200_000_000;
/** Arrivals for which a run is followed within a closed set of states, and most of its steps. */
const ARRIVALS = 20_000;
const MOST_ONWARD_STEPS = 3_000_000;
/** Most places of a turn; a witness needs one. */
const MOST_PLACES = 100;

/**
 * Runs the program on inputs of which some repeat for ever, until the run is shown to repeat itself. Its
 * whole state then is that of an earlier moment, and so are all further inputs.
 */
export function replayEndless(task: ReplayTask, cycle: readonly InputQueue[]): Replay {
  const { program, errorFunctions, maxSteps = MOST_ENDLESS_STEPS } = task;
  const source = repeatedInputs(task.inputs, cycle);
  const watch = new RepetitionWatch(program, () => source.position());
  const options = { inputs: source, errorFunctions, maxSteps, watch };
  const first = new Machine(program, options).run();
  const { found } = watch;
  if (found === null || first.outcome.kind !== 'stopped') return rejected(task, first);
  const recorder = new InputRecorder(repeatedInputs(task.inputs, cycle), program);
  let inputsBefore = 0;
  const begun = (): void => {
    inputsBefore = recorder.inputs.length;
  };
  const states = new CycleStates(program, found);
  const visited = (moment: Moment): void => states.visit(moment);
  const second = new Machine(program, { ...options, watch: new ArrivalWatch(program, found, begun, visited) }).run({
    inputs: recorder,
    record: 'trace',
    traceLimit: FIRST_STEPS,
    traceResume: first.steps - LAST_STEPS,
    traceTail: LAST_STEPS,
  });
  if (second.outcome.kind !== 'stopped') return rejected(task, second);
  return endless(task, second, recorder, { found, inputsBefore, repeats: true, states: states.listed });
}

/**
 * Runs the program into a closed set of states, and on within it. The set shows that the run has no end
 * if its operations are defined, also those of later turns. The run shows that the program makes it.
 */
export function replayOnward(task: ReplayTask, cycle: readonly InputQueue[], head: ProgramPoint): Replay {
  const { program, errorFunctions, maxSteps = MOST_ONWARD_STEPS } = task;
  const undefinedThing = perhapsUndefined(program, head);
  if (undefinedThing !== null) return { kind: 'unsupported', ...undefinedThing };
  const watch = new HeadWatch(head, ARRIVALS);
  const limit = Math.min(maxSteps, MOST_ONWARD_STEPS);
  const options = { inputs: repeatedInputs(task.inputs, cycle), errorFunctions, maxSteps: limit, watch };
  const first = new Machine(program, options).run();
  if (first.outcome.kind !== 'stopped') return rejected(task, first);
  if (first.approximate.length > 0) return { kind: 'unsupported', construct: first.approximate[0], at: null };
  // The first arrivals show the way into the loop, and a few turns.
  const recorder = new InputRecorder(repeatedInputs(task.inputs, cycle), program);
  let inputsBefore = 0;
  const begun = (): void => {
    inputsBefore = recorder.inputs.length;
  };
  const second = new Machine(program, { ...options, watch: new HeadWatch(head, 2, begun) }).run({
    inputs: recorder,
    record: 'trace',
    traceLimit: FIRST_STEPS,
    traceResume: Number.MAX_SAFE_INTEGER,
    traceTail: LAST_STEPS,
  });
  if (second.outcome.kind !== 'stopped') return rejected(task, second);
  const found = { functionId: head.function, location: head.location, begins: 0, ends: 1 };
  return endless(task, second, recorder, { found, inputsBefore, repeats: false, states: null });
}

function endless(
  task: ReplayTask,
  result: RunResult,
  recorder: InputRecorder,
  end: Pick<RunCycle, 'inputsBefore' | 'repeats' | 'states'> & { readonly found: Repetition },
): Replay {
  const { program } = task;
  const { found, ...cycle } = end;
  const { trace = [], traceOmitted } = result;
  const last = traceOmitted === 0 ? trace : trace.slice(FIRST_STEPS);
  const fn = program.functions[found.functionId];
  const edge = fn?.edges[fn.outgoing[found.location]?.[0] ?? -1];
  const at = fn?.marks.find(({ location }) => location === found.location)?.at ?? edge?.at ?? fn?.at;
  return {
    kind: 'reproduced',
    run: {
      ...recordedParts(task, result, recorder),
      errorFunction: '',
      cycle: { ...cycle, turns: found.ends - found.begins, places: turnPlaces(program, last, found) },
      callStack: [],
      error: at ?? { file: program.files[0] ?? '', line: 1, column: 1 },
    },
  };
}

/** Ends a run after a number of arrivals at one location. */
class HeadWatch implements Watch {
  readonly locations: ReadonlyMap<number, ReadonlySet<number>>;
  #arrivals = 0;

  /** `begun` is called at the first arrival. */
  constructor(
    { function: id, location }: ProgramPoint,
    private readonly most: number,
    private readonly begun: () => void = () => {},
  ) {
    this.locations = new Map([[id, new Set([location])]]);
  }

  arrived(_: Moment): boolean {
    if (this.#arrivals++ === 0) this.begun();
    return this.#arrivals < this.most;
  }
}

/**
 * The places that the last turn of a run without end passes, in order and without repetition. `steps`
 * are the last ones of the run, up to the end of that turn. If they are fewer than those of the turn,
 * its other places are missing.
 */
function turnPlaces(
  program: Program,
  steps: readonly TraceStep[],
  { begins, ends }: Pick<Repetition, 'begins' | 'ends'>,
): readonly SourceLocation[] {
  const locations = cycleLocations(program);
  const places = new Map<string, SourceLocation>();
  let arrivals = ends - begins;
  for (const { function: id, edge: number } of [...steps].reverse()) {
    const fn = program.functions[id];
    const edge = fn?.edges[number];
    if (fn == null || edge === undefined) continue;
    const { at, from } = edge;
    const key = `${at.file}:${at.line}:${at.column}`;
    if (fn.origin !== 'library') {
      // The turn is walked from its end, so that an earlier visit replaces a later one.
      places.delete(key);
      places.set(key, at);
    }
    if (locations.get(id)?.has(from) === true && --arrivals === 0) break;
  }
  return [...places.values()].reverse().slice(0, MOST_PLACES);
}
