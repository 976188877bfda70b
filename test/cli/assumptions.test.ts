import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

const folder = scratchFolder('assumptions');
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const STATED = file('reach.prp', 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n');

interface Stated {
  readonly kind: string;
  readonly text: string;
  readonly at?: { readonly line: number };
}

/** Verifies twice: the assumptions of `--json`, which the lines on stderr must contain. */
async function assumptions(...words: readonly string[]): Promise<readonly Stated[]> {
  const object = JSON.parse((await lemmata(['verify', '--json', ...words])).stdout);
  const stated: readonly Stated[] = object.assumptions ?? [];
  const { stderr } = await lemmata(['verify', ...words]);
  const lines = stderr.split('\n');
  for (const { text } of stated) expect(lines).toContain(text);
  return stated;
}

describe('acts from outside the program', () => {
  const path = file(
    'outside.c',
    `#include <assert.h>
static volatile int status;
static volatile int ticks;
static int plain;
void tick(void) { ticks++; }
void with(int n) { plain = n; }
int main(void) {
  int now = status;
  assert(*(volatile int *)0x40000000 == now);
}
`,
  );

  it('are stated, and a run says what is read', async () => {
    const words = [
      '--interrupt',
      'tick',
      '--interrupt-mask',
      ':with',
      '--volatile',
      'status',
      '--device',
      '0x40000000:0x10',
    ];
    const stated = await assumptions(...words, path);
    expect(stated.map(({ kind }) => kind)).toEqual(['interrupt', 'volatile', 'device']);
    expect(stated[0].text).toContain('tick may run between any two accesses');
    expect(stated[0].text).toContain('not before the first call of with');
    expect(stated[2].text).toContain('0x40000000 to 0x4000000f');
    const { stderr } = await lemmata(['verify', ...words, '--test', join(folder, 'test.c'), path]);
    expect(stderr).toMatch(/is read from outside/);
    expect(stderr).toContain('No test is written: C cannot say when interrupts come');
  });

  it('are refused where they are none', async () => {
    const refused: readonly (readonly [readonly string[], string])[] = [
      [['--interrupt', 'tack'], 'there is no function tack; did you mean tick?'],
      [['--interrupt', 'with'], 'with has parameters, and handles no interrupt'],
      [['--volatile', 'plain'], 'plain is not volatile, so that it does not change by itself'],
      [['--volatile', 'statuss'], 'there is no variable statuss; did you mean status?'],
      [['--interrupt', 'tick', '--interrupt-mask', 'of:on'], 'there is no function of'],
      [['--interrupt-mask', 'cli:sei'], 'functions that mask interrupts need a handler'],
      [['--interrupt', 'tick', '--check', 'termination'], 'how often interrupts come'],
      [['--device', '0x40000000'], 'such as 0x40000000:0x1000'],
      [['--device', '0x2000:16'], 'no device may lie there'],
    ];
    const errors = await Promise.all(refused.map(([words]) => lemmata(['verify', ...words, path])));
    expect(errors.filter(({ stderr }, i) => !stderr.includes(refused[i][1]))).toEqual([]);
  });
});

describe('what a verdict takes for granted', () => {
  it('names functions without a body, and allocations that succeed', async () => {
    const path = file(
      'memory.c',
      '#include <assert.h>\n#include <stdlib.h>\nint sensor(int);\nint main(void) { char *s = malloc(4); assert(s != 0 || sensor(1) == 3); }\n',
    );
    const stated = await assumptions('--externals', 'pure', path);
    expect(stated.map(({ kind }) => kind)).toEqual(['external', 'allocation']);
    expect(stated[0].text).toMatch(/without a body.*: sensor\.$/);
    expect(stated[1].text).toMatch(/malloc never runs out of memory/);
    expect(await assumptions('--externals', 'pure', '--malloc-may-fail', path)).toMatchObject([{ kind: 'external' }]);
  });

  it('names assertions that the property leaves out, and an error function that is never called', async () => {
    const path = file(
      'other.c',
      '#include <assert.h>\nvoid reach_error(void);\nint nondet(void);\nint main(void) {\n  int x = nondet();\n  assert(x);\n  assert(x != 2);\n  return 0; reach_error();\n}\n',
    );
    const stated = await assumptions('--property', STATED, path);
    expect(stated.map(({ kind, at }) => [kind, at?.line])).toEqual([
      ['unchecked', 6],
      ['uncalled', undefined],
    ]);
    expect(stated[0].text).toMatch(/assert at .*other\.c:6:\d+ and 1 more/);
    expect(stated[1].text).toContain('never calls reach_error');
  });

  it('is nothing for the assertion that is the body of the error function', async () => {
    const path = file(
      'body.c',
      `#include <assert.h>
void reach_error(void) { assert(0); }
extern int __VERIFIER_nondet_int(void);
int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }
`,
    );
    expect(await assumptions('--property', STATED, path)).toEqual([]);
  });

  it('is nothing where a program has all of its parts', async () => {
    const path = file('whole.c', '#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); }\n');
    expect(await assumptions(path)).toEqual([]);
  });
});

describe('an assumption that no run passes', () => {
  const program = (condition: string) => `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  __VERIFIER_assume(${condition});
  assert(x != 7);
}
`;

  it('makes a TRUE say nothing, which is said', async () => {
    const [only, ...more] = await assumptions(file('vacuous.c', program('x < 5')));
    expect(more).toEqual([]);
    expect(only).toMatchObject({ kind: 'vacuous', at: { line: 7 } });
    expect(only.text).toMatch(/^No run passes __VERIFIER_assume at .*vacuous\.c:7:\d+: TRUE says nothing/);
  });

  it('is none that a rare input satisfies', async () => {
    expect(await assumptions(file('rare.c', program('x * 7 == 86415 && x % 5 == 0')))).toEqual([]);
  });
});
