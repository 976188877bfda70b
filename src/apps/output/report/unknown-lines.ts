import { unreachable } from '../../../base/errors.ts';
import { isStray } from '../../../program/cfa/checks/stray.ts';
import { externalIn } from '../../../program/cfa/externals.ts';
import type { EngineEnd, UnknownReason, UnknownVerdict } from '../../../race/verdict.ts';
import { endText } from './end-text.ts';
import { groupedEnds } from './engine-ends.ts';
import { undefinedLines } from './run-lines.ts';
import type { ReportLine } from './text.ts';
import { approximatedIn, boundText, isHeader, toldBound, whyUndecided } from './unknown-reason.ts';

/** The reason why there is no verdict, what is known all the same, and what to try. */
export function unknownLines(verdict: UnknownVerdict, verbose: boolean): readonly ReportLine[] {
  const { reason } = verdict;
  const safeUpTo = toldBound(verdict.safeUpTo);
  const lines: ReportLine[] = [{ style: 'head', text: `No verdict: ${whyUndecided(reason)}.` }];
  if (safeUpTo !== null) lines.push({ style: 'plain', text: `Known: ${boundText(safeUpTo)}.` });
  // Users who interrupt a race want to see the progress of each engine.
  if (verbose || reason.kind === 'stopped') {
    for (const { engine, end, bound } of verdict.engines) {
      const told = toldBound(bound);
      const known = told === null ? '' : `, safe up to bound ${told}`;
      lines.push({ style: 'plain', text: `  ${engine}: ${endText(end)}${known}` });
    }
  } else {
    const telling = verdict.engines.filter(({ engine, end }) => engine !== 'quick' && isTelling(end, reason));
    for (const { engines, text } of groupedEnds(telling))
      lines.push({ style: 'plain', text: `  ${text} (${engines.join(', ')})` });
  }
  lines.push(...undefinedLines(reason, verbose));
  const advice = adviceFor(reason);
  if (advice !== null) lines.push({ style: 'dim', text: `Try: ${advice}` });
  return lines;
}

/** Whether the end of an engine says more than the reason of the verdict. */
function isTelling(end: EngineEnd, reason: UnknownReason): boolean {
  switch (end.kind) {
    case 'unsupported':
      return reason.kind !== 'unsupported' || reason.construct !== end.construct;
    case 'undefined-behaviour':
      return reason.kind !== 'undefined-behaviour' || reason.what !== end.what;
    case 'incomplete':
      return reason.kind === 'incomplete';
    case 'stopped':
      return reason.kind === 'time-limit' || reason.kind === 'memory-limit';
    case 'share-used':
      return reason.kind === 'time-limit' || reason.kind === 'incomplete';
    case 'claimed':
    case 'refused':
    case 'crashed':
    case 'out-of-memory':
      return true;
    default:
      return unreachable(end);
  }
}

function adviceFor(reason: UnknownReason): string | null {
  switch (reason.kind) {
    case 'unsupported':
      return adviceForConstruct(reason.construct);
    case 'undefined-behaviour':
      return 'repairing the undefined behaviour first; the run is real up to there.';
    case 'time-limit':
      return reason.during === 'compiling'
        ? 'a longer --timeout or a smaller program.'
        : 'a longer --timeout; --portfolio proof if you believe that the program is right, --portfolio bugs if not.';
    case 'memory-limit':
      return 'more --memory, fewer --threads, or one engine at a time with --engines.';
    case 'incomplete':
      return '--portfolio svcomp, or --verbose to see what each engine met.';
    case 'crashed':
      return '--engines with another engine; and please report this with the program.';
    case 'stopped':
      return null;
    default:
      return unreachable(reason);
  }
}

function adviceForConstruct(construct: string): string {
  const external = externalIn(construct);
  if (external !== null)
    return `--external ${external}=pure if it changes nothing that the program sees (--externals pure: none of them does), or a file that defines it.`;
  if (/^(a command line|an environment) beyond/.test(construct)) return 'a larger bound, such as --arguments 16x64.';
  if (isStray(construct)) return 'lemmata check, which says whether a run does that, and how.';
  if (isHeader(construct)) return '-I with the folder of that header.';
  const library = /^(?:call|result) of (\w+)(?:, which has no model| \(approximated\))$/.exec(construct)?.[1];
  if (library !== undefined)
    return `a definition of ${library} in C: as one more file, it takes the place of the library's function.`;
  if (/^inline assembly/.test(construct)) return 'C with the same effect in its place.';
  if (approximatedIn(construct) !== null)
    return 'a condition that leaves room for rounding, or does not depend on that value.';
  if (/^a bit-field/.test(construct)) return 'a member that is no bit-field for each thread.';
  if (/ thread(s|\b)/.test(construct)) return 'a smaller number of threads, or simpler calls in them.';
  return 'a program without that construct, or with a simple function in its place.';
}
