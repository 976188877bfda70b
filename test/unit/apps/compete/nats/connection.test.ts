import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { connectionOptions, connectQueue, type QueueAddress } from '../../../../../src/apps/compete/nats/connection.ts';
import { hasServer, NatsServer } from '../../../../compete/nats-server.ts';
import { scratchFolder } from '../../../../scratch.ts';

const folder = scratchFolder('nats-connection');
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

function address(servers: string, changes: Partial<QueueAddress> = {}): QueueAddress {
  return { servers, credentials: null, nkey: null, tlsCa: null, tlsCert: null, tlsKey: null, ...changes };
}

describe('addresses', () => {
  it.each([
    ['nats://host', { servers: ['host:4222'] }],
    ['nats://a:1, nats://b:2', { servers: ['a:1', 'b:2'] }],
    ['nats://ann:p%40ss@host', { servers: ['host:4222'], user: 'ann', pass: 'p@ss' }],
    ['nats://t0ken@host', { servers: ['host:4222'], token: 't0ken' }],
    ['tls://host', { servers: ['host:4222'], tls: {} }],
  ])('%s', (text, options) => expect(connectionOptions(address(text))).toEqual(options));

  it.each(['host', 'host:4222', 'redis://host', 'nats://', 'nats://host/path', ''])('%j is none', (text) =>
    expect(() => connectionOptions(address(text))).toThrow(/is not an address of a queue/),
  );
});

describe.skipIf(!hasServer)('a server', () => {
  it('knows us by an NKEY', async () => {
    const [known, other] = [nkeys.createUser(), nkeys.createUser()];
    const config = join(folder, 'nkey.conf');
    writeFileSync(config, `authorization { users = [ { nkey: ${known.getPublicKey()} } ] }\n`);
    const server = await NatsServer.start(join(folder, 'nkey'), ['-c', config]);
    try {
      const seedFile = (name: string, user: typeof known): string => {
        const file = join(folder, name);
        writeFileSync(file, `# a seed\n${new TextDecoder().decode(user.getSeed())}\n`);
        return file;
      };
      const connection = await connectQueue(address(server.url, { nkey: seedFile('known.nk', known) }), 'test');
      await connection.flush();
      await connection.close();
      await expect(connectQueue(address(server.url, { nkey: seedFile('other.nk', other) }), 'test')).rejects.toThrow(
        /cannot reach the queue/,
      );
    } finally {
      await server.kill();
    }
  });

  it('that speaks no TLS is not spoken to where TLS is asked for', async () => {
    const server = await NatsServer.start(join(folder, 'plain'));
    try {
      await expect(connectQueue(address(server.url.replace('nats:', 'tls:')), 'test')).rejects.toThrow(
        /cannot reach the queue/,
      );
    } finally {
      await server.kill();
    }
  });

  it.skipIf(!hasOpenssl)('is trusted by its certificate, and trusts ours', async () => {
    const file = (name: string): string => join(folder, name);
    const make = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
    make(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      file('key.pem'),
      '-out',
      file('cert.pem'),
      '-days',
      '2',
      '-subj',
      '/CN=127.0.0.1',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    );
    const server = await NatsServer.start(file('tls'), [
      '--tlsverify',
      '--tlscert',
      file('cert.pem'),
      '--tlskey',
      file('key.pem'),
      '--tlscacert',
      file('cert.pem'),
    ]);
    const url = server.url.replace('nats:', 'tls:');
    try {
      const ours = { tlsCa: file('cert.pem'), tlsCert: file('cert.pem'), tlsKey: file('key.pem') };
      const connection = await connectQueue(address(url, ours), 'test');
      await connection.flush();
      await connection.close();
      await expect(connectQueue(address(url), 'test')).rejects.toThrow(/cannot reach the queue/);
      await expect(connectQueue(address(url, { tlsCa: file('cert.pem') }), 'test')).rejects.toThrow(
        /cannot reach the queue/,
      );
    } finally {
      await server.kill();
    }
  });
});
