import { ERRORS, LemmataError } from '../../base/errors.ts';
import type { EngineStatistics, VerifyEvent } from '../../portfolio/events.ts';
import type { VerifyOptions } from '../../portfolio/options.ts';
import type { Proof, Verdict } from '../../portfolio/verdict.ts';
import { type Verification, verify } from '../../portfolio/verify.ts';
import { resultObject } from '../../report/json.ts';
import { LemmaLedger } from '../../report/lemma-ledger.ts';
import { sarifText } from '../../report/sarif.ts';
import { verdictName } from '../../report/verdict-line.ts';
import { witnessText } from '../../witness/witness.ts';
import type { JobEvent } from '../protocol.ts';
import type { JobOrder, JobReport } from './child-messages.ts';

/** The process of one job: verifies what it is told over its channel, reports, and ends. It ends with the server, too. */
export function runJobProcess(): void {
  const endGroup = (): void => {
    process.kill(-process.pid, 'SIGKILL');
  };
  process.on('disconnect', endGroup);
  process.once('message', (order: JobOrder) => {
    void verifyJob(order)
      .catch((error: unknown): JobReport => ({ kind: 'end', event: failure(error), documents: {} }))
      .then((report) => process.send?.(report, endGroup));
  });
}

async function verifyJob({ files, task, timeout, memory }: JobOrder): Promise<JobReport> {
  const { errorFunction, dataModel, mallocMayFail, portfolio, engines, exchange, seed } = task;
  const settings = { errorFunction, dataModel, mallocMayFail, portfolio, engines, exchange, seed, timeout, memory };
  const options: VerifyOptions = { ...settings, files, minimise: true, provenance: true, outline: true };
  const verification = verify(options);
  const tally = new Tally();
  for await (const event of verification) {
    const told = tally.take(event);
    if (told !== null) process.send?.({ kind: 'event', event: told } satisfies JobReport);
  }
  return ended(verification, tally, options);
}

async function ended(verification: Verification, tally: Tally, options: VerifyOptions): Promise<JobReport> {
  const verdict = withProof(await verification.result, await verification.proof);
  const { files, dataModel = 'LP64' } = options;
  const { time, properties, statistics, lemmas } = tally;
  const result = { verdict: '', ...resultObject(verdict, { files, milliseconds: time, properties, statistics, lemmas }) };
  const witness = witnessText(verdict, { files, dataModel });
  const documents = { sarif: sarifText(verdict), ...(witness === null ? {} : { witness }) };
  return { kind: 'end', event: { kind: 'verdict', result, witness: witness !== null, time }, documents };
}

/** What the events say that the result repeats. */
class Tally {
  readonly properties: { readonly name: string; readonly verdict: Verdict }[] = [];
  readonly statistics = new Map<string, EngineStatistics>();
  readonly lemmas = new LemmaLedger();
  time = 0;

  /** The event as clients see it; null: it comes with the result. */
  take(event: VerifyEvent): JobEvent | null {
    this.time = event.time;
    this.lemmas.take(event);
    switch (event.kind) {
      case 'verdict':
        return null;
      case 'property':
        this.properties.push({ name: event.name, verdict: event.verdict });
        return { kind: 'property', name: event.name, verdict: verdictName(event.verdict), time: event.time };
      case 'statistics':
        this.statistics.set(event.engine, event.values);
        return event;
      default:
        return event;
    }
  }
}

function withProof(verdict: Verdict, proof: Proof | null): Verdict {
  return verdict.kind === 'safe' && proof !== null ? { ...verdict, proof } : verdict;
}

/** Of an internal error no more than that there was one: its text may speak of the server. */
function failure(error: unknown): JobEvent {
  const time = performance.now();
  const known = error instanceof LemmataError || (error instanceof Error && error.name === 'LemmataError' && 'code' in error);
  const code = known && 'code' in error && typeof error.code === 'string' && error.code in ERRORS ? error.code : 'E-INTERNAL';
  const mine = code === 'E-USAGE' || code === 'E-INPUT' || code === 'E-PREPROCESS';
  const message = mine && error instanceof Error ? error.message : 'an internal error ended the verification';
  return { kind: 'failed', code, message, time };
}
