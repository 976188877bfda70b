import type { Diagnostic } from '../../../c/diagnostics.ts';
import type { IgnoreComment } from '../../../c/source/ignore-comments.ts';
import type { Assumption } from '../../../program/cfa/assumptions.ts';
import type { ExternalFunction } from '../../../program/cfa/externals.ts';
import type { EngineStatistics, VerifyEvent } from '../../../race/events.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { AssumptionLedger } from '../../output/report/assumption-ledger.ts';
import { CheckLedger } from '../../output/report/check-ledger.ts';
import type { CheckResult } from '../../output/report/check-results.ts';
import { LemmaLedger } from '../../output/report/lemma-ledger.ts';
import type { Reporter } from './reporter.ts';

/** Collects the parts of the events that several reporters write. It is the first reporter. */
export class EventRecord implements Reporter {
  /** The last statistics of each engine. */
  readonly statistics = new Map<string, EngineStatistics>();
  /** The lemmas that engines learnt from each other. */
  readonly lemmas = new LemmaLedger();
  readonly checks = new CheckLedger();
  readonly properties: { readonly name: string; readonly verdict: Verdict }[] = [];
  /** The results of checks that are decided one by one; null: they are not, or not yet known. */
  results: CheckResult[] | null = null;
  /** The results of hints. */
  readonly hints: CheckResult[] = [];
  /** Comments of the sources that ask to ignore findings. */
  ignores: readonly IgnoreComment[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #assumed = new AssumptionLedger();

  /** `started`: start of the command by `performance.now()`. */
  constructor(private readonly started: number) {}

  get externals(): readonly ExternalFunction[] {
    return this.#assumed.externals;
  }

  get assumptions(): readonly Assumption[] {
    return this.#assumed.assumptions;
  }

  /** Whether the program starts threads, whose turns no witness and no test can say. */
  get hasThreads(): boolean {
    return this.assumptions.some(({ kind }) => kind === 'threads');
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return performance.now() - this.started;
  }

  event(event: VerifyEvent): void {
    this.lemmas.take(event);
    this.checks.take(event);
    this.#assumed.take(event);
    if (event.kind === 'statistics') this.statistics.set(event.engine, event.values);
    if (event.kind === 'diagnostic') this.diagnostics.push(event.diagnostic);
    if (event.kind === 'checks') {
      this.results = [];
      this.ignores = event.ignores;
    }
    if (event.kind === 'check') {
      const results = event.check.hint === undefined ? this.results : this.hints;
      results?.push({ check: event.check, state: event.state });
    }
    if (event.kind === 'property') this.properties.push({ name: event.name, verdict: event.verdict });
  }
}
