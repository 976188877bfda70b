import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DecideOptions, type Decision, decide } from './decide.ts';
import { groundTruth, prepare } from './native.ts';
import { type Feature, randomProgram } from './program.ts';
import { type Task, tasksOf } from './tasks.ts';

/** Bits of input of a run. */
const BUDGET = 6;

/** What became of one task. */
export interface Outcome extends Decision {
  readonly seed: number;
  readonly task: Task;
  /** `open`: unknown. `refused`: unknown in the product, but a flaw. */
  readonly result: 'right' | 'wrong' | 'open' | 'refused' | 'crash';
}

export type SeedResult =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'tasks'; readonly features: readonly Feature[]; readonly outcomes: readonly Outcome[] };

/** A folder for what the compiler makes; `close` removes it. */
export class Fuzzer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'lemmata-fuzz-'));

  /** `begun` is told of each task before it is decided. */
  constructor(
    readonly options: DecideOptions,
    readonly begun: (task: Task) => void = () => {},
  ) {
    prepare(this.#folder);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * The program of a seed, its truth from the compiled program, and what the verifier says to each
   * task made of it.
   */
  seed(seed: number, features: readonly Feature[] | null): SeedResult {
    const program = randomProgram(seed, features);
    const truth = groundTruth(program, BUDGET, this.#folder);
    if (truth.kind === 'skipped') return truth;
    const outcomes = tasksOf(program, truth, BUDGET).map((task) => this.#outcome(seed, task));
    return { kind: 'tasks', features: program.features, outcomes };
  }

  #outcome(seed: number, task: Task): Outcome {
    this.begun(task);
    try {
      const decision = decide(task.text, { ...this.options, sharing: seed % 4 === 0 });
      return { seed, task, ...decision, result: judge(decision, task) };
    } catch (error) {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { seed, task, verdict: 'UNKNOWN', why, result: 'crash' };
    }
  }
}

function judge({ verdict }: Decision, { expected }: Task): Outcome['result'] {
  if (verdict === 'UNKNOWN') return 'open';
  if (verdict === 'refused') return 'refused';
  return expected === null || verdict === expected ? 'right' : 'wrong';
}
