import { unreachable } from '../base/errors.ts';
import { formatLocation, type SourceLocation } from '../base/source.ts';
import type { UnknownReason, UnknownVerdict, Verdict } from '../portfolio/verdict.ts';

/** `TRUE`, `FALSE (unreach-call)` or `UNKNOWN (reason, safe up to bound k)`. */
export function verdictName(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'safe':
      return 'TRUE';
    case 'unsafe':
      return 'FALSE (unreach-call)';
    case 'unknown': {
      const bound = verdict.safeUpTo === null ? '' : `, safe up to bound ${verdict.safeUpTo}`;
      return `UNKNOWN (${oneLine(reasonText(verdict.reason) + openClaims(verdict))}${bound})`;
    }
    default:
      return unreachable(verdict);
  }
}

/** What was claimed and not certified when the time was over. */
function openClaims({ engines }: UnknownVerdict): string {
  const claimants = engines.flatMap(({ engine, end }) => (end.kind === 'claimed' ? [engine] : []));
  return claimants.length === 0 ? '' : `, claimed by ${claimants.join(' and ')}, not certified in time`;
}

/** The line on stdout. */
export function verdictLine(verdict: Verdict): string {
  return `Verification result: ${verdictName(verdict)}`;
}

export function reasonText(reason: UnknownReason): string {
  switch (reason.kind) {
    case 'unsupported':
      return `unsupported: ${reason.construct}${place(reason.at)}`;
    case 'undefined-behaviour':
      return `only through undefined behaviour: ${reason.what}${place(reason.at)}`;
    case 'time-limit':
      return `time limit${reason.during === 'solving' ? '' : ` while ${reason.during}`}`;
    case 'memory-limit':
      return `memory limit${reason.during === 'solving' ? '' : ` while ${reason.during}`}`;
    case 'incomplete':
      return reason.why;
    case 'crashed':
      return `crashed: ${reason.why}`;
    case 'stopped':
      return 'stopped';
    default:
      return unreachable(reason);
  }
}

function place(at: SourceLocation | null): string {
  return at === null ? '' : ` at ${formatLocation(at)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
