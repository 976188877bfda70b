import { createHash } from 'node:crypto';
import { fingerprint } from '../../system/transys/fingerprint.ts';
import { ALL } from '../../system/transys/target.ts';
import type { Verdict } from '../verdict.ts';
import type { AnswerStore } from './answer-store.ts';
import { Recall, type Recalled, type RecallSetup } from './recall.ts';
import { STORE_VERSION } from './stored-verdict.ts';

/** Most answers about one system. */
const MOST_ANSWERS = 256;

/** A certified earlier answer: all these checks are proved, or the only one fails. */
export interface CheckAnswer {
  readonly checks: readonly string[];
  readonly result: Recalled;
}

/**
 * Earlier answers about single checks of a system. Each is an answer of its own ({@link Recall}) about the
 * checks that it decides; a list names them.
 */
export class CheckAnswers {
  readonly #whole: Recall;
  readonly #list: string;
  #kept: Promise<void> = Promise.resolve();
  #isInterrupted = false;

  constructor(
    private readonly store: AnswerStore,
    private readonly setup: Omit<RecallSetup, 'target'>,
  ) {
    this.#whole = new Recall(store, { ...setup, target: ALL });
    setup.interrupted.then(() => {
      this.#isInterrupted = true;
    });
    this.#list = createHash('sha256')
      .update(JSON.stringify(['checks', STORE_VERSION, fingerprint(setup.model.reduced)]))
      .digest('hex');
  }

  /** The answers that are certified again, one after the other. */
  async *answers(): AsyncGenerator<CheckAnswer> {
    const known = new Set(this.setup.model.property.errorFunctions);
    for (const checks of await this.#listed()) {
      if (this.#isInterrupted) return;
      // Another program with the same system may have other checks.
      if (!checks.every((name) => known.has(name))) continue;
      const result = await this.#about(checks).answer();
      if (result !== null) yield { checks, result };
    }
  }

  /** See {@link Recall.earlier}. */
  earlier(): ReturnType<Recall['earlier']> {
    return this.#whole.earlier();
  }

  /** Keeps a certified answer about checks. */
  keep(checks: readonly string[], verdict: Verdict): Promise<void> {
    this.#kept = this.#kept.then(async () => {
      const sorted = [...checks].sort();
      const before = await this.#listed();
      await this.#about(sorted).keep(verdict);
      const others = before.filter((one) => JSON.stringify(one) !== JSON.stringify(sorted));
      const lists = [...others, sorted].slice(-MOST_ANSWERS);
      await this.store.put(this.#list, JSON.stringify({ version: STORE_VERSION, checks: lists }));
    });
    return this.#kept;
  }

  #about(labels: readonly string[]): Recall {
    return new Recall(this.store, { ...this.setup, target: { kind: 'labels', labels } }, ALL);
  }

  /** [] for a list that is malformed. */
  async #listed(): Promise<readonly (readonly string[])[]> {
    try {
      const value: unknown = JSON.parse((await this.store.get(this.#list)) ?? 'null');
      if (typeof value !== 'object' || value === null || !('version' in value) || !('checks' in value)) return [];
      const { version, checks } = value;
      if (version !== STORE_VERSION || !Array.isArray(checks)) return [];
      return checks.every((one) => Array.isArray(one) && one.every((name) => typeof name === 'string')) ? checks : [];
    } catch {
      return [];
    }
  }
}
