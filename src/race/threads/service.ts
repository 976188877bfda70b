import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Remote, releaseProxy, wrap } from 'comlink';
import { LemmataError } from '../../base/errors.ts';
import type { Answer } from '../messages/answer.ts';
import { portEndpoint } from './port-endpoint.ts';

/**
 * Starts a thread for a task; rejects when the thread fails or the signal ends it, resolves when its
 * task is over.
 */
export type ThreadStart = (task: ServiceTask, signal: AbortSignal) => Promise<unknown>;

/**
 * A thread that answers calls until it is closed: comlink over a port, in a thread (or a task of a
 * pool) that lasts as long as the service.
 */
export class Service<Api extends object> {
  readonly #controller = new AbortController();
  readonly #remote: Remote<Api>;
  /** Rejects when the thread ends, for whatever reason: a call to an ended thread would wait for ever. */
  readonly #gone: Promise<never>;
  #open = true;

  constructor(start: ThreadStart) {
    const { port1, port2 } = new MessageChannel();
    const task: ServiceTask = { port: port2 };
    this.#remote = wrap<Api>(portEndpoint(port1));
    this.#gone = start(task, this.#controller.signal).then(
      () => {
        throw new LemmataError('E-INTERNAL', 'the thread ended');
      },
      (error: unknown) => {
        port1.close();
        this.#open = false;
        throw error;
      },
    );
    this.#gone.catch(() => {});
  }

  /** Calls the thread; rejects with the error in its answer, or with the reason of its end. */
  async call<T>(method: (remote: Remote<Api>) => Promise<Answer<T>>): Promise<T> {
    if (!this.#open) await this.#gone;
    const answer = await Promise.race([method(this.#remote), this.#gone]);
    if (answer.ok) return answer.value;
    throw new LemmataError(answer.error.code, answer.error.message, answer.error.at);
  }

  /** Ends the thread, whatever it is doing. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#controller.abort();
    this.#remote[releaseProxy]();
  }
}

/** The task that the pool gives to a service's thread. */
export interface ServiceTask {
  readonly port: MessagePort;
}
