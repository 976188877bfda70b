import type { QueueServer } from './server.ts';

/**
 * Takes a task off the queue, if it is there. The message is deleted by its number: when a subject is
 * purged, servers before 2.10 let consumers skip waiting messages of other subjects.
 */
export async function withdrawTask({ manager, stream, taskSubject }: QueueServer, key: string): Promise<void> {
  const message = await manager.streams.getMessage(stream, { last_by_subj: taskSubject(key) }).catch(() => null);
  if (message !== null) await manager.streams.deleteMessage(stream, message.seq, false);
}
