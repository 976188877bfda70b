import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readJournal } from '../../src/apps/compete/store/journal.ts';
import type { TaskResult } from '../../src/apps/compete/store/record.ts';
import { put, putTask } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { CLI, type Ended, lemmata, processesWith } from './lemmata.ts';

// Each test runs the command on several tasks.
vi.setConfig({ testTimeout: 240_000 });

const folder = scratchFolder('compete');
const compete = (...args: readonly string[]): Promise<Ended> => lemmata(['compete', ...args], { cwd: folder });

/** Whether a small disk can be had for a test. */
const mountable =
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
if (!mountable) console.log('a full disk: skipped, nothing can be mounted here');

/** The results in a folder of {@link folder}, by task; fails if a task is there twice. */
function resultsIn(name: string): ReadonlyMap<string, TaskResult> {
  const file = join(folder, name, 'results.jsonl');
  const { results } = readJournal(file);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.length).toBe(1 + results.size);
  return results;
}

/** Begins a run of the hard task and what `args` say; resolves while that is being verified. */
async function inTheHardTask(...args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, 'compete', 'hard/*.yml', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stderr })),
  );
  await expect.poll(() => processesWith('hard/factors.c'), { timeout: 60_000 }).not.toEqual([]);
  return { child, ended, said: () => stderr };
}

beforeAll(() => {
  putTask(folder, 'easy', 'odd', true);
  putTask(folder, 'easy', 'pick', false);
  putTask(folder, 'easy', 'assembly', true);
  putTask(folder, 'easy', 'broken', true);
  putTask(folder, 'liar', 'pick', true, 'said-to-be-true');
  putTask(folder, 'hard', 'factors', true);
  for (let index = 0; index < 8; index++)
    putTask(folder, 'eight', index % 2 === 0 ? 'odd' : 'pick', index % 2 === 0, `t${index}`);
});

describe('a run', () => {
  it('says of each task what BenchExec would, and sums up the scores', async () => {
    const ended = await compete('easy/*.yml', '--output', 'easy', '--parallel', '2');
    const results = resultsIn('easy');
    const brief = [...results.values()]
      .map(({ task, status, category, reason }) => [task, status, category, reason])
      .sort();
    expect(brief).toEqual([
      ['easy/assembly.yml#unreach-call', 'unknown', 'unknown', expect.stringMatching(/^unsupported: inline assembly/)],
      [
        'easy/broken.yml#unreach-call',
        'ERROR (2)',
        'error',
        expect.stringMatching(/easy\/broken.c:3:25: error\[\w+\]: expected an expression/),
      ],
      ['easy/odd.yml#unreach-call', 'true', 'correct', null],
      ['easy/pick.yml#unreach-call', 'false(unreach-call)', 'correct', null],
    ]);
    for (const { cpuSeconds, wallSeconds, memoryBytes } of results.values()) {
      expect([cpuSeconds > 0.02, wallSeconds > 0.02, memoryBytes > 2e7]).toEqual([true, true, true]);
    }
    expect(ended.stdout).toMatch(
      /\nset +tasks +true +false +wrong +unknown +error +score +of +CPU s\nall +4 +1 +1 +0 +1 +1 +3 +7 +\d+\n$/,
    );
    expect(ended.code).toBe(0);
  });

  it('writes a certificate of each answer, whose time is not that of the answer', async () => {
    expect((await compete('easy/odd.yml', '--certificates', '--output', 'certified', '--timeout', '60')).code).toBe(0);
    const [result] = resultsIn('certified').values();
    expect(result).toMatchObject({ status: 'true', certificate: expect.stringMatching(/^certificates\//) });
    const place = join(folder, 'certified', result.certificate ?? '');
    const { stdout } = spawnSync(process.execPath, ['checker/src/main.js', place], { encoding: 'utf8' });
    expect(stdout).toMatch(/^CHECKED: /);
    expect(readFileSync(join(folder, 'certified', 'table.html'), 'utf8')).toContain(
      `${result.certificate}/manifest.json`,
    );
    const refused = await compete('easy/odd.yml', '--certificates', '--queue', 'nats://localhost:1');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('leave out --queue') });
  });

  it('with a wrong answer says so first, and ends with 10', async () => {
    const { code, stdout } = await compete('liar/*.yml', 'easy/odd.yml', '--output', 'liar', '--quiet');
    expect(stdout).toMatch(/^WRONG: liar\/said-to-be-true.yml#unreach-call: false\(unreach-call\), expected true\n/);
    expect(stdout).toMatch(/\nall +2 +1 +0 +1 +0 +0 +-14 +4 +\d+\n$/);
    expect(code).toBe(10);
  });

  it('is not begun twice: a second one only tells the results', async () => {
    const { code, stderr } = await compete('easy/*.yml', '--output', 'easy', '--parallel', '2');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^4 of 4 tasks have their result in .*\/easy already.\n$/),
    ]);
    resultsIn('easy');
  });

  it('runs a task again whose program has changed', async () => {
    putTask(folder, 'changing', 'odd', true, 'one');
    await compete('changing/*.yml', '--output', 'changing', '--quiet');
    putTask(folder, 'changing', 'pick', false, 'one');
    await compete('changing/*.yml', '--output', 'changing', '--quiet');
    const { results } = readJournal(join(folder, 'changing', 'results.jsonl'));
    expect([...results.values()].map(({ status }) => status)).toEqual(['false(unreach-call)']);
  });

  it('hands on what stands behind -- to lemmata verify, and stops at once where that is refused', async () => {
    const kind = await compete('easy/odd.yml', '--output', 'kind', '--quiet', '--', '--engines', 'kind');
    expect([kind.code, resultsIn('kind').get('easy/odd.yml#unreach-call')?.engine]).toEqual([0, 'kind']);
    const refused = await compete('easy/*.yml', '--output', 'refused', '--quiet', '--', '--engines', 'magic');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/lemmata verify refuses its options: there is no engine named magic/),
    ]);
    const own = await compete('easy/*.yml', '--output', 'own', '--', '--timeout', '7');
    expect([own.code, own.stderr]).toEqual([
      1,
      expect.stringContaining('--timeout is set for each task by lemmata compete itself'),
    ]);
  });
});

describe('the outputs of a run', () => {
  it('are tables of several kinds, and a comparison that ends with 10 where something got worse', async () => {
    for (const name of ['results.csv', 'results.xml', 'table.html'])
      expect(existsSync(join(folder, 'easy', name))).toBe(true);
    const less = await compete(
      'easy/odd.yml',
      'easy/pick.yml',
      '--output',
      'less',
      '--quiet',
      '--timeout',
      '2',
      '--against',
      'easy',
      '--',
      '--engines',
      'sim',
    );
    expect([less.code, less.stdout]).toEqual([
      10,
      expect.stringMatching(/\nLOST +easy\/odd.yml#unreach-call: true -> TIMEOUT\n(LOST .*\n)?0 wrong, [12] lost, /),
    ]);
    const compare = (...args: readonly string[]): Promise<Ended> => lemmata(['compare', ...args], { cwd: folder });
    expect((await compare('easy', 'easy')).code).toBe(0);
    expect((await compare('easy', 'less/results.jsonl')).code).toBe(10);
    expect(await compare('easy', 'nowhere')).toMatchObject({
      code: 2,
      stderr: 'lemmata: error: there are no results in nowhere\n',
    });
    const table = await lemmata(['table', 'easy', 'less', '--output', 'both.html'], { cwd: folder });
    expect([table.code, readFileSync(join(folder, 'both.html'), 'utf8')]).toEqual([
      0,
      expect.stringContaining('<title>easy, less</title>'),
    ]);
  });
});

describe('answers are checked', () => {
  it('by lemmata validate, and natively', async () => {
    const { code } = await compete(
      'easy/odd.yml',
      'easy/pick.yml',
      'easy/assembly.yml',
      '--output',
      'checked',
      '--quiet',
      '--validate',
      '--native-replay',
    );
    expect(code).toBe(0);
    const results = resultsIn('checked');
    const checks = (name: string): readonly string[] =>
      (results.get(`easy/${name}.yml#unreach-call`)?.checks ?? []).map(({ by, outcome }) => `${by}: ${outcome}`);
    expect(checks('odd')).toEqual(['witness: confirmed']);
    expect(checks('pick')).toEqual(['witness: confirmed', expect.stringMatching(/^native-replay: (confirmed|open)$/)]);
    expect(checks('assembly')).toEqual([]);
    expect(existsSync(join(folder, 'checked', results.get('easy/pick.yml#unreach-call')?.witness ?? 'none'))).toBe(
      true,
    );
  });

  it('and one that is refuted ends the run with 10', async () => {
    const { code, stdout } = await compete(
      'easy/odd.yml',
      '--output',
      'refuted',
      '--quiet',
      '--validator',
      'echo FALSE # {witness}',
    );
    expect([code, stdout]).toEqual([
      10,
      expect.stringMatching(/^REFUTED by validator: easy\/odd.yml#unreach-call: FALSE\n/),
    ]);
  });
});

describe('a run that is killed', () => {
  it('in the middle, three times, and gone on with, has every task exactly once', async () => {
    const args = ['compete', 'eight/*.yml', '--output', 'killed', '--parallel', '2', '--timeout', '20'];
    const file = join(folder, 'killed', 'results.jsonl');
    for (let time = 1; time <= 3; time++) {
      const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, stdio: 'ignore' });
      const gone = new Promise((resolve) => child.once('exit', resolve));
      // After each result more, in the middle of the next ones.
      while (child.exitCode === null && (!existsSync(file) || readJournal(file).results.size < time)) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      child.kill('SIGKILL');
      await gone;
    }
    const { code } = await lemmata(args, { cwd: folder });
    expect(code).toBe(0);
    const results = resultsIn('killed');
    expect([...results.values()].every(({ category }) => category === 'correct')).toBe(true);
    expect(results.size).toBe(8);
    expect(processesWith('eight/t')).toEqual([]);
  });

  it('leaves no verifier behind', async () => {
    const { child, ended } = await inTheHardTask('--output', 'orphan', '--timeout', '60');
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => processesWith('hard/factors.c'), { timeout: 5000 }).toEqual([]);
  });

  it('leaves nothing of a validator behind that starts processes of its own', async () => {
    const validator = join(folder, 'validator.sh');
    writeFileSync(validator, '#!/bin/sh\nsetsid sh -c "sleep 300; : validator-left-behind" &\nsleep 300\n', {
      mode: 0o755,
    });
    const args = ['compete', 'eight/*.yml', '--output', 'orphans', '--timeout', '20', '--validator', validator];
    const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(() => processesWith('validator-left-behind').length, { timeout: 30_000 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await ended;
    for (const mark of ['validator-left-behind', validator])
      await expect.poll(() => processesWith(mark), { timeout: 5000 }).toEqual([]);
  });
});

describe('an interrupt', () => {
  it('lets what runs end, and begins nothing more', async () => {
    const { child, ended } = await inTheHardTask('easy/*.yml', '--output', 'once', '--timeout', '5');
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining('1 running tasks are finished first')]);
    expect([...resultsIn('once').values()].map(({ name, status }) => [name, status])).toEqual([
      ['hard/factors.yml', 'TIMEOUT'],
    ]);
  });

  it('given twice ends at once, and what ran has no result', async () => {
    const { child, ended, said } = await inTheHardTask('--output', 'twice', '--timeout', '120');
    child.kill('SIGINT');
    await expect.poll(said, { timeout: 60_000 }).toContain('Interrupt again to end at once');
    const started = performance.now();
    child.kill('SIGINT');
    const { code } = await ended;
    expect([code, resultsIn('twice').size]).toEqual([130, 0]);
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(processesWith('hard/factors.c')).toEqual([]);
  });
});

describe.skipIf(!mountable)('a full disk', () => {
  it('ends the run with a message; with more room it goes on, and every task has its result once', () => {
    const run = `"${process.execPath}" "${CLI}" compete 'eight/*.yml' --output full/run --quiet`;
    const fill = 'head -c 4000000 /dev/zero > full/run/filler 2>/dev/null';
    // The disk is filled when the second result is there, and emptied after the run has ended.
    const watch = `until [ "$(wc -l < full/run/results.jsonl 2>/dev/null || echo 0)" -ge 3 ]; do sleep 0.02; done; ${fill}`;
    const script = `mkdir -p full; mount -t tmpfs -o size=1500k tmpfs full; (${watch}) & ${run}; echo "first $?"; wait; rm full/run/filler; ${run} > out; echo "second $?"; cp full/run/results.jsonl full.jsonl`;
    const { stdout, stderr } = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toContain('first 2\nsecond 0\n');
    expect(stderr).toMatch(/cannot write .*: ENOSPC/);
    const file = join(folder, 'full.jsonl');
    const { results } = readJournal(file);
    expect([results.size, readFileSync(file, 'utf8').trim().split('\n').length]).toEqual([8, 9]);
    expect([...results.values()].every(({ category }) => category === 'correct')).toBe(true);
  });
});

describe('bad input', () => {
  it.each<[string, readonly string[], number, RegExp]>([
    ['no input', [], 1, /missing required argument 'input'/],
    [
      'a file that is not there',
      ['nowhere.yml'],
      2,
      /there is no file nowhere.yml\nlemmata: error: there is no task to run\n$/,
    ],
    ['a file of another kind', [CLI], 2, /is not a task definition/],
    ['no time', ['easy/*.yml', '--timeout', '0'], 1, /It must be a positive number of seconds/],
    ['a folder that cannot be made', ['easy/*.yml', '--output', '/proc/nowhere'], 2, /cannot write \/proc\/nowhere/],
    [
      'other settings for a run that has begun',
      ['easy/*.yml', '--output', 'easy', '--timeout', '7'],
      1,
      /wallSeconds 60, now 7/,
    ],
  ])('%s', async (_name, args, code, message) => {
    const ended = await compete(...args);
    expect([ended.code, ended.stderr, ended.stdout]).toEqual([code, expect.stringMatching(message), '']);
  });

  it('in parts: the rest is run, ten problems are told, and the run ends with 2', async () => {
    put(
      folder,
      'half.set',
      ['easy/odd.yml', ...Array.from({ length: 25 }, (_, index) => `gone/${index}.yml`)].join('\n'),
    );
    const { code, stderr } = await compete('half.set', '--output', 'half');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /half.set:2:1: error: there is no file gone\/0.yml\n(.*\n){9}lemmata: \.\.\. and 15 more problems with the input\n/,
    );
    expect(resultsIn('half').size).toBe(1);
  });
});
