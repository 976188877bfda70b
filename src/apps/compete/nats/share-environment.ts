import type { QueueAddress } from './connection.ts';

/**
 * Environment variables that stand for options of `lemmata verify`: an address with a password must
 * not be visible to all users.
 */
export const SHARE_VARIABLES = {
  servers: 'LEMMATA_SHARE',
  credentials: 'LEMMATA_CREDS',
  nkey: 'LEMMATA_NKEY',
  tlsCa: 'LEMMATA_TLS_CA',
  tlsCert: 'LEMMATA_TLS_CERT',
  tlsKey: 'LEMMATA_TLS_KEY',
} as const satisfies Readonly<Record<keyof QueueAddress, string>>;

/** The environment with which a `lemmata verify` that is started here exchanges lemmas over a server. */
export function shareEnvironment({
  servers,
  credentials,
  nkey,
  tlsCa,
  tlsCert,
  tlsKey,
}: QueueAddress): Readonly<Record<string, string>> {
  const given: readonly (readonly [string, string | null])[] = [
    [SHARE_VARIABLES.servers, servers],
    [SHARE_VARIABLES.credentials, credentials],
    [SHARE_VARIABLES.nkey, nkey],
    [SHARE_VARIABLES.tlsCa, tlsCa],
    [SHARE_VARIABLES.tlsCert, tlsCert],
    [SHARE_VARIABLES.tlsKey, tlsKey],
  ];
  return Object.fromEntries(given.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])));
}
