import type { VerifyEvent } from './events.ts';

/** Most unread events; beyond, events that only describe progress are dropped. */
const MOST_WAITING = 10_000;

/** A queue of events with one reader. Events emitted before the reader comes are kept. */
export class EventStream implements AsyncIterableIterator<VerifyEvent> {
  readonly #waiting: VerifyEvent[] = [];
  #wake: ((result: IteratorResult<VerifyEvent>) => void) | null = null;
  #ended = false;

  emit(event: VerifyEvent): void {
    if (this.#ended) return;
    if (this.#wake !== null) {
      this.#wake({ value: event, done: false });
      this.#wake = null;
    } else if (this.#waiting.length < MOST_WAITING || !isProgress(event)) {
      this.#waiting.push(event);
    }
  }

  end(): void {
    this.#ended = true;
    this.#wake?.({ value: undefined, done: true });
    this.#wake = null;
  }

  next(): Promise<IteratorResult<VerifyEvent>> {
    const event = this.#waiting.shift();
    if (event !== undefined) return Promise.resolve({ value: event, done: false });
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function isProgress(event: VerifyEvent): boolean {
  return (
    event.kind === 'bound' ||
    event.kind === 'note' ||
    event.kind === 'statistics' ||
    event.kind === 'memory' ||
    event.kind === 'lemma' ||
    event.kind === 'lemmas-sent' ||
    event.kind === 'lemmas-used'
  );
}
