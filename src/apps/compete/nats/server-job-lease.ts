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

/** The means to run a job. */
interface JobPlace {
  /** Folder of the job's files; empty before the job, removed after it. */
  readonly folder: string;
  readonly cores: readonly number[] | null;
  /** Number of this delivery, from 1. */
  readonly delivery: number;
  /** Whether no delivery follows: the runner then reports the job as failed if it cannot finish it. */
  readonly isLast: boolean;
  /** Sends a text to the server that handed the job in. */
  send(text: string): void;
}

interface RunningJob {
  /** The result; null: the job was stopped. */
  readonly ended: Promise<string | null>;
  /** Receives a text from the other end. */
  hear(text: string): void;
  stop(): void;
}

/** Runs jobs of a server; the queue does not interpret their orders. */
export interface JobRunner {
  /** The job's name for people, and its start; null if the text is not an order. */
  read(order: string): { readonly name: string; start(place: JobPlace): RunningJob } | null;
}

const MOST_DELIVERIES = 8;
const RETURN_MILLISECONDS = 1000;

/** The worker's means that a lease of such a job needs. */
export interface JobWorkplace {
  readonly folder: string;
  readonly jobs: JobRunner;
  say(text: string): void;
}

/**
 * Takes a job of a server in hand; null if there is nothing to run. Calls `done` when the job is no
 * longer in hand.
 */
export async function leaseServerJob(
  message: JsMsg,
  server: QueueServer,
  { folder: below, jobs, say }: JobWorkplace,
  done: () => void,
): Promise<JobLease | null> {
  const { connection, files, startSubject, reportSubject, askSubject, keyOf } = server;
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
    say(`lemmata: ${message.subject} is not a job, and is ignored`);
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
      const send = (text: string): void => talk.send(reportSubject(key), text);
      connection.publish(startSubject(key));
      const running = order.start({ folder, cores, delivery, isLast: delivery >= MOST_DELIVERIES, send });
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
