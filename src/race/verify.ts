import type { Means } from './coordinator/means.ts';
import { Session } from './coordinator/session.ts';
import type { VerifyEvent, VerifyEventBody } from './events.ts';
import { prepareTask, type VerifyOptions } from './options/options.ts';
import { defaultWorkerFiles } from './threads/threads.ts';
import type { Proof, Verdict } from './verdict.ts';

/**
 * A running verification. One reader may read its events; the result arrives whether they are read or
 * not.
 */
export interface Verification extends AsyncIterable<VerifyEvent> {
  /**
   * Rejects with LemmataError: `E-USAGE` for impossible options, `E-INPUT` and `E-PREPROCESS` for input
   * that cannot be read.
   */
  readonly result: Promise<Verdict>;
  /**
   * The proof of the verdict TRUE, else null; resolves after the result. The option `minimise` reduces
   * its invariant to the smallest part that could be found and certified in some 100 ms (a fifth of the
   * time so far, if that is more).
   */
  readonly proof: Promise<Proof | null>;
  /** Limits in force (milliseconds or null, bytes), known once the options are checked. */
  readonly limits: Promise<{ readonly milliseconds: number | null; readonly bytes: number }>;
  /** Resolves when all threads are gone, after the result. */
  readonly closed: Promise<void>;
  /** Ends it at once with the verdict unknown (stopped). */
  stop(): void;
}

/**
 * Verifies a program or a hardware model in threads of this process and returns at once.
 *
 * A program or an engine that exhausts memory is normally contained. V8 can still abort the whole
 * process; only a separate process protects against that (the command line has one).
 */
export function verify(options: VerifyOptions): Verification {
  return startVerification(options);
}

/**
 * {@link verify} with further means, for example for a command that began earlier: its time limit counts
 * from there.
 *
 * @internal
 */
export function startVerification(options: VerifyOptions, given: Partial<Means> = {}): Verification {
  const { files = defaultWorkerFiles(), started = performance.now(), ...others } = given;
  const means: Means = {
    files,
    started,
    far: null,
    near: null,
    kept: null,
    alone: false,
    tried: false,
    answers: null,
    farChecks: null,
    ...others,
  };
  const stream = new EventStream();
  const emit = (event: VerifyEventBody): void => stream.emit({ ...event, time: performance.now() - started });
  const task = prepareTask(options);
  const session = task.then((ready) => new Session(ready, means, emit));
  const result = session.then((running) => running.verdict).finally(() => stream.end());
  const proof = session.then((running) => running.proof);
  const limits = task.then(({ limitMilliseconds, memoryBytes }) => ({
    milliseconds: limitMilliseconds,
    bytes: memoryBytes,
  }));
  const closed = session.then(
    (running) => running.closed,
    () => {},
  );
  // A caller that only reads the events learns of a failure by their end.
  for (const promise of [result, proof, limits]) promise.catch(() => {});
  return {
    result,
    proof,
    limits,
    closed,
    stop: () => void session.then((running) => running.interrupt({ kind: 'stopped' })).catch(() => {}),
    [Symbol.asyncIterator]: () => stream,
  };
}

/** The verdict with the proof of `Verification.proof`, which is to be shown. */
export function withProof(verdict: Verdict, proof: Proof | null): Verdict {
  return verdict.kind === 'safe' && proof !== null ? { ...verdict, proof } : verdict;
}

/** Most unread events; beyond, events that only describe progress are dropped. */
const MOST_WAITING = 10_000;

/** A queue of events with one reader. Events emitted before the reader comes are kept. */
class EventStream implements AsyncIterableIterator<VerifyEvent> {
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
