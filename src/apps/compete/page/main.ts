import type { PageData, PageTask } from '../output/page-data.ts';
import { type Score, type Scored, scores } from '../output/scores.ts';
import { choice, element } from './elements.ts';
import { MEASURES, type Measure, quantilePlot, scatterPlot } from './plots.ts';
import { type Filter, filtered, MISSING, NO_FILTER } from './state.ts';
import { TaskTable } from './table.ts';

// The page of results: reads the data from the document, and shows the results that pass the filter.

const COLUMNS: readonly (readonly [title: string, value: (score: Score) => number])[] = [
  ['tasks', ({ tasks }) => tasks],
  ['correct true', ({ correctTrue }) => correctTrue],
  ['correct false', ({ correctFalse }) => correctFalse],
  ['wrong true', ({ wrongTrue }) => wrongTrue],
  ['wrong false', ({ wrongFalse }) => wrongFalse],
  ['unknown', ({ unknown }) => unknown],
  ['error', ({ error }) => error],
  ['nothing expected', ({ missing }) => missing],
  ['score', ({ score }) => score],
  ['of', ({ best }) => best],
  ['CPU s', ({ cpuSeconds }) => Math.round(cpuSeconds)],
];

/**
 * The scores of the shown tasks, set by set and run by run; it marks a run that lacks results of some
 * tasks.
 */
function scoreTable({ runs }: PageData, tasks: readonly PageTask[]): HTMLElement {
  const rows = runs.flatMap(({ name }, run) => {
    const results = tasks.flatMap(({ sets, expected, results: all }): readonly Scored[] => {
      const result = all[run];
      return result === null ? [] : [{ ...result, sets, expected }];
    });
    const { all, sets } = scores(results);
    const lacking = tasks.length - results.length;
    return [...(sets.length > 1 ? sets : []), all].map((score) => {
      const note = score.set === null && lacking > 0 ? ` (no result of ${lacking})` : '';
      const cells = COLUMNS.map(([title, value]) =>
        element(
          'td',
          { class: title.startsWith('wrong') && value(score) > 0 ? 'number wrong' : 'number' },
          String(value(score)),
        ),
      );
      const attributes: Record<string, string> = score.set === null ? { class: 'sum' } : {};
      return element(
        'tr',
        attributes,
        element('td', {}, name),
        element('td', {}, `${score.set ?? 'all'}${note}`),
        ...cells,
      );
    });
  });
  const head = ['run', 'set', ...COLUMNS.map(([title]) => title)].map((title) => element('th', {}, title));
  const table = element(
    'table',
    { id: 'scores' },
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
  return element('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': 'scores' }, table);
}

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
