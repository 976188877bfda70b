import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { put } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = scratchFolder('enumerators');

function program(declarations: string, locals: string): string {
  return `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum state { IDLE, STARTING, RUNNING, DONE = 7 };
${declarations}
int main(void) {
  ${locals}
  enum state state = STARTING;
  while (__VERIFIER_nondet_int()) {
    if (state == STARTING) state = DONE;
    else if (state == DONE) state = STARTING;
    else reach_error();
  }
  return 0;
}
`;
}

async function invariantOf(text: string, name: string): Promise<{ readonly stderr: string; readonly witness: string }> {
  const file = put(folder, name, text);
  const witness = join(folder, `${name}.yml`);
  const { code, stderr } = await lemmata(['verify', '--engines', 'ic3', '--witness', witness, file]);
  expect(code).toBe(0);
  const { code: validated } = await lemmata(['validate', '--witness', witness, file]);
  expect(validated).toBe(0);
  return { stderr, witness: readFileSync(witness, 'utf8') };
}

describe('values of enumerations', () => {
  it('have their names in invariants, on the screen and in witnesses', async () => {
    const { stderr, witness } = await invariantOf(program('', ''), 'named.c');
    expect(stderr).toMatch(/state == STARTING \|\| state == DONE/);
    expect(witness).toMatch(/value: '.*state == STARTING \|\| state == DONE/);
  });

  it('are numbers where a variable or another enumeration has the name too', async () => {
    const hidden = program(
      'enum other { DONE_TOO } other;',
      'int DONE = 3; enum { STARTING = 1, OTHER } inner = OTHER;',
    );
    const { stderr, witness } = await invariantOf(
      hidden
        .replaceAll('state = DONE', 'state = 7')
        .replaceAll('state == DONE', 'state == 7 && DONE == 3 && inner && !other'),
      'hidden.c',
    );
    expect(stderr).toMatch(/state == 7/);
    expect(stderr + witness).not.toMatch(/state [=!<>]+ (?:STARTING|DONE)/);
  });
});
