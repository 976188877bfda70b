import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** The command as built; LEMMATA_DIST names another build than that of npm. */
export const CLI = resolve(process.env.LEMMATA_DIST ?? 'dist', 'cli.js');

/** Runs the command to its end; `interrupt` sends a signal after so many milliseconds. */
export function lemmata(
  args: readonly string[],
  options: {
    cwd?: string;
    env?: Record<string, string>;
    interrupt?: { signal: NodeJS.Signals; after: number };
    script?: string;
  } = {},
): Promise<Ended> {
  const started = performance.now();
  const child = spawn(process.execPath, [options.script ?? CLI, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const { interrupt } = options;
  if (interrupt !== undefined) setTimeout(() => child.kill(interrupt.signal), interrupt.after);
  return new Promise((done) => {
    child.on('close', (code) => done({ code, stdout, stderr, milliseconds: performance.now() - started }));
  });
}

/** Command lines of processes that mention `mark` (this one left out). */
export function processesWith(mark: string): readonly string[] {
  return otherProcesses(commandLine).filter((line) => line.includes(mark));
}

/** Command lines of processes whose working folder lies in `folder`, also one that is gone. */
export function processesWithin(folder: string): readonly string[] {
  return otherProcesses((pid) => (readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`) ? commandLine(pid) : '')).filter(
    (line) => line !== '',
  );
}

function commandLine(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}

/** Numbers of processes whose command line mentions both marks. */
export function processIdsWith(mark: string, other: string): readonly number[] {
  const found = otherProcesses((pid) => ({ pid: Number(pid), line: commandLine(pid) }));
  return found.filter(({ line }) => line.includes(mark) && line.includes(other)).map(({ pid }) => pid);
}

/** What `read` says of each process but this one; those that end meanwhile are left out. */
function otherProcesses<T>(read: (pid: string) => T): readonly T[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        return [read(pid)];
      } catch {
        return [];
      }
    });
}
