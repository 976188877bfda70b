import type { WorkDoneProgressReporter } from 'vscode-languageserver/node';
import type { VerifyEvent } from '../../race/events.ts';

const BETWEEN_MILLISECONDS = 250;

/** Reports the events of a race as progress, a few times a second at most. Returns the consumer of events. */
export function progressOf(progress: WorkDoneProgressReporter): (event: VerifyEvent) => void {
  let last = Number.NEGATIVE_INFINITY;
  let decided = 0;
  let checks = 0;
  return (event) => {
    if (event.kind === 'checks') checks = event.checks.length;
    if (event.kind === 'check') decided += 1;
    const text = progressText(event, decided, checks);
    if (text === null || event.time < last + BETWEEN_MILLISECONDS) return;
    last = event.time;
    progress.report(text);
  };
}

function progressText(event: VerifyEvent, decided: number, checks: number): string | null {
  switch (event.kind) {
    case 'compiled':
      return 'compiled';
    case 'bound':
      return `no violation within ${event.bound} steps (${event.engine})`;
    case 'claim':
      return `${event.engine} claims ${event.claim === 'safe' ? 'a proof' : 'a violation'}`;
    case 'check':
      return `${decided} of ${checks} checks decided`;
    default:
      return null;
  }
}
