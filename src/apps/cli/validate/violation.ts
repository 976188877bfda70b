import { LemmataError, messageOf } from '../../../base/errors.ts';
import type { SourceLocation } from '../../../base/source.ts';
import { FrontEndError } from '../../../c/diagnostics.ts';
import type { ProgramRun } from '../../../certify/replay/recorded-run.ts';
import type { CheckKind } from '../../../program/cfa/checks/kinds.ts';
import { checksIn, type Property } from '../../../race/property.ts';
import { reasonText } from '../../output/report/unknown-reason.ts';
import { endsBehind, type Monitored, monitored, passesAll } from '../../output/witness/monitor.ts';
import type { Waypoint } from '../../output/witness/read-witness.ts';
import { Copies, type Origin } from './copies.ts';
import { type Finding, open, type ValidateTask } from './finding.ts';

type Segments = readonly (readonly Waypoint[])[];

/**
 * Checks a violation sequence: the program is changed so that it violates the property along the
 * sequence alone. A run of it confirms the witness; a proof that there is none refutes it.
 */
export async function validateViolation(task: ValidateTask, segments: Segments): Promise<Finding> {
  const waypoints = segments.flat();
  const strange = waypoints.find(({ action }) => action === 'cycle');
  if (strange !== undefined)
    return open(`${nameOf(segments, waypoints.indexOf(strange))} is not followed: cycles are not supported`);
  const first = await along(task, segments, false);
  // Waypoints of one place may all be passed by one visit, or by one visit each.
  if (first.outcome !== 'refuted' || !first.shared) return first;
  const second = await along(task, segments, true);
  return second.outcome === 'refuted' ? first : second;
}

async function along(
  task: ValidateTask,
  segments: Segments,
  together: boolean,
): Promise<Finding & { readonly shared: boolean }> {
  const { property, sources } = task;
  const changed = monitored(sources.files, segments, property.errorFunctions, together);
  if (changed.kind === 'not-followed')
    return { ...open(`${nameOf(segments, changed.waypoint)} is not followed: ${changed.why}`), shared: false };
  const copies = new Copies(task, changed.texts);
  try {
    // A plain run has no checks of operations, and one order of threads: verification judges them.
    const plain =
      property.kind !== 'checks' &&
      segments.flat().every(({ thread_id }) => thread_id === undefined) &&
      isGuarded(changed);
    const run = !plain ? null : await replayed(task, changed, copies);
    const found: Searched = run ?? (await searched(task, changed, copies, segments));
    const finding = found.elsewhere === true ? await atTarget(task, changed, copies, found) : found;
    const unknown = finding.outcome === 'open' && finding.detail === SOME_RUNS;
    const wider = unknown ? await amongAll(task, segments, together) : null;
    return { ...(wider ?? finding), shared: changed.shared };
  } finally {
    copies.dispose();
  }
}

const SOME_RUNS = 'no run was found along the witness, but not all were tried';

function noRun(property: Property): Finding {
  return { outcome: 'refuted', detail: `no run along the witness ${errorOf(property)}` };
}

/**
 * Looks at all runs that follow the waypoints before the target as far as they come, also those that come to the
 * target before. They refute the witness if none violates the property, and one confirms it if it passed all
 * waypoints. Null: neither.
 */
async function amongAll(task: ValidateTask, segments: Segments, together: boolean): Promise<Finding | null> {
  const { property, sources } = task;
  const changed = monitored(sources.files, segments, property.errorFunctions, together, false);
  if (changed.kind === 'not-followed') return null;
  const copies = new Copies(task, changed.texts);
  try {
    const verdict = await copies.verdict();
    const run = verdict.kind === 'unsafe' && verdict.run.kind === 'program' ? verdict.run : null;
    const ends = run === null ? null : endsBehind(run, segments);
    const isAtTarget = changed.targets.every(({ threads, ...target }) =>
      threads.every((thread) =>
        ends?.some(({ at, thread: own }) => own === thread && isWithin(copies.origin(at), [target])),
      ),
    );
    const isPlain = run !== null && segments.flat().every(({ thread_id }) => thread_id === undefined);
    const isAlong = isPlain && passesAll(run, segments) && runAwayFromTarget(changed, copies, run) === null;
    if (isAlong || (ends !== null && isAtTarget))
      return { outcome: 'confirmed', detail: `a run along the witness ${errorOf(property)}` };
    if (!changed.complete) return null;
    if (verdict.kind === 'safe') return noRun(property);
    const proved = verdict.kind === 'unsafe' && (await targetState(task, changed, copies)) === 'proved';
    return proved ? noRun(property) : null;
  } finally {
    copies.dispose();
  }
}

/** The run with the inputs that the witness gives; null: that run decides nothing. */
async function replayed({ property }: ValidateTask, changed: Monitored, copies: Copies): Promise<Finding | null> {
  const run = await copies.run();
  if (run === null) return null;
  if (run.reached) {
    const elsewhere = awayFromTarget(changed, copies, [run.at]);
    return elsewhere === null ? { outcome: 'confirmed', detail: `the run ${errorOf(property)}` } : null;
  }
  // A run without open inputs is the only one along the witness.
  return run.open === 0 && run.decided && changed.complete ? { outcome: 'refuted', detail: run.message } : null;
}

/** A finding; `elsewhere`: the run that was found violates the property at another place than the target. */
type Searched = Finding & { readonly elsewhere?: boolean };

/** Searches for a run along the witness. */
async function searched(
  { property }: ValidateTask,
  changed: Monitored,
  copies: Copies,
  segments: Segments,
): Promise<Searched> {
  try {
    const verdict = await copies.verdict();
    switch (verdict.kind) {
      case 'unsafe': {
        if (verdict.run.kind !== 'program') return open('the run is not one of the program');
        const { run } = verdict;
        const elsewhere = runAwayFromTarget(changed, copies, run);
        if (elsewhere !== null) return { ...open(elsewhere), elsewhere: true };
        const isAlong = isGuarded(changed) || passesAll(run, segments);
        return isAlong
          ? { outcome: 'confirmed', detail: `a run along the witness ${errorOf(property)}` }
          : open(SOME_RUNS);
      }
      case 'safe':
        return changed.complete ? noRun(property) : open(SOME_RUNS);
      case 'unknown':
        return open(reasonText(verdict.reason));
      default:
        return verdict satisfies never;
    }
  } catch (error) {
    const place = placeOf(error);
    const source = place === null ? null : (copies.origin(place)?.source ?? null);
    if (source === null || !(error instanceof Error)) throw error;
    return open(`${nameOf(segments, source)} is not followed: ${messageOf(error)}`);
  }
}

/**
 * Asks for the checks of the target alone: a run along the witness that fails elsewhere first does not pass
 * them. A failing one confirms the witness. It is refuted if no run fails any.
 */
async function atTarget(task: ValidateTask, changed: Monitored, copies: Copies, found: Finding): Promise<Finding> {
  switch (await targetState(task, changed, copies)) {
    case 'violated':
      // The failing run may come to a target without a guard before its turn.
      return isGuarded(changed)
        ? { outcome: 'confirmed', detail: `a run along the witness ${errorOf(task.property)}` }
        : found;
    case 'proved':
      return changed.complete ? noRun(task.property) : open(SOME_RUNS);
    case 'open':
      return found;
  }
}

/** Kinds of checks that fail at the end of a run, or at two places at once. */
const PLACELESS: readonly CheckKind[] = ['memtrack', 'memcleanup', 'data-race', 'deadlock'];

/** The state of the checks in the target: one is violated, all are proved, or neither is known. */
async function targetState(
  { property }: ValidateTask,
  { targets, complete }: Monitored,
  copies: Copies,
): Promise<'violated' | 'proved' | 'open'> {
  if (property.kind !== 'checks' || checksIn(property).some((kind) => PLACELESS.includes(kind))) return 'open';
  const checks = await copies.checks();
  if (checks === null) return 'open';
  let state: 'violated' | 'proved' | 'open' = 'proved';
  for (const { check, state: known } of checks) {
    const origin = copies.origin(check.at);
    if (origin !== null && !isWithin(origin, targets)) continue;
    // Models of library functions are called somewhere; so are words of the witness.
    const isOwn = origin !== null && (origin.source === null || complete);
    if (known.kind === 'violated' && isOwn) return 'violated';
    if (known.kind !== 'proved') state = 'open';
  }
  return state;
}

/** The place of a front-end error. */
export function placeOf(error: unknown): SourceLocation | null {
  if (error instanceof FrontEndError) return error.diagnostics[0]?.at ?? null;
  return error instanceof LemmataError ? error.at : null;
}

/**
 * Where a run violates the property, if it is not at the targets. A lost block may be named where its last pointer
 * goes, or where the program asks for it.
 */
function runAwayFromTarget(changed: Monitored, copies: Copies, run: ProgramRun): string | null {
  const { lost, ...asked } = run;
  const elsewhere = awayFromTarget(changed, copies, copies.violationPlaces(run));
  if (elsewhere === null || lost === undefined) return elsewhere;
  return awayFromTarget(changed, copies, copies.violationPlaces(asked)) === null ? null : elsewhere;
}

/** Whether only runs that passed all waypoints before violate the property at the targets. */
function isGuarded({ targets }: Monitored): boolean {
  return targets.every(({ guarded }) => guarded);
}

/** Where a violation is, if it is not at the targets. A place behind a line mark is not known. */
function awayFromTarget(
  { targets, complete }: Monitored,
  copies: Copies,
  places: readonly SourceLocation[],
): string | null {
  for (const at of places) {
    const origin = copies.origin(at);
    if (origin === null && complete) continue;
    if (origin === null) return 'a run violates the property at an unknown place';
    if (origin.source !== null && !complete) return 'evaluating a constraint of the witness violates the property';
    if (!isWithin(origin, targets)) return `a run violates the property elsewhere, in ${origin.file}:${origin.line}`;
  }
  return null;
}

function isWithin(origin: Origin | null, targets: readonly Omit<Monitored['targets'][number], 'threads'>[]): boolean {
  return targets.some(({ file, first, last }) => origin?.file === file && origin.line >= first && origin.line <= last);
}

/** A waypoint in words: `waypoint 3 (branching at prog.c:18:5)`. */
export function nameOf(segments: Segments, index: number): string {
  const waypoint = segments.flat()[index];
  if (waypoint === undefined) return 'the witness';
  const { type, location } = waypoint;
  const { file_name, line, column } = location;
  const place = column === undefined ? `${file_name}:${line}` : `${file_name}:${line}:${column}`;
  return `waypoint ${index + 1} (${type} at ${place})`;
}

function errorOf({ kind, errorFunctions }: Property): string {
  return errorFunctions.length === 1 && kind !== 'checks' ? `calls ${errorFunctions[0]}` : 'violates the property';
}
