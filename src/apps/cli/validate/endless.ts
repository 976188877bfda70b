import { messageOf } from '../../../base/errors.ts';
import type { UnsafeVerdict, Verdict } from '../../../race/verdict.ts';
import { reasonText } from '../../output/report/unknown-reason.ts';
import { type EndlessChoice, type EndlessMonitored, endlessMonitored } from '../../output/witness/monitor.ts';
import type { Waypoint } from '../../output/witness/read-witness.ts';
import { Copies } from './copies.ts';
import { type Finding, open, type ValidateTask } from './finding.ts';
import { nameOf, placeOf } from './violation.ts';

type ProgramRun = Extract<UnsafeVerdict['run'], { readonly kind: 'program' }>;
type Segments = readonly (readonly Waypoint[])[];

/**
 * Checks a violation sequence with a cycle: the program is changed so that runs that leave the sequence
 * end. A run without end that passes the cycle again and again confirms the witness. A proof that all
 * runs end refutes it.
 */
export async function validateEndless(task: ValidateTask, segments: Segments): Promise<Finding> {
  const waypoints = segments.flat();
  const strange = waypoints.find(({ type, thread_id }) => type === 'target' || thread_id !== undefined);
  if (strange !== undefined) {
    const why = strange.type === 'target' ? 'a run without end has no target' : 'threads are not supported';
    return open(`${nameOf(segments, waypoints.indexOf(strange))} is not followed: ${why}`);
  }
  const first = await along(task, segments, { together: false });
  if (first.unmarked) return marked(task, segments, first);
  if (first.outcome !== 'refuted' || !first.shared) return first;
  const second = await along(task, segments, { together: true });
  return second.outcome === 'refuted' ? first : second;
}

/** A finding; `unmarked`: a run without end was found, of which it is not known that it passes the cycle. */
type EndlessFinding = Finding & { readonly shared: boolean; readonly unmarked?: boolean };

/**
 * Asks again for a run without end, where only runs that pass the cycle again and again have no end. Such a
 * run confirms the witness; a proof that there is none says nothing about runs that pass it rarely.
 */
async function marked(task: ValidateTask, segments: Segments, first: Finding): Promise<Finding> {
  const second = await along(task, segments, { together: false, marked: true, defines: task.sources.defines });
  return second.outcome === 'confirmed' ? second : first;
}

async function along(task: ValidateTask, segments: Segments, choice: EndlessChoice): Promise<EndlessFinding> {
  const changed = endlessMonitored(task.sources.files, segments, choice);
  if (changed.kind === 'not-followed')
    return { ...open(`${nameOf(segments, changed.waypoint)} is not followed: ${changed.why}`), shared: false };
  const copies = new Copies(task, changed.texts);
  try {
    const verdict = await copies.verdict();
    if (choice.marked && verdict.kind === 'unsafe') return { ...CONFIRMED, shared: changed.shared };
    return { ...found(changed, copies, verdict), shared: changed.shared };
  } catch (error) {
    const place = placeOf(error);
    const source = place === null ? null : (copies.origin(place)?.source ?? null);
    if (source === null) throw error;
    return { ...open(`${nameOf(segments, source)} is not followed: ${messageOf(error)}`), shared: false };
  } finally {
    copies.dispose();
  }
}

const CONFIRMED: Finding = { outcome: 'confirmed', detail: 'a run along the witness has no end' };

function found({ mark }: EndlessMonitored, copies: Copies, verdict: Verdict): Omit<EndlessFinding, 'shared'> {
  switch (verdict.kind) {
    case 'unsafe': {
      const { run } = verdict;
      if (run.kind === 'program' && run.cycle?.repeats === true && repeats(run, mark, copies)) return CONFIRMED;
      const why = 'a run without end was found, but it is not known to pass the cycle again and again';
      return { ...open(why), unmarked: true };
    }
    case 'safe':
      return { outcome: 'refuted', detail: 'all runs along the witness end' };
    case 'unknown':
      return open(reasonText(verdict.reason));
    default:
      return verdict satisfies never;
  }
}

/** Whether the part of the run that repeats for ever has the mark. */
function repeats({ cycle, inputs, further }: ProgramRun, mark: string, copies: Copies): boolean {
  if (cycle === null) return false;
  if (cycle.places.some((at) => copies.wordAt(at) === mark)) return true;
  // The place may be missing in a long turn, whose inputs are few all the same.
  if (further === null || further.series.length > 0) return false;
  return inputs.slice(cycle.inputsBefore).some(({ name }) => name === mark);
}
