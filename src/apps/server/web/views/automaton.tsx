import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  type BlockFacts,
  blockFacts,
  blockLines,
  cut,
  type FunctionOutline,
  placeOf,
  restingOutline,
} from '../state/automaton.ts';
import { type Box, draw, LABEL, LINE, PADDING, pathOf } from '../state/drawing.ts';
import type { Race } from '../state/race.ts';
import type { JudgedFunction, StepPlace } from '../state/result.ts';
import { Section, useWidth } from './common.tsx';

/** Least scale of a drawing that is too wide: smaller text is unreadable. */
const LEAST_SCALE = 0.75;
/** Most blocks of a drawing; larger ones are unreadable. */
const MOST_BLOCKS = 120;

/** Factor of one step of zooming, and the limits of the scale. */
const ZOOM = 1.25;
const [SMALLEST, LARGEST] = [0.2, 3];

/** The program's automata, one function at a time, with the facts about their blocks. */
export function Automaton({ race, go }: { readonly race: Race; readonly go: (at: StepPlace) => void }) {
  const [chosen, setChosen] = useState(0);
  const functions = race.outline?.functions ?? [];
  const fn = functions[Math.min(chosen, functions.length - 1)];
  if (race.outline === null || fn === undefined) return null;
  return (
    <Section title="Automaton" name="automaton">
      <label>
        Function{' '}
        <select value={String(chosen)} onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}>
          {functions.map(({ name, blocks }, index) => (
            <option key={name} value={String(index)}>
              {name} ({blocks.length} {blocks.length === 1 ? 'block' : 'blocks'})
            </option>
          ))}
        </select>
      </label>
      {fn.blocks.length === 0 || fn.blocks.length > MOST_BLOCKS ? (
        <p class="dim">It has too many blocks to be drawn.</p>
      ) : (
        <Picture key={fn.name} fn={fn} race={race} go={go} />
      )}
      {fn.calls.length > 0 && <p class="dim">calls {fn.calls.join(', ')}</p>}
      {race.outline.omitted > 0 && <p class="dim">{race.outline.omitted} more functions are left out.</p>}
    </Section>
  );
}

/** The functions of a report on contracts: whose proof rests on whose contract. */
export function Resting({
  race,
  functions,
  go,
}: {
  readonly race: Race;
  readonly functions: readonly JudgedFunction[];
  readonly go: (at: StepPlace) => void;
}) {
  const fn = useMemo(() => restingOutline(functions), [functions]);
  return (
    <Section title="What rests on what" name="resting">
      <p class="dim">An arrow leads to each function whose contract stands for calls.</p>
      {fn.blocks.length > MOST_BLOCKS ? (
        <p class="dim">They are too many to be drawn.</p>
      ) : (
        <Picture fn={fn} race={race} go={go} />
      )}
    </Section>
  );
}

function Picture({
  fn,
  race,
  go,
}: {
  readonly fn: FunctionOutline;
  readonly race: Race;
  readonly go: (at: StepPlace) => void;
}) {
  const facts = useMemo(() => blockFacts(race, fn), [race.lemmas.size, race.end, fn]);
  const lines = useMemo(
    () => fn.blocks.map((block, index) => [...blockLines(block), ...factLines(facts[index])].map(cut)),
    [fn, facts],
  );
  const drawing = useMemo(() => draw(fn, lines, cut), [fn, lines]);
  const { ref, width } = useWidth<HTMLDivElement>();
  const [zoomed, setZoomed] = useState<number | null>(null);
  const fitting = Math.min(width / drawing.width, (0.7 * innerHeight) / drawing.height);
  const readable = width === 0 ? 1 : Math.min(1, Math.max(LEAST_SCALE, fitting));
  const scale = zoomed ?? readable;
  const zoom = (factor: number): void => setZoomed(Math.min(Math.max(scale * factor, SMALLEST), LARGEST));
  const fit = (): void => {
    const height = ref.current === null ? drawing.height : 0.7 * innerHeight;
    setZoomed(Math.min(1, Math.max(SMALLEST, Math.min(width / drawing.width, height / drawing.height))));
  };
  const pan = usePan(ref);
  const [entry] = drawing.boxes;
  useEffect(() => {
    // A drawing that must be scrolled begins at its entry.
    ref.current?.scrollTo({ left: readable * (entry.x + entry.width / 2) - width / 2 });
  }, [readable, width, entry]);
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    // The browser's own zoom stays what it is outside of the drawing.
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? ZOOM : 1 / ZOOM);
    };
    box.addEventListener('wheel', wheel, { passive: false });
    return () => box.removeEventListener('wheel', wheel);
  });
  const [reached, setReached] = useState(0);
  const keys = (event: KeyboardEvent): void => {
    const step =
      event.key === 'ArrowDown' || event.key === 'ArrowRight'
        ? 1
        : event.key === 'ArrowUp' || event.key === 'ArrowLeft'
          ? -1
          : 0;
    const next = reached + step;
    if (step === 0 || fn.blocks[next] === undefined) return;
    event.preventDefault();
    setReached(next);
    const { currentTarget } = event;
    if (currentTarget instanceof Element) currentTarget.querySelector<SVGGElement>(`[data-block="${next}"]`)?.focus();
  };
  return (
    <>
      <div class="buttons zoom" role="group" aria-label="Size of the drawing">
        <button type="button" aria-label="Smaller" title="Smaller" onClick={() => zoom(1 / ZOOM)}>
          −
        </button>
        <button type="button" aria-label="Larger" title="Larger" onClick={() => zoom(ZOOM)}>
          +
        </button>
        <button type="button" onClick={fit}>
          Fit
        </button>
        <button type="button" onClick={() => setZoomed(1)}>
          100 %
        </button>
        <span class="dim">Drag to move; Ctrl and the wheel zoom.</span>
      </div>
      <div class="drawing" ref={ref} {...pan} role="region" tabIndex={0} aria-label={`Automaton of ${fn.name}`}>
        <svg
          width={scale * drawing.width}
          height={scale * drawing.height}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          role="group"
          aria-label={`Blocks of ${fn.name}`}
          onKeyDown={keys}
        >
          <title>Blocks of {fn.name}; the arrow keys lead from one to the next</title>
          <g aria-hidden="true">
            {drawing.edges.map(({ key, points, label }) => (
              <g key={key} class="edge">
                <path d={pathOf(points)} marker-end="url(#arrow-head)" />
                {label !== null && (
                  <text x={label.x} y={label.y + LABEL / 3}>
                    {label.text}
                  </text>
                )}
              </g>
            ))}
            <marker id="arrow-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path class="edge-head" d="M0 0 8 4 0 8z" />
            </marker>
          </g>
          {drawing.boxes.map((box, index) => (
            <Block
              key={index}
              box={box}
              lines={lines[index]}
              own={blockLines(fn.blocks[index]).length}
              facts={facts[index]}
              index={index}
              error={fn.blocks[index].error}
              reached={index === reached}
              choose={() => {
                setReached(index);
                const at = placeOf(fn.blocks[index]);
                if (at !== null) go(at);
              }}
            />
          ))}
        </svg>
      </div>
    </>
  );
}

/** Moves a scrolled box with the mouse; fingers scroll it anyway. */
function usePan(ref: { readonly current: HTMLDivElement | null }) {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' && event.button === 0) from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent): void => {
      const box = ref.current;
      if (from.current === null || box === null) return;
      if (event.buttons === 0) {
        from.current = null;
        return;
      }
      box.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY);
      from.current = { x: event.clientX, y: event.clientY };
    },
  };
}

function Block({
  box,
  lines,
  own,
  facts,
  index,
  error,
  reached,
  choose,
}: {
  readonly box: Box;
  readonly lines: readonly string[];
  /** Number of lines that are the block's own; those after it are facts. */
  readonly own: number;
  readonly facts: BlockFacts;
  readonly index: number;
  readonly error: boolean;
  /** Whether the Tab key leads here. */
  readonly reached: boolean;
  readonly choose: () => void;
}) {
  const { x, y, width, height } = box;
  const kind = [facts.invariants.length > 0 ? 'proven' : '', facts.visits > 0 ? 'visited' : '', error ? 'error' : '']
    .filter(Boolean)
    .join(' ');
  return (
    <g
      class={`block ${kind}`}
      transform={`translate(${x} ${y})`}
      data-block={index}
      role="button"
      tabIndex={reached ? 0 : -1}
      onClick={choose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      }}
    >
      <rect width={width} height={height} rx={5} />
      {lines.map((line, row) => (
        <text key={row} class={row < own ? '' : 'fact'} x={PADDING} y={PADDING + (row + 0.75) * LINE}>
          {line}
        </text>
      ))}
    </g>
  );
}

function factLines({ invariants, lemmas, inProof, visits }: BlockFacts): readonly string[] {
  return [
    ...invariants.map((text) => `✓ ${text}`),
    ...(lemmas > 0
      ? [`${lemmas} ${lemmas === 1 ? 'lemma' : 'lemmas'}${inProof > 0 ? `, ${inProof} in the proof` : ''}`]
      : []),
    ...(visits > 0 ? [`visited ${visits === 1 ? 'once' : `${visits} times`}`] : []),
  ];
}
