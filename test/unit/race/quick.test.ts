import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CheckLedger } from '../../../src/apps/output/report/check-ledger.ts';
import { resultObject } from '../../../src/apps/output/report/json.ts';
import { LemmaLedger } from '../../../src/apps/output/report/lemma-ledger.ts';
import type { VerifyEvent } from '../../../src/race/events.ts';
import type { Verdict } from '../../../src/race/verdict.ts';
import { verify } from '../../../src/race/verify.ts';
import { scratchFolder } from '../../scratch.ts';

// The threads are the bundled ones (npm test builds them).
const folder = scratchFolder('quick');

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const program = (name: string, body: string): string =>
  file(name, `extern void reach_error(void);\nextern unsigned nondet(void);\nint main(void) {\n${body}\n}\n`);

const odd = program('odd.c', 'unsigned x = 1; while (nondet()) x += 2; if (x % 2 == 0) reach_error(); return 0;');
const countdown = program(
  'countdown.c',
  'unsigned x = nondet(); while (x > 9) x -= 4; if (x == 7) reach_error(); return 0;',
);
const straight = program(
  'straight.c',
  'unsigned x = nondet(), y = nondet(); if ((x ^ y) == 0 && x != y) reach_error(); return 0;',
);
/** With an array that is kept as one. */
const table = file(
  'table.c',
  `extern void reach_error(void);
extern unsigned nondet(void);
static unsigned a[4096];
int main(void) {
  unsigned j = nondet() & 4095;
  a[j] = 3;
  while (nondet()) {
    unsigned i = nondet() & 4095;
    if (i != j) a[i] = 1;
    if (a[j] != 3) reach_error();
  }
  return 0;
}
`,
);
const long = program(
  'long.c',
  'unsigned s = 0; for (unsigned i = 0; i < 300000; i++) s ^= i; if (s == nondet()) reach_error(); return 0;',
);
const sorted = program(
  'sorted.c',
  `static const unsigned t[] = { ${Array.from({ length: 3000 }, (_, i) => i * i).join(', ')} };
  for (unsigned i = 1; i < 3000; i++) if (t[i - 1] >= t[i]) reach_error();
  return 0;`,
);
/** A block for each value of an index, whose sizes are inputs. */
const blocks = file(
  'blocks.c',
  `extern void reach_error(void);
extern unsigned nondet(void);
extern void *malloc(unsigned long);
int main(void) {
  unsigned n = nondet() & 3, at = nondet() & 3, sum = 0;
  unsigned *all[4];
  for (unsigned j = 0; j < 4; j++) {
    all[j] = malloc((n + 1) * sizeof(unsigned));
    for (unsigned i = 0; i <= n; i++) all[j][i] = i + j;
  }
  for (unsigned i = 0; i <= n; i++) sum += all[at][i];
  if (sum != (n + 1) * at + n * (n + 1) / 2) reach_error();
  return 0;
}
`,
);

function portfolio(name: string, quick: unknown): string {
  const stages = [{ order: [{ engine: 'kind', seconds: 1 }] }];
  return file(name, JSON.stringify({ sets: { test: { quick, stages } } }));
}
const on = portfolio('on.json', { milliseconds: 10_000 });
const off = portfolio('off.json', false);
const few = portfolio('few.json', { gates: 3 });

async function run(
  path: string,
  set: string,
  timeout = 60,
): Promise<{ verdict: Verdict; events: VerifyEvent[]; engines: string[] }> {
  const verification = verify({ files: [path], portfolio: set, timeout });
  const events: VerifyEvent[] = [];
  for await (const event of verification) events.push(event);
  const engines = events.flatMap((event) => (event.kind === 'engine-started' ? [event.engine] : []));
  return { verdict: await verification.result, events, engines };
}

describe('the quick stage', () => {
  it.each([
    [odd, 'safe'],
    [straight, 'safe'],
    [table, 'safe'],
    [countdown, 'unsafe'],
  ])('decides %s before any engine starts, and has it certified', async (path, kind) => {
    const { verdict, events, engines } = await run(path, on);
    expect(verdict).toMatchObject({ kind, stage: 'quick', engine: 'kind' });
    expect(engines).toEqual(['quick']);
    expect(events.map((event) => event.kind)).toEqual(expect.arrayContaining(['claim', 'certified', 'verdict']));
    const checks = new CheckLedger();
    for (const event of events) checks.take(event);
    const nothing = { properties: [], statistics: new Map(), lemmas: new LemmaLedger(), checks };
    expect(resultObject(verdict, { files: [path], milliseconds: 1, ...nothing })).toMatchObject({ stage: 'quick' });
  });

  it('is left out by a set without it', async () => {
    const { verdict, engines } = await run(odd, off);
    expect(verdict).toMatchObject({ kind: 'safe', stage: 'race', engine: 'kind' });
    expect(engines).toEqual(['kind']);
  });

  it('does not search larger systems', async () => {
    const { verdict, engines } = await run(odd, few);
    expect(verdict).toMatchObject({ kind: 'safe', stage: 'race', engine: 'kind' });
    expect(engines).toEqual(['quick', 'kind']);
  });

  it('follows the runs of larger systems where they are few', async () => {
    const { verdict, engines } = await run(blocks, few);
    expect(verdict).toMatchObject({
      kind: 'safe',
      stage: 'quick',
      engine: 'follow',
      proof: { certificate: { kind: 'runs' } },
    });
    expect(engines).toEqual(['quick']);
  });

  it('runs larger systems on some inputs, and has the run that fails replayed', async () => {
    const { verdict, events, engines } = await run(countdown, few);
    expect(verdict).toMatchObject({ kind: 'unsafe', stage: 'quick', engine: 'sim' });
    expect(engines).toEqual(['quick']);
    expect(events.map((event) => event.kind)).toEqual(expect.arrayContaining(['claim', 'certified', 'verdict']));
  });

  it('takes the only run of a program with a large table, before any search', async () => {
    const { verdict, engines } = await run(sorted, on);
    expect(verdict).toMatchObject({ kind: 'safe', stage: 'quick', engine: 'sim' });
    expect(engines).toEqual(['quick']);
  });

  it('a model gets a verdict on each of its properties', async () => {
    const model = file(
      'counter.btor2',
      `1 sort bitvec 4
2 sort bitvec 1
3 zero 1
4 state 1
5 init 1 4 3
6 constd 1 2
7 add 1 4 6
8 next 1 4 7
9 constd 1 7
10 eq 2 4 9
11 bad 10 odd
12 constd 1 6
13 eq 2 4 12
14 bad 13 six
`,
    );
    const { verdict, events } = await run(model, on);
    const each = events.flatMap((event) => (event.kind === 'property' ? [[event.name, event.verdict.kind]] : []));
    expect(each).toContainEqual(['six', 'unsafe']);
    expect(verdict).toMatchObject({ kind: 'unsafe', stage: 'quick' });
  });

  it('a certificate that the plain checker has no clauses for goes to the other one, while the race runs', async () => {
    // Two memories that get the same two writes in different orders, but for those to one place:
    // gates compare them, plain clauses do not.
    const memories = file(
      'memories.btor2',
      `1 sort bitvec 4
2 sort bitvec 8
3 sort array 1 2
4 sort bitvec 1
5 zero 2
6 state 3 a
7 state 3 b
8 init 3 6 5
9 init 3 7 5
10 input 1 i
11 input 2 x
12 input 1 j
13 input 2 y
14 eq 4 10 12
15 write 3 6 10 11
16 write 3 15 12 13
17 ite 3 14 15 16
18 next 3 6 17
19 write 3 7 12 13
20 write 3 19 10 11
21 write 3 7 10 11
22 ite 3 14 21 20
23 next 3 7 22
24 neq 4 6 7
25 bad 24 differ
`,
    );
    const { verdict, events, engines } = await run(memories, on);
    const notes = events.flatMap((event) => (event.kind === 'note' && event.engine === 'quick' ? [event.text] : []));
    expect(notes.join()).toContain('arrays');
    expect(engines[0]).toBe('quick');
    expect(verdict.kind).toBe('safe');
  }, 90_000);

  it('leaves to the race what it cannot do within its budget', async () => {
    const { verdict, events, engines } = await run(long, portfolio('short.json', { milliseconds: 20 }), 2);
    expect(engines).toEqual(['quick', 'kind']);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'engine-ended', engine: 'quick', end: { kind: 'share-used' } }),
    );
    expect(verdict.kind).not.toBe('safe');
  });
});
