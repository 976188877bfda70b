import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('source-options');
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
mkdirSync(join(folder, 'include'));
file('include/limit.h', '#define LIMIT 5\n');
file('config.h', '#define CHECKED 1\n');
const PROGRAM = file(
  'limit.c',
  `#include <limit.h>
extern void reach_error(void);
extern int helper(void);
#if !defined(CHECKED) || defined(linux)
#error the flags do not arrive
#endif
int main(void) { if (LIMIT + sizeof(long) + FURTHER + helper() == 5 + 4 + 7 + 1) reach_error(); return 0; }
`,
);
const HELPER = file('helper.c', '#ifdef ONE\nint helper(void) { return 1; }\n#endif\n');
const FALSE = 'Verification result: FALSE (unreach-call)\n';

it('options of the preprocessor are taken as compilers have them', async () => {
  const flags = [
    '-I',
    join(folder, 'include'),
    '-include',
    join(folder, 'config.h'),
    '-DFURTHER=7',
    '-D',
    'ONE',
    '-U',
    'linux',
  ];
  const { stdout, stderr } = await lemmata([
    'verify',
    ...flags,
    '-std=gnu11',
    '--data-model',
    'ILP32',
    PROGRAM,
    HELPER,
  ]);
  expect([stdout, stderr]).toEqual([FALSE, expect.not.stringContaining('error:')]);
});

it('flags and files are those of a list of compile commands', async () => {
  const list = file(
    'compile_commands.json',
    JSON.stringify([
      {
        directory: folder,
        file: 'limit.c',
        command: 'gcc -m32 -Iinclude -include config.h -DFURTHER=7 -std=c11 -O2 -c limit.c',
      },
      { directory: folder, file: 'helper.c', arguments: ['gcc', '-m32', '-DONE', '-c', 'helper.c'] },
    ]),
  );
  expect((await lemmata(['verify', '--compile-commands', list])).stdout).toBe(FALSE);
  expect((await lemmata(['verify', '--compile-commands', list, PROGRAM, HELPER])).stdout).toBe(FALSE);
  const missing = await lemmata(['verify', '--compile-commands', list, join(folder, 'other.c')]);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no entry for')]);
  const none = await lemmata(['verify']);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no file is given')]);
});
