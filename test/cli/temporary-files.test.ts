import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { CLI, processesWith } from './lemmata.ts';

const folder = scratchFolder('temporary-files');
const ENDLESS = 'int main(void) { volatile int x = 0; for (;;) x++; }\n';
const DIVIDES = 'extern int __VERIFIER_nondet_int(void);\nint main(void) { return 100 / __VERIFIER_nondet_int(); }\n';

/** A compiler that writes a temporary file and then waits, once it has a whole program to compile. */
const slow = join(folder, 'slow-cc');
writeFileSync(slow, '#!/bin/sh\ncase " $* " in *" -c "*) touch "$TMPDIR/half.s"; sleep 60;; *) exec cc "$@";; esac\n');
chmodSync(slow, 0o755);

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 600 && !holds(); i++) await sleep(50);
}

/**
 * Runs the command on a text, and sends the signal as often as said once files are there. The names of the
 * files before the signal, and after the end of all processes.
 */
async function ended(name: string, words: readonly string[], text: string, signals: readonly NodeJS.Signals[]) {
  const temporary = join(folder, name);
  mkdirSync(temporary);
  const files = () =>
    readdirSync(temporary, { recursive: true, encoding: 'utf8' }).map((file) => file.split('/').at(-1));
  const child = spawn(process.execPath, [CLI, ...words, `-DMARK=${name}`, '-'], {
    env: { ...process.env, TMPDIR: temporary, CC: slow },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end(text);
  const wanted = words.includes('--native-replay') ? 'half.s' : 'stdin.c';
  await until(() => files().includes(wanted));
  const before = files();
  if (wanted === 'stdin.c') await sleep(300);
  for (const signal of signals) {
    child.kill(signal);
    await sleep(200);
  }
  await end;
  await until(() => processesWith(`MARK=${name}`).length === 0 && files().length === 0);
  return { before: before.filter((file) => file === wanted), after: files() };
}

describe('a signal leaves no temporary file', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('while a program runs: %s', async (signal) => {
    const files = await ended(`run-${signal}`, ['run'], ENDLESS, [signal]);
    expect(files).toEqual({ before: ['stdin.c'], after: [] });
  });

  it.each([
    ['SIGINT', 'SIGINT'],
    ['SIGHUP'],
    // The supervisor is killed, and its process ends with it.
    ['SIGKILL'],
  ] as const)('while a program is compiled: %s', async (...signals) => {
    const words = ['check', '--timeout', '50', '--native-replay'];
    const files = await ended(`check-${signals.join('-')}`, words, DIVIDES, signals);
    expect(files).toEqual({ before: ['half.s'], after: [] });
  });
});
