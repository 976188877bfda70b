import { Graph, layout } from '@dagrejs/dagre';
import type { FunctionOutline } from './automaton.ts';

// The layout of an automaton. Units are pixels, from the upper left corner.

/** Height of a line of text in a box, and of a label. */
export const LINE = 16;
export const LABEL = 12;
export const PADDING = 8;
const COLUMN = 7.3;
const LABEL_COLUMN = 6.4;
/** Distance of a label from its edge. */
const GAP = 5;
/** Edges are vertical up to this distance above and below the middle of a label. */
const STRAIGHT = LABEL / 2 + 3;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly edges: readonly DrawnEdge[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface DrawnEdge {
  readonly key: string;
  /** Points that the edge passes; between two of them it begins and ends vertically. */
  readonly points: readonly Point[];
  /** The label, right of its edge; `x` is its left end, `y` its middle. */
  readonly label: { readonly text: string; readonly x: number; readonly y: number; readonly width: number } | null;
}

/** Lays out blocks with these lines, and labels of their edges such that no edge crosses a label. */
export function draw(
  { blocks }: Pick<FunctionOutline, 'blocks'>,
  lines: readonly (readonly string[])[],
  labelOf: (text: string) => string,
): Drawing {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ nodesep: 28, ranksep: 48, edgesep: 18, marginx: 6, marginy: 6 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [index, own] of lines.entries()) {
    const columns = Math.max(...own.map((line) => line.length));
    graph.setNode(String(index), { width: columns * COLUMN + 2 * PADDING, height: own.length * LINE + 2 * PADDING });
  }
  for (const [from, { next }] of blocks.entries()) {
    for (const [position, { to, condition }] of next.entries()) {
      const text = condition === null ? '' : labelOf(condition.text);
      const size = { width: text.length * LABEL_COLUMN, height: text === '' ? 0 : LABEL };
      graph.setEdge(String(from), String(to), { text, ...size, labelpos: 'r', labeloffset: GAP }, String(position));
    }
  }
  layout(graph);
  const boxes = blocks.map((_, index): Box => {
    const { x, y, width, height } = graph.node(String(index));
    return { x: x - width / 2, y: y - height / 2, width, height };
  });
  const rows = rowsOf(boxes);
  const edges = graph
    .edges()
    .map((edge: { readonly v: string; readonly w: string; readonly name?: string }): DrawnEdge => {
      const { points = [], text, x, y, width = 0 } = graph.edge(edge);
      const [from, to] = [boxes[Number(edge.v)], boxes[Number(edge.w)]];
      const label =
        typeof text === 'string' && text !== '' && x !== undefined && y !== undefined
          ? { text, x: x - width / 2, y, width }
          : null;
      const inner = points.slice(1, -1);
      return {
        key: `${edge.v} ${edge.w} ${edge.name ?? ''}`,
        points: from === to ? points : route(from, to, inner, rows),
        label,
      };
    });
  const { width = 0, height = 0 } = graph.graph();
  return { width: Math.ceil(width), height: Math.ceil(height), boxes, edges };
}

/** Upper and lower end of the row of each box: boxes of a row have the same middle. */
function rowsOf(boxes: readonly Box[]): ReadonlyMap<Box, { readonly top: number; readonly bottom: number }> {
  const tallest = new Map<number, number>();
  const middle = ({ y, height }: Box): number => Math.round(y + height / 2);
  for (const box of boxes) tallest.set(middle(box), Math.max(tallest.get(middle(box)) ?? 0, box.height));
  return new Map(
    boxes.map((box) => {
      const half = (tallest.get(middle(box)) ?? box.height) / 2;
      return [box, { top: box.y + box.height / 2 - half, bottom: box.y + box.height / 2 + half }];
    }),
  );
}

/** Leads an edge out of its row, vertically past the labels of the rows between, and into the other row. */
function route(from: Box, to: Box, inner: readonly Point[], rows: ReturnType<typeof rowsOf>): readonly Point[] {
  const down = to.y > from.y;
  const sign = down ? 1 : -1;
  const [first, last] = [inner[0], inner[inner.length - 1]];
  const start = within(from, first?.x ?? to.x + to.width / 2);
  const end = within(to, last?.x ?? from.x + from.width / 2);
  const [rowFrom, rowTo] = [rows.get(from), rows.get(to)];
  const points = [
    { x: start, y: down ? from.y + from.height : from.y },
    { x: start, y: (down ? rowFrom?.bottom : rowFrom?.top) ?? from.y },
    ...inner.flatMap(({ x, y }) => [
      { x, y: y - sign * STRAIGHT },
      { x, y: y + sign * STRAIGHT },
    ]),
    { x: end, y: (down ? rowTo?.top : rowTo?.bottom) ?? to.y },
    { x: end, y: down ? to.y : to.y + to.height },
  ];
  // A piece without length has no direction, in which its arrow could point.
  return points.filter(({ x, y }, index) => x !== points[index - 1]?.x || y !== points[index - 1]?.y);
}

function within({ x, width }: Box, wanted: number): number {
  const margin = Math.min(10, width / 2);
  return Math.min(Math.max(wanted, x + margin), x + width - margin);
}

/** The path of an edge: straight where it is vertical, else an S from one point to the next. */
export function pathOf(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (before === undefined) return `M ${x} ${y}`;
      if (before.x === x) return `L ${x} ${y}`;
      const middle = (before.y + y) / 2;
      return `C ${before.x} ${middle} ${x} ${middle} ${x} ${y}`;
    })
    .join(' ');
}
