import { endText } from '../../../output/report/end-text.ts';
import type { Lane } from '../state/lane.ts';
import { laneName } from '../state/lane.ts';
import { durationText } from '../state/lanes.ts';
import type { Race } from '../state/race.ts';
import { type Column, Section, Table } from './common.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Engine' },
  { title: 'Bound', isNumber: true },
  { title: 'Time', isNumber: true },
  { title: 'Solver', isNumber: true },
  { title: 'Memory', isNumber: true },
  { title: 'Lemmas', isNumber: true },
  { title: 'State' },
];

/** The work of each engine in numbers and words, for users who cannot see the picture. */
export function Engines({ race }: { readonly race: Race }) {
  const lanes = [...race.lanes.values()];
  if (lanes.length === 0) return null;
  const published = new Map<string, number>();
  const useful = new Map<string, number>();
  for (const { from, usedBy } of race.lemmas.values()) {
    published.set(from, (published.get(from) ?? 0) + 1);
    if (usedBy.length > 0) useful.set(from, (useful.get(from) ?? 0) + 1);
  }
  return (
    <Section title="Engines" name="engines">
      <Table label="Table of engines" columns={COLUMNS}>
        {lanes.map((lane) => (
          <tr key={lane.engine}>
            <th scope="row">{laneName(lane.engine)}</th>
            <td class="number" data-label="Bound">
              {lane.bounds.at(-1)?.bound ?? '–'}
            </td>
            <td class="number" data-label="Time">
              {durationText((lane.ended?.time ?? Math.max(race.time, lane.started)) - lane.started)}
            </td>
            <td class="number" data-label="Solver">
              {solverText(lane)}
            </td>
            <td class="number" data-label="Memory">
              {lane.bytes === null ? '–' : `${Math.round(lane.bytes / 2 ** 20)} MB`}
            </td>
            <td class="number" data-label="Lemmas">
              {published.get(lane.engine) ?? '–'}
              {useful.has(lane.engine) && <span class="dim"> ({useful.get(lane.engine)} of use)</span>}
            </td>
            <td data-label="State">{stateText(lane, race)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function solverText({ solver }: Lane): string {
  const last = solver.at(-1);
  return last === undefined ? '–' : durationText(last.milliseconds);
}

function stateText(lane: Lane, race: Race): string {
  const claim = lane.claims.at(-1);
  const note = lane.note === null ? '' : `: ${lane.note}`;
  if (claim !== undefined) {
    const what = `claims ${claim.claim === 'safe' ? 'TRUE' : 'FALSE'} (${claim.detail})`;
    if (claim.outcome === null) return race.end === null ? `${what}, being certified` : what;
    return claim.outcome.certified ? `${what}, certified` : `${what}, refused: ${claim.outcome.why ?? ''}`;
  }
  if (lane.ended !== null) return `${endText(lane.ended.end)}${note}`;
  return `${race.end === null ? 'running' : 'over'}${note}`;
}
