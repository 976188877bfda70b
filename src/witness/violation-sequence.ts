import { readFileSync } from 'node:fs';
import type { SourceLocation } from '../base/source.ts';
import type { ProgramRun, RecordedInput } from '../certify/recorded-run.ts';
import { witnessLocation } from './location.ts';

/** More inputs than these only make a validator's work harder. */
const MOST_SEGMENTS = 1000;

/** One segment for each value that a call returned, in order, and the call of the error function at the end. */
export function violationSequence(run: ProgramRun): readonly object[] {
  const sources = new Sources();
  const inputs = run.inputs.slice(0, MOST_SEGMENTS).flatMap((input) => returnSegment(input, sources));
  const target = { waypoint: { type: 'target', action: 'follow', location: witnessLocation(run.error) } };
  return [...inputs, { segment: [target] }];
}

/** [] for inputs that the format cannot name: values without a C constant, and calls that are not found in the source text. */
function returnSegment(input: RecordedInput, sources: Sources): readonly object[] {
  if (input.kind === 'uninitialised' || input.constant === null) return [];
  const location = sources.closingParenthesis(input.at, input.name);
  if (location === null) return [];
  const constraint = { value: `\\result == ${input.constant}`, format: 'ext_c_expression' };
  return [
    { segment: [{ waypoint: { type: 'function_return', action: 'follow', location: witnessLocation(location), constraint } }] },
  ];
}

/** Source texts, read once. */
class Sources {
  readonly #lines = new Map<string, readonly string[]>();

  /** A returned value is stated at the closing parenthesis of the call; null unless the call stands there as written. */
  closingParenthesis(at: SourceLocation, name: string): SourceLocation | null {
    const line = this.#linesOf(at.file)[at.line - 1];
    if (line === undefined) return null;
    const start = line.indexOf(name, at.column - 1);
    if (start < 0) return null;
    const call = /^\w+\s*\(\s*\)/.exec(line.slice(start));
    return call === null ? null : { file: at.file, line: at.line, column: start + call[0].length };
  }

  #linesOf(file: string): readonly string[] {
    let lines = this.#lines.get(file);
    if (lines === undefined) {
      lines = readLines(file);
      this.#lines.set(file, lines);
    }
    return lines;
  }
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}
