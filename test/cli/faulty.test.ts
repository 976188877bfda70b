import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { header } from '../program-header.ts';
import { randomSeed } from '../random-seed.ts';
import { scratchFolder } from '../scratch.ts';
import { lemmata } from './lemmata.ts';

/**
 * Small faulty programs. `lemmata check` lists each planted fault once and calls nothing else a fault.
 * The inputs that it gives make a sanitised binary report that line. `--native-replay` says so, too. Headers: `// faults: 9 deref; 10
 * division`, the lines and kinds of the planted faults.
 */

const FOLDER = new URL('faulty/', import.meta.url).pathname;
const scratch = scratchFolder('faulty');

interface Found {
  readonly kind: string;
  readonly cwe: number;
  readonly state: string;
  readonly at: { readonly line: number };
  readonly compiled?: { readonly outcome: string; readonly detail: string };
  readonly run?: { readonly inputs: readonly { readonly kind: string; readonly value: string }[] };
}

/** Compiles the program with sanitisers and a driver that reads the inputs from the command line. */
function sanitised(name: string): string {
  const [driver, program] = ['driver.c', name.replace('.c', '')].map((file) => join(scratch, file));
  writeFileSync(
    driver,
    `#include <stdlib.h>
static int next;
static char **values;
static int count;
__attribute__((constructor)) static void begin(int argc, char **argv) { count = argc - 1; values = argv + 1; }
static long long take(void) { return next < count ? atoll(values[next++]) : 0; }
int __VERIFIER_nondet_int(void) { return (int)take(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)take(); }
char __VERIFIER_nondet_char(void) { return (char)take(); }
`,
  );
  const flags = ['-w', '-g', '-O0', '-fno-builtin', '-fsanitize=address,undefined'];
  const compiled = spawnSync('gcc', [...flags, join(FOLDER, name), driver, '-o', program], { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(compiled.stderr);
  return program;
}

/** The report of the sanitised program on the inputs of a run. */
function reportOf(program: string, { run }: Found): string {
  const values = (run?.inputs ?? []).filter(({ kind }) => kind === 'nondet').map(({ value }) => value);
  const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=1:detect_stack_use_after_return=1' };
  return spawnSync(program, values, { encoding: 'utf8', timeout: 20_000, env }).stderr;
}

// Replays run without network.
const canReplay = spawnSync('unshare', ['--user', '--map-root-user', '--net', 'true']).status === 0;
/** The programs whose runs the command replays itself, too: every second one, others for another seed. */
const REPLAYED = new Set(readdirSync(FOLDER).filter((_name, index) => canReplay && index % 2 === randomSeed() % 2));

/** Numbers of the weakness that AddressSanitizer reports; null: it reports none of those. */
function weaknessIn(report: string): readonly number[] | null {
  const what = /ERROR: AddressSanitizer:? (attempting [\w-]+|[\w-]+)/.exec(report)?.[1] ?? '';
  if (what.endsWith('use-after-free')) return [416];
  if (what.endsWith('double-free')) return [415];
  if (what.startsWith('attempting')) return [590, 761];
  if (/use-after-(return|scope)/.test(what)) return [825];
  if (what === 'SEGV' && report.includes('null pointer')) return [476];
  return what.endsWith('buffer-overflow') ? [/^WRITE of size/m.test(report) ? 787 : 125] : null;
}

const hasCompiler = spawnSync('gcc', ['--version']).status === 0;

test.skipIf(!hasCompiler).each(readdirSync(FOLDER))(
  '%s',
  async (name) => {
    const planted =
      header(readFileSync(join(FOLDER, name), 'utf8'))
        .get('faults')
        ?.split('; ') ?? [];
    const replay = REPLAYED.has(name) ? ['--native-replay'] : [];
    const { stdout } = await lemmata(['check', '--json', ...replay, '--timeout', '60', name], { cwd: FOLDER });
    const results: readonly { readonly checks: readonly Found[] }[] = JSON.parse(stdout).results;
    const found = results.flatMap(({ checks }) => checks).filter(({ state }) => state !== 'proved');
    expect(found.map(({ kind, at, state }) => `${at.line} ${kind} ${state}`).sort()).toEqual(
      planted.map((fault) => `${fault} violated`).sort(),
    );
    const program = sanitised(name);
    for (const one of found) {
      if (REPLAYED.has(name)) expect(one.compiled).toMatchObject({ outcome: 'confirmed' });
      const report = reportOf(program, one);
      // A lost block is reported where the program made it, and not all reports name a line.
      if (one.kind === 'memtrack') expect(report).toContain('LeakSanitizer');
      else if (one.kind === 'assertion') expect(report).toContain('Assertion');
      else expect(report).toMatch(new RegExp(`${name}:${one.at.line}\\b`));
      const weakness = weaknessIn(report);
      if ((one.kind === 'deref' || one.kind === 'free') && weakness !== null) expect(weakness).toContain(one.cwe);
    }
  },
  90_000,
);
