import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsMsg } from '@nats-io/jetstream';
import type { JobLease } from '../queue.ts';
import { Answers } from './answers.ts';
import { hearCancelling } from './cancelling.ts';
import { fetchFile, sendBytes } from './parcels.ts';
import { persist } from './patience.ts';
import { type QueueServer, serverJobId } from './server.ts';
import { parseServerJob, serverJobMessage } from './server-job-messages.ts';
import { Talk } from './talk.ts';

/** The means with which a job is run. */
export interface JobPlace {
  /** Holds the job's files; empty before, and removed after it. */
  readonly folder: string;
  readonly cores: readonly number[] | null;
  /** How often it was handed out, from 1. */
  readonly delivery: number;
  /** Most deliveries: at this one whoever runs it says that it failed. */
  readonly isLast: boolean;
  /** Tells whoever handed the job in. */
  tell(text: string): void;
}

export interface RunningJob {
  /** The result; null: it was stopped. */
  readonly ended: Promise<string | null>;
  /** Takes what the other end tells. */
  hear(text: string): void;
  stop(): void;
}

/** Runs jobs of a server: what an order means is not the queue's business. */
export interface JobRunner {
  /** `name` of a job for people, and how to start it; null for what is no order. */
  read(order: string): { readonly name: string; start(place: JobPlace): RunningJob } | null;
}

const MOST_DELIVERIES = 8;
const RETURN_MILLISECONDS = 1000;

/** Everything that a lease of such a job needs of the worker. */
export interface JobWorkplace {
  readonly folder: string;
  readonly jobs: JobRunner;
  say(text: string): void;
}

/** Takes a job of a server in hand; null where there is nothing to be run. `done` is called once it is out of hand. */
export async function leaseServerJob(
  message: JsMsg,
  server: QueueServer,
  { folder: below, jobs, say }: JobWorkplace,
  done: () => void,
): Promise<JobLease | null> {
  const { connection, files, startSubject, tellSubject, askSubject, keyOf } = server;
  const key = keyOf(message.subject);
  const answers = new Answers(server);
  if (await answers.has(key)) {
    await message.ackAck().catch(() => {});
    return null;
  }
  const sent = parseServerJob(message.data);
  const bytes = sent === null ? null : await fetchFile(files, sent.content);
  const order = bytes === null ? null : jobs.read(new TextDecoder().decode(bytes));
  if (order === null) {
    say(`lemmata: ${message.subject} is no job, and is left alone`);
    message.term('no job');
    return null;
  }
  const folder = mkdtempSync(join(below, 'job-'));
  const talk = new Talk(server, say);
  const cancelling = hearCancelling(server, key);
  let deaf = (): void => {};
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    cancelling.close();
    deaf();
    done();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    id: serverJobId(key),
    name: order.name,
    cancelled: cancelling.cancelled,
    beat: () => message.working(),
    run: (cores) => {
      const delivery = message.info.deliveryCount;
      const tell = (text: string): void => talk.send(tellSubject(key), text);
      connection.publish(startSubject(key));
      const running = order.start({ folder, cores, delivery, isLast: delivery >= MOST_DELIVERIES, tell });
      deaf = talk.hear(askSubject(key), (text) => running.hear(text));
      const ended = running.ended.then(async (result) => {
        if (result === null || cancelling.isCancelled) return;
        await persist(connection, say, async () => {
          const content = await sendBytes(files, new TextEncoder().encode(result));
          await answers.keepText(key, serverJobMessage(content));
          await message.ackAck().catch(() => {});
        });
        await talk.flushed().catch(() => {});
        end();
      });
      return { ended, stop: () => running.stop() };
    },
    giveBack: async () => {
      if (over) return;
      if (cancelling.isCancelled) message.term('cancelled');
      else message.nak(RETURN_MILLISECONDS);
      end();
      if (!connection.isClosed()) await connection.flush();
    },
  };
}
