import type { RunStep } from '../../../certify/replay/recorded-run.ts';

/** Columns of a run's steps, one for each thread. */
export interface ThreadColumns {
  /** The first character of each thread's column. */
  readonly starts: ReadonlyMap<number, number>;
  /** The line with the names of the threads. */
  readonly names: string;
}

/** Most threads that have columns. */
const MOST_THREADS = 5;
/** Most characters in which all columns but the last begin. */
const MOST_INDENT = 72;
const GAP = 2;

/**
 * Lays out the steps of a run in columns, so that changes between threads are seen. `all`: the whole
 * run. `shown`: the steps that are written. Null: one thread makes them, or too many do, so that each
 * line names its thread.
 */
export function threadColumns(all: readonly RunStep[], shown: readonly RunStep[]): ThreadColumns | null {
  const threads = [...new Set(shown.flatMap(({ thread }) => thread ?? []))].sort((a, b) => a - b);
  if (threads.length < 2 || threads.length > MOST_THREADS) return null;
  const names = threads.map((thread) => `thread ${thread} (${firstFunction(all, thread)})`);
  const texts = shown.filter(({ thread }) => thread !== threads.at(-1)).map(({ text }) => text.length);
  const most = Math.floor(MOST_INDENT / (threads.length - 1));
  const width = Math.max(...names.map(({ length }) => length + GAP), Math.min(most, Math.max(...texts) + GAP));
  return {
    starts: new Map(threads.map((thread, i) => [thread, i * width])),
    names: names
      .map((name) => name.padEnd(width))
      .join('')
      .trimEnd(),
  };
}

/** The function with which the thread begins, as far as the steps tell. */
function firstFunction(steps: readonly RunStep[], thread: number): string {
  const own = steps.filter((step) => step.thread === thread);
  return (own.find(({ depth }) => depth === 0) ?? own[0]).function;
}
