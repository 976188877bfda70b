import * as Plot from '@observablehq/plot';
import type { PageData, PageResult, PageTask } from '../output/page-data.ts';
import { element } from './elements.ts';
import { MISSING } from './state.ts';

/** The measured values of a result, with their units. */
export const MEASURES = {
  'CPU time': { unit: 's', of: (result: PageResult) => result.cpuSeconds },
  'wall time': { unit: 's', of: (result: PageResult) => result.wallSeconds },
  memory: { unit: 'MB', of: (result: PageResult) => result.memoryBytes / 1e6 },
} as const;
export type Measure = keyof typeof MEASURES;

/** Least value on a logarithmic axis, which has no zero. */
const LEAST = 1e-3;

/** Size of a plot, which fits the window; its axes name plain numbers such as 0.1, not 100m. */
function size(): {
  readonly marginLeft: number;
  readonly marginBottom: number;
  readonly width: number;
  readonly height: number;
} {
  const width = Math.max(260, Math.min(560, document.documentElement.clientWidth - 32));
  return { marginLeft: 60, marginBottom: 40, width, height: Math.round(0.75 * width) };
}

function plain(value: number): string {
  return value >= 10_000 ? value.toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** The cost of the n-th cheapest correct answer, run by run. */
export function quantilePlot({ runs }: PageData, tasks: readonly PageTask[], measure: Measure): HTMLElement {
  const { of, unit } = MEASURES[measure];
  const points = runs.flatMap(({ name }, run) =>
    tasks
      .flatMap(({ results }) => (results[run]?.category === 'correct' ? [Math.max(LEAST, of(results[run]))] : []))
      .sort((a, b) => a - b)
      .map((value, index) => ({ run: labelOf(name, run), solved: index + 1, value })),
  );
  return figure(
    'quantile',
    'Correct answers by their cost',
    points.length === 0
      ? 'There are no correct answers.'
      : Plot.plot({
          ...size(),
          x: {
            label: 'correct answers',
            nice: true,
            tickFormat: (value) => (Number.isInteger(value) ? plain(value) : ''),
          },
          y: { type: 'log', label: `${measure} (${unit})`, grid: true, ticks: 5, tickFormat: plain },
          color: { legend: runs.length > 1 },
          marks: [
            Plot.line(points, { x: 'solved', y: 'value', stroke: 'run', curve: 'step-before' }),
            Plot.dot(points, { x: 'solved', y: 'value', fill: 'run', r: 1.5, tip: true }),
          ],
        }),
  );
}

interface Pair {
  readonly task: string;
  readonly x: number;
  readonly y: number;
  /** `both`: both runs have a value. The other points lie at their one value, or at the edge without one. */
  readonly kind: string;
}

/**
 * One run against another, a point for each task. Tasks without a result in a run lie at its edge, and
 * are labelled as such.
 */
export function scatterPlot({ runs }: PageData, tasks: readonly PageTask[], measure: Measure): HTMLElement | null {
  if (runs.length < 2) return null;
  const [first, second] = [0, runs.length - 1];
  const { of, unit } = MEASURES[measure];
  const values = tasks.flatMap(({ results }) =>
    results.flatMap((result) => (result === null ? [] : [Math.max(LEAST, of(result))])),
  );
  if (values.length === 0) return figure('scatter', 'Run against run', 'There are no results.');
  const low = Math.min(...extent(values)) / 2;
  const high = Math.max(...extent(values)) * 1.2;
  const pairs: readonly Pair[] = tasks.map(({ task, results }) => ({
    task,
    x: at(results[first], of, low),
    y: at(results[second], of, low),
    kind: pairKind(results[first], results[second]),
  }));
  const missing = pairs.filter(({ kind }) => kind === MISSING).length;
  const note = missing === 0 ? '' : ` Tasks without a result in one of the runs lie at the edge (${missing}).`;
  const scale = { type: 'log', domain: [low, high], grid: true, ticks: 5, tickFormat: plain } as const;
  const plot = Plot.plot({
    ...size(),
    x: { ...scale, label: `${labelOf(runs[first].name, first)}: ${measure} (${unit})` },
    y: { ...scale, label: `${labelOf(runs[second].name, second)}: ${measure} (${unit})` },
    color: { legend: true },
    marks: [
      Plot.line(
        [
          [low, low],
          [high, high],
        ],
        { stroke: '#999' },
      ),
      ...[2, 10].flatMap((factor) => [
        Plot.line(
          [
            [low, low * factor],
            [high / factor, high],
          ],
          { stroke: '#999', strokeDasharray: '2 4' },
        ),
        Plot.line(
          [
            [low * factor, low],
            [high, high / factor],
          ],
          { stroke: '#999', strokeDasharray: '2 4' },
        ),
      ]),
      Plot.dot(pairs, { x: 'x', y: 'y', stroke: 'kind', r: 3, title: 'task', tip: true }),
    ],
  });
  return figure('scatter', `Run against run: below the line the second run took less.${note}`, plot);
}

function at(result: PageResult | null, of: (result: PageResult) => number, edge: number): number {
  return result === null ? edge : Math.max(LEAST, of(result));
}

function pairKind(one: PageResult | null, other: PageResult | null): string {
  if (one === null || other === null) return MISSING;
  if (one.category === 'wrong' || other.category === 'wrong') return 'wrong';
  const solved = [one, other].filter(({ category }) => category === 'correct').length;
  return solved === 2 ? 'both solve it' : solved === 1 ? 'one solves it' : 'none solves it';
}

/** Not by spreading: there may be more values than a call has arguments. */
function extent(values: readonly number[]): readonly [number, number] {
  return values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [values[0], values[0]],
  );
}

/** Runs of the same name are distinguished by their place. */
function labelOf(name: string, run: number): string {
  return `${run + 1}: ${name}`;
}

function figure(id: string, caption: string, content: Element | string): HTMLElement {
  if (typeof content !== 'string') nameOnce(content, caption);
  return element('figure', { id }, element('figcaption', {}, caption), content);
}

/** Makes a plot one picture for screen readers; the tables have its numbers. */
function nameOnce(plot: Element, caption: string): void {
  const pictures = plot.matches('svg') ? [plot] : [...plot.querySelectorAll('svg')];
  for (const picture of pictures) {
    for (const part of picture.querySelectorAll('g[aria-label]')) part.removeAttribute('aria-label');
    if (picture.querySelector('g') === null) picture.setAttribute('aria-hidden', 'true');
    else {
      picture.setAttribute('role', 'img');
      picture.setAttribute('aria-label', caption);
    }
  }
}
