import type { ProgramRun, RecordedInput } from '../../../certify/replay/recorded-run.ts';
import { checkOf } from '../../../program/cfa/checks/kinds.ts';
import { isReturned } from '../../../program/cfa/inputs.ts';
import { witnessLocation } from './location.ts';
import type { Sources } from './sources.ts';
import { violationPlace } from './violation-place.ts';

/** Most segments; more inputs only make a validator's work harder. */
export const MOST_SEGMENTS = 1000;

/**
 * The waypoint of a value that a call returned. Null for inputs that the format cannot name: values without a C
 * constant, and calls that are not found in the input files.
 */
export function returnWaypoint(input: RecordedInput, sources: Sources): object | null {
  if (!isReturned(input.kind) || input.constant === null) return null;
  // The waypoint of a returned value is at the closing parenthesis of the call.
  const location = sources.closingParenthesis(input.at, input.name);
  if (location === null) return null;
  const constraint = { value: `\\result == ${input.constant}`, format: 'ext_c_expression' };
  return { type: 'function_return', action: 'follow', location: witnessLocation(location), constraint };
}

/** The waypoint of the violation: the call of an error function, or the statement or full expression of a check. */
export function targetWaypoint(
  run: Pick<ProgramRun, 'error' | 'errorFunction' | 'callStack' | 'lost'>,
  sources: Sources,
): object {
  return { type: 'target', action: 'follow', location: targetLocation(run, sources) };
}

/** Omits the column, which is optional, if macros earlier in the line have moved the call. */
function targetLocation(run: Parameters<typeof targetWaypoint>[0], sources: Sources): object {
  const { error, errorFunction } = run;
  if (sources.hasWord(error, errorFunction)) return witnessLocation(error);
  if (checkOf(errorFunction) === null) return { file_name: error.file, line: error.line };
  const { at, whole } = violationPlace(run, (file) => sources.text(file));
  return whole === null ? { file_name: at.file, line: at.line } : witnessLocation(whole);
}
