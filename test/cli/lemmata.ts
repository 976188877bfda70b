import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

const BETWEEN_MILLISECONDS = 100;

/** The command as built; LEMMATA_DIST names another build than that of npm. */
export const CLI = resolve(process.env.LEMMATA_DIST ?? 'dist', 'cli.js');

/** No engine decides it soon: a factor of a large product is looked for. */
export const HARD = `extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  if (a < 2 || b < 2 || a > 4294967295u || b > 4294967295u) return 0;
  if (a * b == 8539734250799242291ul) reach_error();
}
`;

/**
 * A signal to a command: after so many milliseconds, or as soon as its stderr shows something;
 * once, or so many times.
 */
export interface Interrupt {
  readonly signal: NodeJS.Signals;
  readonly after?: number;
  readonly seen?: RegExp;
  readonly times?: number;
}

/** Runs the command to its end; `interrupt` sends signals to it. */
export function lemmata(
  args: readonly string[],
  options: {
    cwd?: string;
    env?: Record<string, string>;
    interrupt?: Interrupt;
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
  const { interrupt } = options;
  let sent = 0;
  const send = (): void => {
    if (interrupt === undefined || sent >= (interrupt.times ?? 1)) return;
    sent += 1;
    child.kill(interrupt.signal);
    // Signals that are on their way at once are one.
    setTimeout(send, BETWEEN_MILLISECONDS);
  };
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    if (sent === 0 && interrupt?.seen?.test(stderr)) send();
  });
  if (interrupt?.after !== undefined) setTimeout(send, interrupt.after);
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
  return otherProcesses((pid) =>
    readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`) ? commandLine(pid) : '',
  ).filter((line) => line !== '');
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
