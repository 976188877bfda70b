import type { PageData } from '../output/page-data.ts';
import { choice, element } from './elements.ts';
import { MEASURES, type Measure, quantilePlot, scatterPlot } from './plots.ts';
import { scoreTable } from './scores.ts';
import { type Filter, filtered, MISSING, NO_FILTER } from './state.ts';
import { TaskTable } from './table.ts';

// The page of results: reads the data from the document, and shows the results that pass the filter.

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '{"title":"","runs":[],"tasks":[]}');
const table = new TaskTable(data);
const scoresPlace = element('section');
const plotsPlace = element('section', { class: 'plots' });
let filter: Filter = NO_FILTER;
let measure: Measure = 'CPU time';

function show(): void {
  const tasks = filtered(data.tasks, filter);
  table.show(tasks);
  scoresPlace.replaceChildren(scoreTable(data, tasks));
  const scatter = scatterPlot(data, tasks, measure);
  plotsPlace.replaceChildren(quantilePlot(data, tasks, measure), ...(scatter === null ? [] : [scatter]));
}

function change(part: Partial<Filter>): void {
  filter = { ...filter, ...part };
  show();
}

function distinct(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.map((value) => value ?? MISSING))].sort();
}

const search = element('input', { type: 'search', placeholder: 'task', 'aria-label': 'task' });
search.addEventListener('input', () => change({ text: search.value }));
const results = data.tasks.flatMap((task) => task.results);
const controls = element(
  'form',
  { class: 'controls' },
  search,
  choice('set', 'all', distinct(data.tasks.flatMap(({ sets }) => sets)), (set) => change({ set })),
  choice('category', 'all', distinct(results.map((result) => result?.category)), (category) => change({ category })),
  choice('status', 'all', distinct(results.map((result) => result?.status)), (status) => change({ status })),
  choice('plots of', 'CPU time', Object.keys(MEASURES).slice(1), (chosen) => {
    measure = Object.keys(MEASURES).find((name): name is Measure => name === chosen) ?? 'CPU time';
    show();
  }),
);
controls.addEventListener('submit', (event) => event.preventDefault());

const facts = data.runs.map(({ name, facts: known }) =>
  element(
    'details',
    {},
    element('summary', {}, name),
    element('dl', {}, ...known.flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)])),
  ),
);
document.body.append(
  element('main', {}, element('h1', {}, data.title), ...facts, controls, scoresPlace, plotsPlace, table.root),
);
show();
