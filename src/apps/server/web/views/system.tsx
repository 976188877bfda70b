import type { SystemFacts } from '../state/event-parts.ts';
import { durationText } from '../state/lanes.ts';
import type { Race } from '../state/race.ts';
import { Section } from './common.tsx';

/** The result of compiling: the transition system of the engines, and the decisions of the encoding. */
export function System({ race: { compiled } }: { readonly race: Race }) {
  if (compiled === null) return null;
  const { facts, decisions, milliseconds } = compiled;
  return (
    <Section title="System" name="system">
      <dl class="facts">
        {factRows(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Compiled in</dt>
          <dd>{durationText(milliseconds)}</dd>
        </div>
      </dl>
      {decisions.length > 0 && (
        <details>
          <summary>How it is encoded</summary>
          <div class="scroll" role="region" aria-label="How it is encoded" tabIndex={0}>
            <pre>{decisions.join('\n')}</pre>
          </div>
        </details>
      )}
    </Section>
  );
}

/** Names and values of the facts. Jobs that an older server stored lack some facts. */
function factRows(facts: Partial<SystemFacts>): readonly (readonly [string, string])[] {
  const { source, lines, loops, stateVars, stateBits, inputs, terms, gates, approximations = 0, gaps = 0 } = facts;
  const rows: readonly (readonly [string, number | undefined])[] = [
    ['Lines', lines],
    ['Loops', source === 'hardware' ? undefined : loops],
    ['State variables', stateVars],
    ['State bits', stateBits],
    ['Inputs', inputs],
    ['Nodes', terms],
    ['Gates a step, about', gates],
    ['Constructs that may give any value', approximations === 0 ? undefined : approximations],
    ['Constructs without a meaning', gaps === 0 ? undefined : gaps],
  ];
  return rows.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Math.round(value).toLocaleString('en')] as const],
  );
}
