import {
  type ComparedValues,
  type InputSource,
  Machine,
  MOST_TAKEN,
  notingSource,
  RandomNumbers,
  type Replacement,
  type RunResult,
  type SeededMode,
  type SeededOptions,
  scheduled,
  seededInputs,
  type TakenInput,
  Variations,
} from '../../../interpreter/index.ts';
import type { Program } from '../../../program/cfa/automaton.ts';
import { queueInputs } from '../../../program/cfa/inputs.ts';
import type { Claim } from '../../methods/engine.ts';
import { BranchCounts } from './branch-counts.ts';

/** Everything the simulator may use. It runs the program itself, not the transition system. */
export interface SimulationContext {
  readonly program: Program;
  readonly errorFunctions: readonly string[];
  readonly seed: number;
  /** See `SIM` in `options.ts`. */
  readonly options: Readonly<Record<string, number | string | boolean>>;
  stopped(): boolean;
  note(text: string): void;
}

/** One run in FRESH has no inputs of an earlier run. */
const FRESH = 16;
/** Fresh runs after which guided runs end if no run took an input. */
const TRIALS = 16;
/** Most runs whose inputs are kept, and most inputs of them. */
const MOST_KEPT = 4096;
const MOST_KEPT_INPUTS = 500_000;
/** Variations of a kept run that follow each other. */
const IN_A_ROW = 32;
/** Number of kept runs from which the next one to vary is chosen. */
const CANDIDATES = 8;
/** Numbers of inputs after which a run ends where most runs do not end by themselves. */
const LENGTHS = [8, 32, 128, 512];
const MODES: readonly SeededMode[] = ['mix', 'boundary', 'small', 'random', 'steady'];

/** A run that took a branch more or less often than all runs before. */
interface SeedRun {
  readonly inputs: readonly TakenInput[];
  /** The count of a pair of branches that was new. */
  readonly count: number;
  readonly compared: readonly ComparedValues[];
  readonly replacements: readonly Replacement[];
  /** Number of the replacements that were tried by themselves. */
  tried: number;
  chosen: number;
}

/**
 * Runs whose inputs vary those of earlier runs that took new branches (Böhme, Pham, Roychoudhury:
 * Coverage-based Greybox Fuzzing as Markov Chain, CCS 2016): rare branches come first. The values that a
 * run compares are the ones that its inputs may need to take another branch.
 */
export class GuidedRuns {
  readonly #counts = new BranchCounts();
  readonly #random: RandomNumbers;
  readonly #variations: Variations;
  readonly #machine: Machine;
  readonly #kept: SeedRun[] = [];
  #keptInputs = 0;
  /** The run that is varied, and the number of further variations. */
  #current: SeedRun | null = null;
  #left = 0;
  #fresh = 0;
  /** Number of fresh runs that a limit ended. */
  #endless = 0;
  #tookInput = false;
  #seed: number;

  constructor(
    private readonly context: SimulationContext,
    private readonly drawn: SeededOptions,
  ) {
    const { program, errorFunctions, stopped } = context;
    this.#seed = context.seed * 1_000_003 + 1;
    this.#random = new RandomNumbers(this.#seed);
    this.#variations = new Variations(this.#random, drawn);
    const inputs = seededInputs(0, 'zero', drawn);
    this.#machine = new Machine(program, { inputs, errorFunctions, stopped, branches: this.#counts });
  }

  /** Number of runs that are kept. */
  get kept(): number {
    return this.#kept.length;
  }

  /** Whether the program's runs take inputs, as far as is known. */
  get isUseful(): boolean {
    return this.#tookInput || this.#fresh < TRIALS;
  }

  /** Makes the next run. Returns a claim if it reaches the error. `steps`: most edges that it executes. */
  run(steps: number): Claim | null {
    this.#seed++;
    const given = this.#next();
    const most = this.#mostInputs(given);
    const { result, taken } = this.#execute(given, most, steps, 'none', false);
    if (given.length === 0 && isEndless(result)) this.#endless++;
    if (taken.length > 0) this.#tookInput = true;
    const count = this.#counts.learn();
    if (result.outcome.kind === 'error') return this.#alarm(result, given, most);
    if (count === null || taken.length === 0 || this.#isFull) return null;
    if (result.outcome.kind !== 'limit' && result.outcome.kind !== 'stopped') this.#keep(taken, count, steps);
    return null;
  }

  get #isFull(): boolean {
    return this.#kept.length >= MOST_KEPT || this.#keptInputs >= MOST_KEPT_INPUTS;
  }

  /** Chooses the inputs of the next run. */
  #next(): readonly TakenInput[] {
    const random = this.#random;
    if (this.#kept.length === 0 || random.below(FRESH) === 0) {
      this.#fresh++;
      return [];
    }
    const run = this.#current !== null && this.#left-- > 0 ? this.#current : this.#choose();
    const { inputs, compared, replacements } = run;
    if (run.tried < replacements.length) return this.#variations.replaced(inputs, replacements[run.tried++]);
    const other = this.#kept[random.below(this.#kept.length)];
    return this.#variations.varied(inputs, other.inputs, compared, replacements);
  }

  /** Most inputs of the next run. Each variation may go on for a while behind the inputs that it varies. */
  #mostInputs(given: readonly TakenInput[]): number {
    if (2 * this.#endless <= this.#fresh) return MOST_TAKEN;
    return Math.min(MOST_TAKEN, given.length + LENGTHS[this.#random.below(LENGTHS.length)]);
  }

  /** Chooses the kept run to vary. A new one comes first, and one with a rare branch after that. */
  #choose(): SeedRun {
    const kept = this.#kept;
    let best = kept[kept.length - 1];
    if (best.chosen > 0)
      for (let i = 0; i < CANDIDATES; i++) {
        const other = kept[this.#random.below(kept.length)];
        if (this.#weight(other) < this.#weight(best)) best = other;
      }
    best.chosen++;
    this.#current = best;
    this.#left = Math.max(IN_A_ROW, best.replacements.length - best.tried);
    return best;
  }

  #weight({ count, chosen }: SeedRun): number {
    return this.#counts.runsOf(count) * 2 ** Math.min(chosen, 30);
  }

  /** Keeps the inputs of a run. A second run tells what it compares. */
  #keep(inputs: readonly TakenInput[], count: number, steps: number): void {
    this.#execute(inputs, inputs.length, steps, 'none', true);
    const compared = this.#counts.pairs;
    const replacements = this.#variations.replacements(inputs, compared);
    this.#keptInputs += inputs.length;
    this.#kept.push({ inputs, count, compared, replacements, tried: 0, chosen: 0 });
  }

  #execute(
    given: readonly TakenInput[],
    most: number,
    maxSteps: number | undefined,
    record: 'none' | 'inputs',
    compares: boolean,
  ): { readonly result: RunResult; readonly taken: readonly TakenInput[] } {
    this.#counts.begin(compares);
    const inputs = notingSource(given, this.#rest(), most);
    const result = this.#machine.run({ inputs, maxSteps, record, stopped: this.context.stopped });
    return { result, taken: inputs.taken };
  }

  /** The source of the inputs behind the given ones. */
  #rest(): InputSource {
    const seed = this.#seed;
    const source = seededInputs(seed, MODES[seed % MODES.length], this.drawn);
    return scheduled(source, seed, this.context.program.ways ?? []);
  }

  /** Repeats the run to record its inputs, which the search does not. */
  #alarm({ approximate }: RunResult, given: readonly TakenInput[], most: number): Claim | null {
    if (approximate.length > 0) return null;
    return claimOf(this.#execute(given, most, undefined, 'inputs', false).result);
  }
}

/** The claim of a run with recorded inputs; null if it does not reach the error. */
export function claimOf({ outcome, inputs }: RunResult): Claim | null {
  return outcome.kind === 'error' ? { kind: 'unsafe', run: { kind: 'program', inputs: queueInputs(inputs) } } : null;
}

/** Whether a limit ended the run. */
function isEndless({ outcome }: RunResult): boolean {
  return outcome.kind === 'limit' || outcome.kind === 'inputs-exhausted';
}
