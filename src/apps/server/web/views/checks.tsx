import type { CheckRecord, Race } from '../state/race.ts';
import type { Place } from '../state/result.ts';
import { PlaceLink, Section } from './common.tsx';

/** Most checks of one state that are listed. */
const MOST_LISTED = 200;

/** The states in the order of their urgency; null: not yet decided. */
const STATES: readonly (readonly [CheckRecord['state'], title: string])[] = [
  ['violated', 'violated'],
  ['contested', 'contested'],
  ['open', 'open'],
  [null, 'not yet decided'],
  ['proved', 'proved'],
];

/** The checks that are decided one by one, by what is known of them. */
export function ChecksPanel({ race, go }: { readonly race: Race; readonly go: (at: Place) => void }) {
  const checks = [...race.checks.values()];
  return (
    <Section title="Checks" name="checks">
      {STATES.map(([state, title]) => {
        const group = checks.filter((check) => check.state === state);
        if (group.length === 0) return null;
        return (
          <details key={title} open={state === 'violated' || state === 'contested'}>
            <summary>
              {group.length} {title}
            </summary>
            <ul>
              {group.slice(0, MOST_LISTED).map(({ kind, at, text }) => (
                <li key={`${kind} ${at.file}:${at.line}:${at.column}`}>
                  <PlaceLink at={at} go={go} /> {kind}
                  {text === '' ? '' : `: ${text}`}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </Section>
  );
}
