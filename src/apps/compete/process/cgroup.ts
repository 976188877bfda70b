import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrEmpty, tryWrite } from '../../../base/files.ts';
import type { Meter, Usage } from './meter.ts';
import { ProcessTree } from './process-tree.ts';

/** Prefix of the folders of executions; the number after it is that of the coordinating process. */
const PREFIX = 'lemmata-';

/** The parent folder of the control groups of executions (cgroups, version 2). */
export interface CgroupParent {
  readonly folder: string;
  /** Whether the system limits the memory of a group there; processor time is counted in either case. */
  readonly memory: boolean;
}

/**
 * Finds the place for control groups of this process: below its group, if it may write there. Null if
 * there is no such place. Without the memory controller (a machine that still has it in version 1, or
 * no delegation) memory is watched process by process.
 */
export function findCgroupParent(): CgroupParent | null {
  const mount = mountPoint(readOrEmpty('/proc/self/mountinfo'));
  const own = /^0::(.*)$/m.exec(readOrEmpty('/proc/self/cgroup'))?.[1];
  if (mount === null || own === undefined) return null;
  return usableParent(join(mount, own));
}

/** `text`: of /proc/self/mountinfo. */
export function mountPoint(text: string): string | null {
  return /^\S+ \S+ \S+ \S+ (\S+) .* - cgroup2 /m.exec(text)?.[1] ?? null;
}

/**
 * Tries a group in `folder`; null if that is not allowed. Ends and removes groups that ended
 * coordinators have left there.
 */
export function usableParent(folder: string): CgroupParent | null {
  const trial = join(folder, `${PREFIX}${process.pid}-trial`);
  try {
    mkdirSync(trial);
    accessSync(join(trial, 'cgroup.procs'), constants.W_OK);
    rmdirSync(trial);
  } catch {
    return null;
  }
  for (const name of readdirSync(folder)) {
    const owner = /^lemmata-(\d+)-/.exec(name);
    if (owner !== null && !existsSync(`/proc/${owner[1]}`)) remove(join(folder, name));
  }
  return { folder, memory: enableMemory(folder) };
}

function enableMemory(folder: string): boolean {
  if (!/\bmemory\b/.test(readOrEmpty(join(folder, 'cgroup.controllers')))) return false;
  const control = join(folder, 'cgroup.subtree_control');
  // The system refuses this while processes lie in the group itself, unless it is the root: this process
  // then moves below it.
  if (!tryWrite(control, '+memory')) {
    const leaf = join(folder, `${PREFIX}${process.pid}-coordinator`);
    try {
      mkdirSync(leaf);
    } catch {
      return false;
    }
    if (!tryWrite(join(leaf, 'cgroup.procs'), String(process.pid)) || !tryWrite(control, '+memory')) return false;
  }
  return /\bmemory\b/.test(readOrEmpty(control));
}

let made = 0;

/** Meters the processes of one control group. */
export class Cgroup implements Meter {
  readonly #folder: string;
  readonly #memory: boolean;
  readonly #tree = new ProcessTree();

  /** `memoryBytes`: limit that the system enforces where it can. Throws if the group cannot be made. */
  constructor(parent: CgroupParent, memoryBytes: number | null) {
    this.#folder = join(parent.folder, `${PREFIX}${process.pid}-${++made}`);
    this.#memory = parent.memory;
    mkdirSync(this.#folder);
    if (this.#memory && memoryBytes !== null) {
      writeFileSync(join(this.#folder, 'memory.max'), String(memoryBytes));
      tryWrite(join(this.#folder, 'memory.swap.max'), '0');
      // The whole execution ends, not only the process that the system chose.
      tryWrite(join(this.#folder, 'memory.oom.group'), '1');
    }
  }

  get enter(): string {
    return `echo $$ > '${join(this.#folder, 'cgroup.procs').replaceAll("'", "'\\''")}'`;
  }

  attach(pid: number): void {
    this.#tree.attach(pid);
  }

  sample(): Usage {
    const watched = this.#memory ? { memoryBytes: 0, peakBytes: 0 } : this.#tree.sample();
    const micros = field(readOrEmpty(join(this.#folder, 'cpu.stat')), 'usage_usec');
    if (!this.#memory)
      return { cpuSeconds: micros / 1e6, memoryBytes: watched.memoryBytes, peakBytes: watched.peakBytes };
    const memoryBytes = Number(readOrEmpty(join(this.#folder, 'memory.current')));
    const peak = Number(readOrEmpty(join(this.#folder, 'memory.peak')));
    return { cpuSeconds: micros / 1e6, memoryBytes, peakBytes: Math.max(memoryBytes, peak) };
  }

  outOfMemory(): boolean {
    return this.#memory && field(readOrEmpty(join(this.#folder, 'memory.events')), 'oom_kill') > 0;
  }

  kill(): void {
    if (!tryWrite(join(this.#folder, 'cgroup.kill'), '1')) killMembers(this.#folder);
    this.#tree.kill();
  }

  close(): void {
    remove(this.#folder);
  }
}

/** Groups that still had an ending process when they were to be removed. */
const left = new Set<string>();

function remove(folder: string): void {
  left.add(folder);
  for (const one of left) {
    tryWrite(join(one, 'cgroup.kill'), '1');
    try {
      rmdirSync(one);
      left.delete(one);
    } catch {
      // The next removal, or the next run, removes it.
    }
  }
}

/** Kills the members one by one, on systems before `cgroup.kill` (Linux 5.14). */
function killMembers(folder: string): void {
  for (const pid of readOrEmpty(join(folder, 'cgroup.procs')).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
}

/** The number after a name in a text with one name per line; 0 if it is missing. */
function field(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
