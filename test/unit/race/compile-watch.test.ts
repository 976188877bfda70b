import { expect, test } from 'vitest';
import { reasonText, whyUndecided } from '../../../src/apps/output/report/unknown-reason.ts';
import { CompileStatus, costliest } from '../../../src/race/messages/compile-status.ts';
import { CompileWatch } from '../../../src/race/worker/compile-watch.ts';
import { encode } from '../../../src/system/encode/index.ts';
import { compile } from '../system/encode/compile.ts';

const PROGRAM = `extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
typedef unsigned long size_t;
extern int strncmp(const char *, const char *, size_t);
int differs(const char *a, const char *b, size_t n) { return strncmp(a, b, n); }
int main(void) {
  char text[1000];
  for (int i = 0; i < 999; i++) text[i] = __VERIFIER_nondet_char();
  text[999] = 0;
  if (differs(text, text + 1, __VERIFIER_nondet_char() & 3) > 300) reach_error();
  return 0;
}`;

const { linked } = compile(PROGRAM);

test('a compilation tells its phase, and the function whose blocks run', () => {
  const status = new CompileStatus();
  expect(status.read()).toBeNull();
  const watch = new CompileWatch(status.shared, null);
  // The thread that waits has its own view.
  const seen = new CompileStatus(status.shared);
  expect(seen.read()).toMatchObject({ phase: 'reading', round: 0, costly: null, running: null });
  const running = new Set<string>();
  encode(linked, {
    onBlock: (round, location) => {
      watch.block(linked, round, location);
      running.add(`${seen.read()?.phase} ${seen.read()?.running?.name}`);
    },
  });
  // The loop of strncmp counts for the function that calls it.
  expect([...running].sort()).toEqual(['encoding differs', 'encoding main']);
  watch.begin('simplifying');
  expect(seen.read()).toMatchObject({ phase: 'simplifying', running: null });
  expect(['differs', 'main']).toContain(seen.read()?.costly?.name);
});

test('the block that runs counts for its function', () => {
  const at = { file: 'a.c', line: 1, column: 1 };
  const costly = { name: 'f', at, milliseconds: 100 };
  const running = { name: 'g', at, milliseconds: 50 };
  const state = { phase: 'encoding', round: 1, costly, running } as const;
  const now = Number(process.hrtime.bigint() / 1_000_000n);
  expect(costliest({ ...state, since: now })?.name).toBe('f');
  expect(costliest({ ...state, since: now - 60_000 })?.name).toBe('g');
});

test('a watch with a limit ends the encoding', () => {
  const watch = new CompileWatch(new CompileStatus().shared, -1);
  const begun = (): unknown => encode(linked, { onBlock: (round, location) => watch.block(linked, round, location) });
  expect(begun).toThrow('encoding was interrupted');
});

test('a limit names the function that was the cost', () => {
  const at = { file: 'a.c', line: 7, column: 3 };
  const costly = { name: 'lookup', at, milliseconds: 9000 };
  const reason = { kind: 'time-limit', milliseconds: 10_000, during: 'compiling', costly } as const;
  expect(reasonText(reason)).toBe('time limit while compiling, most of it for lookup at a.c:7:3');
  expect(whyUndecided(reason)).toBe(
    'the time limit of 10 s was reached while compiling, most of it for lookup at a.c:7:3',
  );
  const without = { ...reason, costly: undefined };
  expect(reasonText(without)).toBe('time limit while compiling');
});
