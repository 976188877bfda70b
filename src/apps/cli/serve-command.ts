import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { LemmataError } from '../../base/errors.ts';
import { openDesk } from '../compete/nats/server-jobs.ts';
import type { Limits } from '../server/limits.ts';
import { isLoopback, startServer } from '../server/server.ts';
import { RACES_PATH } from '../server/upgrades.ts';
import { answerPlace } from './answer-place.ts';
import { write } from './output.ts';
import { queueAddress } from './queue-address.ts';
import type { ServeFlags } from './serve-flags.ts';
import { givenToken } from './token.ts';

/** `lemmata serve`: resolves to the exit code once a signal has ended it; throws LemmataError. */
export async function serveCommand(flags: ServeFlags): Promise<number> {
  const given = givenToken(flags.tokenFile);
  if (given === null && !isLoopback(flags.host)) {
    throw new LemmataError(
      'E-USAGE',
      `--host ${flags.host} can be reached from other machines: give a token of your own (--token-file)`,
    );
  }
  const address = queueAddress(flags.queue, flags);
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  const desk = address === null ? null : await openDesk(address, packageJson.version, process.argv[1], say);
  const server = await startServer({
    cache: answerPlace(flags.cache, flags),
    ...(desk === null ? {} : { elsewhere: desk.jobs, cluster: () => desk.cluster() }),
    shareLinks: flags.shareLinks ?? false,
    host: flags.host,
    port: flags.port,
    names: flags.name,
    token: given ?? randomBytes(24).toString('base64url'),
    data: flags.data ?? join(process.env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'lemmata'),
    jobScript: fileURLToPath(new URL('../workers/job.js', import.meta.url)),
    page: fileURLToPath(new URL('../page', import.meta.url)),
    limits: limitsOf(flags),
  });
  // A token from the user is not shown again.
  const shown = given === null ? server.address : server.address.replace(/\?token=.*/, '');
  await write(process.stderr, `Listening on ${shown}\n`);
  if (flags.receive > 0) {
    const races = new URL(RACES_PATH, shown.replace(/^http/, 'ws'));
    await write(
      process.stderr,
      `Races elsewhere can report to ${races.href}: lemmata verify --stream, with the token in LEMMATA_TOKEN\n`,
    );
  }
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await server.close();
  await desk?.close();
  return 0;
}

/** Most jobs that are handed to workers at a time: those wait on the queue, in their order. */
const HANDED_OUT = 64;

function limitsOf({ jobs, queue, receive, timeout, memory }: ServeFlags): Partial<Limits> {
  return {
    running: jobs ?? (queue === undefined ? 1 : HANDED_OUT),
    races: receive,
    ...(timeout === undefined ? {} : { seconds: timeout }),
    ...(memory === undefined ? {} : { megabytes: memory }),
  };
}
