import { counted } from '../../../base/counted.ts';
import { unreachable } from '../../../base/errors.ts';
import { formatLocation, type SourceLocation } from '../../../base/source.ts';
import type { IgnoreComment } from '../../../c/source/ignore-comments.ts';
import { byPlace, CHECK_KINDS, CHECKS, violationOf } from '../../../program/cfa/checks/kinds.ts';
import type { Check } from '../../../program/cfa/checks/places.ts';
import type { CheckState, OpenState, UnknownReason } from '../../../race/verdict.ts';
import { breakText } from './break-text.ts';
import type { Finding } from './finding.ts';
import { inputsText } from './inputs-text.ts';
import { plainRun } from './plain-run.ts';
import { runLines, undefinedLines } from './run-lines.ts';
import type { ReportLine } from './text.ts';
import { reasonText, toldBound } from './unknown-reason.ts';
import { circumstances, failureOf, weaknessOf } from './weakness.ts';

/** A check of a program with what is known of it. */
export interface CheckResult {
  readonly check: Check;
  readonly state: CheckState;
}

/** The results in the order of files and places. */
export function sortedResults(results: readonly CheckResult[]): readonly CheckResult[] {
  return [...results].sort((a, b) => byPlace(a.check, b.check));
}

/** Whether a comment of the source asks to ignore what was found of the check. */
export function isIgnored({ check, state }: CheckResult): boolean {
  return check.ignored !== undefined && state.kind !== 'proved';
}

/** A comment that asks to ignore a finding where there is none. */
interface UnusedIgnore {
  readonly kinds: readonly string[];
  readonly at: SourceLocation;
  readonly why: string;
}

/** The comments that ask to ignore a finding where there is none. */
export function unusedIgnores(
  results: readonly CheckResult[],
  ignores: readonly IgnoreComment[],
): readonly UnusedIgnore[] {
  const used = new Set(results.filter(isIgnored).map(({ check }) => formatLocation(check.ignored!.at)));
  const unused = ignores.filter(({ at }) => !used.has(formatLocation(at)));
  return unused.map(({ at, kinds }) => ({ kinds, at, why: whyUnused(results, at, kinds) }));
}

/** Describes such a comment in a line that begins with its place. */
export function unusedLine({ at, kinds, why }: UnusedIgnore): string {
  return `${formatLocation(at)}: unused: ignore ${kinds.join(', ')}: ${why}`;
}

function whyUnused(results: readonly CheckResult[], at: SourceLocation, kinds: readonly string[]): string {
  const unknown = kinds.find((kind) => !CHECK_KINDS.some((one) => one === kind));
  if (unknown !== undefined) return `there is no kind of check ${unknown}`;
  const isAbout = ({ check }: CheckResult): boolean =>
    check.ignored !== undefined && formatLocation(check.ignored.at) === formatLocation(at);
  return results.some(isAbout) ? 'the checks there are proved' : 'no check of the kind stands there';
}

/** Counts the results: `Checks: 2 violated, 1 open, 14 proved`. */
export function summaryLine(results: readonly CheckResult[]): string {
  if (results.length === 0) return 'Checks: the program has none of these kinds';
  const ignored = results.filter(isIgnored).length;
  const counting = results.filter((result) => !isIgnored(result));
  const count = (kind: CheckState['kind']): number => counting.filter(({ state }) => state.kind === kind).length;
  const contested = count('contested') === 0 ? '' : `, ${count('contested')} contested`;
  return `Checks: ${count('violated')} violated, ${count('open')} open${contested}, ${count('proved')} proved${ignored === 0 ? '' : `, ${ignored} ignored`}`;
}

/** Describes a result in a line that begins with its place, as compilers do. */
export function resultLine({ check, state }: CheckResult): string {
  if (check.ignored !== undefined && state.kind !== 'proved') {
    const reason = check.ignored.reason === '' ? 'no reason given' : check.ignored.reason;
    return `${formatLocation(check.at)}: ignored: ${check.kind}: ${reason} (${state.kind})`;
  }
  return `${formatLocation(check.at)}: ${state.kind}: ${check.kind}: ${stateText({ check, state })}`;
}

/** Describes what is known of a check in a sentence. */
function stateText({ check, state }: CheckResult): string {
  const { fault } = CHECKS[check.kind];
  switch (state.kind) {
    case 'contested':
      return `A run meets ${check.contested}, which is not a fault in all readings (--strict or --lenient ${check.kind}).`;
    case 'proved':
      return `No run meets ${check.contested ?? fault} here (proved by ${state.engine}).`;
    case 'violated': {
      const { cwe } = failureOf(check.kind, state.verdict);
      return `${violationIn({ check, state })} (CWE-${cwe}).${circumstances(state.verdict.run)}`;
    }
    case 'open': {
      const bound = toldBound(state.safeUpTo);
      const known = bound === null ? '' : ` No run of at most ${counted(bound, 'step')} fails it.`;
      return `Not decided: ${reasonText(state.reason)}.${known}`;
    }
    default:
      return unreachable(state);
  }
}

/** The same with what a comment of the source says about it. */
export function narratedText(result: CheckResult): string {
  const { ignored } = result.check;
  if (ignored === undefined || !isIgnored(result)) return stateText(result);
  return `Ignored: ${ignored.reason === '' ? 'no reason given' : ignored.reason}. ${stateText(result)}`;
}

/** The end of a run that violates the check, as a clause. */
function violationIn({
  check: { kind, what },
  state,
}: CheckResult & { readonly state: { readonly kind: 'violated' } }): string {
  return what === undefined ? failureOf(kind, state.verdict).happens : `A run meets ${what}, which is undefined`;
}

/** The lines about a result for people. A violation has its inputs and its run. */
export function resultLines(result: CheckResult, verbose: boolean): readonly ReportLine[] {
  const { state } = result;
  if (isIgnored(result)) return [{ style: 'plain', text: resultLine(result) }];
  const head: ReportLine = { style: state.kind === 'violated' ? 'bad' : 'plain', text: resultLine(result) };
  if (state.kind === 'proved') return [head];
  // The first line of a run is about its end, which the head has.
  const run = state.kind === 'open' ? openLines(state, verbose) : runLines(state.verdict, verbose).slice(1);
  return [head, ...run.map(({ style, text }): ReportLine => ({ style, text: `    ${text}` }))];
}

function openLines({ reason, breaks }: OpenState, verbose: boolean): readonly ReportLine[] {
  const why = breaks === undefined ? [] : [{ style: 'plain', text: breakText(breaks, 'from which it fails') } as const];
  return [...why, ...undefinedLines(reason, verbose)];
}

/** A result for tools that read results line by line. */
export function resultFinding({ check, state }: CheckResult): Finding {
  const text = stateText({ check, state });
  if (check.ignored !== undefined) return { level: 'none', text, at: check.at };
  switch (state.kind) {
    case 'proved':
      return { level: 'none', text, at: check.at };
    case 'contested':
    case 'open':
      return { level: 'warning', text, at: check.at };
    case 'violated': {
      const { run } = state.verdict;
      const inputs = run.kind === 'program' ? `, ${inputsText(run)}` : '';
      return { level: 'error', text: `${violationIn({ check, state })}${inputs}.`, at: check.at };
    }
    default:
      return unreachable(state);
  }
}

/** The results as `--json` writes them: by what is violated, each with its checks. */
export function resultsByProperty(results: readonly CheckResult[]): readonly object[] {
  const sorted = sortedResults(results);
  return CHECK_KINDS.flatMap((kind) => {
    const checks = sorted.filter(({ check }) => check.kind === kind);
    if (checks.length === 0) return [];
    const has = (state: CheckState['kind']): boolean => checks.some((one) => one.state.kind === state);
    const verdict = has('violated') ? 'FALSE' : has('open') || has('contested') ? 'UNKNOWN' : 'TRUE';
    return [{ property: violationOf(kind), verdict, checks: checks.map(resultObject) }];
  });
}

function resultObject({ check, state }: CheckResult): object {
  const { kind, at, function: inside } = check;
  const contested = check.contested === null ? {} : { contested: check.contested };
  const { cwe } = state.kind === 'violated' ? failureOf(kind, state.verdict) : CHECKS[kind];
  const ignored = isIgnored({ check, state }) ? { ignored: check.ignored } : {};
  return { kind, at, function: inside, cwe, ...contested, ...ignored, ...stateFields(state) };
}

/** The state of a check as `--json` writes it. */
export function stateFields(state: CheckState): object {
  switch (state.kind) {
    case 'proved':
      return { state: 'proved', engine: state.engine };
    case 'contested':
    case 'violated': {
      const { engine, run, compiled } = state.verdict;
      return { state: state.kind, engine, run: plainRun(run), ...(compiled === undefined ? {} : { compiled }) };
    }
    case 'open':
      return {
        ...{ state: 'open', bound: state.safeUpTo, reason: reasonFields(state.reason) },
        ...(state.breaks === undefined ? {} : { breaks: state.breaks }),
      };
    default:
      return unreachable(state);
  }
}

/** The reason as `--json` writes it. */
export function reasonFields(reason: UnknownReason): object {
  const text = reasonText(reason);
  if (reason.kind !== 'undefined-behaviour' || reason.run === undefined) return { ...reason, text };
  const weakness = weaknessOf(reason.run);
  const cwe = weakness === null ? {} : { cwe: weakness.cwe };
  return { ...reason, run: plainRun(reason.run), ...cwe, text };
}
