import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkFunction } from '../../src/program/cfa/checks/kinds.ts';
import { testPrograms } from '../program-header.ts';
import { scratchFolder } from '../scratch.ts';
import { compile } from '../unit/system/encode/compile.ts';
import { randomBlocks } from '../unit/system/encode/random-blocks.ts';
import { randomSource } from '../unit/system/encode/random-program.ts';
import { interpreted, simulated } from '../unit/system/encode/simulated.ts';

/** Checks of leaks: programs behave natively as their headers say, and random ones as they were made. */

const FOLDER = new URL('../programs/checks/', import.meta.url).pathname;
const scratch = scratchFolder('leaks');

/** A library that counts live blocks, and prints their number when the program returns or aborts. */
const COUNTER = `
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>
void *__libc_malloc(size_t); void *__libc_calloc(size_t, size_t); void *__libc_realloc(void *, size_t); void __libc_free(void *);
static int live, counting;
void *malloc(size_t n) { live += counting; return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { live += counting; return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { if (p == NULL) live += counting; return __libc_realloc(p, n); }
void free(void *p) { if (p != NULL) live -= counting; __libc_free(p); }
static void report(void) {
  char text[32];
  counting = 0;
  write(2, text, snprintf(text, sizeof text, "live %d\\n", live));
}
static void aborted(int number) { report(); _exit(134); }
__attribute__((constructor(101))) static void begin(void) { signal(SIGABRT, aborted); counting = 1; }
__attribute__((destructor(101))) static void end(void) { report(); }
`;

/** Whether a block is live when the program ends. */
function leavesBlocks(name: string, text: string): boolean {
  const [source, counter, program] = [`${name}.c`, 'counter.c', name].map((file) => join(scratch, file));
  writeFileSync(source, text);
  writeFileSync(counter, COUNTER);
  const options = ['-w', '-O0', '-fno-builtin'];
  const compiled = spawnSync('gcc', [...options, source, counter, '-o', program], { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(compiled.stderr);
  const { stderr } = spawnSync(program, { encoding: 'utf8', timeout: 10_000 });
  const live = /live (\d+)/.exec(stderr)?.[1];
  if (live === undefined) throw new Error(`no count: ${stderr}`);
  return live !== '0';
}

describe('programs without inputs leave blocks natively as their headers say', () => {
  const programs = testPrograms(FOLDER).filter(({ text, facts }) => {
    const isOpen = facts.get('verdict') === 'UNKNOWN' || facts.get('malloc') === 'may fail';
    return facts.get('checks') === 'memcleanup' && !text.includes('nondet') && !isOpen;
  });

  test.each(programs)('$name', ({ name, text, facts }) => {
    expect(leavesBlocks(name.replace('.c', ''), text)).toBe(facts.get('verdict') === 'FALSE');
  });
});

/** Compares one run. Returns whether the encoder was exact. */
function compareBlocks(text: string, kind: 'memtrack' | 'memcleanup', fails: boolean): boolean {
  const compiled = compile(text, 'LP64', { checks: [kind] });
  const { result } = interpreted(compiled.program, [], [], [checkFunction(kind)]);
  expect({ end: result.outcome.kind, approximate: result.approximate }, text).toEqual({
    end: fails ? 'error' : 'exit',
    approximate: [],
  });
  const end = simulated(compiled, []);
  if (!end.isDoubtful) expect(end.kind === 'bad', `${kind}: ${text}`).toBe(fails);
  return !end.isDoubtful;
}

test('random programs: interpreter and encoder know which blocks are left, and which are lost', () => {
  const seen: string[] = [];
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const { text, isLive, isLost } = randomBlocks(randomSource(seed));
      if (compareBlocks(text, 'memcleanup', isLive)) seen.push(`live ${isLive}`);
      if (compareBlocks(text, 'memtrack', isLost)) seen.push(`lost ${isLost}`);
    }),
    { numRuns: Number(process.env.LEMMATA_RUNS ?? 50) },
  );
  for (const one of ['live true', 'live false', 'lost true', 'lost false'])
    expect(seen.filter((each) => each === one).length, one).toBeGreaterThan(2);
}, 600_000);
