import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { JSDOM, type PageDocument, type PageElement, VirtualConsole } from 'jsdom';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseXml } from '../../../../src/apps/compete/input/xml.ts';
import { resultXml } from '../../../../src/apps/compete/output/benchexec-xml.ts';
import { compareRuns, comparisonLines } from '../../../../src/apps/compete/output/comparison.ts';
import { csvText } from '../../../../src/apps/compete/output/files.ts';
import { htmlText } from '../../../../src/apps/compete/output/html.ts';
import { pageData, type TableRun } from '../../../../src/apps/compete/output/page-data.ts';
import { scores } from '../../../../src/apps/compete/output/scores.ts';
import { summaryLines } from '../../../../src/apps/compete/output/summary.ts';
import { categoryOf, scoreOf } from '../../../../src/apps/compete/status.ts';
import type { TaskResult } from '../../../../src/apps/compete/store/record.ts';
import { header, result } from '../../../compete/records.ts';
import { scratchFolder } from '../../../scratch.ts';

const proof = result('s/proof', { cpuSeconds: 2 });
const alarm = result('s/alarm', { expected: 'false', status: 'false(unreach-call)', cpuSeconds: 1 });
const wrongProof = result('t/wrong-proof', { expected: 'false', status: 'true', category: 'wrong', sets: ['other'] });
const wrongAlarm = result('t/wrong-alarm', {
  status: 'false(unreach-call)',
  category: 'wrong',
  sets: ['other', 'set'],
});
const late = result('t/late', { status: 'TIMEOUT', category: 'error', sets: ['other'] });
const unsure = result('t/open', {
  status: 'unknown',
  category: 'unknown',
  reason: 'unsupported: <&"> at a.c:3:7',
  sets: ['other'],
});
const all = [unsure, late, proof, alarm, wrongProof, wrongAlarm];

describe('categories and scores', () => {
  const task = (holds: boolean | null, subproperty: string | null = null) => ({
    property: { name: 'p', file: 'p.prp', expected: holds === null ? null : { holds, subproperty } },
  });
  it.each([
    ['true', task(true), 'correct', 2],
    ['false(unreach-call)', task(false), 'correct', 1],
    ['true', task(false), 'wrong', -32],
    ['false(unreach-call)', task(true), 'wrong', -16],
    ['true', task(null), 'missing', 0],
    ['unknown', task(true), 'unknown', 0],
    ['TIMEOUT', task(true), 'error', 0],
    ['TIMEOUT (true)', task(true), 'error', 0],
    ['false(valid-free)', task(false, 'valid-deref'), 'unknown', 0],
    ['false(valid-deref)', task(false, 'valid-deref'), 'correct', 1],
    ['true', { property: null }, 'missing', 0],
  ] as const)('%s', (status, about, category, score) => {
    expect(categoryOf(status, about)).toBe(category);
    expect(scoreOf(status, category)).toBe(score);
  });

  it('are summed up once for all, and in each set of a task', () => {
    const { all: sum, sets } = scores(all);
    expect([sum.score, sum.best, sum.tasks]).toEqual([2 + 1 - 32 - 16, 4 * 2 + 2 * 1, 6]);
    expect(sets.map(({ set, score, tasks }) => [set, score, tasks])).toEqual([
      ['other', -48, 4],
      ['set', 2 + 1 - 16, 3],
    ]);
  });

  it('in words: wrong answers first', () => {
    expect(summaryLines(all).slice(0, 4)).toEqual([
      'WRONG: t/wrong-proof: true, expected false',
      'WRONG: t/wrong-alarm: false(unreach-call), expected true',
      '    1 × unknown: unsupported: <&"> at',
      '    1 × TIMEOUT',
    ]);
  });

  it('in words: whole reasons, and how many are not listed', () => {
    const reason = (index: number): string => `${'a long reason '.repeat(12)}${String.fromCharCode(97 + index)}`;
    const many = Array.from({ length: 15 }, (_, index) =>
      result(`t/${index}`, { status: 'unknown', category: 'unknown', reason: reason(index) }),
    );
    const lines = summaryLines(many);
    expect(lines[0]).toBe(`    1 × unknown: ${reason(0)}`);
    expect(lines[12]).toBe('    3 × 3 other reasons, which results.csv lists');
  });
});

describe('files for other tools', () => {
  it('CSV quotes what has commas, quotes and line ends', () => {
    const lines = csvText([result('a,b', { reason: 'says "no"\nand ends' })]).split('\n');
    expect(lines[0]).toMatch(/^task,run definition,sets,property,expected,status,category,score,cputime \(s\)/);
    expect(lines.slice(1).join('\n')).toMatch(
      /^"a,b",,set,unreach-call,true,true,correct,2,1\.5,1,100000000,0,,kind,race,,"says ""no""\nand ends",,\n$/,
    );
  });

  it('XML is what BenchExec writes, whatever texts hold', () => {
    const nasty = result('n', { reason: 'a < b & "c"\u0001 \u{1F600}', log: 'logs/a b.log' });
    const root = parseXml(resultXml(header(), [nasty, alarm], '/results/results.xml'), 'results.xml');
    expect([root.tag, root.attributes.get('benchmarkname'), root.attributes.get('timelimit')]).toEqual([
      'result',
      'run',
      '5s',
    ]);
    const [first, second] = root.children.filter(({ tag }) => tag === 'run');
    expect([...first.attributes]).toEqual([
      ['name', '../tasks/n'],
      ['files', '[../tasks/n.c]'],
      ['properties', 'unreach-call'],
      ['propertyFile', '../tasks/unreach-call.prp'],
      ['expectedVerdict', 'true'],
      ['logfile', 'logs/a%20b.log'],
    ]);
    const column = (run: typeof first, title: string): string | undefined =>
      run.children.find(({ attributes }) => attributes.get('title') === title)?.attributes.get('value');
    expect(column(first, 'reason')).toBe('a < b & "c" \u{1F600}');
    expect([
      column(second, 'status'),
      column(second, 'cputime'),
      column(second, 'memory'),
      column(second, 'category'),
    ]).toEqual(['false(unreach-call)', '1s', '100000000B', 'correct']);
  });
});

describe('a comparison', () => {
  const unsolved = (one: TaskResult): TaskResult => ({ ...one, status: 'unknown', category: 'unknown' });
  it('of a run with itself finds nothing', () => {
    const same = compareRuns(all, all);
    expect(same).toMatchObject({ changes: [], worse: false, both: 2 });
    expect(same.timeRatio).toBeCloseTo(1);
  });

  it('tells wrong answers first, then what was lost', () => {
    const before = [proof, alarm, late, wrongProof, result('gone')];
    const after = [
      unsolved(proof),
      { ...alarm, status: 'true', category: 'wrong' } as const,
      { ...late, status: 'true', category: 'correct' } as const,
      unsolved(wrongProof),
      unsure,
    ];
    const comparison = compareRuns(before, after);
    expect(comparison.changes.map(({ kind, task }) => `${kind} ${task}`)).toEqual([
      'wrong s/alarm',
      'lost s/proof',
      'missing gone',
      'withdrawn t/wrong-proof',
      'gained t/late',
      'new t/open',
    ]);
    expect(comparison.worse).toBe(true);
    expect(comparisonLines(comparison)[0]).toBe('WRONG      s/alarm: false(unreach-call) -> true, expected false');
  });

  it('in which something was only gained is not worse, and tells how times changed', () => {
    const comparison = compareRuns(
      [proof, alarm, late],
      [{ ...proof, cpuSeconds: 8 }, alarm, { ...late, status: 'true', category: 'correct' }],
    );
    expect([comparison.worse, comparison.both]).toEqual([false, 2]);
    expect(comparison.timeRatio).toBeCloseTo(2);
  });
});

describe('the page', () => {
  const folder = scratchFolder('compete-page');
  let script = '';
  beforeAll(async () => {
    const outfile = join(folder, 'page.js');
    await build({
      entryPoints: ['src/apps/compete/page/main.ts'],
      bundle: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      outfile,
    });
    script = readFileSync(outfile, 'utf8');
  });

  /** The window of a page as a browser has it after its script ran. */
  function open(...runs: readonly TableRun[]): JSDOM['window'] {
    const problems: string[] = [];
    const virtualConsole = new VirtualConsole().on('jsdomError', ({ message }) => problems.push(message));
    const text = htmlText(pageData('</script><b>t', runs, 0), { script, style: '' });
    const { window } = new JSDOM(text, { runScripts: 'dangerously', virtualConsole });
    expect(problems).toEqual([]);
    return window;
  }
  const page = (...runs: readonly TableRun[]): PageDocument => open(...runs).document;
  const texts = (document: PageDocument, selector: string): readonly string[] =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
  const tasksOf = (document: PageDocument): readonly string[] => texts(document, '.tasks tbody td:first-child');

  it('shows every task, its status, and the scores', () => {
    const document = page({ header: header(), results: all });
    expect(document.querySelector('h1')?.textContent).toBe('</script><b>t');
    expect(tasksOf(document)).toEqual(['s/alarm', 's/proof', 't/late', 't/open', 't/wrong-alarm', 't/wrong-proof']);
    expect(texts(document, '.tasks tbody tr:nth-child(2) td')).toEqual([
      's/proof',
      'set',
      'true',
      'true',
      '2.00',
      '1.00',
      '100',
      'kind',
    ]);
    expect(texts(document, '#scores tr.sum td').slice(0, 4)).toEqual(['run', 'all', '6', '1']);
    expect(document.querySelector('#quantile svg')).not.toBeNull();
    expect(document.querySelector('#scatter')).toBeNull();
  });

  it('sorts by a column, and the other way round', () => {
    const document = page({ header: header(), results: all });
    const head = (): PageElement | undefined =>
      [...document.querySelectorAll('.tasks th button')].find(({ textContent }) => textContent === 'CPU s');
    head()?.click();
    expect(tasksOf(document)[0]).toBe('s/alarm');
    head()?.click();
    expect(tasksOf(document)[0]).toBe('s/proof');
  });

  it('filters by text and by choice, scores and plots with it', () => {
    const { document, Event } = open({ header: header(), results: all });
    const change = (selector: string, value: string, kind: string): void => {
      const input = document.querySelector(selector);
      if (input === null) throw new Error(`there is no ${selector}`);
      input.value = value;
      input.dispatchEvent(new Event(kind));
    };
    change('input[type=search]', 'WRONG', 'input');
    expect(tasksOf(document)).toEqual(['t/wrong-alarm', 't/wrong-proof']);
    expect(texts(document, '#scores tr.sum td')[10]).toBe('-48');
    expect(document.querySelector('#quantile')?.textContent).toContain('There are no correct answers.');
    change('label select', 'set', 'change');
    expect(tasksOf(document)).toEqual(['t/wrong-alarm']);
  });

  it('of two runs says where one has no result, in the table and in the plot', () => {
    const document = page(
      { header: header({ name: 'old' }), results: [proof, alarm] },
      { header: header({ name: 'new' }), results: [proof, late] },
    );
    expect(tasksOf(document)).toEqual(['s/alarm', 's/proof', 't/late']);
    expect(texts(document, '.tasks tbody tr:first-child td.none')).toEqual(['no result', '–', '–', '–', '–']);
    expect(document.querySelector('#scatter svg')).not.toBeNull();
    expect(document.querySelector('#scatter figcaption')?.textContent).toContain(
      'Tasks without a result in one of the runs lie at the edge (2)',
    );
    expect(texts(document, '#scores tr.sum td')[1]).toBe('all (no result of 1)');
  });

  it('shows many tasks when asked for', () => {
    const document = page({
      header: header(),
      results: Array.from({ length: 1200 }, (_, index) => result(`many/${index}`)),
    });
    expect(tasksOf(document)).toHaveLength(500);
    document.querySelector('#more')?.click();
    expect(tasksOf(document)).toHaveLength(1200);
  });
});
