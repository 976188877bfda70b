import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Cgroup, findCgroupParent, mountPoint, usableParent } from '../../../../src/apps/compete/process/cgroup.ts';
import { type Command, type Ended, execute, type Limits } from '../../../../src/apps/compete/process/execution.ts';
import { ProcessTree } from '../../../../src/apps/compete/process/process-tree.ts';
import { allowedProcessors, parseCpuList, planCores } from '../../../../src/apps/compete/run/cores.ts';
import { processesWith } from '../../../cli/lemmata.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('compete-execution');
const node = (code: string, ...args: readonly string[]): Command => ({
  program: process.execPath,
  args: ['-e', code, ...args],
});
const NO_LIMITS: Limits = { cpuSeconds: null, wallSeconds: null, memoryBytes: null };
const limits = (some: Partial<Limits>): Limits => ({ ...NO_LIMITS, ...some });

/** A process that starts another one, which does the burning: limits hold for both together. */
const inChild = (code: string, mark: string): string =>
  `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(code)}, ${JSON.stringify(mark)}], { stdio: 'inherit' })`;
const BURN = 'for (;;);';
/** 20 MB in each 20 ms, touched. */
const HOG = 'const all = []; setInterval(() => all.push(Buffer.alloc(20 << 20, 1)), 20)';
const WAIT = 'setInterval(() => {}, 1000)';

const cgroups = findCgroupParent();
const ways = [
  ['watched process by process', null] as const,
  ...(cgroups === null ? [] : [['in control groups', cgroups] as const]),
];
if (cgroups === null) console.log('control groups: skipped, this process may not make any');

describe.each(ways)('an execution, %s', (_name, parent) => {
  const run = (command: Command, some: Partial<Limits> = {}): Promise<Ended> =>
    execute(command, limits(some), parent).ended;

  it('tells output, status and what was used, of children too', async () => {
    const busy =
      'const end = process.cpuUsage().user + 400e3; while (process.cpuUsage().user < end) for (let i = 0; i < 1e6; i++);';
    const ended = await run(
      node(`${inChild(busy, 'busy')}; console.log('out'); console.error('err'); process.exit(7)`),
    );
    expect(ended).toMatchObject({
      exitCode: 7,
      signal: null,
      reason: null,
      stdout: 'out\n',
      stderr: 'err\n',
      failed: null,
    });
    expect(ended.cpuSeconds).toBeGreaterThan(0.4);
    expect(ended.cpuSeconds).toBeLessThan(2);
    expect(ended.wallSeconds).toBeGreaterThan(0.4);
    expect(ended.peakBytes).toBeGreaterThan(2e7);
  });

  it('by a signal is told as such, and core dumps are not written', async () => {
    expect(await run(node('process.abort()'))).toMatchObject({ exitCode: null, signal: 'SIGABRT', reason: null });
    expect(await run(node("process.kill(process.pid, 'SIGKILL')"))).toMatchObject({
      exitCode: null,
      signal: 'SIGKILL',
      reason: null,
    });
  });

  it('of a program that is not there has the status of a shell', async () => {
    expect(await run({ program: '/nowhere/at/all', args: [] })).toMatchObject({ exitCode: 127, reason: null });
  });

  it('keeps the limit of processor time', async () => {
    const ended = await run(node(inChild(BURN, 'cpu-mark')), { cpuSeconds: 1 });
    expect(ended.reason).toBe('cputime');
    expect(ended.cpuSeconds).toBeGreaterThan(1);
    expect(ended.cpuSeconds).toBeLessThan(2);
    expect(processesWith('cpu-mark')).toEqual([]);
  });

  it('keeps the limit of wall time, with processes that do not listen', async () => {
    const deaf = `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); ${inChild(WAIT, 'wall-mark')}`;
    const ended = await run(node(deaf), { wallSeconds: 1 });
    expect([ended.reason, ended.wallSeconds > 1, ended.wallSeconds < 2]).toEqual(['walltime', true, true]);
    expect(processesWith('wall-mark')).toEqual([]);
  });

  it('keeps the limit of memory', async () => {
    const ended = await run(node(inChild(HOG, 'memory-mark')), { memoryBytes: 800e6, wallSeconds: 30 });
    expect(ended.reason).toBe('memory');
    expect(ended.peakBytes).toBeGreaterThan(700e6);
    expect(ended.peakBytes).toBeLessThan(840e6);
    expect(processesWith('memory-mark')).toEqual([]);
  });

  it('leaves no process behind that stayed when the first one ended', async () => {
    const detached = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(WAIT)}, 'left-mark'], { stdio: 'ignore', detached: true }).unref(); setTimeout(() => {}, 300)`;
    await run(node(detached));
    await expect.poll(() => processesWith('left-mark')).toEqual([]);
  });

  it('can be stopped', async () => {
    const execution = execute(node(WAIT, 'stopped-mark'), NO_LIMITS, parent);
    await expect.poll(() => processesWith('stopped-mark').length, { timeout: 10_000 }).toBeGreaterThan(0);
    execution.stop();
    expect((await execution.ended).reason).toBe('stopped');
  });

  it('keeps of endless output what is asked for', async () => {
    const ended = await run({ program: 'yes', args: [], outputBytes: 20_000 }, { wallSeconds: 0.5 });
    expect(ended.stdout).toHaveLength(20_000);
  });
});

describe('control groups', () => {
  it('are found where version 2 is mounted', () => {
    const line = '42 32 0:38 / /sys/fs/cgroup/unified rw,relatime shared:10 - cgroup2 cgroup2 rw,nsdelegate\n';
    expect(mountPoint(`30 1 0:1 / / rw - ext4 /dev/sda rw\n${line}`)).toBe('/sys/fs/cgroup/unified');
    expect(mountPoint('30 1 0:1 / / rw - ext4 /dev/sda rw\n')).toBeNull();
    expect(usableParent('/proc')).toBeNull();
  });

  it('with a memory controller get their limits written, and their numbers read', () => {
    mkdirSync(join(folder, 'groups'));
    const group = new Cgroup({ folder: join(folder, 'groups'), memory: true }, 123_456);
    const own = /'(.*)\/cgroup.procs'/.exec(group.enter)?.[1] ?? '';
    expect(readFileSync(join(own, 'memory.max'), 'utf8')).toBe('123456');
    const numbers = {
      'cpu.stat': 'usage_usec 1500000\nuser_usec 1\n',
      'memory.current': '1000\n',
      'memory.peak': '2000\n',
    };
    for (const [name, text] of Object.entries(numbers)) writeFileSync(join(own, name), text);
    expect(group.sample()).toEqual({ cpuSeconds: 1.5, memoryBytes: 1000, peakBytes: 2000 });
    expect(group.outOfMemory()).toBe(false);
    writeFileSync(join(own, 'memory.events'), 'oom 1\noom_kill 1\n');
    expect(group.outOfMemory()).toBe(true);
  });
});

describe('cores', () => {
  it('are disjoint where there are processors enough, and free otherwise', () => {
    expect(parseCpuList('0-2,7\n')).toEqual([0, 1, 2, 7]);
    const all = allowedProcessors();
    const two = planCores(2, null);
    if (all.length >= 2) expect(new Set(two.flat()).size).toBe(2 * Math.floor(all.length / 2));
    expect(planCores(all.length + 1, null)).toEqual(Array.from({ length: all.length + 1 }, () => null));
    expect(planCores(1, null)).toEqual([null]);
  });

  it('are where a command runs', async () => {
    const [cores] = planCores(1, 1);
    const { stdout } = await execute(
      { program: 'sh', args: ['-c', 'grep Cpus_allowed_list /proc/self/status'], cores },
      NO_LIMITS,
      null,
    ).ended;
    expect(parseCpuList(stdout.split(':')[1])).toEqual(cores);
  });
});

describe('what /proc tells of a process', () => {
  it('of its processor time is what it says itself, with the children that it has waited for', () => {
    const tree = new ProcessTree();
    tree.attach(process.pid);
    execFileSync('true');
    const { user, system } = process.cpuUsage();
    expect(tree.sample().cpuSeconds).toBeGreaterThan((user + system) / 1e6 - 0.1);
  });

  it('of its memory is what ps tells', async () => {
    // It keeps 64 MiB, and does nothing meanwhile: this process gives memory back whenever it collects its own.
    const script =
      "globalThis.kept = Buffer.alloc(64 * 2 ** 20, 1); setInterval(() => {}, 60_000); console.log('kept')";
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      const pid = child.pid ?? 0;
      const tree = new ProcessTree();
      tree.attach(pid);
      const resident = 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
      expect(resident).toBeGreaterThan(64 * 2 ** 20);
      expect(Math.abs(tree.sample().peakBytes / resident - 1)).toBeLessThan(0.2);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
