import { type ClauseArena, type ClauseRef, HEADER, NO_CLAUSE } from './arena.ts';
import type { Trail } from './trail.ts';
import { HEAD, LENGTH, START, type WatchLists } from './watches.ts';

/**
 * Unit propagation with two watched literals. Answers a clause that is false, or `NO_CLAUSE` when nothing more follows. Every clause that is
 * not satisfied then has two watched literals that are not false.
 */
export function propagate(trail: Trail, arena: ClauseArena, watches: WatchLists): ClauseRef {
  const { values, levels, reasons, literals } = trail;
  const level = trail.level;
  const data = arena.data;
  const heads = watches.heads;
  let pool = watches.pool;
  let head = trail.head;
  let size = trail.size;
  let conflict: ClauseRef = NO_CLAUSE;

  while (head < size) {
    const falsified = literals[head++] ^ 1;
    const start = heads[HEAD * falsified + START];
    const end = start + heads[HEAD * falsified + LENGTH];
    let from = start;
    let to = start;
    while (from < end) {
      const blocker = pool[from];
      const tag = pool[from + 1];
      from += 2;
      pool[to] = blocker;
      pool[to + 1] = tag;
      to += 2;
      const blocked = values[blocker];
      if (blocked > 0) continue;

      let implied = blocker;
      let reason = ~tag;
      let value = blocked;
      if (tag >= 0) {
        const first = tag + HEADER;
        implied = data[first] ^ data[first + 1] ^ falsified;
        value = values[implied];
        if (value > 0) {
          pool[to - 2] = implied;
          continue;
        }
        const last = first + data[tag];
        let at = first + 2;
        let found = -1;
        while (at < last && (found = values[data[at]]) < 0) at++;
        if (at < last) {
          const replacement = data[at];
          if (found > 0) {
            // The clause is satisfied: a true blocker does as well as a true watch.
            pool[to - 2] = replacement;
            continue;
          }
          data[first] = implied;
          data[first + 1] = replacement;
          data[at] = falsified;
          to -= 2;
          watches.push(replacement, implied, tag);
          pool = watches.pool;
          continue;
        }
        reason = tag;
      }
      if (value < 0) {
        conflict = reason;
        break;
      }
      const variable = implied >> 1;
      values[implied] = 1;
      values[implied ^ 1] = -1;
      levels[variable] = level;
      reasons[variable] = reason;
      literals[size++] = implied;
    }
    if (from !== to) {
      while (from < end) pool[to++] = pool[from++];
      heads[HEAD * falsified + LENGTH] = to - start;
    }
    if (conflict !== NO_CLAUSE) break;
  }
  trail.head = head;
  trail.size = size;
  return conflict;
}
