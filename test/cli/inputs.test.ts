import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { executableTest } from '../../src/apps/output/report/c-test.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

/**
 * Runs that were found take the compiled programs to their assertions, by the command that the test
 * itself names.
 */

const PROGRAMS: Readonly<Record<string, string>> = {
  scanf: String.raw`int main(void) {
  int a;
  char unit[3];
  if (scanf("%d %2s", &a, unit) == 2) assert(!(a == 12 && unit[0] == 'k' && unit[1] == 0 && getchar() == '\n'));
  return 0;
}
`,
  lines: String.raw`int main(void) {
  char line[4];
  if (fgets(line, sizeof line, stdin) == NULL || line[1] != '\n') return 0;
  int c = getc(stdin);
  if (c == EOF) return 0;
  ungetc(c, stdin);
  char *text = NULL;
  size_t room = 0;
  long n = getline(&text, &room, stdin);
  assert(!(n == 2 && text[0] == 'q' && text[1] == '\\' && feof(stdin)));
  return 0;
}
`,
  surroundings: `int main(int argc, char **argv) {
  const char *mode = getenv("MODE"), *home = getenv("HOME");
  assert(!(argc == 2 && argv[1][0] == '-' && argv[1][1] == 0 && mode && strcmp(mode, "it's") == 0 && home == NULL && getchar() == 'x'));
  return 0;
}
`,
  read: `int main(void) {
  unsigned char b[4] = {0};
  long n = read(0, b, sizeof b);
  assert(!(n == 2 && b[0] == 200 && b[1] == 3));
  return 0;
}
`,
};

const compiles = spawnSync('cc', ['--version']).status === 0 && spawnSync('bash', ['--version']).status === 0;

describe.skipIf(!compiles)('a run that was found', () => {
  const folder = scratchFolder('inputs');
  it.each(Object.keys(PROGRAMS))('is one of the compiled program: %s', { timeout: 120_000 }, async (name) => {
    const path = join(folder, `${name}.c`);
    const includes = ['assert', 'stdio', 'stdlib', 'string', 'unistd']
      .map((header) => `#include <${header}.h>\n`)
      .join('');
    writeFileSync(path, `#define _GNU_SOURCE\n${includes}${PROGRAMS[name]}`);
    const { code, stdout } = await lemmata(['verify', '--json', '--timeout', '60', path]);
    expect(code).toBe(10);
    const { violation } = JSON.parse(stdout);
    const text = executableTest(violation, { files: [path], dataModel: 'LP64' });
    writeFileSync(join(folder, 'test.c'), text ?? '');
    const command = /^\/\/ {3}(cc .*)$/m.exec(text ?? '')?.[1]?.replace('THIS-FILE.c', 'test.c') ?? '';
    expect(command).toContain(path);
    const ended = spawnSync('bash', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, MODE: 'other' },
    });
    expect(`${ended.stderr}${ended.stdout}`).toContain('Assertion');
    expect(ended.stdout.trim().split('\n').at(-1)).toBe('134');
  });

  it('names the environment on the command line', async () => {
    const { stderr } = await lemmata(['verify', join(folder, 'surroundings.c')]);
    expect(stderr).toMatch(/Command line: env -u HOME .*MODE=/);
    expect(stderr).not.toContain('$environment');
  });
});
