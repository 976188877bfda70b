import { plainProperty } from '../../../race/property.ts';
import type { Broken } from '../../../race/threads/supervision.ts';
import type { UnknownReason, UnknownVerdict } from '../../../race/verdict.ts';
import { CheckLedger } from '../../output/report/check-ledger.ts';
import { resultObject } from '../../output/report/json.ts';
import { LemmaLedger } from '../../output/report/lemma-ledger.ts';
import { sarifText } from '../../output/report/sarif.ts';
import type { Documents, JobEvent } from '../protocol.ts';
import type { JobOrder } from './child-messages.ts';

/** The progress of a verification, computed from its events. */
export class Progress {
  #bound: number | null = null;
  #phase: 'compiling' | 'solving' = 'compiling';

  take(event: JobEvent): void {
    if (event.kind === 'bound') this.#bound = Math.max(event.bound, this.#bound ?? 0);
    if (event.kind === 'compiled') this.#phase = 'solving';
  }

  /** The last event of a job whose process was ended, or broke down, at `time`. */
  end(
    why: Broken,
    { files, task, timeout, memory }: JobOrder,
    time: number,
  ): { readonly event: JobEvent; readonly documents: Documents } {
    const verdict: UnknownVerdict = {
      kind: 'unknown',
      property: plainProperty(task.errorFunction === undefined ? [] : [task.errorFunction]),
      reason: this.#reason(why, timeout, memory),
      safeUpTo: this.#bound,
      engines: [],
    };
    const ledgers = { statistics: new Map(), lemmas: new LemmaLedger(), checks: new CheckLedger() };
    const context = { files, milliseconds: time, properties: [], ...ledgers };
    const result = { verdict: '', ...resultObject(verdict, context) };
    return {
      event: { kind: 'verdict', result, witness: false, time },
      documents: { sarif: sarifText(verdict, { files }) },
    };
  }

  #reason(why: Broken, seconds: number, megabytes: number): UnknownReason {
    const during = this.#phase;
    switch (why.kind) {
      case 'time-limit':
        return { kind: 'time-limit', milliseconds: 1000 * seconds, during };
      case 'memory-limit':
        return { kind: 'memory-limit', bytes: megabytes * 2 ** 20, during };
      case 'crashed':
        return { kind: 'crashed', why: why.text };
      case 'stopped':
        return { kind: 'stopped' };
    }
  }
}
