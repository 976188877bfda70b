import type { PackedTerm } from '../../logic/terms/pack.ts';
import { isHint } from '../../program/cfa/hints.ts';
import { fingerprint } from '../../system/transys/fingerprint.ts';
import { ALL } from '../../system/transys/target.ts';
import { ThreadsNeeded } from '../coordinator/means.ts';
import type { Open } from '../coordinator/target-races.ts';
import type { Model } from '../messages/model.ts';
import type { OpenState, Verdict } from '../verdict.ts';
import { type AnswerList, type ListedAnswer, listText, type OpenAnswer, readList } from './answer-list.ts';
import type { AnswerStore } from './answer-store.ts';
import { hashOf, latestOf, latestText, nameIn, Recall, type Recalled, type RecallSetup } from './recall.ts';
import { decidesOthers, STORE_VERSION } from './stored-verdict.ts';

/** The share of the remaining time that answers about other systems may take. */
const PART_FOR_RESUMING = 0.5;
/** Most candidates that answers about other systems leave. */
const MOST_CANDIDATES = 400;

/** A certified earlier answer: all these checks are proved, or the only one fails. */
export interface CheckAnswer {
  readonly checks: readonly string[];
  readonly result: Recalled;
  /** Whether it is stored for this system. */
  readonly isKept: boolean;
}

/**
 * Earlier answers about single checks of a program. Each is an answer of its own ({@link Recall}) about the
 * checks that it decides. A list names the answers to one version of the program, and its open checks.
 */
export class CheckAnswers {
  readonly #list: string;
  readonly #latest: string;
  readonly #tried: string;
  /** Null: not read yet. */
  #lists: Promise<Lists> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #keeping: Promise<unknown> = Promise.resolve();
  #isInterrupted = false;
  readonly #candidates: PackedTerm[] = [];
  /** Names of answers that were tried, or were given here. */
  readonly #seen = new Set<string>();

  /** `setup.model`: the whole program. */
  constructor(
    private readonly store: AnswerStore,
    private readonly setup: Omit<RecallSetup, 'target'>,
  ) {
    const { model, task, interrupted } = setup;
    interrupted.then(() => {
      this.#isInterrupted = true;
    });
    // Systems may be the same while other checks have the names.
    const names = model.reduced.system.blocks.map(({ bads }) => bads.map(({ name }) => name));
    const { errorFunctions } = model.property;
    this.#list = hashOf([
      'list',
      STORE_VERSION,
      fingerprint(model.reduced),
      errorFunctions,
      names,
      task.contract?.function,
    ]);
    const { set, seed, hinted, contract } = task;
    this.#tried = hashOf([
      set,
      seed,
      hinted?.hints.map(({ expression, at }) => [expression, at]) ?? [],
      contract?.part,
    ]);
    const what = errorFunctions.some(isHint) ? 'hints' : 'checks';
    this.#latest = latestOf(what, task, ALL);
  }

  /** Candidates from answers that decided nothing. */
  get candidates(): readonly PackedTerm[] {
    return this.#candidates.slice(0, MOST_CANDIDATES);
  }

  /**
   * The answers that are certified again, one after the other, each once: a later call has those that other
   * machines have added. The answers about this system come first;
   * then those about other versions, or about a part of the program. `open`: the checks of interest by now;
   * `left`: ms until the time limit.
   */
  async *answers(open: () => readonly string[], left: () => number): AsyncGenerator<CheckAnswer> {
    this.#lists = null;
    const { own, earlier } = await this.#read();
    const isNew = ({ name }: ListedAnswer): boolean => !this.#seen.has(name);
    if (own === null && earlier !== null && this.setup.alone) throw new ThreadsNeeded(false);
    const resumed = own === null ? (earlier?.answers ?? []).filter(isNew) : [];
    // Another model is known until the next one is made.
    const answers = (own?.answers ?? [])
      .filter(isNew)
      .sort((a, b) => Number(a.encoded !== null) - Number(b.encoded !== null));
    for (const one of answers) {
      if (!isAbout(one, open())) continue;
      if (this.#isInterrupted) return;
      this.#seen.add(one.name);
      const model = one.encoded === null ? this.setup.model : await this.#encodedAgain(one.encoded);
      if (model === null) resumed.push(one);
      const result = model === null ? null : await this.#about(one.checks, model).answer();
      if (result !== null) yield { checks: one.checks, result, isKept: true };
    }
    const end = performance.now() + PART_FOR_RESUMING * left();
    for (const one of resumed) {
      const checks = open();
      if (this.#isInterrupted || checks.length === 0 || performance.now() > end) return;
      if (own !== null && !isAbout(one, checks)) continue;
      this.#seen.add(one.name);
      const kept = await this.#about(checks, this.setup.model).read(one.name);
      const about = kept === null || decidesOthers(kept) ? checks : checks.filter((name) => one.checks.includes(name));
      if (kept === null || about.length === 0) continue;
      const { answer, target, candidates } = await this.#about(about, this.setup.model).resume(kept);
      this.#candidates.push(...candidates);
      if (answer !== null)
        yield { checks: target.kind === 'labels' ? target.labels : about, result: answer, isKept: false };
    }
  }

  /** The checks that an earlier run of this system left open in as much time as this one has, and what is told of them. */
  async leftOpen(): Promise<ReadonlyMap<string, Open>> {
    const { own } = await this.#read();
    const limit = this.setup.task.wholeMilliseconds;
    const isEnough = ({ tried, milliseconds }: OpenAnswer): boolean =>
      tried === this.#tried && (milliseconds === null || (limit !== null && limit <= milliseconds));
    return new Map((own?.open ?? []).filter(isEnough).map((one) => [one.check, openAgain(one)]));
  }

  /** Keeps a certified answer about checks. `model`: the one that it is about. */
  keep(checks: readonly string[], verdict: Verdict, model: Model): Promise<void> {
    const kept = this.#keep(checks, verdict, model);
    this.#keeping = Promise.all([this.#keeping, kept]);
    return kept;
  }

  /** Resolves when all is kept. */
  async kept(): Promise<void> {
    await this.#keeping;
  }

  async #keep(checks: readonly string[], verdict: Verdict, model: Model): Promise<void> {
    const sorted = [...checks].sort();
    const recall = this.#about(sorted, model);
    await recall.keep(verdict);
    this.#seen.add(recall.name);
    const encoded = model === this.setup.model ? null : model.property.errorFunctions;
    await this.#change((before) => {
      const others = before.answers.filter(({ name }) => name !== recall.name);
      return { ...before, answers: [...others, { name: recall.name, checks: sorted, encoded }] };
    });
  }

  /** Keeps what this run leaves open, by the names of checks. */
  keepOpen(open: ReadonlyMap<string, OpenState>): Promise<void> {
    const { wholeMilliseconds: milliseconds } = this.setup.task;
    const tried = this.#tried;
    const fresh = [...open].map(([check, { reason, safeUpTo: bound }]): OpenAnswer => {
      return { check, tried, milliseconds, bound, construct: reason.kind === 'unsupported' ? reason.construct : null };
    });
    return this.#change((before) => {
      const others = before.open.filter((one) => one.tried !== tried || !open.has(one.check));
      return { ...before, open: [...others, ...fresh] };
    });
  }

  /** Writes the list of this version, one change after the other. */
  #change(change: (before: AnswerList) => AnswerList): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const none = { version: STORE_VERSION, answers: [], open: [] } as const;
      await this.store.change(this.#list, (text) => listText(change(readList(text) ?? none)));
      await this.store.put(this.#latest, latestText(this.#list));
    });
    return this.#writing;
  }

  /** The model that a race had for these checks; null: it is not made again. */
  #encodedAgain(names: readonly string[]): Promise<Model | null> | null {
    const { model, compileThread } = this.setup;
    const { errorFunctions } = model.property;
    // It would take the place of the model of hints.
    if (errorFunctions.some(isHint) || names.some((name) => !errorFunctions.includes(name))) return null;
    return compileThread.call((remote) => remote.modelFor(names)).catch(() => null);
  }

  #about(labels: readonly string[], model: Model): Recall {
    return new Recall(this.store, { ...this.setup, model, target: { kind: 'labels', labels } });
  }

  #read(): Promise<Lists> {
    this.#lists ??= (async () => {
      const own = readList(await this.store.get(this.#list));
      const latest = nameIn(await this.store.get(this.#latest));
      const isOther = latest !== null && latest !== this.#list;
      return { own, earlier: isOther ? readList(await this.store.get(latest)) : null };
    })();
    return this.#lists;
  }
}

/** The list of this version, and the one of the version before; null: there is none. */
interface Lists {
  readonly own: AnswerList | null;
  readonly earlier: AnswerList | null;
}

/** Whether an answer decides a check of interest. */
function isAbout({ checks }: ListedAnswer, open: readonly string[]): boolean {
  const names = new Set(open);
  return checks.some((name) => names.has(name));
}

function openAgain({ milliseconds, bound, construct }: OpenAnswer): Open {
  const time = milliseconds === null ? '' : ` with ${milliseconds / 1000} s`;
  const unsupported = construct === null ? '' : `, unsupported: ${construct}`;
  const why = `open from the last run${time}${unsupported}; --retry tries again`;
  return { reason: { kind: 'incomplete', why }, safeUpTo: bound, engines: [] };
}
