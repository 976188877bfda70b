import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LemmataError } from '../../base/errors.ts';
import { formatLocation } from '../../base/source.ts';
import { TemporaryFolder } from '../../base/temporary-folder.ts';
import type { FunctionOutline, ParameterOutline } from '../../program/contracts/outlines.ts';
import { TRIED } from '../../race/threads/supervision.ts';
import {
  type CheckResult,
  checksOf,
  flagsOfRun,
  type RunQuestion,
  runCheck,
  type ThreadAnswer,
  wordsOf,
} from './contract-runs.ts';
import { write } from './output.ts';
import {
  type Clause,
  contractText,
  follows,
  rangesOf,
  resultsOf,
  type Target,
  targetsOf,
} from './suggested-clauses.ts';

/** `lemmata contracts --suggest`: clauses for a function without any, each confirmed as `lemmata check` does. */

/** Seconds of each run where there is no limit. */
const SECONDS = 10;

export interface SuggestionSetup {
  /** The program with the words of the command line, among which its files are. */
  readonly files: readonly string[];
  readonly words: readonly string[];
  readonly seconds: number | undefined;
  readonly isAcsl: boolean;
  /** Answers of the thread that listed the contracts, about files with a copy among them. */
  readonly near: (question: RunQuestion, files: readonly string[]) => Promise<ThreadAnswer>;
}

/**
 * Prints clauses. No check of the function fails with those of `requires` and `assigns`, and none of them can be left
 * out. The postconditions hold then. Resolves to the exit code: 0, or 5 if checks stay that no clause tried here
 * excludes, which are told.
 */
export async function suggestContract(of: FunctionOutline, setup: SuggestionSetup): Promise<number> {
  if (of.hasContract) throw new LemmataError('E-INPUT', `${of.name} has a contract already`, of.at);
  const folder = new TemporaryFolder('suggestion');
  try {
    const { clauses, left } = await new Search(of, setup, folder.path).find();
    await write(process.stdout, contractText(of, clauses, setup.isAcsl));
    await write(
      process.stdout,
      left.map((one) => `${of.name}: ${one.kind} stays ${one.state} at ${formatLocation(one.at)}\n`).join(''),
    );
    return left.length === 0 ? 0 : 5;
  } finally {
    folder.remove();
  }
}

class Search {
  readonly #integers: readonly ParameterOutline[];
  readonly #pointers: readonly ParameterOutline[];
  #runs = 0;

  constructor(
    private readonly of: FunctionOutline,
    private readonly setup: SuggestionSetup,
    private readonly folder: string,
  ) {
    this.#integers = of.parameters.filter(({ kind }) => kind === 'integer');
    this.#pointers = of.parameters.filter(({ kind }) => kind === 'pointer');
  }

  async find(): Promise<{ readonly clauses: readonly Clause[]; readonly left: readonly CheckResult[] }> {
    const options = this.#pointers.map((one) => targetsOf(one, this.#integers));
    const chosen = options.map(([first]) => first);
    let clauses = this.#joined(chosen);
    let left = (await this.#left(clauses)) ?? this.#fail();
    for (const [i, list] of options.entries())
      for (const target of list.slice(1)) {
        if (left.length === 0) break;
        const tried = this.#joined(chosen.with(i, target));
        const fewer = await this.#left(tried);
        if (fewer === null || fewer.length >= left.length) continue;
        chosen[i] = target;
        [clauses, left] = [tried, fewer];
      }
    const ranges = left.length === 0 ? [] : this.#integers.flatMap((one) => rangesOf(one, this.of.limits));
    const strongest = ranges.flatMap((bounds) => bounds.slice(-1));
    if (strongest.length > 0) {
      const tried = [...clauses, ...strongest];
      const fewer = await this.#left(tried);
      if (fewer !== null && fewer.length < left.length) [clauses, left] = [tried, fewer];
    }
    for (const clause of clauses) {
      const bounds = ranges.find((range) => range.includes(clause)) ?? [clause];
      [clauses, left] = await this.#weakened(clauses, left, bounds);
    }
    return { clauses: [...clauses, ...(await this.#ensured(clauses))], left };
  }

  /** The clauses with the weakest of some bounds, or none, in place of the strongest, with which no more checks are left. */
  async #weakened(
    clauses: readonly Clause[],
    left: readonly CheckResult[],
    bounds: readonly Clause[],
  ): Promise<[readonly Clause[], readonly CheckResult[]]> {
    const place = clauses.indexOf(bounds[bounds.length - 1]);
    let best: [readonly Clause[], readonly CheckResult[]] = [clauses, left];
    // Position 0 stands for no bound, so that the last one is the strongest.
    for (let [low, high] = [0, bounds.length]; low < high; ) {
      const middle = low + ((high - low) >> 1);
      const tried = clauses.toSpliced(place, 1, ...(middle === 0 ? [] : [bounds[middle - 1]]));
      const others = await this.#left(tried, left.length === 0);
      if (others === null || others.length > left.length) low = middle + 1;
      else [best, high] = [[tried, others], middle];
    }
    return best;
  }

  /** The clauses that hold at the end, none of which follows from another one. */
  async #ensured(clauses: readonly Clause[]): Promise<readonly Clause[]> {
    let kept = resultsOf(this.of);
    // A proof may rest on another clause, behind which runs end that fail it.
    for (let isStable = false; kept.length > 0 && !isStable; ) {
      const checks = (await this.#checks([...clauses, ...kept])) ?? this.#fail();
      const first = 2 + clauses.length;
      const proved = kept.filter((_, i) =>
        checks.some(({ kind, state, at }) => kind === 'ensures' && state === 'proved' && at.line === first + i + 1),
      );
      const strongest = proved.filter(
        (one, i) => !proved.slice(0, i).some((other) => follows(one, other, this.of.result.integer)),
      );
      isStable = strongest.length === kept.length;
      kept = strongest;
    }
    return kept;
  }

  #joined(targets: readonly Target[]): readonly Clause[] {
    const all = targets.flatMap(({ requires }) => requires);
    const bounds = all.filter(({ kind }) => kind === 'requires');
    return [
      ...bounds.filter((one, i) => bounds.findIndex((other) => isDeepStrictEqual(one, other)) === i),
      ...all.filter(({ kind }) => kind !== 'requires'),
      ...targets.flatMap(({ assigns }, i) => (this.#pointers[i].isConstant ? [] : [assigns])),
    ];
  }

  /** The checks that are not proved; null: none was told in time. `first`: one of them is enough. */
  async #left(clauses: readonly Clause[], first = false): Promise<readonly CheckResult[] | null> {
    const checks = await this.#checks(clauses, first);
    return checks?.filter(({ state }) => state !== 'proved') ?? null;
  }

  #fail(): never {
    const { name, at } = this.of;
    throw new LemmataError('E-INPUT', `no clauses can be tried about ${name}: a run needs more time`, at);
  }

  /** The checks of the function with these clauses, each in a line of its own from the third one on. */
  async #checks(clauses: readonly Clause[], first = false): Promise<readonly CheckResult[] | null> {
    const { of, setup } = this;
    const { file } = of.at;
    const copy = join(this.folder, `${this.#runs++}.c`);
    writeFileSync(copy, `#include "${resolve(file)}"\n${contractText(of, clauses, setup.isAcsl)}`);
    const timeout = setup.seconds ?? SECONDS;
    const replaced = (all: readonly string[]): readonly string[] =>
      all.map((word) => (word === file && setup.files.includes(word) ? copy : word));
    const question = { part: 'all', timeout, wholeLimit: undefined, log: null, first } as const;
    const near = await setup.near(question, replaced(setup.files));
    const variables = near.tried ? { [TRIED]: '1' } : {};
    const run =
      near.run ?? (await runCheck(of.name, [...replaced(setup.words), ...wordsOf(flagsOfRun(question))], variables));
    if (run.result === null) throw new LemmataError('E-INPUT', `no clauses can be tried about ${of.name}`, of.at);
    return run.result.results === undefined ? null : checksOf(run);
  }
}
