import { expose } from 'comlink';
import { LemmataError, messageOf } from '../../base/errors.ts';
import type { Answer, PlainError } from '../messages/answer.ts';
import { portEndpoint } from '../threads/port-endpoint.ts';
import type { ServiceTask } from '../threads/service.ts';

/** Answers calls on the task's port until the other side closes it. */
export function serve(task: ServiceTask, api: object): Promise<void> {
  expose(api, portEndpoint(task.port));
  return new Promise((resolve) => {
    task.port.on('close', () => resolve());
  });
}

/** Runs a call; an error becomes part of the answer, because errors lose their codes between threads. */
export async function answer<T>(call: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    return { ok: false, error: plainError(error) };
  }
}

function plainError(error: unknown): PlainError {
  if (error instanceof LemmataError) return { code: error.code, message: error.message, at: error.at };
  if (error instanceof RangeError && error.message.includes('call stack')) {
    return { code: 'E-INTERNAL', message: 'the input is nested too deeply', at: null };
  }
  const debug = process.env.LEMMATA_DEBUG !== undefined && error instanceof Error ? `\n${error.stack}` : '';
  return { code: 'E-INTERNAL', message: messageOf(error) + debug, at: null };
}
