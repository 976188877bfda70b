import type { VerifyEvent } from '../../../race/events.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { notifySupervisor } from '../supervision.ts';
import type { Reporter, Result } from './reporter.ts';

/** Exit codes of verdicts (README.md). */
export const EXIT_CODE: Readonly<Record<Verdict['kind'], number>> = { safe: 0, unsafe: 10, unknown: 5 };

/**
 * Reports bounds, and that the answer is written, to the supervisor. It comes after the reporters that
 * write the answer.
 */
export class SupervisorReporter implements Reporter {
  event(event: VerifyEvent): void {
    if (event.kind === 'bound') notifySupervisor({ kind: 'bound', bound: event.bound });
  }

  answer({ verdict }: Result): void {
    notifySupervisor({ kind: 'answered', exitCode: EXIT_CODE[verdict.kind] });
  }
}
