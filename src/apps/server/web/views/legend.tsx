import type { ComponentChildren } from 'preact';
import type { Race } from '../state/race.ts';

/** Says what every mark of the race means. */
export function Legend({ race }: { readonly race: Race }) {
  const lanes = [...race.lanes.values()];
  const has = {
    bounds: lanes.some(({ bounds }) => bounds.length > 0),
    solver: lanes.some(({ solver }) => solver.length > 0),
    claims: lanes.some(({ claims }) => claims.length > 0),
    lemmas: race.lemmas.size > 0,
    restarts: race.restarts.length > 0,
  };
  return (
    <details class="legend">
      <summary>How to read this</summary>
      <p>
        Time runs from left to right. The program is compiled first; then the engines run beside each other, one row
        each. The first claim that a separate check certifies is the verdict, and ends the race.
      </p>
      <dl>
        <Entry mark="bar-key" text="The time in which an engine ran." />
        {has.bounds && (
          <Entry
            mark="bound-key"
            text="A bound, from when it was reached: no run of at most so many steps violates the property. A wider piece took longer."
          />
        )}
        {has.solver && (
          <Entry mark="solver-key" text="The share of the time in which the engine waited for its solver." />
        )}
        {has.claims && (
          <>
            <Entry mark="claim-key" text="A claim that has not been certified." />
            <Entry mark="claim-key safe" text="A claim of TRUE that was certified." />
            <Entry mark="claim-key unsafe" text="A claim of FALSE whose run was replayed." />
            <Entry mark="claim-key refused" text="A claim that was refused." />
          </>
        )}
        {has.lemmas && (
          <>
            <Entry
              mark="lemma-key"
              text="A lemma that the engine published for the others; larger marks are several."
            />
            <Entry mark="lemma-key in-proof" text="A lemma that the proof rests on." />
            <Entry mark="arrow-key" text="Another engine used the lemma." />
          </>
        )}
        {has.restarts && <Entry mark="restart-key" text="The process broke down, and another one began again." />}
      </dl>
    </details>
  );
}

function Entry({ mark, text }: { readonly mark: string; readonly text: ComponentChildren }) {
  return (
    <div>
      <dt>
        <span class={`key ${mark}`} />
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
