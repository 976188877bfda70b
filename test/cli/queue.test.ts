import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readJournal } from '../../src/apps/compete/store/journal.ts';
import type { TaskResult } from '../../src/apps/compete/store/record.ts';
import { hasServer, NatsServer } from '../compete/nats-server.ts';
import { PROGRAMS, put, putTask } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { CLI, type Ended, lemmata, processesWith } from './lemmata.ts';

// Whoever dies has so many seconds to say that he lives.
process.env.LEMMATA_QUEUE_SILENCE = '10';
vi.setConfig({ testTimeout: 300_000 });

if (!hasServer) console.log('lemmata work: skipped, there is no nats-server here');

const folder = scratchFolder('queue');
let server: NatsServer;
const workers: ChildProcess[] = [];

const compete = (...args: readonly string[]): Promise<Ended> =>
  lemmata(['compete', ...args, '--queue', server.url], { cwd: folder });

/** A worker; `said` grows by what it says. */
function work(): { readonly process: ChildProcess; readonly said: () => string } {
  const child = spawn(process.execPath, [CLI, 'work', '--queue', server.url], { stdio: ['ignore', 'ignore', 'pipe'] });
  workers.push(child);
  return { process: child, said: saidBy(child) };
}

/** What a process has said on stderr so far. */
function saidBy(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await holds())) {
    if (performance.now() - started > 120_000) throw new Error(`waited in vain for: ${what}`);
    await sleep(100);
  }
}

/** The results in a folder of {@link folder}, by task; fails if a task is there twice. */
function resultsIn(name: string): ReadonlyMap<string, TaskResult> {
  const file = join(folder, name, 'results.jsonl');
  const { results } = readJournal(file);
  expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(1 + results.size);
  return results;
}

/** How often workers have said that they have the result of a task. */
function finished(said: readonly (() => string)[]): readonly string[] {
  return said
    .flatMap((text) => [...text().matchAll(/^(.*): (?:true|false|unknown)\S* [\d.]+ s$/gm)].map(([, task]) => task))
    .sort();
}

/** Tasks that the server still has. */
async function waiting(): Promise<number> {
  const connection = await connect({ servers: server.url });
  try {
    return (await (await jetstreamManager(connection)).streams.info('LEMMATA_TASKS')).state.messages;
  } finally {
    await connection.close();
  }
}

const TASKS = Array.from({ length: 6 }, (_, index) => `t${index}`);

beforeAll(async () => {
  for (const [index, name] of TASKS.entries())
    putTask(folder, 'six', index % 2 === 0 ? 'odd' : 'pick', index % 2 === 0, name);
  putTask(folder, 'far', 'factors', true);
  putTask(folder, 'open', 'assembly', true);
  if (hasServer) server = await NatsServer.start(join(folder, 'server'));
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
});
afterAll(async () => {
  if (hasServer) await server.kill();
});

function expectAll(results: ReadonlyMap<string, TaskResult>): void {
  expect([...results.values()].map(({ task, status }) => [task, status]).sort()).toEqual(
    TASKS.map((name, index) => [`six/${name}.yml#unreach-call`, index % 2 === 0 ? 'true' : 'false(unreach-call)']),
  );
}

describe.skipIf(!hasServer)('a run over several machines', () => {
  it('has every task once, though a worker dies and the server is away for a while', async () => {
    const [first, second] = [work(), work()];
    const run = compete('six/*.yml', '--output', 'deaths', '--validate');
    await until('a task in hand', () => first.said().includes('begun'));
    first.process.kill('SIGKILL');
    await until('a result', () => finished([second.said]).length > 0);
    await server.kill();
    await sleep(3000);
    await server.resume();
    const ended = await run;
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringMatching(/\[6\/6\]/)]);
    const results = resultsIn('deaths');
    expectAll(results);
    for (const { witness, log, checks } of results.values()) {
      expect(checks).toEqual([expect.objectContaining({ by: 'witness', outcome: 'confirmed' })]);
      expect(readFileSync(join(folder, 'deaths', String(witness)), 'utf8')).toMatch(/^- entry_type:/);
      expect(readFileSync(join(folder, 'deaths', String(witness)), 'utf8')).toContain(join(folder, 'six'));
      expect(readFileSync(join(folder, 'deaths', String(log)), 'utf8')).toMatch(/ verify --json /);
    }
    expect(await waiting()).toBe(0);
  });

  it('goes on after its own death with what workers have found since', async () => {
    const command = ['compete', 'six/*.yml', '--output', 'resumed', '--queue', server.url];
    const child = spawn(process.execPath, [CLI, ...command], { cwd: folder, stdio: 'ignore' });
    await until('all tasks on the queue', async () => (await waiting()) === TASKS.length);
    child.kill('SIGKILL');
    const worker = work();
    await until('all results', async () => (await waiting()) === 0);
    expect((await lemmata(command, { cwd: folder })).code).toBe(0);
    expectAll(resultsIn('resumed'));
    expect(finished([worker.said])).toEqual([...resultsIn('resumed').keys()].sort());
  });

  it('shares the tasks of two runs that want the same', async () => {
    const worker = work();
    const both = await Promise.all([
      compete('six/*.yml', '--output', 'one', '--timeout', '50'),
      compete('six/*.yml', '--output', 'other', '--timeout', '50'),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    for (const name of ['one', 'other']) expectAll(resultsIn(name));
    expect(finished([worker.said])).toEqual([...resultsIn('one').keys()].sort());
  });

  it('takes no rubbish for a result, and runs the task again', async () => {
    const run = compete('six/t0.yml', '--output', 'rubbish', '--timeout', '40');
    await until('the task on the queue', async () => (await waiting()) === 1);
    const connection = await connect({ servers: server.url });
    const manager = await jetstreamManager(connection);
    const { state } = await manager.streams.info('LEMMATA_TASKS', { subjects_filter: '>' });
    const [subject] = Object.keys(state.subjects ?? {});
    const [, , tag, key] = subject.split('.');
    const results = await new Kvm(connection).open('lemmata-results');
    const lie = {
      version: 1,
      hash: key,
      host: 'x',
      root: '/x',
      measured: { status: 'true' },
      log: null,
      witness: null,
    };
    await results.put(`${tag}.${key}`, JSON.stringify(lie));
    await until('the lie thrown away', async () => (await results.get(`${tag}.${key}`))?.operation !== 'PUT');
    await connection.close();
    work();
    const ended = await run;
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringMatching(/sent a malformed answer for six\/t0.yml/)]);
    expect([...resultsIn('rubbish').values()].map(({ status }) => status)).toEqual(['true']);
  });

  it('ends what workers have begun when it is interrupted twice', async () => {
    const worker = work();
    const child = spawn(
      process.execPath,
      [CLI, 'compete', 'far/*.yml', '--output', 'cancelled', '--timeout', '200', '--queue', server.url],
      { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const said = saidBy(child);
    await until('the task in hand', () => worker.said().includes('begun'));
    await until('the verifier', () => processesWith('factors.c').some((line) => line.includes('lemmata-work-')));
    child.kill('SIGINT');
    await until('the first signal', () => said().includes('Interrupt again'));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await until(
      'the end of the verifier',
      () => !processesWith('factors.c').some((line) => line.includes('lemmata-work-')),
    );
    expect([worker.process.exitCode, await waiting(), resultsIn('cancelled').size]).toEqual([null, 0, 0]);
  });

  it('has several machines race on each task, and counts it once', async () => {
    const [first, second] = [work(), work()];
    const ended = await compete(
      'six/t[01].yml',
      'open/*.yml',
      '--output',
      'races',
      '--timeout',
      '45',
      '--machines',
      '2',
    );
    expect(ended.code).toBe(0);
    const results = [...resultsIn('races').values()].map(({ name, status }) => [name, status]).sort();
    expect(results).toEqual([
      ['open/assembly.yml', 'unknown'],
      ['six/t0.yml', 'true'],
      ['six/t1.yml', 'false(unreach-call)'],
    ]);
    // Nobody gave a verdict there, and both were asked.
    expect(finished([first.said, second.said]).filter((task) => task.startsWith('open/'))).toHaveLength(2);
    await until('an empty queue', async () => (await waiting()) === 0);
  });

  it('lets those who race on a task tell each other lemmas, and ends them together', async () => {
    const workers = [work(), work()];
    const connection = await connect({ servers: server.url });
    const machines = new Map<string, Set<string>>();
    connection.subscribe('lemma.>', {
      callback: (_, message) => {
        const { machine } = message.json<{ machine: string }>();
        machines.set(message.subject, (machines.get(message.subject) ?? new Set()).add(machine));
      },
    });
    const args = [
      'compete',
      'far/*.yml',
      '--output',
      'shared',
      '--timeout',
      '200',
      '--machines',
      '2',
      '--queue',
      server.url,
    ];
    const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const said = saidBy(child);
    await until('two machines in one race', () => [...machines.values()].some((names) => names.size === 2));
    expect([...machines.keys()]).toEqual([expect.stringMatching(/^lemma\.[0-9a-f]{64}$/)]);
    const verifiers = () => processesWith('factors.c').filter((line) => line.includes('lemmata-work-'));
    expect(verifiers().map((line) => / --seed (\d) /.exec(line)?.[1])).toEqual(expect.arrayContaining(['0', '1']));
    child.kill('SIGINT');
    await until('the first signal', () => said().includes('Interrupt again'));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await until('the end of both', () => verifiers().length === 0);
    expect([workers.map((one) => one.process.exitCode), await waiting()]).toEqual([[null, null], 0]);
    await connection.close();
  });

  it('has workers decide the checks of a program, says that none is there, and takes back what it handed out', async () => {
    const [question] = /if \(.*/.exec(PROGRAMS.factors) ?? [];
    put(folder, 'far/twice.c', PROGRAMS.factors.replace(/if \(.*/, `${question}\n  if (c > 2) ${question}`));
    const child = spawn(process.execPath, [CLI, 'check', 'far/twice.c', '--timeout', '200', '--queue', server.url], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const said = saidBy(child);
    await until('a word about workers', () => /no worker .*: lemmata work --queue nats:/.test(said()));
    const worker = work();
    await until('a group in hand', () => /^twice\.c \(\w+\), checks 0.*: begun$/m.test(worker.said()));
    const verifiers = () => processesWith('program.lemmata').filter((line) => line.includes('lemmata-work-'));
    await until('the verifier', () => verifiers().length > 0);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await until('the end of the verifier', () => verifiers().length === 0);
    expect([worker.process.exitCode, await waiting()]).toEqual([null, 0]);
  });

  it('says what is wrong with an address', async () => {
    const bad = (address: string, ...more: readonly string[]) =>
      lemmata(['work', '--queue', address, '--idle', '1', ...more], { cwd: folder });
    const ends = await Promise.all([
      bad('http://x'),
      bad('nats://127.0.0.1:9'),
      bad(server.url, '--creds', 'none.creds'),
    ]);
    expect(ends.map(({ code, stderr }) => [code, stderr.trim()])).toEqual([
      [1, expect.stringMatching(/http:\/\/x is not an address of a queue/)],
      [2, expect.stringMatching(/cannot reach the queue at 127.0.0.1:9/)],
      [2, expect.stringMatching(/cannot read none.creds/)],
    ]);
  });

  it('is let in by a password that the server knows, and by no other', async () => {
    const config = join(folder, 'users.conf');
    writeFileSync(config, 'authorization { users = [ { user: "ann", password: "s3cret" } ] }\n');
    const guarded = await NatsServer.start(join(folder, 'guarded'), ['-c', config]);
    try {
      const enter = (user: string) =>
        lemmata(['work', '--queue', `nats://${user}127.0.0.1:${guarded.port}`, '--idle', '0.1']);
      const ends = await Promise.all([enter('ann:s3cret@'), enter('ann:wrong@'), enter('')]);
      expect(ends.map(({ code }) => code)).toEqual([0, 2, 2]);
      expect(ends[1].stderr).toMatch(/cannot reach the queue .*[Aa]uthorization/);
    } finally {
      await guarded.kill();
    }
  });
});
