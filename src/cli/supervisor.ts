import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { sharedClock } from '../base/clock.ts';
import { abortReason, type Broken, MEMORY_TOLERANCE, NODE_FLAGS, SUPERVISED, Told } from '../portfolio/supervision.ts';

/** A verifying process that is late by so much more than its limit is ended. */
const GRACE_MILLISECONDS = 700;
const WATCH_MILLISECONDS = 100;

type Ending = { readonly exitCode: number } | Broken | { readonly signal: NodeJS.Signals };

/**
 * Runs this program again with the same arguments in a process group of its own and sees to it that, whatever happens there, one verdict
 * line or message is written, the exit code is a documented one, and no process and no temporary file stays behind.
 * Resolves to the exit code.
 */
export function supervise(script: string, args: readonly string[]): Promise<number> {
  const started = sharedClock();
  const child = spawn(process.execPath, [...process.execArgv, ...NODE_FLAGS, script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [SUPERVISED]: String(started) },
    detached: true,
  });
  const told = new Told();
  let ending: Ending | null = null;

  return new Promise((resolve) => {
    const end = (how: Ending): void => {
      ending ??= how;
      killGroup(child);
    };
    child.on('message', (message) => {
      told.take(message);
      if (told.settled !== null) end({ exitCode: told.settled });
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end({ signal }));
    // Started with a channel (by `lemmata compete`): it closes when the other end is gone, which may have been before.
    process.on('disconnect', () => end({ signal: 'SIGHUP' }));
    if (process.connected === false) end({ signal: 'SIGHUP' });
    const watch = setInterval(() => {
      const { limits } = told;
      if (limits === null) return;
      if (limits.milliseconds !== null && sharedClock() - started > limits.milliseconds + GRACE_MILLISECONDS)
        end({ kind: 'time-limit', text: 'time limit' });
      else if (residentBytes(child.pid) > limits.bytes * MEMORY_TOLERANCE) end({ kind: 'memory-limit', text: 'memory limit' });
    }, WATCH_MILLISECONDS);
    child.on('error', (error) => {
      process.stderr.write(`lemmata: cannot start: ${error.message}\n`);
      resolve(6);
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      killGroup(child);
      told.cleanUp();
      if (ending === null && signal === null && code !== null && code < 128) return resolve(code);
      resolve(conclude(ending ?? abortReason(code, signal), told));
    });
  });
}

/** Writes what the ended process could not write, and gives the exit code. */
function conclude(ending: Ending, told: Told): number {
  if ('exitCode' in ending) return ending.exitCode;
  if ('signal' in ending) {
    process.stderr.write(`lemmata: interrupted by ${ending.signal}\n`);
    return 128 + constants.signals[ending.signal];
  }
  if (told.limits === null) {
    process.stderr.write(`lemmata: internal error: the verifying process ended (${ending.text})\n`);
    return 6;
  }
  const known = told.bound === null ? '' : `, safe up to bound ${told.bound}`;
  const line = `Verification result: UNKNOWN (${ending.text}${known})`;
  process.stdout.write(`${told.limits.json ? JSON.stringify(told.answerFor(ending)) : line}\n`);
  return 5;
}

/** The process group holds preprocessors too. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Everything in it has ended already.
  }
}

/** 0 where the system does not tell. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}
