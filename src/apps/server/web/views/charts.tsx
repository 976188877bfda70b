import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { memoryCurve, type PlotData, solverCurves } from '../state/curves.ts';
import { isOpen, type Race } from '../state/race.ts';
import { Section, useWidth } from './common.tsx';

const HEIGHT = 180;
/** Colours that are visible on light and on dark. */
const COLOURS = [
  '#3b82d6',
  '#c2601a',
  '#3f9a52',
  '#a356b8',
  '#b8860b',
  '#1f9aa0',
  '#d14a6f',
  '#7a7f87',
  '#6b62d9',
  '#84912a',
  '#9a5b3c',
];

/** Charts of time in solvers and memory. The table of engines has the last values as numbers. */
export function Charts({ race }: { readonly race: Race }) {
  const solver = useMemo(() => solverCurves(race), [race]);
  const memory = useMemo(() => memoryCurve(race), [race.memory]);
  if (race.memory.length < 2) return null;
  return (
    <Section title="Solvers and memory" name="charts">
      <div class="pair">
        {solver.names.length > 0 && <Chart title="Time in solvers (s)" plot={solver} open={isOpen(race)} />}
        <Chart title="Memory (MB)" plot={memory} open={isOpen(race)} />
      </div>
    </Section>
  );
}

function Chart({ title, plot, open }: { readonly title: string; readonly plot: PlotData; readonly open: boolean }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const chart = useRef<uPlot | null>(null);
  const names = plot.names.join(' ');
  useEffect(() => {
    const host = ref.current;
    if (host === null || width === 0) return;
    const ink = (): string => getComputedStyle(host).color;
    const axis = { stroke: ink, grid: { stroke: '#8883', width: 1 }, ticks: { show: false } };
    const made = new uPlot(
      {
        width,
        height: HEIGHT,
        scales: { x: { time: false } },
        legend: { live: false, show: plot.names.length > 1 },
        cursor: { show: false },
        axes: [
          { ...axis, values: (_, splits) => splits.map((split) => `${split} s`) },
          { ...axis, size: 55 },
        ],
        series: [
          {},
          ...plot.names.map((label, index) => ({
            label,
            stroke: COLOURS[index % COLOURS.length],
            width: 1.5,
            spanGaps: true,
          })),
        ],
      },
      columnsOf(plot),
      host,
    );
    chart.current = made;
    // Colours are read when the chart is drawn.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = (): void => made.redraw();
    scheme.addEventListener('change', redraw);
    return () => {
      scheme.removeEventListener('change', redraw);
      made.destroy();
      chart.current = null;
    };
  }, [names, width]);
  useEffect(() => chart.current?.setData(columnsOf(plot)), [plot, open]);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={ref} aria-hidden="true" />
    </figure>
  );
}

function columnsOf({ times, columns }: PlotData): uPlot.AlignedData {
  return [[...times], ...columns.map((column) => [...column])];
}
