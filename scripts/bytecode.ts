/**
 * Records V8's bytecode of the bundles in a build: runs small programs, in the quick stage and in a race, while the bundles write down what is
 * compiled. Usage: node scripts/run.mjs scripts/bytecode.ts DIST
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { GO_AHEAD, NODE_FLAGS, SUPERVISED, Told } from '../src/portfolio/supervision.ts';

const HEAD = 'extern void reach_error(void);\nextern unsigned nondet(void);\n';
const SAMPLES = {
  'safe.c': `${HEAD}int main(void) { unsigned x = 1; while (nondet()) x += 2; if (x % 2 == 0) reach_error(); return 0; }\n`,
  'unsafe.c': `${HEAD}int t[3]; int f(int *p) { return *p + 1; }
int main(void) { unsigned x = nondet(); for (int i = 0; i < 3; i++) t[i] = f(&t[i]); while (x > 9) x -= 4; if (x == 7) reach_error(); return 0; }\n`,
};
const ORDER = ['kind', 'sim'].map((engine) => ({ engine, seconds: 0.1 }));
const RACE = { sets: { race: { quick: false, stages: [{ order: ORDER }] } } };
/** After the verdict, so that every thread has written. */
const REST_MILLISECONDS = 300;
const LIMIT_MILLISECONDS = 60_000;
/** Best effort: a build without bytecode works as well, it only starts more slowly. */
async function recordBytecode(dist: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-samples-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    // Threads that are not needed any more stay, or they could not write.
    const stay = file('stay.cjs', "require('node:worker_threads').Worker.prototype.terminate = async () => 0;\n");
    const race = file('race.json', JSON.stringify(RACE));
    for (const [name, text] of Object.entries(SAMPLES)) {
      const sample = file(name, text);
      for (const options of [['--portfolio', race], ['--quiet'], ['--verbose']]) {
        // Bytecode is for the same flags only.
        await run([...NODE_FLAGS, '--require', stay, resolve(dist, 'cli.js'), 'verify', ...options, sample]);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In place of the supervisor; ends the process some time after its verdict. */
function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, [SUPERVISED]: 'by the build', LEMMATA_RECORD_CODE: '1' },
    detached: true,
  });
  const told = new Told();
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  const limit = setTimeout(() => {
    console.warn(`no bytecode of this sample: it did not end within ${LIMIT_MILLISECONDS / 1000} s`);
    end();
  }, LIMIT_MILLISECONDS);
  child.on('message', (message) => {
    told.take(message);
    if (told.settled !== null) setTimeout(end, REST_MILLISECONDS);
    else if (told.answering && told.answered === null) child.send(GO_AHEAD, () => {});
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
if (dist === undefined) throw new Error('which build?');
await recordBytecode(dist);
