import type { QueueAddress } from '../compete/nats/connection.ts';
import type { OpeningFlags } from './compete-flags.ts';

/** The address of a server with its credentials; null without one. */
export function queueAddress(servers: string | undefined, flags: OpeningFlags): QueueAddress | null {
  if (servers === undefined) return null;
  const { creds = null, nkey = null, tlsCa = null, tlsCert = null, tlsKey = null } = flags;
  return { servers, credentials: creds, nkey, tlsCa, tlsCert, tlsKey };
}
