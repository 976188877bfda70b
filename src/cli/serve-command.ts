import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LemmataError } from '../base/errors.ts';
import type { Limits } from '../server/limits.ts';
import { isLoopback, startServer } from '../server/server.ts';
import { write } from './output.ts';
import type { ServeFlags } from './serve-flags.ts';

const LEAST_TOKEN = 16;

/** `lemmata serve`: resolves to the exit code once a signal has ended it; throws LemmataError. */
export async function serveCommand(flags: ServeFlags): Promise<number> {
  const given = givenToken(flags);
  if (given === null && !isLoopback(flags.host)) {
    throw new LemmataError(
      'E-USAGE',
      `--host ${flags.host} can be reached from other machines: give a token of yours (--token-file)`,
    );
  }
  const server = await startServer({
    host: flags.host,
    port: flags.port,
    names: flags.name,
    token: given ?? randomBytes(24).toString('base64url'),
    data: flags.data ?? join(process.env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'lemmata'),
    jobScript: fileURLToPath(new URL('../workers/job.js', import.meta.url)),
    page: fileURLToPath(new URL('../page', import.meta.url)),
    limits: limitsOf(flags),
  });
  // A token that was given is not shown again.
  const address = given === null ? server.address : server.address.replace(/\?token=.*/, '');
  await write(process.stderr, `Listening on ${address}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await server.close();
  return 0;
}

function limitsOf({ jobs, timeout, memory }: ServeFlags): Partial<Limits> {
  return {
    running: jobs,
    ...(timeout === undefined ? {} : { seconds: timeout }),
    ...(memory === undefined ? {} : { megabytes: memory }),
  };
}

/** Null: none was given. Throws LemmataError `E-USAGE`. */
function givenToken({ tokenFile }: ServeFlags): string | null {
  let token = process.env.LEMMATA_TOKEN ?? null;
  if (tokenFile !== undefined) {
    try {
      token = readFileSync(tokenFile, 'utf8').trim();
    } catch {
      throw new LemmataError('E-USAGE', `--token-file: ${tokenFile} cannot be read`);
    }
  }
  if (token !== null && !/^[\x21-\x7e]{16,200}$/.test(token)) {
    throw new LemmataError('E-USAGE', `the token has to have ${LEAST_TOKEN} to 200 printable characters without blanks`);
  }
  return token;
}
