import { ERRORS, LemmataError } from '../../../base/errors.ts';
import type { EngineStatistics, VerifyEvent } from '../../../race/events.ts';
import { entryOf, type VerifyOptions } from '../../../race/options/options.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { AssumptionLedger } from '../../output/report/assumption-ledger.ts';
import { CheckLedger } from '../../output/report/check-ledger.ts';
import { type CheckResult, narratedText } from '../../output/report/check-results.ts';
import { resultObject } from '../../output/report/json.ts';
import { LemmaLedger } from '../../output/report/lemma-ledger.ts';
import { sarifOfChecks, sarifText } from '../../output/report/sarif.ts';
import { verdictName } from '../../output/report/verdict-line.ts';
import { witnessText } from '../../output/witness/witness.ts';
import type { Documents, JobEvent } from '../protocol.ts';

/**
 * Turns a verification into the events that clients receive, and repeats the essential ones in its
 * last event.
 */
export class Narration {
  readonly #properties: { readonly name: string; readonly verdict: Verdict }[] = [];
  readonly #statistics = new Map<string, EngineStatistics>();
  readonly #lemmas = new LemmaLedger();
  readonly #checks = new CheckLedger();
  #results: CheckResult[] | null = null;
  readonly #assumed = new AssumptionLedger();
  #time = 0;

  /** The event in the clients' form; null: the result contains it. */
  take(event: VerifyEvent): JobEvent | null {
    this.#time = event.time;
    this.#lemmas.take(event);
    this.#checks.take(event);
    this.#assumed.take(event);
    switch (event.kind) {
      case 'verdict':
      case 'proof':
        return null;
      case 'property':
        this.#properties.push({ name: event.name, verdict: event.verdict });
        return { kind: 'property', name: event.name, verdict: verdictName(event.verdict), time: event.time };
      case 'checks':
        this.#results = [];
        return event;
      case 'check': {
        const { check, state, time } = event;
        this.#results?.push({ check, state });
        return { kind: 'check', name: check.name, state: state.kind, text: narratedText({ check, state }), time };
      }
      case 'statistics':
        this.#statistics.set(event.engine, event.values);
        return event;
      default:
        return event;
    }
  }

  /**
   * The last event, and the documents for download. `verdict`: with the proof to be shown. `certificate`: its archive;
   * null: there is none.
   */
  end(
    verdict: Verdict,
    options: VerifyOptions,
    certificate: string | null = null,
  ): { readonly event: JobEvent; readonly documents: Documents } {
    const { files, dataModel = 'LP64' } = options;
    const properties = this.#properties;
    const { externals, assumptions } = this.#assumed;
    const ledgers = { statistics: this.#statistics, lemmas: this.#lemmas, checks: this.#checks };
    const results = this.#results;
    const program = { externals, assumptions, entry: entryOf(options) };
    const context = { files, milliseconds: this.#time, properties, results, ...program, ...ledgers };
    const result = { verdict: '', ...resultObject(verdict, context) };
    const witness = options.byteOrder === 'big' ? null : witnessText(verdict, { files, dataModel });
    const sarif = results === null ? sarifText(verdict, { files, properties }) : sarifOfChecks(results, { files });
    const documents = {
      sarif,
      ...(witness === null ? {} : { witness }),
      ...(certificate === null ? {} : { certificate }),
    };
    const kinds = { witness: witness !== null, ...(certificate === null ? {} : { certificate: true }) };
    return { event: { kind: 'verdict', result, ...kinds, time: this.#time }, documents };
  }
}

/**
 * The last event if there is no verdict. It says nothing else about an internal error, whose text may
 * contain details of the server.
 */
export function failureEvent(error: unknown): JobEvent {
  const time = performance.now();
  const known =
    error instanceof LemmataError || (error instanceof Error && error.name === 'LemmataError' && 'code' in error);
  const code =
    known && 'code' in error && typeof error.code === 'string' && error.code in ERRORS ? error.code : 'E-INTERNAL';
  const mine = code === 'E-USAGE' || code === 'E-INPUT' || code === 'E-PREPROCESS';
  const message = mine && error instanceof Error ? error.message : 'an internal error ended the verification';
  return { kind: 'failed', code, message, time };
}
