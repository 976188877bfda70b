import { Graph, layout } from '@dagrejs/dagre';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type BlockFacts, blockFacts, blockLines, cut, type FunctionOutline, placeOf } from '../state/automaton.ts';
import type { Race } from '../state/race.ts';
import type { Place } from '../state/result.ts';
import { Section, useWidth } from './common.tsx';

// Height of a line in pixels.
const LINE = 16;
const COLUMN = 7.3;
const PADDING = 8;
const LABEL = 12;
/** Least scale of a drawing that is too wide: smaller text is unreadable. */
const LEAST_SCALE = 0.75;
/** Most blocks of a drawing; larger ones are unreadable. */
const MOST_BLOCKS = 120;

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly edges: readonly DrawnEdge[];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

interface DrawnEdge {
  readonly key: string;
  readonly path: string;
  readonly label: { readonly text: string; readonly x: number; readonly y: number } | null;
}

/** The program's automata, one function at a time, with the facts about their blocks. */
export function Automaton({ race, go }: { readonly race: Race; readonly go: (at: Place) => void }) {
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

function Picture({
  fn,
  race,
  go,
}: {
  readonly fn: FunctionOutline;
  readonly race: Race;
  readonly go: (at: Place) => void;
}) {
  const facts = useMemo(() => blockFacts(race, fn), [race.lemmas.size, race.end, fn]);
  const drawing = useMemo(() => draw(fn, facts), [fn, facts]);
  const { ref, width } = useWidth<HTMLDivElement>();
  const scale = width === 0 ? 1 : Math.min(1, Math.max(LEAST_SCALE, width / drawing.width));
  const [entry] = drawing.boxes;
  useEffect(() => {
    // A drawing that must be scrolled begins at its entry.
    ref.current?.scrollTo({ left: scale * (entry.x + entry.width / 2) - width / 2 });
  }, [scale, width, entry]);
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
    <div class="drawing" ref={ref} role="region" tabIndex={0} aria-label={`Automaton of ${fn.name}`}>
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
          {drawing.edges.map(({ key, path, label }) => (
            <g key={key} class="edge">
              <path d={path} marker-end="url(#arrow-head)" />
              {label !== null && (
                <text x={label.x} y={label.y} text-anchor="middle">
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
  );
}

function Block({
  box,
  facts,
  index,
  error,
  reached,
  choose,
}: {
  readonly box: Box;
  readonly facts: BlockFacts;
  readonly index: number;
  readonly error: boolean;
  /** Whether the Tab key leads here. */
  readonly reached: boolean;
  readonly choose: () => void;
}) {
  const { x, y, width, height, lines } = box;
  const said = factLines(facts);
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
      {[...lines, ...said].map((line, row) => (
        <text key={row} class={row < lines.length ? '' : 'fact'} x={PADDING} y={PADDING + (row + 0.75) * LINE}>
          {cut(line)}
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

function draw({ blocks }: FunctionOutline, facts: readonly BlockFacts[]): Drawing {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ nodesep: 24, ranksep: 34, edgesep: 16, marginx: 6, marginy: 6 });
  graph.setDefaultEdgeLabel(() => ({}));
  const lines = blocks.map((block) => blockLines(block));
  for (const [index, own] of lines.entries()) {
    const all = [...own, ...factLines(facts[index])].map(cut);
    const columns = Math.max(...all.map((line) => line.length));
    graph.setNode(String(index), { width: columns * COLUMN + 2 * PADDING, height: all.length * LINE + 2 * PADDING });
  }
  for (const [from, { next }] of blocks.entries()) {
    for (const [position, { to, condition }] of next.entries()) {
      const text = condition === null ? '' : cut(condition.text);
      graph.setEdge(
        String(from),
        String(to),
        { text, width: text.length * 6.2, height: text === '' ? 0 : LABEL, labelpos: 'c' },
        String(position),
      );
    }
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const boxes = blocks.map((_, index) => {
    const node = graph.node(String(index));
    return {
      x: node.x - node.width / 2,
      y: node.y - node.height / 2,
      width: node.width,
      height: node.height,
      lines: lines[index],
    };
  });
  const edges = graph
    .edges()
    .map((edge: { readonly v: string; readonly w: string; readonly name?: string }): DrawnEdge => {
      const { points = [], text, x, y } = graph.edge(edge);
      const label =
        typeof text === 'string' && text !== '' && x !== undefined && y !== undefined
          ? { text, x, y: y + LABEL / 3 }
          : null;
      return { key: `${edge.v} ${edge.w} ${edge.name ?? ''}`, path: smooth(points), label };
    });
  return { width: Math.ceil(width), height: Math.ceil(height), boxes, edges };
}

/** A path through the middles of the pieces of a line, bent at its points. */
function smooth(points: readonly { readonly x: number; readonly y: number }[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1];
    return `Q ${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M ${first.x} ${first.y} ${bends.join(' ')} L ${last.x} ${last.y}`;
}
