import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('runs');

/** The lines that explain a FALSE, without places. */
async function explained(name: string, text: string): Promise<readonly string[]> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { stdout, stderr } = await lemmata(['verify', '--verbose', '--no-color', '--externals', 'pure', path]);
  expect(stdout).toMatch(/^Verification result: FALSE/);
  const lines = stderr.split('\n');
  const start = lines.findIndex((line) => /^(Inputs|Run|Command line|The program takes)/.test(line));
  return lines.slice(start).map((line) => line.replace(/^\s+\S+:\d+:\d+\s+/, ''));
}

describe('a run in the words of the source', () => {
  it('shows expressions as they are written, with their values', async () => {
    const lines = await explained(
      'words.c',
      `#include <assert.h>
#define MOST 5
enum state { IDLE, BUSY };
int nondet(void);
int main(void) {
  char text[3] = "oo";
  enum state now = IDLE;
  int at = nondet(), found = 0;
  if (at < 0 || at > 1) return 0;
  switch (now) { case IDLE: now = BUSY; break; case BUSY: break; }
  found += text[at++] == 'o' ? MOST : 0;
  assert(found < MOST);
}
`,
    );
    expect(lines).toEqual(
      expect.arrayContaining(
        [
          'enum state now = IDLE',
          'switch (now) -> case IDLE',
          "found += text[at++] == 'o' ? MOST : 0 -> 5",
          'at < 0 -> false',
          'assert(found < MOST) fails',
        ].map((line) =>
          line.startsWith('assert') ? expect.stringMatching(/^assert\(found < (MOST|5)\) fails$/) : line,
        ),
      ),
    );
    expect(lines.join('\n')).not.toMatch(/\$|\*\(|\b111\b/);
  });

  it('has no input that is overwritten before it is read', async () => {
    const lines = await explained(
      'overwritten.c',
      `#include <assert.h>
int nondet(void);
int main(void) {
  int values[3];
  for (int i = 0; i < 3; i++) values[i] = nondet();
  assert(values[0] + values[1] + values[2] != 7);
}
`,
    );
    expect(lines.join('\n')).not.toContain('not initialised');
  });

  it('keeps content that decides', async () => {
    const lines = await explained(
      'decides.c',
      '#include <assert.h>\nint main(void) { int values[3]; assert(values[1] != 7); }\n',
    );
    expect(lines.join('\n')).toMatch(/values = \{.*7.*\} \(not initialised\)/);
  });

  it('reads the standard input as one text', async () => {
    const lines = await explained(
      'text.c',
      `#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[4];
  if (fgets(line, sizeof line, stdin) == 0) return 0;
  assert(line[0] != 'a' || line[1] != 'b');
}
`,
    );
    expect(lines.join('\n')).toMatch(/standard input: "ab/);
  });
});
