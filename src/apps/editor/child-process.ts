import type { VerifyEvent } from '../../race/events.ts';
import { type ApartEnd, beginsAgain, startApart } from '../../race/threads/apart.ts';
import { abortReason, CAREFUL_THREADS, NODE_FLAGS } from '../../race/threads/supervision.ts';
import type { LibraryOptions } from '../output/report/library.ts';
import type { ChildOrder, ChildReport } from './child.ts';
import type { Outcome } from './outcome.ts';

/** Time in ms that a cancelled process has to remove its files. */
const GRACE_MILLISECONDS = 2_000;

type Options = Omit<LibraryOptions, 'signal'>;
type Answer = Exclude<ChildReport, { readonly kind: 'event' }>;

/**
 * Verifies a program in a process of its own. Resolves when that process is gone. If it breaks down,
 * another one takes its place, once, with few engines at a time, within the remaining time. If that gives
 * no answer either, the outcome is an error that says so. `script`: the entry that calls `runChild`.
 */
export async function verifyApart(
  script: string,
  options: Options,
  signal: AbortSignal,
  onEvent: (event: VerifyEvent) => void,
): Promise<Outcome> {
  const begun = performance.now();
  const { timeout = Number.POSITIVE_INFINITY, threads = CAREFUL_THREADS } = options;
  for (let attempt = 1, now = options; ; attempt++) {
    const { end, last } = await attemptOf(script, now, signal, onEvent);
    const left = timeout * 1000 - (performance.now() - begun);
    if (last !== null || signal.aborted || !beginsAgain(end, attempt, left)) return answer(end, last);
    const limit = Number.isFinite(left) ? { timeout: left / 1000 } : {};
    now = { ...options, ...limit, threads: Math.min(threads, CAREFUL_THREADS) };
  }
}

/** One process, up to its end. */
async function attemptOf(
  script: string,
  options: Options,
  signal: AbortSignal,
  onEvent: (event: VerifyEvent) => void,
): Promise<{ readonly end: ApartEnd; readonly last: Answer | null }> {
  let last: Answer | null = null;
  let timer: NodeJS.Timeout | undefined;
  let cancel = (): void => {};
  const end = await new Promise<ApartEnd>((gone) => {
    // The server's own stdout belongs to the editor.
    const stdio: ('ignore' | 'inherit' | 'ipc')[] = ['ignore', 'ignore', 'inherit', 'ipc'];
    const child = startApart<ChildOrder, ChildReport>(
      script,
      { execArgv: [...NODE_FLAGS], serialization: 'advanced', stdio },
      {
        gone,
        report: (report) => {
          if (report.kind === 'event') onEvent(report.event);
          else last = report;
        },
      },
    );
    cancel = (): void => {
      child.tell({ kind: 'cancel' });
      timer = setTimeout(() => child.kill(), GRACE_MILLISECONDS);
    };
    child.tell({ kind: 'verify', options });
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
  signal.removeEventListener('abort', cancel);
  clearTimeout(timer);
  return { end, last };
}

function answer({ code, signal, unstarted }: ApartEnd, last: Answer | null): Outcome {
  if (last?.kind === 'end') return last.outcome;
  const why = unstarted ?? abortReason(code, signal).text;
  const text = last === null ? `there is no answer: ${why}` : `internal error: ${last.message}`;
  const finding = { level: 'error', text, at: null, run: null } as const;
  return { verdict: 'ERROR', text, findings: [finding], warnings: [], invariants: [] };
}
