import type { SourceLocation } from '../../../base/source.ts';
import type { ProgramRun, RecordedInput, RunCycle } from '../../../certify/replay/recorded-run.ts';
import { checkOf } from '../../../program/cfa/checks/kinds.ts';
import { isReturned } from '../../../program/cfa/inputs.ts';
import { witnessLocation } from './location.ts';
import type { Sources } from './sources.ts';
import { FileText } from './text/file-text.ts';
import { bodyOfLoop, loopAt } from './text/loop-places.ts';
import { simpleStatementAt, violationPlace } from './violation-place.ts';

/** Most segments; more inputs only make a validator's work harder. */
const MOST_SEGMENTS = 1000;

/**
 * One segment for each value that a call returned, in order, and the call of the error function at the
 * end. The segments of a cycle are marked instead. Null if a run without end has too many inputs.
 */
export function violationSequence(run: ProgramRun, sources: Sources): readonly object[] | null {
  if (run.cycle !== null) return endlessSequence(run, run.cycle, sources);
  const inputs = run.inputs.slice(0, MOST_SEGMENTS).flatMap((input) => returnSegment(input, sources, 'follow'));
  const target = {
    waypoint: { type: 'target', action: 'follow', location: targetLocation(run, sources) },
  };
  return [...inputs, { segment: [target] }];
}

/**
 * A cycle without inputs is an assumption that always holds, at a statement that each turn passes. The
 * beginning of a loop is none: a run passes it once, however often the loop turns. A run that meets no
 * state twice has this form too, because its turns may take other inputs.
 */
function endlessSequence(run: ProgramRun, cycle: RunCycle, sources: Sources): readonly object[] | null {
  if (run.inputs.length > MOST_SEGMENTS || run.further === null || run.further.series.length > 0) return null;
  const stem = run.inputs.slice(0, cycle.inputsBefore).flatMap((input) => returnSegment(input, sources, 'follow'));
  const inputs = cycle.repeats ? run.inputs.slice(cycle.inputsBefore) : [];
  const turn = inputs.flatMap((input) => returnSegment(input, sources, 'cycle'));
  if (turn.length > 0) return [...stem, ...turn];
  const constraint = { value: '1', format: 'c_expression' };
  const location = witnessLocation(placeInTurn(run.error, cycle, sources));
  const waypoint = { type: 'assumption', action: 'cycle', location, constraint };
  return [...stem, { segment: [{ waypoint }] }];
}

/** The beginning of a statement that each turn of a cycle passes. */
function placeInTurn(begin: SourceLocation, { places }: RunCycle, sources: Sources): SourceLocation {
  for (const at of places) {
    const text = sources.text(at.file);
    const found = text === null ? null : simpleStatementAt(new FileText(at.file, text), at);
    if (found !== null) return found;
  }
  const text = sources.text(begin.file);
  return (text === null ? null : bodyAt(new FileText(begin.file, text), begin)) ?? begin;
}

/** The beginning of the body of the loop that begins at a place, or of the first statement in it. */
function bodyAt(text: FileText, begin: SourceLocation): SourceLocation | null {
  const loop = loopAt(text, begin);
  if (loop === null) return null;
  return { file: text.file, ...text.placeOf((bodyOfLoop(text, loop) ?? loop.body).start) };
}

/**
 * The call of an error function, or the statement or full expression of a check. Omits the column, which
 * is optional, if macros earlier in the line have moved the call.
 */
function targetLocation(run: ProgramRun, sources: Sources): object {
  const { error, errorFunction } = run;
  if (sources.hasWord(error, errorFunction)) return witnessLocation(error);
  if (checkOf(errorFunction) === null) return { file_name: error.file, line: error.line };
  const { at, whole } = violationPlace(run, (file) => sources.text(file));
  return whole === null ? { file_name: at.file, line: at.line } : witnessLocation(whole);
}

/**
 * [] for inputs that the format cannot name: values without a C constant, and calls that are not found
 * in the input files.
 */
function returnSegment(input: RecordedInput, sources: Sources, action: 'follow' | 'cycle'): readonly object[] {
  if (!isReturned(input.kind) || input.constant === null) return [];
  // The waypoint of a returned value is at the closing parenthesis of the call.
  const location = sources.closingParenthesis(input.at, input.name);
  if (location === null) return [];
  const constraint = { value: `\\result == ${input.constant}`, format: 'ext_c_expression' };
  return [
    {
      segment: [{ waypoint: { type: 'function_return', action, location: witnessLocation(location), constraint } }],
    },
  ];
}
