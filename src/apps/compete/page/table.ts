import type { PageData, PageResult, PageTask } from '../output/page-data.ts';
import { element } from './elements.ts';
import { MISSING, sorted, type Value } from './state.ts';

interface Column {
  readonly title: string;
  /** The run that a column belongs to; null: the column is about the task. */
  readonly run: number | null;
  readonly numeric: boolean;
  readonly value: (task: PageTask) => Value;
  readonly cell: (task: PageTask) => HTMLElement;
}

/** Number of rows shown at first; the user can ask for more, because browsers are slow with many. */
const FIRST_ROWS = 500;

/** The table of tasks; a click on a column's head sorts by it, and another one reverses the order. */
export class TaskTable {
  readonly root = element('section', { id: 'tasks' });
  readonly #columns: readonly Column[];
  #sort: { column: number; descending: boolean } = { column: 0, descending: false };
  #tasks: readonly PageTask[] = [];
  #all = false;

  constructor(private readonly data: PageData) {
    this.#columns = [...taskColumns(), ...data.runs.flatMap((_, run) => runColumns(run))];
  }

  show(tasks: readonly PageTask[]): void {
    this.#tasks = tasks;
    this.#draw();
  }

  #draw(): void {
    const { column, descending } = this.#sort;
    const rows = sorted(this.#tasks, this.#columns[column].value, descending);
    const shown = this.#all ? rows : rows.slice(0, FIRST_ROWS);
    const body = element(
      'tbody',
      {},
      ...shown.map((task) => element('tr', {}, ...this.#columns.map(({ cell }) => cell(task)))),
    );
    const table = element('table', { class: 'tasks' }, this.#head(), body);
    const scroll = element('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': 'tasks' }, table);
    this.root.replaceChildren(element('h2', {}, `${rows.length} of ${this.data.tasks.length} tasks`), scroll);
    if (shown.length < rows.length) {
      const more = element('button', { id: 'more' }, `Show all ${rows.length}`);
      more.addEventListener('click', () => {
        this.#all = true;
        this.#draw();
      });
      this.root.append(more);
    }
  }

  #head(): HTMLElement {
    const spans = this.data.runs.map(({ name }) => element('th', { colspan: String(RUN_COLUMNS.length) }, name));
    const titles = this.#columns.map(({ title }, index) => {
      const mine = this.#sort.column === index;
      const button = element('button', {}, title);
      button.addEventListener('click', () => {
        this.#sort = { column: index, descending: mine && !this.#sort.descending };
        this.#draw();
      });
      return element('th', mine ? { 'aria-sort': this.#sort.descending ? 'descending' : 'ascending' } : {}, button);
    });
    return element(
      'thead',
      {},
      element('tr', {}, element('td', { colspan: String(taskColumns().length) }), ...spans),
      element('tr', {}, ...titles),
    );
  }
}

function taskColumns(): readonly Column[] {
  const column = (title: string, value: (task: PageTask) => string): Column => ({
    title,
    run: null,
    numeric: false,
    value,
    cell: (task) => element('td', {}, value(task)),
  });
  return [
    column('task', ({ task }) => task),
    column('set', ({ sets }) => sets.join(', ')),
    column('expected', ({ expected }) => expected ?? ''),
  ];
}

type RunColumn = readonly [title: string, value: (result: PageResult) => string | number | null];

const RUN_COLUMNS: readonly RunColumn[] = [
  ['status', ({ status }) => status],
  ['CPU s', ({ cpuSeconds }) => cpuSeconds],
  ['wall s', ({ wallSeconds }) => wallSeconds],
  ['MB', ({ memoryBytes }) => memoryBytes / 1e6],
  ['engine', ({ engine }) => engine],
];

function runColumns(run: number): readonly Column[] {
  return RUN_COLUMNS.map(([title, value]) => {
    const of = (task: PageTask): Value => {
      const result = task.results[run];
      return result === null ? null : value(result);
    };
    return {
      title,
      run,
      numeric: title !== 'status' && title !== 'engine',
      value: of,
      cell: (task) => cellOf(task.results[run], title, of(task)),
    };
  });
}

/** The class of a check by its outcome: `validate: confirmed`. */
function checkClass(text: string): string {
  const outcome = /: (\w+)/.exec(text)?.[1] ?? '';
  return `check ${outcome}`;
}

function cellOf(result: PageResult | null, title: string, value: Value): HTMLElement {
  if (result === null) return element('td', { class: 'none' }, title === 'status' ? MISSING : '–');
  if (title === 'status') return statusCell(result);
  if (typeof value === 'number')
    return element('td', { class: 'number' }, value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  return element('td', {}, value ?? '');
}

function statusCell({ status, category, reason, checks, log, documents }: PageResult): HTMLElement {
  const name = log === null ? status : element('a', { href: encodeURI(log) }, status);
  const links = documents.map(([text, file]) => element('a', { href: encodeURI(file), class: 'witness' }, text));
  const notes = [...(reason === null ? [] : [['reason', reason]]), ...checks.map((text) => [checkClass(text), text])];
  return element(
    'td',
    { class: `status ${category}` },
    element('span', { class: 'name' }, name, ...links),
    ...notes.map(([kind, text]) => element('span', { class: `note ${kind}` }, text)),
  );
}
