import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { LemmataError, messageOf } from '../../../base/errors.ts';
import { connect, credsAuthenticator, nkeyAuthenticator } from './nats-client.ts';

/** Address and credentials of a queue; files have NATS's formats. */
export interface QueueAddress {
  /**
   * `nats://host:4222`, `tls://user:password@host`, `nats://token@host`; several of one cluster with
   * commas between.
   */
  readonly servers: string;
  /** File with a user's JWT and seed, as `nsc` writes it. */
  readonly credentials: string | null;
  /** File with the seed of an NKEY. */
  readonly nkey: string | null;
  /** PEM files: trusted certificates, the own certificate, and its key. */
  readonly tlsCa: string | null;
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
}

const PORT = 4222;
const CONNECT_MILLISECONDS = 10_000;

/**
 * Connects to the server of a queue; `name` is shown by the server. A lost connection is restored
 * without a limit of time. Throws LemmataError: `E-USAGE` if the text is not an address, `E-INPUT` if
 * no server answers or the server refuses.
 */
export async function connectQueue(address: QueueAddress, name: string): Promise<NatsConnection> {
  const options = connectionOptions(address);
  try {
    return await connect({
      ...options,
      name,
      timeout: CONNECT_MILLISECONDS,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
    });
  } catch (error) {
    const servers = Array.isArray(options.servers) ? options.servers.join(', ') : options.servers;
    throw new LemmataError('E-INPUT', `cannot reach the queue at ${servers}: ${messageOf(error)}`, null, {
      cause: error,
    });
  }
}

/**
 * Throws LemmataError: `E-USAGE` if the text is not an address, `E-INPUT` for a file that cannot be
 * read.
 */
export function connectionOptions({
  servers,
  credentials,
  nkey,
  tlsCa,
  tlsCert,
  tlsKey,
}: QueueAddress): ConnectionOptions {
  const urls = servers.split(',').map((text) => parseServer(text.trim()));
  const [first] = urls;
  if ((tlsCert === null) !== (tlsKey === null))
    throw new LemmataError('E-USAGE', '--tls-cert and --tls-key go together');
  const secured = tlsCa !== null || tlsCert !== null || urls.some(({ protocol }) => protocol === 'tls:');
  const user = decodeURIComponent(first.username);
  const pass = decodeURIComponent(first.password);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? PORT : port}`),
    ...(pass !== '' ? { user, pass } : user !== '' ? { token: user } : {}),
    ...(credentials === null ? {} : { authenticator: credsAuthenticator(readSecret(credentials)) }),
    ...(nkey === null ? {} : { authenticator: nkeyAuthenticator(readSeed(nkey)) }),
    ...(secured
      ? { tls: { ca: textOf(tlsCa), cert: textOf(tlsCert), key: textOf(tlsKey), ...checkedName(first) } }
      : {}),
  };
}

/**
 * The client passes the host name to Node for the check of the certificate, except for numeric
 * addresses.
 */
function checkedName({ hostname }: URL): { readonly host?: string } {
  return isIP(hostname) === 0 ? {} : { host: hostname };
}

function parseServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !['nats:', 'tls:'].includes(url.protocol) ||
    url.hostname === '' ||
    !['', '/'].includes(url.pathname)
  )
    throw new LemmataError(
      'E-USAGE',
      `${text} is not an address of a queue such as nats://host:${PORT} or tls://host:${PORT}`,
    );
  return url;
}

function textOf(file: string | null): string | undefined {
  return file === null ? undefined : new TextDecoder().decode(readSecret(file));
}

/** The seed may stand among comments, as `nk` and `nsc` write it. */
function readSeed(file: string): Uint8Array {
  const seed = /^S[A-Z0-9]{20,}$/m.exec(new TextDecoder().decode(readSecret(file)));
  if (seed === null) throw new LemmataError('E-INPUT', `${file} holds no seed of an NKEY`);
  return new TextEncoder().encode(seed[0]);
}

function readSecret(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new LemmataError('E-INPUT', `cannot read ${file}: ${messageOf(error)}`, null, { cause: error });
  }
}
