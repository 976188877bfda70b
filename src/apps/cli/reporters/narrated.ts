import type { VerifyEvent } from '../../../race/events.ts';
import type { VerifyOptions } from '../../../race/options/options.ts';
import { BROKE_DOWN, breakdownText } from '../../../race/threads/supervision.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { Narration } from '../../server/job/narration.ts';
import type { Documents, JobEvent } from '../../server/protocol.ts';
import { age } from '../supervision.ts';

/** The events of a verification in the server's format, which `--stream` and `--report` share. */
export class Narrated {
  readonly #narration = new Narration();
  #last: { readonly event: VerifyEvent; readonly narrated: JobEvent | null } | null = null;
  #end: { readonly event: JobEvent; readonly documents: Documents } | null = null;
  /** The events before the first one of the verification. */
  readonly opening: readonly JobEvent[];

  constructor(private readonly options: VerifyOptions) {
    const broken = process.env[BROKE_DOWN];
    const time = broken === undefined ? 0 : age();
    const again: readonly JobEvent[] =
      broken === undefined ? [] : [{ kind: 'begun-again', attempt: 2, why: breakdownText(broken), time }];
    this.opening = [...again, { kind: 'started', time }];
  }

  /** The event in the server's format, or null. Each reporter asks for each event, in order. */
  narrate(event: VerifyEvent): JobEvent | null {
    if (this.#last?.event !== event) this.#last = { event, narrated: this.#narration.take(event) };
    return this.#last.narrated;
  }

  /** The last event, and the documents for download. `verdict`: with the proof to be shown. */
  end(verdict: Verdict): { readonly event: JobEvent; readonly documents: Documents } {
    this.#end ??= this.#narration.end(verdict, this.options);
    return this.#end;
  }
}
