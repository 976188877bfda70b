import { ALWAYS, type FrameClause, type FrameClauses } from './frame-clauses.ts';

export interface PropagateOptions {
  /** Limit of a query in ms; 0: none. */
  readonly milliseconds: number;
  stopped(): boolean;
}

/**
 * Pushes clauses forward, up to frame `top` + 1: a clause that no step from its frame breaks holds one
 * step longer. Returns the level of a frame that equals the next one, so that it is closed under
 * steps; null if there is none.
 */
export function propagate<Location, Clause extends FrameClause>(
  frames: FrameClauses<Location, Clause>,
  top: number,
  options: PropagateOptions,
): number | null {
  for (let level = 1; level <= top; level++) {
    let left = 0;
    for (const location of frames.locations) {
      for (const clause of frames.clauses(location)) {
        if (clause.level !== level) continue;
        if (options.stopped()) return null;
        if (!push(frames, location, clause, options.milliseconds)) left += 1;
      }
    }
    if (left === 0) return level + 1;
  }
  return null;
}

function push<Location, Clause extends FrameClause>(
  frames: FrameClauses<Location, Clause>,
  location: Location,
  clause: Clause,
  milliseconds: number,
): boolean {
  const answer = frames.consecution(location, clause.cube, clause.level, milliseconds);
  if (answer.kind !== 'blocked') return false;
  if (answer.core.length < clause.cube.length) frames.add(location, answer.core, clause.level + 1);
  else frames.raise(location, clause, clause.level + 1);
  return true;
}

/**
 * Raises clauses of at least `level` that are inductive relative to the clauses of level ALWAYS to
 * that level, until there are no more. They hold in every reachable state; `found` is called for each.
 */
export function keepInductive<Location, Clause extends FrameClause>(
  frames: FrameClauses<Location, Clause>,
  level: number,
  options: PropagateOptions,
  found: (location: Location, clause: Clause) => void,
): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const location of frames.locations) {
      for (const clause of frames.clauses(location)) {
        if (clause.level === ALWAYS || clause.level < level) continue;
        if (options.stopped()) return;
        if (frames.consecution(location, clause.cube, ALWAYS, options.milliseconds).kind !== 'blocked') continue;
        frames.raise(location, clause, ALWAYS);
        found(location, clause);
        changed = true;
      }
    }
  }
}
