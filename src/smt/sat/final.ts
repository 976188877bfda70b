import { type ClauseArena, type ClauseRef, HEADER, NO_CLAUSE } from './arena.ts';
import { type Marks, MET, OPEN } from './marks.ts';
import { NO_NODE, type ProofLog, type ProofNode } from './proof-log.ts';
import type { Trail } from './trail.ts';
import type { Literal } from './types.ts';
import { IntVector } from './vectors.ts';

/** Assumptions that cannot hold together, and the node of the clause that says so; `NO_NODE` without a log and where they contain a literal and its negation. */
export interface FinalConflict {
  readonly core: Literal[];
  readonly node: ProofNode;
}

/**
 * Why the assumption `failed` is false, when all decisions on the trail are assumptions (MiniSat's analyzeFinal, Een, Sorensson 2003):
 * resolves the clause that forced its negation backwards along the trail until only assumptions are left.
 */
export function failedAssumption(
  trail: Trail,
  arena: ClauseArena,
  marks: Marks,
  log: ProofLog | null,
  failed: Literal,
): FinalConflict {
  const { levels, reasons, literals } = trail;
  if (levels[failed >> 1] === 0) return { core: [failed], node: log === null ? NO_NODE : log.unit(failed >> 1) };
  if (reasons[failed >> 1] === NO_CLAUSE) return { core: [failed, failed ^ 1], node: NO_NODE };

  const core: Literal[] = [failed];
  const fixed = new IntVector();
  marks.set(failed >> 1, MET);
  let first = true;
  for (let at = trail.size - 1; at >= trail.begin(1); at--) {
    const variable = literals[at] >> 1;
    if (marks.of[variable] === OPEN) continue;
    const reason = reasons[variable];
    if (reason === NO_CLAUSE) {
      core.push(literals[at]);
      continue;
    }
    if (log !== null) {
      if (first) log.begin(arena.node(reason));
      else log.resolve(variable, arena.node(reason));
    }
    first = false;
    markOthers(trail, arena, marks, reason, fixed);
  }
  marks.wipe();
  if (log === null) return { core, node: NO_NODE };
  for (let i = 0; i < fixed.length; i++) log.resolve(fixed.items[i], log.unit(fixed.items[i]));
  return { core, node: log.end() };
}

/** Marks the open variables of a clause, and gathers those of level 0. */
function markOthers(trail: Trail, arena: ClauseArena, marks: Marks, ref: ClauseRef, fixed: IntVector): void {
  const end = ref + HEADER + arena.data[ref];
  for (let i = ref + HEADER; i < end; i++) {
    const variable = arena.data[i] >> 1;
    if (marks.of[variable] !== OPEN) continue;
    marks.set(variable, MET);
    if (trail.levels[variable] === 0) fixed.push(variable);
  }
}
