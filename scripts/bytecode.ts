/**
 * Records V8's bytecode of the bundles in a build. It runs small programs, in the quick stage and in a
 * race, while the bundles write down the compiled code. The build has this script as
 * `record-code.js`. A package records its bytecode when it is installed, because each version of Node
 * has its own.
 *
 *     node dist/record-code.js [DIST]
 *
 * Without DIST, it treats the build that it belongs to, unless that has bytecode.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GO_AHEAD, NODE_FLAGS, ProcessReports, SMALL_BYTES, SUPERVISED } from '../src/race/threads/supervision.ts';

const HEAD = 'extern void reach_error(void);\nextern unsigned nondet(void);\n';
const SAMPLES = {
  'safe.c': `${HEAD}int main(void) { unsigned x = 1; while (nondet()) x += 2; if (x % 2 == 0) reach_error(); return 0; }\n`,
  'heap.c': `#include <stdlib.h>
${HEAD}struct node { int value; struct node *next; }; static struct node *first; static const char *names[] = { "a", "b" };
static int push(int value) { struct node *n = malloc(sizeof *n); if (!n) return 0; n->value = value; n->next = first; first = n; return 1; }
int main(void) { unsigned char t[2] = { 1, 2 }; for (int i = 0; i < 2; i++) { t[i] += (unsigned char)nondet(); if (!push(t[i] & 1)) return 1; }
for (struct node *n = first; n; n = n->next) switch (n->value) { case 0: case 1: break; default: reach_error(); } return names[0][0] == 'b'; }\n`,
  'alone.c': `${HEAD}int main(void) { int a[5], s = 0; for (int i = 0; i < 5; i++) a[i] = i * i; for (int i = 0; i < 5; i++) s += a[i]; if (s != 30) reach_error(); return 0; }\n`,
  'unsafe.c': `${HEAD}int t[3]; int f(int *p) { return *p + 1; }
int main(void) { unsigned x = nondet(); for (int i = 0; i < 3; i++) t[i] = f(&t[i]); while (x > 9) x -= 4; if (x == 7) reach_error(); return 0; }\n`,
};
const ORDER = ['kind', 'sim'].map((engine) => ({ engine, seconds: 0.1 }));
const RACE = { sets: { race: { quick: false, stages: [{ order: ORDER }] } } };
/** Larger sources are compiled in a thread. */
const LARGE = `/*${' '.repeat(SMALL_BYTES)}*/\n`;
/** Pause in ms after the verdict, so that every thread has written. */
const REST_MILLISECONDS = 300;
/** Time limit of a sample in seconds. */
const SECONDS = '20';
const LIMIT_MILLISECONDS = 60_000;
/** Best effort: a build without bytecode works as well, it only starts more slowly. */
async function recordBytecode(dist: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-samples-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    // Unneeded threads stay, so that they can write.
    const stay = file('stay.cjs', "require('node:worker_threads').Worker.prototype.terminate = async () => 0;\n");
    const race = file('race.json', JSON.stringify(RACE));
    for (const [name, text] of Object.entries(SAMPLES)) {
      const sample = file(name, text);
      const large = file(`large-${name}`, LARGE + text);
      for (const words of [
        ['--portfolio', race, large],
        ['--quiet', large],
        ['--verbose', sample],
        ['--json', sample],
      ]) {
        // Bytecode is valid for the same flags only.
        await run([
          ...NODE_FLAGS,
          '--require',
          stay,
          resolve(dist, 'cli.js'),
          'verify',
          '--timeout',
          SECONDS,
          ...words,
        ]);
      }
    }
    // Matches caches of threads that were ended while they wrote.
    const unfinished = (name: string): boolean => /\.cache\.\d+$/.test(name);
    const code = join(dist, 'code');
    for (const name of readdirSync(code, { recursive: true, encoding: 'utf8' }))
      if (unfinished(name)) rmSync(join(code, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replaces the supervisor; ends the process some time after its verdict. */
function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, [SUPERVISED]: 'by the build', LEMMATA_RECORD_CODE: '1' },
    detached: true,
  });
  const reports = new ProcessReports();
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  };
  const limit = setTimeout(() => {
    console.warn(`no bytecode of this sample: it did not end within ${LIMIT_MILLISECONDS / 1000} s`);
    end();
  }, LIMIT_MILLISECONDS);
  child.on('message', (message) => {
    reports.take(message);
    if (reports.settled !== null) setTimeout(end, REST_MILLISECONDS);
    else if (reports.answering && reports.answered === null) child.send(GO_AHEAD, () => {});
  });
  return new Promise((done) => {
    child.on('exit', () => {
      clearTimeout(limit);
      done();
    });
    child.on('error', () => done());
  });
}

const [dist] = process.argv.slice(2);
const own = fileURLToPath(new URL('.', import.meta.url));
if (dist !== undefined) await recordBytecode(dist);
else if (!existsSync(join(own, 'code', 'verify-command.cjs.cache'))) await recordBytecode(own);
