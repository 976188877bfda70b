import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { sharedClock } from '../base/clock.ts';
import { removeQuietly } from '../base/files.ts';
import { SUPERVISED, type SupervisionMessage } from './supervision.ts';

/** A verifying process that is late by so much more than its limit is ended. */
const GRACE_MILLISECONDS = 700;
const WATCH_MILLISECONDS = 100;
/** The verifying process holds its limit itself; beyond this factor it has lost control. */
const MEMORY_TOLERANCE = 1.15;

/** The solver's WebAssembly is known to be valid; checking all of it takes longer than a small verification. */
const FLAGS = ['--wasm-lazy-validation'];

type Ending =
  | { readonly exitCode: number }
  | { readonly unknown: string; readonly kind: 'time-limit' | 'memory-limit' | 'crashed' }
  | { readonly signal: NodeJS.Signals };

/**
 * Runs this program again with the same arguments in a process group of its own and sees to it that, whatever happens there, one verdict
 * line or message is written, the exit code is a documented one, and no process and no temporary file stays behind.
 * Resolves to the exit code.
 */
export function supervise(script: string, args: readonly string[]): Promise<number> {
  const started = sharedClock();
  const child = spawn(process.execPath, [...process.execArgv, ...FLAGS, script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [SUPERVISED]: String(started) },
    detached: true,
  });
  let limits: (SupervisionMessage & { kind: 'limits' }) | null = null;
  let bound: number | null = null;
  let temporary: string | null = null;
  let ending: Ending | null = null;

  return new Promise((resolve) => {
    const end = (how: Ending): void => {
      ending ??= how;
      killGroup(child);
    };
    child.on('message', (message: SupervisionMessage) => {
      if (message.kind === 'limits') limits = message;
      else if (message.kind === 'bound') bound = message.bound;
      else if (message.kind === 'temporary') temporary = message.file;
      else end({ exitCode: message.exitCode });
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end({ signal }));
    // Started with a channel (by `lemmata compete`): it closes when the other end is gone, which may have been before.
    process.on('disconnect', () => end({ signal: 'SIGHUP' }));
    if (process.connected === false) end({ signal: 'SIGHUP' });
    const watch = setInterval(() => {
      if (limits === null) return;
      if (limits.milliseconds !== null && sharedClock() - started > limits.milliseconds + GRACE_MILLISECONDS)
        end({ unknown: 'time limit', kind: 'time-limit' });
      else if (residentBytes(child.pid) > limits.bytes * MEMORY_TOLERANCE) end({ unknown: 'memory limit', kind: 'memory-limit' });
    }, WATCH_MILLISECONDS);
    child.on('error', (error) => {
      process.stderr.write(`lemmata: cannot start: ${error.message}\n`);
      resolve(6);
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      killGroup(child);
      if (temporary !== null) removeQuietly(temporary);
      if (ending === null && signal === null && code !== null && code < 128) return resolve(code);
      resolve(conclude(ending ?? abortReason(code, signal), limits, bound));
    });
  });
}

/** Writes what the ended process could not write, and gives the exit code. */
function conclude(ending: Ending, limits: { readonly json: boolean } | null, bound: number | null): number {
  if ('exitCode' in ending) return ending.exitCode;
  if ('signal' in ending) {
    process.stderr.write(`lemmata: interrupted by ${ending.signal}\n`);
    return 128 + constants.signals[ending.signal];
  }
  if (limits === null) {
    process.stderr.write(`lemmata: internal error: the verifying process ended (${ending.unknown})\n`);
    return 6;
  }
  const known = bound === null ? '' : `, safe up to bound ${bound}`;
  const json = { version: 1, verdict: 'UNKNOWN', reason: { kind: ending.kind, text: ending.unknown }, safeUpTo: bound };
  process.stdout.write(limits.json ? `${JSON.stringify(json)}\n` : `Verification result: UNKNOWN (${ending.unknown}${known})\n`);
  return 5;
}

function abortReason(code: number | null, signal: NodeJS.Signals | null): Ending & { unknown: string } {
  if (signal === 'SIGABRT' || code === 134) {
    return { unknown: 'out of memory: the JavaScript engine gave up', kind: 'memory-limit' };
  }
  if (signal === 'SIGKILL') return { unknown: 'out of memory: ended by the system', kind: 'memory-limit' };
  return { unknown: `the verifying process ended with ${signal ?? `status ${code}`}`, kind: 'crashed' };
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
