import { useMemo } from 'preact/hooks';
import { ENTRY_FUNCTION } from '../../../../program/cfa/entry-options.ts';
import { type CheckState, checkGroups, STATES } from '../state/check-groups.ts';
import { durationText } from '../state/lanes.ts';
import { type CheckRecord, isOpen, type Race } from '../state/race.ts';
import type { StepPlace } from '../state/result.ts';
import { PlaceLink, Section, useClock } from './common.tsx';

/** Most checks of one function that are listed. */
const MOST_LISTED = 200;
/** Width of a lane in the units of its picture. */
const LANE_WIDTH = 100;

/** The checks that are decided one by one: a lane for each, up to its answer, by function. */
export function ChecksPanel({ race, go }: { readonly race: Race; readonly go: (at: StepPlace) => void }) {
  const now = useClock(race.time, isOpen(race) && race.time > 0);
  const groups = useMemo(() => checkGroups(race.checks.values()), [race.checks]);
  const all = [...race.checks.values()];
  return (
    <Section title="Checks" name="checks">
      <p>{counts(all)}</p>
      {groups.map(({ name, checks }) => (
        <details key={name} open={groups.length === 1 || checks.some(({ state }) => isFinding(state))}>
          <summary>
            <code>{name === ENTRY_FUNCTION ? 'call with any arguments' : name}</code>{' '}
            <span class="dim">{counts(checks)}</span>
          </summary>
          <ul class="check-lanes">
            {checks.slice(0, MOST_LISTED).map((check) => (
              <CheckLane key={keyOf(check)} check={check} until={Math.max(now, 1)} go={go} />
            ))}
          </ul>
          {checks.length > MOST_LISTED && <p class="dim">and {checks.length - MOST_LISTED} more</p>}
        </details>
      ))}
    </Section>
  );
}

function CheckLane({
  check: { kind, at, state, text, time },
  until,
  go,
}: {
  readonly check: CheckRecord;
  /** The right end of all lanes, in ms. */
  readonly until: number;
  readonly go: (at: StepPlace) => void;
}) {
  return (
    <li>
      <PlaceLink at={at} go={go} /> <span class="check-kind">{kind}</span>
      <svg class="check-lane" viewBox={`0 0 ${LANE_WIDTH} 6`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar" width={LANE_WIDTH} height={6} />
        <rect class={`check-bar ${state ?? 'undecided'}`} width={(LANE_WIDTH * (time ?? until)) / until} height={6} />
      </svg>
      <span class={`check-state ${state ?? 'undecided'}`}>{state ?? 'not yet decided'}</span>
      {time !== null && <span class="dim"> after {durationText(time)}</span>}
      {text !== '' && <p class="check-text">{text}</p>}
    </li>
  );
}

function keyOf({ kind, at }: CheckRecord): string {
  return `${kind} ${at.file}:${at.line}:${at.column}`;
}

function isFinding(state: CheckState): boolean {
  return state === 'violated' || state === 'contested';
}

/** The numbers of checks by state: `1 violated, 3 proved`. */
function counts(checks: readonly CheckRecord[]): string {
  return STATES.flatMap(([state, title]) => {
    const number = checks.filter((check) => check.state === state).length;
    return number === 0 ? [] : [`${number} ${title}`];
  }).join(', ');
}
