import type { PageData, PageTask } from '../output/page-data.ts';
import { type Score, type Scored, scores } from '../output/scores.ts';
import { element } from './elements.ts';

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
export function scoreTable({ runs }: PageData, tasks: readonly PageTask[]): HTMLElement {
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
