import type { SourceLocation } from '../base/source.ts';
import type { ProgramRun, RecordedInput } from '../certify/recorded-run.ts';
import { isReturned } from '../cfa/inputs.ts';
import { witnessLocation } from './location.ts';
import type { Sources } from './sources.ts';

/** Most segments; more inputs only make a validator's work harder. */
const MOST_SEGMENTS = 1000;

/**
 * One segment for each value that a call returned, in order, and the call of the error function at the
 * end.
 */
export function violationSequence(run: ProgramRun, sources: Sources): readonly object[] {
  const inputs = run.inputs.slice(0, MOST_SEGMENTS).flatMap((input) => returnSegment(input, sources));
  const target = {
    waypoint: { type: 'target', action: 'follow', location: targetLocation(run.error, run.errorFunction, sources) },
  };
  return [...inputs, { segment: [target] }];
}

/** Omits the column, which is optional, if macros earlier in the line have moved it. */
function targetLocation(at: SourceLocation, errorFunction: string, sources: Sources): object {
  return sources.hasWord(at, errorFunction) ? witnessLocation(at) : { file_name: at.file, line: at.line };
}

/**
 * [] for inputs that the format cannot name: values without a C constant, and calls that are not found
 * in the input files.
 */
function returnSegment(input: RecordedInput, sources: Sources): readonly object[] {
  if (!isReturned(input.kind) || input.constant === null) return [];
  // The waypoint of a returned value is at the closing parenthesis of the call.
  const location = sources.closingParenthesis(input.at, input.name);
  if (location === null) return [];
  const constraint = { value: `\\result == ${input.constant}`, format: 'ext_c_expression' };
  return [
    {
      segment: [
        { waypoint: { type: 'function_return', action: 'follow', location: witnessLocation(location), constraint } },
      ],
    },
  ];
}
