import { useMemo, useState } from 'preact/hooks';
import { lemmaText } from '../state/annotations.ts';
import { laneName } from '../state/lane.ts';
import {
  arrowsOf,
  BAR_HEIGHT,
  durationText,
  type LaneRow,
  type LemmaArrow,
  type LemmaMark,
  layLanes,
} from '../state/lanes.ts';
import { isOpen, lemmasInProof, type Race } from '../state/race.ts';
import { raceStory } from '../state/story.ts';
import { Section, useClock, useWidth } from './common.tsx';
import { Legend } from './legend.tsx';

const BAR_TOP = 12;
const MOST_SHOWN = 6;

/** The engines over time, with the bounds that they reached and the lemmas that they exchanged. */
export function Lanes({ race }: { readonly race: Race }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const now = useClock(race.time, isOpen(race) && race.time > 0);
  const picture = useMemo(() => layLanes(race, now, Math.max(width, 1)), [race, now, width]);
  const [chosen, setChosen] = useState<string | null>(null);
  const index = Math.max(
    0,
    picture.marks.findIndex((mark) => keyOf(mark) === chosen),
  );
  const mark = chosen === null ? undefined : picture.marks[index];
  const arrows = mark === undefined ? picture.arrows : arrowsOf(race, mark.lemmas, picture);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'Escape') setChosen(null);
    if (step === 0) return;
    event.preventDefault();
    const next = picture.marks[index + (chosen === null ? 0 : step)];
    if (next === undefined) return;
    setChosen(keyOf(next));
    const target = event.currentTarget;
    if (target instanceof Element) target.querySelector<SVGGElement>(`[data-mark="${keyOf(next)}"]`)?.focus();
  };
  return (
    <Section title="Race" name="race">
      <div class="lanes">
        <ol class="lane-names" aria-hidden="true">
          {picture.rows.map(({ name }) => (
            <li key={name}>{laneName(name)}</li>
          ))}
        </ol>
        <div class="lane-picture" ref={ref}>
          {width > 0 && (
            <svg
              width={width}
              height={picture.height + 22}
              role="group"
              aria-label="Engines over time; the table below says the same"
              onKeyDown={move}
            >
              <title>Engines over time</title>
              <g aria-hidden="true">
                {picture.ticks.map(({ x, label }) => (
                  <g key={label}>
                    <line class="grid" x1={x} x2={x} y1={0} y2={picture.height} />
                    <text
                      class="tick"
                      x={x}
                      y={picture.height + 15}
                      text-anchor={x < 20 ? 'start' : x > width - 30 ? 'end' : 'middle'}
                    >
                      {label}
                    </text>
                  </g>
                ))}
                {picture.restarts.map((x) => (
                  <line class="restart" key={x} x1={x} x2={x} y1={0} y2={picture.height} />
                ))}
                {picture.rows.map((row) => (
                  <Row key={row.name} row={row} />
                ))}
                {arrows.map((arrow) => (
                  <Arrow key={`${arrow.lemma} ${arrow.to.y} ${arrow.to.x}`} arrow={arrow} strong={mark !== undefined} />
                ))}
              </g>
              {picture.marks.map((one, position) => (
                <Mark
                  key={keyOf(one)}
                  mark={one}
                  chosen={keyOf(one) === chosen}
                  reached={position === index}
                  choose={() => setChosen(keyOf(one))}
                />
              ))}
            </svg>
          )}
        </div>
      </div>
      <div class="lemma-card" aria-live="polite">
        {mark === undefined ? <Hint race={race} /> : <Card mark={mark} race={race} />}
      </div>
      <Story race={race} />
      {race.lanes.size > 0 && <Legend race={race} />}
    </Section>
  );
}

/**
 * Lemmas keep their marks while the picture grows as far as possible: the first lemma identifies a
 * mark.
 */
function keyOf({ lemmas }: LemmaMark): string {
  return String(lemmas[0]?.id ?? 0);
}

function Row({ row }: { readonly row: LaneRow }) {
  const { y, x, width, segments, solver, claims, name } = row;
  return (
    <g transform={`translate(0 ${y})`} class={name === 'compile' ? 'row compile' : 'row'}>
      <rect class={row.open ? 'bar open' : 'bar'} x={x} y={BAR_TOP} width={width} height={BAR_HEIGHT} rx={3} />
      {segments.map(({ x: left, width: wide, bound }, position) => (
        <g key={left}>
          <rect class={`bound shade-${position % 2}`} x={left} y={BAR_TOP} width={wide} height={BAR_HEIGHT} />
          {wide > 9 + 7 * String(bound).length && (
            <text class="bound-text" x={left + 4} y={BAR_TOP + 12}>
              {bound}
            </text>
          )}
        </g>
      ))}
      {solver.map(({ x: left, width: wide, share }) => (
        <rect
          key={left}
          class="solver"
          x={left}
          y={BAR_TOP + BAR_HEIGHT + 1}
          width={wide}
          height={3}
          fill-opacity={share}
        />
      ))}
      {claims.map((claim) => (
        <path
          key={claim.x}
          class={`claim ${claim.claim} ${claim.outcome}`}
          d={`M ${claim.x} ${BAR_TOP + BAR_HEIGHT / 2} m -6 0 l 6 -7 l 6 7 l -6 7 z`}
        />
      ))}
    </g>
  );
}

function Arrow({ arrow: { from, to }, strong }: { readonly arrow: LemmaArrow; readonly strong: boolean }) {
  const bend = (to.y - from.y) / 2;
  const down = to.y > from.y ? 1 : -1;
  return (
    <g class={strong ? 'arrow strong' : 'arrow'}>
      <path d={`M ${from.x} ${from.y} C ${from.x} ${from.y + bend}, ${to.x} ${to.y - bend}, ${to.x} ${to.y}`} />
      <path class="head" d={`M ${to.x} ${to.y} l -3.5 ${-6 * down} l 7 0 z`} />
    </g>
  );
}

function Mark({
  mark,
  chosen,
  reached,
  choose,
}: {
  readonly mark: LemmaMark;
  readonly chosen: boolean;
  /** Whether the Tab key leads here. */
  readonly reached: boolean;
  readonly choose: () => void;
}) {
  const { x, y, lemmas, engine } = mark;
  const kind = mark.inProof ? 'in-proof' : mark.used ? 'used' : '';
  const said = lemmas.length === 1 ? lemmaText(lemmas[0]) : `${lemmas.length} lemmas`;
  return (
    <g
      class={`mark ${kind} ${chosen ? 'chosen' : ''}`}
      data-mark={keyOf(mark)}
      role="button"
      tabIndex={reached ? 0 : -1}
      aria-pressed={chosen}
      aria-label={`${engine}: ${said}`}
      onClick={choose}
      onFocus={choose}
      onPointerEnter={choose}
    >
      <rect class="target" x={x - 5} y={y - 6} width={10} height={BAR_HEIGHT + 12} />
      <rect class="line" x={x - 1} y={y - 5} width={2} height={BAR_HEIGHT + 10} />
      <circle cx={x} cy={y - 5} r={Math.min(2.5 + Math.log2(lemmas.length), 6)} />
    </g>
  );
}

function Card({ mark, race }: { readonly mark: LemmaMark; readonly race: Race }) {
  const proof = lemmasInProof(race);
  const shown = mark.lemmas.slice(0, MOST_SHOWN);
  return (
    <>
      {shown.map((lemma) => (
        <div class="lemma" key={lemma.id}>
          <p>
            <strong>Lemma {lemma.id}</strong> of {lemma.from} at {durationText(lemma.time)}, {lemma.basis}
            {proof.has(lemma.id) && <span class="badge proof">in the proof</span>}
          </p>
          <pre>
            <code>{lemmaText(lemma)}</code>
          </pre>
          <p class="dim">
            sent to {lemma.to.join(', ') || 'no engine'}
            {lemma.usedBy.length > 0 && `; used by ${lemma.usedBy.map(({ engine }) => engine).join(', ')}`}
          </p>
        </div>
      ))}
      {mark.lemmas.length > shown.length && (
        <p class="dim">… and {mark.lemmas.length - shown.length} more published at about the same time</p>
      )}
    </>
  );
}

function Hint({ race }: { readonly race: Race }) {
  if (race.lanes.size === 0)
    return <p class="dim">{race.state === 'running' ? 'The program is being compiled.' : 'No engine has started.'}</p>;
  return race.lemmas.size === 0 ? null : <p class="dim">Choose a lemma in the picture to read it.</p>;
}

/** Says in a sentence what each engine did. */
function Story({ race }: { readonly race: Race }) {
  const story = raceStory(race);
  if (story.length === 0) return null;
  return (
    <ul class="story" aria-label="What each engine did">
      {story.map(({ engine, method, text }) => (
        <li key={engine}>
          <strong>{laneName(engine)}</strong>
          {method !== null && <span class="dim"> ({method})</span>} {text}
        </li>
      ))}
    </ul>
  );
}
