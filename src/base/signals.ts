import { constants } from 'node:os';

/**
 * Listens for signals. The function gets each one with its number, from 1. The returned function ends the
 * listening.
 */
export function onSignals(
  names: readonly NodeJS.Signals[],
  handle: (name: NodeJS.Signals, count: number) => void,
): () => void {
  let count = 0;
  const listen = (name: NodeJS.Signals): void => handle(name, ++count);
  for (const name of names) process.on(name, listen);
  return () => {
    for (const name of names) process.off(name, listen);
  };
}

/** The exit code that shells report for a process that the signal ended. */
export function exitCodeOf(name: NodeJS.Signals): number {
  return 128 + constants.signals[name];
}
