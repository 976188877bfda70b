import { unreachable } from '../../../base/errors.ts';
import { formatLocation } from '../../../base/source.ts';
import type { CheckState, OpenState } from '../../../race/verdict.ts';
import { brokenBy } from './break-text.ts';
import { type CheckResult, stateFields } from './check-results.ts';
import { runLines } from './run-lines.ts';
import type { ReportLine } from './text.ts';
import { reasonText } from './unknown-reason.ts';

/** The state of a hint in a word. */
function wordOf(state: CheckState): 'proved' | 'false' | 'not inductive' | 'open' {
  switch (state.kind) {
    case 'proved':
      return 'proved';
    case 'violated':
    case 'contested':
      return 'false';
    case 'open':
      return brokenFrom(state) === null ? 'open' : 'not inductive';
    default:
      return unreachable(state);
  }
}

/** A state that keeps the hint, and whose turn breaks it; null: none is known. */
function brokenFrom({ breaks }: OpenState): string | null {
  return breaks === undefined || breaks.from === null ? null : brokenBy(breaks.from, breaks.state);
}

/** The lines about a hint for people. A false one has its inputs and its run. */
export function hintLines({ check, state }: CheckResult, verbose: boolean): readonly ReportLine[] {
  const { at, hint } = check;
  const why = state.kind === 'open' ? ` (${brokenFrom(state) ?? reasonText(state.reason)})` : '';
  const head: ReportLine = {
    style: 'plain',
    text: `${formatLocation(at)}: ${hint?.isWritten === true ? 'written invariant' : 'hint'} ${wordOf(state)}: ${hint?.expression}${why}`,
  };
  if (state.kind === 'open' || state.kind === 'proved') return [head];
  // The first line of a run is about its end, which the head has.
  return [
    head,
    ...runLines(state.verdict, verbose)
      .slice(1)
      .map(({ style, text }) => ({ style, text: `    ${text}` })),
  ];
}

/** A hint as `--json` writes it. */
export function hintObject({ check, state }: CheckResult): object {
  const { at, function: inside, hint } = check;
  const written = hint?.isWritten === true ? { written: true } : {};
  return { hint: hint?.expression, ...written, at, function: inside, ...stateFields(state), state: wordOf(state) };
}
