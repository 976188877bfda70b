import { data, HEADER, NO_CLAUSE } from './arena';
import * as domain from './domain';
import * as trail from './trail';
import { HEAD, heads, LENGTH, pool, push, START } from './watches';

/** Bytes of a watch: its blocker, then its tag. */
const WATCH: usize = 8;
const TAG: usize = 4;

/**
 * Unit propagation with two watched literals. Returns a false clause, or `NO_CLAUSE` when no further
 * literal follows. Every clause that is not satisfied then has two watched literals that are not
 * false. Otherwise one watched literal is open, and its variable is outside the query's domain. Clause
 * `ignored` forces nothing.
 */
export function propagate(ignored: i32 = NO_CLAUSE): i32 {
  const values = trail.values;
  const levels = trail.levels;
  const reasons = trail.reasons;
  const literals = trail.literals;
  const level = trail.level();
  const isRestricted = domain.isOn && level > 0;
  const stamps = domain.stamps;
  const stamp = domain.stamp;
  let head = trail.head;
  let size = trail.size;
  let conflict = NO_CLAUSE;

  while (head < size) {
    const falsified = literals[head++] ^ 1;
    // Addresses in the pool.
    let start = changetype<usize>(pool) + ((heads[HEAD * falsified + START] as usize) << 2);
    let end = start + ((heads[HEAD * falsified + LENGTH] as usize) << 2);
    let from = start;
    let to = start;
    while (from < end) {
      const blocker = load<i32>(from);
      const tag = load<i32>(from, TAG);
      from += WATCH;
      store<i32>(to, blocker);
      store<i32>(to, tag, TAG);
      to += WATCH;
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
          store<i32>(to - WATCH, implied);
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
            store<i32>(to - WATCH, replacement);
            continue;
          }
          data[first] = implied;
          data[first + 1] = replacement;
          data[at] = falsified;
          to -= WATCH;
          const before = changetype<usize>(pool);
          push(replacement, implied, tag);
          const shift = changetype<usize>(pool) - before;
          if (shift !== 0) {
            start += shift;
            end += shift;
            from += shift;
            to += shift;
          }
          continue;
        }
        if (tag === ignored) continue;
        reason = tag;
      }
      if (value < 0) {
        conflict = reason;
        break;
      }
      const variable = implied >> 1;
      if (isRestricted && stamps[variable] !== stamp) continue;
      values[implied] = 1;
      values[implied ^ 1] = -1;
      levels[variable] = level;
      reasons[variable] = reason;
      literals[size++] = implied;
    }
    if (from !== to) {
      for (; from < end; from += WATCH, to += WATCH) store<u64>(to, load<u64>(from));
      heads[HEAD * falsified + LENGTH] = ((to - start) >> 2) as i32;
    }
    if (conflict !== NO_CLAUSE) break;
  }
  trail.advance(head, size);
  return conflict;
}
