import type { QueueServer } from './server.ts';

/** Learns whether a task or a job is still wanted. */
export interface Cancelling {
  /** Resolves when the task or job is cancelled; otherwise it never settles. */
  readonly cancelled: Promise<void>;
  readonly isCancelled: boolean;
  /** Ends the subscription. */
  close(): void;
}

/** Subscribes to the cancellation of the task or job with that key. */
export function hearCancelling({ connection, cancelSubject }: QueueServer, key: string): Cancelling {
  const subscription = connection.subscribe(cancelSubject(key), { max: 1 });
  let isCancelled = false;
  const hear = async (): Promise<void> => {
    for await (const _ of subscription) {
      isCancelled = true;
      return;
    }
    // The subscription was closed, because the work is over.
    await new Promise(() => {});
  };
  return {
    cancelled: hear(),
    get isCancelled() {
      return isCancelled;
    },
    close: () => subscription.unsubscribe(),
  };
}
