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

it('a run reads options as the library does', async () => {
  const tool = file(
    'tool.c',
    `#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
static const struct option longs[] = {{"number", required_argument, 0, 'n'}, {0, 0, 0, 0}};
int main(int argc, char **argv) {
  int option, number = 0, loud = 0;
  while ((option = getopt_long(argc, argv, "n:v", longs, 0)) != -1)
    switch (option) {
      case 'n': number = atoi(optarg); break;
      case 'v': loud++; break;
      default: return 2;
    }
  printf("%d %d", number, loud);
  for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
  return 0;
}
`,
  );
  const run = async (...given: string[]) => lemmata(['run', tool, '--', ...given]);
  expect(await run('one', '-vn7', 'two', '-v', '--', '-v')).toMatchObject({ code: 0, stdout: '7 2 one two -v' });
  expect(await run('--num=8', 'one')).toMatchObject({ code: 0, stdout: '8 0 one' });
  expect((await run('-x')).code).toBe(2);
  expect((await run('--number')).code).toBe(2);
});
