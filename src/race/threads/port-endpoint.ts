import type { MessagePort } from 'node:worker_threads';
import type { Endpoint } from 'comlink';

type Listener = Parameters<Endpoint['addEventListener']>[1];

/**
 * A Node port as an endpoint of comlink. (Comlink's own adapter has no types for Node's module
 * resolution.)
 */
export function portEndpoint(port: MessagePort): Endpoint {
  const listeners = new Map<Listener, (data: unknown) => void>();
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer as MessagePort[] | undefined),
    addEventListener: (_type, listener) => {
      const receive = (data: unknown): void => {
        const event = Object.assign(new Event('message'), { data });
        if (typeof listener === 'function') listener(event);
        else listener.handleEvent(event);
      };
      listeners.set(listener, receive);
      port.on('message', receive);
    },
    removeEventListener: (_type, listener) => {
      const receive = listeners.get(listener);
      if (receive !== undefined) port.off('message', receive);
      listeners.delete(listener);
    },
    start: () => port.start(),
  };
}
