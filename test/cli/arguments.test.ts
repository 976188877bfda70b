import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('arguments');
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const PROGRAM = file(
  'options.c',
  `#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  int verbose = 0;
  const char *name = 0;
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "-v") == 0) verbose++;
    else name = argv[i];
  assert(!(verbose == 2 && name != 0 && strlen(name) == 3 && name[2] == '\\''));
  return 0;
}
`,
);

it('the command line that was found takes the compiled program to its assertion', async () => {
  const { code, stdout, stderr } = await lemmata(['verify', '--json', PROGRAM]);
  const { violation } = JSON.parse(stdout);
  expect([code, violation.errorFunction]).toEqual([10, '__assert_fail']);
  expect(stderr).toContain('Command line: program ');
  const compiled = spawnSync('cc', ['-o', join(folder, 'options'), PROGRAM]);
  if (compiled.status !== 0) return;
  const [, ...given] = violation.arguments.map((text: string) => Buffer.from(text, 'latin1').toString('latin1'));
  expect(given.filter((text: string) => text === '-v')).toHaveLength(2);
  if (!given.every((text: string) => /^[\0-\x7f]*$/.test(text))) return;
  expect(spawnSync(join(folder, 'options'), given).signal).toBe('SIGABRT');
});

it('a larger bound finds what a smaller one says that it might miss', async () => {
  const many = file(
    'many.c',
    '#include <assert.h>\nint main(int argc, char **argv) { assert(argc != 7); return 0; }\n',
  );
  const { stdout, stderr } = await lemmata(['verify', many]);
  expect(stdout).toMatch(/UNKNOWN \(unsupported: a command line beyond --arguments 4x16/);
  expect(stderr).toContain('Try: a larger bound');
  expect((await lemmata(['verify', '--arguments', '6x1', many])).stdout).toBe(
    'Verification result: FALSE (assertion)\n',
  );
  expect((await lemmata(['verify', '--arguments', '6', many])).code).toBe(1);
});

it('the interpreter hands arguments on', async () => {
  const echo = file(
    'echo.c',
    '#include <stdio.h>\nint main(int n, char **v) { for (int i = 1; i < n; i++) printf("[%s]", v[i]); return n; }\n',
  );
  expect(await lemmata(['run', echo, '--', '--help', 'a b'])).toMatchObject({ code: 3, stdout: '[--help][a b]' });
});
