import { fork } from 'node:child_process';
import type { VerifyEvent } from '../portfolio/events.ts';
import { abortReason, NODE_FLAGS } from '../portfolio/threads/supervision.ts';
import type { LibraryOptions } from '../report/library.ts';
import type { ChildOrder, ChildReport } from './child.ts';
import type { Outcome } from './outcome.ts';

/** Time in ms that a cancelled process has to remove its files. */
const GRACE_MILLISECONDS = 2_000;

/**
 * Verifies a program in a process of its own, so that V8's end for want of memory is not the server's.
 * Resolves when that process is gone. If it ends without an answer, the outcome is an error that says
 * so. `script`: the entry that calls `runChild`.
 */
export async function verifyApart(
  script: string,
  options: Omit<LibraryOptions, 'signal'>,
  signal: AbortSignal,
  onEvent: (event: VerifyEvent) => void,
): Promise<Outcome> {
  const child = fork(script, [], {
    execArgv: [...NODE_FLAGS],
    serialization: 'advanced',
    // The server's own stdout belongs to the editor.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let last: Exclude<ChildReport, { readonly kind: 'event' }> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const tell = (order: ChildOrder): void => {
    if (child.connected) child.send(order, () => {});
  };
  const cancel = (): void => {
    tell({ kind: 'cancel' });
    timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MILLISECONDS);
  };
  child.on('message', (report: ChildReport) => {
    if (report.kind === 'event') onEvent(report.event);
    else last = report;
  });
  const gone = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, ended) => {
      const why = abortReason(code, ended).text;
      // Its last messages may arrive after its end.
      if (child.connected) child.once('disconnect', () => resolve(why));
      else resolve(why);
    });
  });
  tell({ kind: 'verify', options });
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  try {
    return answer(await gone, last);
  } finally {
    signal.removeEventListener('abort', cancel);
    clearTimeout(timer);
  }
}

function answer(why: string, last: Exclude<ChildReport, { readonly kind: 'event' }> | null): Outcome {
  if (last?.kind === 'end') return last.outcome;
  const text = last === null ? `there is no answer: ${why}` : `internal error: ${last.message}`;
  const finding = { level: 'error', text, at: null, run: null } as const;
  return { verdict: 'ERROR', text, findings: [finding], warnings: [], invariants: [] };
}
