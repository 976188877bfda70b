import type { Runner } from './runner.ts';

/** An engine that has not reported for so long is in a solve, where its memory may be growing. */
const SILENT_MILLISECONDS = 300;

/**
 * The bytes that engines hold, by id. Bytes that engines have not reported are taken as held, in equal parts, by those that run
 * and are silent. `bytes`: size of the process.
 */
export function sizesOf(runners: readonly Runner[], runs: (runner: Runner) => boolean, bytes: number): ReadonlyMap<string, number> {
  const reported = runners.reduce((sum, { board }) => sum + board.bytes, 0);
  const silent = new Set(runners.filter((runner) => runs(runner) && runner.board.silence > SILENT_MILLISECONDS));
  const hidden = silent.size === 0 ? 0 : Math.max(0, bytes - reported) / silent.size;
  return new Map(runners.map((runner) => [runner.id, Math.round(runner.board.bytes + (silent.has(runner) ? hidden : 0))]));
}
