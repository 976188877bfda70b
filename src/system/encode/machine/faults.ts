import { unreachable } from '../../../base/errors.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { contestedConstruct } from '../../../program/cfa/checks/contested.ts';
import { endOfFault } from '../../../program/cfa/checks/faults.ts';
import type { MemoryKind } from '../../../program/cfa/checks/kinds.ts';
import { faultPlace } from '../../../program/cfa/checks/memory-places.ts';
import { strayConstruct } from '../../../program/cfa/checks/stray.ts';
import type { Execution } from './execution.ts';

/** Faults of memory, which end the runs of programs that watch for them. */

/** Whether the program watches for that fault. */
export function watches(x: Execution, kind: MemoryKind): boolean {
  return x.plan.linked.program.watched.includes(kind);
}

/** Whether such faults are told from other operations. Faults of accesses count where they write. */
export function judges(x: Execution, kind: MemoryKind): boolean {
  return watches(x, kind) || x.plan.linked.program.judged.includes(kind);
}

/** Records that the current operation writes outside of a live object, or releases none, when `condition` holds. */
export function strayWhen(x: Execution, condition: Term, construct: string, kind: MemoryKind = 'deref'): void {
  if (watches(x, kind) || !judges(x, kind)) faultWhen(x, kind, condition, construct);
  else x.gap(strayConstruct(construct), condition);
}

/**
 * Records that the current operation is a fault when `condition` holds. If the program watches for it,
 * runs end there, at the error if its check is open. Otherwise the behaviour is undefined
 * ({@link Execution.undefinedWhen}).
 */
export function faultWhen(x: Execution, kind: MemoryKind, condition: Term, construct: string): void {
  if (!watches(x, kind)) {
    x.undefinedWhen(condition, construct);
    return;
  }
  const { terms, edge } = x;
  const { program, contexts } = x.plan.linked;
  const place = edge === null ? null : faultPlace(contexts[edge.context].function, edge.edge);
  const end = endOfFault(program.faults, kind, place);
  // The first fault of an operation counts.
  const here = terms.and(x.local, terms.and(condition, terms.not(x.masked)));
  switch (end.kind) {
    case 'error': {
      x.failed = terms.or(x.failed, here);
      const before = x.failures.get(end.function) ?? terms.false;
      x.failures = new Map([...x.failures, [end.function, terms.or(before, here)]]);
      return;
    }
    case 'masked': {
      const alone = terms.and(here, terms.not(x.failed));
      x.masked = terms.or(x.masked, alone);
      x.stuck = terms.or(x.stuck, alone);
      return;
    }
    case 'unplaced':
      x.gap(`${construct} at a place without a check`, condition);
      return;
    default:
      unreachable(end);
  }
}

/**
 * Records a case that the rules of SV-COMP leave open, for programs that watch for the fault. Neither
 * a proof nor an alarm passes over it.
 */
export function contest(x: Execution, kind: MemoryKind, construct: string, condition: Term = x.terms.true): void {
  if (watches(x, kind)) x.gap(contestedConstruct(construct), condition);
}

/** Whether a contested access counts as a fault. */
export function isStrict(x: Execution): boolean {
  return watches(x, 'deref') && x.plan.linked.program.strict.includes('deref');
}

/** Records an access that is contested, unless the user decided that it is a fault. */
export function contestAccess(x: Execution, construct: string, condition: Term): void {
  if (isStrict(x)) faultWhen(x, 'deref', condition, construct);
  else contest(x, 'deref', construct, condition);
}
