import { counted } from '../../../base/counted.ts';
import { unreachable } from '../../../base/errors.ts';
import { formatLocation, type SourceLocation } from '../../../base/source.ts';
import { contestedIn } from '../../../program/cfa/checks/contested.ts';
import { externalIn } from '../../../program/cfa/externals.ts';
import type { CostlyFunction } from '../../../race/messages/compile-status.ts';
import type { UnknownReason } from '../../../race/verdict.ts';

// The words of the terminal and of the page about a missing verdict.

/** The reason in a few words. */
export function reasonText(reason: UnknownReason): string {
  switch (reason.kind) {
    case 'unsupported':
      return unsupportedText(reason.construct, reason.at);
    case 'undefined-behaviour':
      return `only through undefined behaviour: ${reason.what}${place(reason.at)}`;
    case 'time-limit':
      return `time limit${duringText(reason)}`;
    case 'memory-limit':
      return `memory limit${duringText(reason)}`;
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

/** The phase that a limit ended, and the function that was its cost. */
function duringText({ during, costly }: UnknownReason & { readonly kind: 'time-limit' | 'memory-limit' }): string {
  if (during === 'solving') return '';
  return ` while ${during}${costly === undefined ? '' : `, most of it for ${costlyText(costly)}`}`;
}

/** A function that compilation spends much time on, and its place. */
export function costlyText({ name, at }: CostlyFunction): string {
  return `${name}${place(at)}`;
}

function unsupportedText(construct: string, at: SourceLocation | null): string {
  const contested = contestedIn(construct);
  if (contested !== null) return `contested: ${contested}${place(at)}`;
  const approximated = approximatedIn(construct);
  if (approximated !== null) return `it depends on the ${approximated}${place(at)}, which is known only within bounds`;
  const external = externalIn(construct);
  if (external === null) return `unsupported: ${construct}${place(at)}`;
  return `it depends on what the external function ${external} does, called${place(at)}`;
}

/** The reason as a clause, for people who do not know the constructs of Lemmata. */
export function whyUndecided(reason: UnknownReason): string {
  switch (reason.kind) {
    case 'unsupported': {
      const { construct, at } = reason;
      const hasWords = [contestedIn(construct), externalIn(construct), approximatedIn(construct)].some(
        (x) => x !== null,
      );
      if (hasWords || isHeader(construct)) return reasonText(reason).replace(/^unsupported: /, '');
      const open = openIn(construct);
      if (open !== null) return `a run may depend on ${open}${place(at)}, which Lemmata does not know`;
      return `a run may meet ${construct}${place(at)}, and Lemmata does not know how it goes on from there`;
    }
    case 'time-limit':
      return `the time limit of ${reason.milliseconds / 1000} s was reached${duringText(reason)}`;
    case 'memory-limit':
      return `the memory limit of ${Math.round(reason.bytes / 2 ** 20)} MB was reached${duringText(reason)}`;
    case 'undefined-behaviour':
    case 'incomplete':
    case 'crashed':
    case 'stopped':
      return reasonText(reason);
    default:
      return unreachable(reason);
  }
}

/** Whether the construct is a header that is missing. */
export function isHeader(construct: string): boolean {
  return /^header .* not found$/.test(construct);
}

/** The value of a function that is known only within bounds, where a reason names one; else null. */
export function approximatedIn(construct: string): string | null {
  return /^(value of \w+) \(approximated\)$/.exec(construct)?.[1] ?? null;
}

/** Names what C leaves open, or what no code here computes, with its article; null for other constructs. */
function openIn(construct: string): string | null {
  const open = /^(.*) \(approximated\)$/.exec(construct)?.[1] ?? null;
  return open !== null && /^(result|value|order|indeterminate)\b/.test(open) ? `the ${open}` : open;
}

/** The bound as people are told it; null: none is known, or it is 0, which says nothing to them. */
export function toldBound(bound: number | null): number | null {
  return bound === 0 ? null : bound;
}

/** The known bound of a system as a clause. */
export function boundText(safeUpTo: number): string {
  return `no run of at most ${counted(safeUpTo, 'step')} (loop iterations and the like) violates the property`;
}

function place(at: SourceLocation | null): string {
  return at === null ? '' : ` at ${formatLocation(at)}`;
}
