import type { VerifyEvent } from '../../../race/events.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { isIgnored } from '../../output/report/check-results.ts';
import { notifySupervisor } from '../supervision.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/** Exit codes of verdicts (README.md). */
const EXIT_CODE: Readonly<Record<Verdict['kind'], number>> = { safe: 0, unsafe: 10, unknown: 5 };

/** The exit code of an answer. Findings that comments of the source ask to ignore do not count. */
export function exitCodeFor({ kind }: Verdict, { results }: EventRecord): number {
  if (results === null || !results.some(isIgnored)) return EXIT_CODE[kind];
  const states = results.filter((result) => !isIgnored(result)).map(({ state }) => state.kind);
  if (states.includes('violated')) return EXIT_CODE.unsafe;
  return states.every((state) => state === 'proved') ? EXIT_CODE.safe : EXIT_CODE.unknown;
}

/**
 * Reports bounds, and that the answer is written, to the supervisor. It comes after the reporters that
 * write the answer.
 */
export class SupervisorReporter implements Reporter {
  constructor(private readonly record: EventRecord) {}

  event(event: VerifyEvent): void {
    if (event.kind === 'bound') notifySupervisor({ kind: 'bound', bound: event.bound });
  }

  answer({ verdict }: Result): void {
    notifySupervisor({ kind: 'answered', exitCode: exitCodeFor(verdict, this.record) });
  }
}
