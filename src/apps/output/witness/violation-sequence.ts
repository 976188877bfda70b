import type { SourceLocation } from '../../../base/source.ts';
import type {
  ListedStates,
  ProgramRun,
  RecordedInput,
  RunCycle,
  TakenBranch,
} from '../../../certify/replay/recorded-run.ts';
import { isReturned } from '../../../program/cfa/inputs.ts';
import { BranchWaypoints } from './branch-waypoints.ts';
import { witnessLocation } from './location.ts';
import type { Sources } from './sources.ts';
import { FileText } from './text/file-text.ts';
import { bodyOfLoop, firstVisited, loopAt } from './text/loop-places.ts';
import { hasThreads, threadSequence } from './thread-sequence.ts';
import { simpleStatementAt } from './violation-place.ts';
import { MOST_SEGMENTS, returnWaypoint, targetWaypoint } from './waypoints.ts';

/**
 * One segment for each value that a call returned and for each branch that a statement takes, in order. The last
 * one is the call of the error function. Branches are left out where there are too many of them. A run without
 * end has a cycle instead. Null if it has too many inputs before that.
 */
export function violationSequence(run: ProgramRun, sources: Sources): readonly object[] | null {
  if (run.cycle !== null) return endlessSequence(run, run.cycle, sources);
  if (hasThreads(run)) return threadSequence(run, sources);
  // A block may be lost before the run ends.
  let left = run.lost?.returned ?? run.inputs.length;
  const inputs = run.inputs
    .slice(0, MOST_SEGMENTS)
    .map((input) => (isReturned(input.kind) && left-- <= 0 ? [] : returnSegment(input, sources)));
  const path = alongBranches(run.branches?.slice(0, run.lost?.branches) ?? [], inputs, sources);
  const segments = path.length < MOST_SEGMENTS ? path : inputs.flat();
  return [...segments, { segment: [{ waypoint: targetWaypoint(run, sources) }] }];
}

/** Puts the branches of a run between the segments of its inputs. */
function alongBranches(
  branches: readonly TakenBranch[],
  inputs: readonly (readonly object[])[],
  sources: Sources,
): readonly object[] {
  const segments: object[] = [];
  const places = new BranchWaypoints(sources);
  let told = 0;
  for (const branch of branches) {
    while (told < Math.min(branch.inputsBefore, inputs.length)) segments.push(...inputs[told++]);
    const waypoint = places.waypoint(branch);
    if (waypoint !== null) segments.push({ segment: [{ waypoint }] });
  }
  return [...segments, ...inputs.slice(told).flat()];
}

/**
 * A cycle is an assumption about the states at the first statement of its loop, which each turn passes. The
 * beginning of a loop is none: a run passes it once, however often the loop turns. Where the states are not
 * known, the assumption always holds. Values that calls return in the cycle are left out, since validators
 * take none there. Null: there are too many inputs before it.
 */
function endlessSequence(run: ProgramRun, cycle: RunCycle, sources: Sources): readonly object[] | null {
  if (cycle.inputsBefore > Math.min(MOST_SEGMENTS, run.inputs.length)) return null;
  const stem = run.inputs.slice(0, cycle.inputsBefore).flatMap((input) => returnSegment(input, sources));
  const known = statesInTurn(run.error, cycle, sources);
  const location = witnessLocation(known?.at ?? placeInTurn(run.error, cycle, sources));
  const constraint = { value: known?.value ?? '1', format: 'c_expression' };
  const waypoint = { type: 'assumption', action: 'cycle', location, constraint };
  return [...stem, { segment: [{ waypoint }] }];
}

/** Most states, or values of a variable, that an assumption lists. */
const MOST_LISTED = 4;

/** The states at the first statement of the loop where a cycle begins; null: they are not known there. */
function statesInTurn(
  begin: SourceLocation,
  { states }: RunCycle,
  sources: Sources,
): { readonly at: SourceLocation; readonly value: string } | null {
  const file = sources.text(begin.file);
  if (states === null || file === null) return null;
  const text = new FileText(begin.file, file);
  const loop = loopAt(text, begin);
  const statement = loop === null ? null : firstVisited(text, loop);
  if (loop === null || statement === null) return null;
  const at = { file: begin.file, ...text.placeOf(statement.start) };
  if ('expression' in states) return { at, value: states.expression };
  const words = new Set(file.slice(loop.start, loop.body.end).match(/\w+/g));
  return { at, value: listedText(states, words) };
}

/** That the variables among `words` have the values of some state; of many states, the values of each variable. */
function listedText({ names, rows }: ListedStates, words: ReadonlySet<string>): string {
  const read = names.flatMap((name, i) => (words.has(name) ? [i] : []));
  const anyOf = (alternatives: readonly string[]): string | null => {
    const all = [...new Set(alternatives)];
    if (all.length > MOST_LISTED) return null;
    return all.length === 1 ? all[0] : `(${all.map((one) => `(${one})`).join(' || ')})`;
  };
  const isAs = (row: readonly string[], i: number): string => `${names[i]} == ${row[i]}`;
  const whole = anyOf(rows.map((row) => read.map((i) => isAs(row, i)).join(' && ')));
  const each = whole === null ? read.flatMap((i) => anyOf(rows.map((row) => isAs(row, i))) ?? []) : [whole];
  return each.filter((part) => part !== '').join(' && ') || '1';
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

/** [] for inputs that the format cannot name. */
function returnSegment(input: RecordedInput, sources: Sources): readonly object[] {
  const waypoint = returnWaypoint(input, sources);
  return waypoint === null ? [] : [{ segment: [{ waypoint }] }];
}
