import { spawn } from 'node:child_process';

/**
 * Waits for a line. If its input ends without one, it ends the process that its argument names. The
 * group of that process and its descendants end, too.
 */
const SCRIPT = `end() {
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do end "$child"; done
  kill -s KILL -- "-$1" 2>/dev/null
  kill -s KILL -- "$1" 2>/dev/null
}
read -r line || end "$1"`;

/** Watches over the processes of an execution. */
export interface Guard {
  /** The execution is over: the guard ends, and does nothing. */
  release(): void;
}

/**
 * Starts a small process that ends an execution if this process is killed, even by SIGKILL.
 * @param pid the first process of the execution, which leads a group of its own
 */
export function guardOf(pid: number): Guard {
  // In a group of its own: a signal to this process's group does not reach it.
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a guard, the execution runs as well.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return { release: () => void guard.stdin.end('done\n') };
}
