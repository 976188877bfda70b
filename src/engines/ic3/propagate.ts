import type { BitLocation } from './bit-system.ts';
import type { Clause, Frames } from './frames.ts';
import { ALWAYS } from './transition-solver.ts';

/**
 * Pushes clauses forward, up to frame `top` + 1: a clause that no step from its frame breaks holds one step longer. Gives the level of a frame that
 * equals the next one, which is therefore closed under steps; null if there is none.
 */
export function propagate(frames: Frames, top: number, stopped: () => boolean): number | null {
  for (let level = 1; level <= top; level += 1) {
    let left = 0;
    for (const location of frames.system.locations) {
      for (const clause of frames.clauses(location)) {
        if (clause.level !== level) continue;
        if (stopped()) return null;
        if (!push(frames, location, clause)) left += 1;
      }
    }
    if (left === 0) return level + 1;
  }
  return null;
}

function push(frames: Frames, location: BitLocation, clause: Clause): boolean {
  const answer = frames.consecution(location, clause.cube, clause.level);
  if (answer.kind !== 'blocked') return false;
  if (answer.core.length < clause.cube.length) frames.add(location, answer.core, clause.level + 1);
  else frames.raise(location, clause, clause.level + 1);
  return true;
}

/** Clauses of a level or more that hold by induction relative to what always holds join it, until there are no more. */
export function keepInductive(
  frames: Frames,
  level: number,
  stopped: () => boolean,
  found: (location: BitLocation, clause: Clause) => void,
): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const location of frames.system.locations) {
      for (const clause of frames.clauses(location)) {
        if (clause.level === ALWAYS || clause.level < level) continue;
        if (stopped()) return;
        if (frames.consecution(location, clause.cube, ALWAYS).kind !== 'blocked') continue;
        frames.raise(location, clause, ALWAYS);
        found(location, clause);
        changed = true;
      }
    }
  }
}
