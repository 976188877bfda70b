import type { QueueAddress } from '../compete/nats/connection.ts';
import type { QueueFlags } from './compete-flags.ts';

/** Null without `--queue`. */
export function queueAddress({ queue, creds, nkey, tlsCa, tlsCert, tlsKey }: QueueFlags): QueueAddress | null {
  if (queue === undefined) return null;
  return {
    servers: queue,
    credentials: creds ?? null,
    nkey: nkey ?? null,
    tlsCa: tlsCa ?? null,
    tlsCert: tlsCert ?? null,
    tlsKey: tlsKey ?? null,
  };
}
