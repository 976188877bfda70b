import type { SourceLocation } from '../../base/source.ts';
import { cycleLocations, type Repetition, type TraceStep } from '../../interpreter/index.ts';
import type { Program } from '../../program/cfa/automaton.ts';

/** Most places of a turn; a witness needs one. */
const MOST_PLACES = 100;

/**
 * The places that the last turn of a run without end passes, in order and without repetition. `steps`
 * are the last ones of the run, up to the end of that turn. If they are fewer than those of the turn,
 * its other places are missing.
 */
export function turnPlaces(
  program: Program,
  steps: readonly TraceStep[],
  { begins, ends }: Pick<Repetition, 'begins' | 'ends'>,
): readonly SourceLocation[] {
  const locations = cycleLocations(program);
  const places = new Map<string, SourceLocation>();
  let arrivals = ends - begins;
  for (const { function: id, edge: number } of [...steps].reverse()) {
    const fn = program.functions[id];
    const edge = fn?.edges[number];
    if (fn == null || edge === undefined) continue;
    const { at, from } = edge;
    const key = `${at.file}:${at.line}:${at.column}`;
    if (fn.origin !== 'library') {
      // The turn is walked from its end, so that an earlier visit replaces a later one.
      places.delete(key);
      places.set(key, at);
    }
    if (locations.get(id)?.has(from) === true && --arrivals === 0) break;
  }
  return [...places.values()].reverse().slice(0, MOST_PLACES);
}
