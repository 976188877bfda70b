import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { CLI, lemmata } from './lemmata.ts';

const folder = scratchFolder('watch');
const started: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const program = (divisor: string): string =>
  `#include "a.h"\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); return FEW / (${divisor}); }\n`;

/** Starts the command; `until` resolves once its output has the text. */
function startWatch(...args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, 'watch', '--timeout', '60', ...args], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
  });
  started.push(child);
  let output = '';
  let look = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      look();
    });
  const until = (text: string): Promise<string> =>
    new Promise((resolve) => {
      look = () => {
        const end = output.indexOf(text);
        if (end < 0) return;
        const before = output.slice(0, end + text.length);
        output = output.slice(end + text.length);
        resolve(before);
      };
      look();
    });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  return { child, until, ended };
}

it('checks again what changes, in headers too, and ends by Ctrl-C without leavings', async () => {
  writeFileSync(join(folder, 'a.h'), '#define FEW 7\n');
  writeFileSync(join(folder, 'a.c'), program('x'));
  const { child, until, ended } = startWatch('--check', 'division', 'a.c');
  expect(await until('Checks: 1 violated, 0 open, 0 proved\n')).toContain('a.c:3:62: violated: division');
  writeFileSync(join(folder, 'a.c'), program('(x & 7) + 1'));
  expect(await until('Checks: the program has none of these kinds\n')).toContain('lemmata: a.c changed\n');
  // A file that is no source begins no check.
  writeFileSync(join(folder, 'notes.txt'), 'nothing\n');
  writeFileSync(join(folder, 'a.h'), '#define FEW (8 / (x & 1))\n');
  expect(await until('Checks: 1 violated, 0 open, 0 proved\n')).toMatch(/^lemmata: a.h changed\n/);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['a.c', 'a.h', 'notes.txt']);
}, 240_000);

it('needs a file', async () => {
  const { code, stderr } = await lemmata(['watch'], { cwd: folder });
  expect(stderr).toContain('no file is given');
  expect(code).toBe(1);
});
