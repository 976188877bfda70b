import { messageOf } from '../../base/errors.ts';
import type { VerifyEvent } from '../../race/events.ts';
import type { LibraryOptions } from '../output/report/library.ts';
import { type Library, type Outcome, verifyProgram } from './outcome.ts';

/** Message to the process of a verification. */
export type ChildOrder =
  | { readonly kind: 'verify'; readonly options: Omit<LibraryOptions, 'signal'> }
  | { readonly kind: 'cancel' };

/** Message of the process of a verification; nothing follows `end` and `failed`. */
export type ChildReport =
  | { readonly kind: 'event'; readonly event: VerifyEvent }
  | { readonly kind: 'end'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly message: string };

/** Events that editors show; others may hold much data. */
const SHOWN: ReadonlySet<VerifyEvent['kind']> = new Set(['compiled', 'bound', 'claim', 'check', 'checks']);

/**
 * Runs the process of one verification: it verifies the program that it receives over its channel,
 * reports, and ends. It also ends with the server.
 */
export function runChild(library: Library): void {
  const controller = new AbortController();
  const send = (report: ChildReport, then = (): void => {}): void => {
    if (process.connected) process.send?.(report, then);
  };
  const end = (report: ChildReport): void => send(report, () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
  process.on('message', (order: ChildOrder) => {
    if (order.kind === 'cancel') return controller.abort();
    verifyProgram(library, { ...order.options, signal: controller.signal }, (event) => {
      if (SHOWN.has(event.kind)) send({ kind: 'event', event });
    }).then(
      (outcome) => end({ kind: 'end', outcome }),
      (error: unknown) => end({ kind: 'failed', message: messageOf(error) }),
    );
  });
}
