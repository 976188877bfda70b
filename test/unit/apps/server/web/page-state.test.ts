import { describe, expect, it } from 'vitest';
import { readTask } from '../../../../../src/apps/server/client-messages.ts';
import type { ServerMessage } from '../../../../../src/apps/server/protocol.ts';
import { type App, initialApp, reduce } from '../../../../../src/apps/server/web/state/app.ts';
import { emptyForm, formOf, formProblems, taskOf } from '../../../../../src/apps/server/web/state/form.ts';
import { tokenLines } from '../../../../../src/apps/server/web/state/highlight.ts';
import { clusterSummary } from '../../../../../src/apps/server/web/state/machines.ts';
import { ASKS } from '../../../../../src/apps/server/web/state/question.ts';
import type { RunStep } from '../../../../../src/apps/server/web/state/result.ts';
import { fragmentOf, type Route, readRoute } from '../../../../../src/apps/server/web/state/route.ts';
import { framesAt, nextLine } from '../../../../../src/apps/server/web/state/run.ts';

const JOB = 'A'.repeat(22);
const OTHER = 'B'.repeat(22);
const LIMITS = { uploadBytes: 100, filesPerJob: 2, jobsPerClient: 8, seconds: 900, megabytes: 4096 };
const FORM = { ...emptyForm(undefined), files: [{ name: 'a.c', text: 'int main(void) {}' }] };

function receive(app: App, ...messages: readonly ServerMessage[]): App {
  return reduce(app, { kind: 'received', messages });
}

function event(job: string, number: number, bound: number): ServerMessage {
  return { type: 'event', job, number, event: { kind: 'bound', engine: 'bmc', bound, time: number } };
}

describe('the page', () => {
  const start = initialApp({ page: 'new' }, FORM);

  it('goes to a job once it is accepted, with the events that came along', () => {
    const submitting = reduce(start, { kind: 'submitting' });
    const app = receive(
      submitting,
      { type: 'accepted', request: null, job: JOB, place: null },
      { type: 'snapshot', job: JOB, after: 0, last: 2, kind: 'watched', state: 'running', omitted: 0 },
      event(JOB, 1, 4),
      event(OTHER, 7, 99),
    );
    expect(app).toMatchObject({
      route: { page: 'job', job: JOB },
      submitting: false,
      job: { id: JOB, task: { files: FORM.files } },
    });
    expect(app.job?.race).toMatchObject({ last: 1, state: 'running' });
    expect(app.job?.race.lanes.get('bmc')?.bounds).toEqual([{ time: 1, bound: 4 }]);
  });

  it('keeps a job over a lost connection, and forgets it for another one', () => {
    const watching = receive(initialApp({ page: 'job', job: JOB }, FORM), event(JOB, 1, 4));
    const lost = reduce(watching, { kind: 'connection', state: 'lost' });
    expect(lost.job).toBe(watching.job);
    expect(reduce(lost, { kind: 'routed', route: { page: 'job', job: JOB } }).job).toBe(watching.job);
    expect(reduce(lost, { kind: 'routed', route: { page: 'job', job: OTHER } }).job).toMatchObject({
      id: OTHER,
      race: { last: 0 },
    });
    expect(reduce(lost, { kind: 'routed', route: { page: 'jobs' } }).job).toBeNull();
  });

  it('says what the server refused, until something else is done', () => {
    const refused = receive(reduce(start, { kind: 'submitting' }), {
      type: 'error',
      request: null,
      code: 'queue-full',
      message: 'too many',
    });
    expect(refused).toMatchObject({ submitting: false, problem: 'too many' });
    expect(reduce(refused, { kind: 'submitting' }).problem).toBeNull();
  });

  it('takes only the task of the job that it shows', () => {
    const app = initialApp({ page: 'job', job: JOB }, FORM);
    expect(reduce(app, { kind: 'task', job: OTHER, task: taskOf(FORM) })).toBe(app);
    expect(reduce(app, { kind: 'task', job: JOB, task: taskOf(FORM) }).job?.task?.files).toEqual(FORM.files);
  });
});

describe('addresses', () => {
  it.each<Route>([{ page: 'new' }, { page: 'jobs' }, { page: 'machines' }, { page: 'job', job: JOB }])(
    'lead back to %o',
    (route) => {
      expect(readRoute(fragmentOf(route))).toEqual(route);
    },
  );

  it.each(['', '#', '#/jobs/short', `#/jobs/${JOB}/x`, `#/jobs/${JOB.slice(1)}<`, '#javascript:alert(1)'])(
    '%o is the first page',
    (fragment) => {
      expect(readRoute(fragment)).toEqual({ page: 'new' });
    },
  );
});

describe('the form', () => {
  it('leads to a task and back', () => {
    const form = {
      ...FORM,
      dataModel: 'ILP32',
      mallocMayFail: true,
      engines: ['bmc'],
      timeout: '7.5',
      exchange: false,
    } as const;
    expect(taskOf(form)).toEqual({
      files: FORM.files,
      dataModel: 'ILP32',
      mallocMayFail: true,
      timeout: 7.5,
      engines: ['bmc'],
      exchange: false,
    });
    expect(formOf(taskOf(form))).toEqual(form);
    const named = { ...form, errorFunction: 'abort' };
    expect(taskOf(named)).toMatchObject({ errorFunction: 'abort' });
    expect(formOf(taskOf(named))).toEqual(named);
    const limited = { ...form, memory: '512', seed: '0' };
    expect(taskOf(limited)).toMatchObject({ memory: 512, seed: 0 });
    expect(formOf(taskOf(limited))).toEqual(limited);
    const bounded = { ...form, arguments: '2x100' };
    expect(taskOf(bounded)).toMatchObject({ arguments: { count: 2, bytes: 100 } });
    expect(formOf(taskOf(bounded))).toEqual(bounded);
    // Of a race that ran elsewhere names and sets of engines are as its command line had them.
    const elsewhere = { files: [{ name: 'src/a.c', text: 'x' }], portfolio: './sets.json#mine' };
    expect(formOf(elsewhere)).toMatchObject({ files: [{ name: 'a.c', text: 'x' }], portfolio: 'default' });
    expect(taskOf({ ...FORM, files: [{ name: 'm.btor2', text: '1 sort bitvec 1' }] })).not.toHaveProperty('dataModel');
  });

  it.each([
    [{ timeout: '' }, /number of seconds/],
    [{ timeout: '-1' }, /number of seconds/],
    [{ timeout: '901' }, /at most 900/],
    [{ memory: '63' }, /at least 64/],
    [{ memory: '100.5' }, /at least 64/],
    [{ memory: '4097' }, /at most 4096/],
    [{ seed: '-1' }, /whole number/],
    [{ arguments: '4' }, /such as 4x16/],
    [{ arguments: '200x9999' }, /at most 20000/],
    [{ errorFunction: 'f()' }, /name of a function/],
    [{ files: [{ name: '../a.c', text: 'x' }] }, /not a name of a C file/],
    [{ files: [{ name: 'a.h', text: 'x' }] }, /no C file/],
    [{ files: [{ name: 'a.c', text: ' ' }] }, /empty/],
    [{ files: [{ name: 'a.c', text: 'x'.repeat(101) }] }, /KB/],
    [{ files: ['a.c', 'a.c', 'b.c'].map((name) => ({ name, text: 'x' })) }, /same name/],
    [{ files: ['a.c', 'b.c', 'c.c'].map((name) => ({ name, text: 'x' })) }, /At most 2 files/],
  ])('says what is wrong with %o', (part, problem) => {
    expect(formProblems(FORM, LIMITS)).toEqual([]);
    expect(formProblems({ ...FORM, ...part }, LIMITS).join(' ')).toMatch(problem);
  });
});

describe('a run', () => {
  const step = (
    line: number,
    depth: number,
    fn: string,
    target?: string,
    value = '0',
    owner: 'local' | 'global' | 'momentary' = 'local',
  ): RunStep => ({
    at: { file: 'a.c', line, column: 1 },
    thread: null,
    function: fn,
    depth,
    text: '',
    assigned: target === undefined ? null : { target, value, owner },
  });
  const steps = [
    step(1, 0, 'main', 'x', '1'),
    step(1, 0, 'main', 'g', '5', 'global'),
    step(2, 0, 'main'),
    step(8, 1, 'f', 'x', '7'),
    step(9, 1, 'f', 'a[i]', '3', 'momentary'),
    step(3, 0, 'main', 'y', '2'),
  ];
  const values = (index: number) =>
    framesAt({ steps, omitted: null }, index).map(({ function: fn, values: all }) => [
      fn,
      all.map(({ name, value }) => `${name}=${value}`).join(' '),
    ]);

  it('keeps the activations of each thread', () => {
    const threaded = [
      { ...step(1, 0, 'main', 'x', '1'), thread: 0 },
      { ...step(8, 0, 'f', 'x', '7'), thread: 1 },
      { ...step(2, 0, 'main', 'y', '2'), thread: 0 },
    ];
    const last = framesAt({ steps: threaded, omitted: null }, 2);
    expect(last.map(({ function: fn, values: all }) => [fn, all.map(({ name }) => name)])).toEqual([
      ['main', ['x', 'y']],
    ]);
  });

  it('has the values of each activation at each step', () => {
    expect(values(0)).toEqual([['main', 'x=1']]);
    expect(values(4)).toEqual([
      [null, 'g=5'],
      ['main', 'x=1'],
      ['f', 'x=7 a[i]=3'],
    ]);
    expect(values(5)).toEqual([
      [null, 'g=5'],
      ['main', 'x=1 y=2'],
    ]);
    expect(
      framesAt({ steps, omitted: null }, 5)
        .at(-1)
        ?.values.map(({ fresh }) => fresh),
    ).toEqual([false, true]);
  });

  it('says nothing of values that steps left out may have changed', () => {
    expect(framesAt({ steps, omitted: { after: 4, count: 100 } }, 5)).toEqual([
      { function: 'main', values: [{ name: 'y', value: '2', fresh: true }] },
    ]);
  });

  it('goes from line to line', () => {
    expect(nextLine(steps, 0, 1)).toBe(2);
    expect(nextLine(steps, 2, 1)).toBe(3);
    expect(nextLine(steps, 5, 1)).toBe(5);
    expect(nextLine(steps, 0, -1)).toBe(0);
  });
});

describe('colours of C', () => {
  const kinds = (text: string) =>
    tokenLines(text).map((line) =>
      line.filter(({ kind }) => kind !== 'plain').map((token) => `${token.kind}:${token.text}`),
    );

  it('know keywords, comments, strings, numbers and directives', () => {
    expect(
      kinds(
        '#include <a.h>\nint x = 0x1fu; // no "string"\nchar *s = "a\\"/*"; /* over\nint lines */ return \'\\\'\';',
      ),
    ).toEqual([
      ['directive:#include <a.h>'],
      ['keyword:int', 'number:0x1fu', 'comment:// no "string"'],
      ['keyword:char', 'string:"a\\"/*"', 'comment:/* over'],
      ['comment:int lines */', 'keyword:return', "string:'\\''"],
    ]);
  });

  it('keep every character of any text', () => {
    for (const text of [
      '"open\n',
      '/* never closed\n\n*',
      '\u202e<script>\u0000\ud800',
      "'''\\",
      'x'.repeat(5000),
      '1e+5.f...',
    ]) {
      expect(
        tokenLines(text)
          .map((line) => line.map((token) => token.text).join(''))
          .join('\n'),
      ).toBe(text);
    }
  });
});

describe('the machines', () => {
  const worker = { worker: 'a', state: 'working', parallel: 2, cores: 4, load: 1, memory: 1, freeMemory: 1, tasks: [] };

  it('are told in a sentence', () => {
    expect(clusterSummary({ workers: [], waiting: 3, running: 0 })).toBe('There is no worker; 3 waiting.');
    expect(clusterSummary({ workers: [worker], waiting: 0, running: 1 })).toBe(
      '1 running on 2 places of 1 worker; 0 waiting.',
    );
    expect(clusterSummary({ workers: [worker, worker], waiting: 0, running: 1 })).toMatch(/on 4 places of 2 workers/);
  });
});

describe('questions', () => {
  it.each(ASKS)('the form of the question %s comes back from its task', (ask) => {
    const form = { ...FORM, ask, ...(ask === 'function' ? { entry: 'f', entrySize: '4', entryMayBeNull: false } : {}) };
    expect(formProblems(form, null)).toEqual([]);
    expect(formOf(taskOf(form))).toEqual(form);
    expect(readTask(JSON.stringify(taskOf(form)))).toEqual(taskOf(form));
  });

  it('refuses checks that there are not, two questions at once, and a function without a name', () => {
    const task = taskOf(FORM);
    expect(() => readTask(JSON.stringify({ ...task, checks: ['overflows'] }))).toThrow('there is no such check');
    expect(() => readTask(JSON.stringify({ ...task, checks: ['overflow'], termination: true }))).toThrow(
      'two questions',
    );
    expect(formProblems({ ...FORM, ask: 'function' }, null)).toEqual(['The options need the name of the function.']);
  });
});
