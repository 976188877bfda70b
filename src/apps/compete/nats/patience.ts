import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { messageOf } from '../../../base/errors.ts';

const FIRST_MILLISECONDS = 250;
const LONGEST_MILLISECONDS = 5000;

/**
 * Repeats an action that failed because a server was unreachable, until it succeeds. Gives up when
 * this process has closed the connection: rejects with the failure then.
 */
export async function persist<T>(
  connection: NatsConnection,
  say: (text: string) => void,
  action: () => Promise<T>,
): Promise<T> {
  for (let pause = FIRST_MILLISECONDS, reported = false; ; pause = Math.min(2 * pause, LONGEST_MILLISECONDS)) {
    try {
      const done = await action();
      if (reported && !connection.isClosed()) say('lemmata: the queue is back');
      return done;
    } catch (error) {
      if (connection.isClosed()) throw error;
      if (!reported) say(`lemmata: the queue does not answer (${messageOf(error)}); trying again`);
      reported = true;
      await sleep(pause);
    }
  }
}
