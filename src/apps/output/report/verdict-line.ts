import { unreachable } from '../../../base/errors.ts';
import { isAssertion } from '../../../program/cfa/assertion-names.ts';
import { CHECK_KINDS, CHECKS, type CheckViolation, checkOf, violationOf } from '../../../program/cfa/checks/kinds.ts';
import { checksIn, type Property } from '../../../race/property.ts';
import type { UnknownVerdict, UnsafeVerdict, Verdict } from '../../../race/verdict.ts';
import { reasonText, toldBound } from './unknown-reason.ts';

/**
 * Names the verdict: `TRUE`, `FALSE (assertion)`, `FALSE (unreach-call)` or `UNKNOWN (reason, safe up
 * to bound k)`.
 */
export function verdictName(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'safe':
      return 'TRUE';
    case 'unsafe':
      return `FALSE (${violated(verdict)})`;
    case 'unknown': {
      const known = toldBound(verdict.safeUpTo);
      const bound = known === null ? '' : `, safe up to bound ${known}`;
      return `UNKNOWN (${oneLine(reasonText(verdict.reason) + openClaims(verdict))}${bound})`;
    }
    default:
      return unreachable(verdict);
  }
}

/** The names of what a run may violate: SV-COMP's property where there is one, else a kind of check. */
export type Violation = 'unreach-call' | CheckViolation | 'termination';
export const VIOLATIONS: readonly Violation[] = ['unreach-call', ...CHECK_KINDS.map(violationOf), 'termination'];

/**
 * Names the violation by SV-COMP's property. It is `assertion` if an assertion of a plain property fails,
 * and the kind of a failing check that has no property.
 */
export function violated({ property, run }: UnsafeVerdict): Violation {
  if (property.kind === 'termination') return 'termination';
  if (run.kind !== 'program') return 'unreach-call';
  const check = checkOf(run.errorFunction);
  if (check !== null) return violationOf(check);
  return property.kind !== 'stated' && isAssertion(run.errorFunction) ? 'assertion' : 'unreach-call';
}

/** The violation that a property excludes, the first one if there are several. */
export function askedKind(property: Property): Violation {
  if (property.kind === 'termination') return 'termination';
  const [check] = checksIn(property);
  return check === undefined ? 'unreach-call' : violationOf(check);
}

/** The end of a violating run as a clause: "an assertion fails". */
export function violationText(what: Violation, errorFunction: string): string {
  if (what === 'termination') return 'The run goes on for ever';
  const kind = CHECK_KINDS.find((one) => violationOf(one) === what);
  return kind === undefined ? `${errorFunction}() is called` : CHECKS[kind].happens;
}

/** Lists claims that were not yet certified at the time limit. */
function openClaims({ engines }: UnknownVerdict): string {
  const claimants = engines.flatMap(({ engine, end }) => (end.kind === 'claimed' ? [engine] : []));
  return claimants.length === 0 ? '' : `, claimed by ${claimants.join(' and ')}, not certified in time`;
}

/** The line on stdout. */
export function verdictLine(verdict: Verdict): string {
  return `Verification result: ${verdictName(verdict)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
