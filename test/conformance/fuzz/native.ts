import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomProgram } from './program.ts';

/** What one run of the compiled program did. */
export interface NativeRun {
  /** The bits read, behind a leading 1. */
  readonly seen: number;
  /** What it computed, if it came so far. */
  readonly sum: bigint | null;
  readonly probes: ReadonlySet<number>;
}

/** Every run of a program, or why there is no telling what they do. */
export type Truth =
  | {
      readonly kind: 'runs';
      readonly runs: readonly NativeRun[] /** Some run wanted more input. */;
      readonly cut: boolean;
    }
  | { readonly kind: 'skipped'; readonly why: string };

/** Feeds bits to the program in a process of its own for each input, and prints a line for each. */
const DRIVER = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct shared { unsigned long sum, seen; int has_sum, cut; unsigned char probes[1024]; } *shared;
static unsigned long bits; static int budget, used;
int in(int k) {
  if (used + k > budget) { shared->cut = 1; _exit(0); }
  int value = bits >> used & ((1 << k) - 1);
  used += k; shared->seen = shared->seen << k | value;
  return value;
}
void P(int i) { shared->probes[i] = 1; }
void R(unsigned long sum) { shared->sum = sum; shared->has_sum = 1; }
int program_main(void);
const char *__asan_default_options(void) { return "exitcode=86:detect_leaks=0:detect_stack_use_after_return=1:handle_abort=0:max_malloc_fill_size=4096:malloc_fill_byte=165"; }
const char *__ubsan_default_options(void) { return "exitcode=86"; }
int main(int argc, char **argv) {
  budget = atoi(argv[1]);
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (bits = 0; bits < 1ul << budget; bits++) {
    memset(shared, 0, sizeof *shared); shared->seen = 1;
    fflush(stdout);
    int pid = fork();
    if (pid == 0) { alarm(2); fclose(stderr); _exit(program_main() & 0); }
    int status; waitpid(pid, &status, 0);
    int strange = (WIFEXITED(status) && WEXITSTATUS(status) == 86) || (WIFSIGNALED(status) && WTERMSIG(status) != 6);
    printf("%d %d %lu %lu %d", strange, shared->cut, shared->seen, shared->sum, shared->has_sum);
    for (int i = 0; i < 1024; i++) if (shared->probes[i]) printf(" %d", i);
    printf("\\n");
    if (strange) break;
  }
  return 0;
}
`;

const PROLOGUE = 'extern int in(int);\nextern void P(int), R(unsigned long);\n#define main program_main\n';
const MEANING = ['-w', '-fwrapv', '-fno-strict-aliasing', '-pipe'];
/**
 * Two ways to compile a program: what differs between them is nothing that C defines. The first one
 * stops at what is undefined.
 */
const BUILDS = [
  {
    name: 'checked',
    driver: ['-fsanitize=address'],
    options: [
      '-O0',
      '-fsanitize=address,undefined,float-cast-overflow',
      '-fno-sanitize=shift-base,alignment',
      '-fno-sanitize-recover=all',
      '-ftrivial-auto-var-init=pattern',
    ],
    link: ['-fsanitize=address,undefined'],
  },
  { name: 'plain', driver: [], options: ['-O1', '-ftrivial-auto-var-init=zero'], link: [] },
];

export function hasCompiler(): boolean {
  return spawnSync('gcc', ['--version']).status === 0;
}

/** Compiles the drivers into the folder, once for all programs. */
export function prepare(folder: string): void {
  writeFileSync(join(folder, 'driver.c'), DRIVER);
  for (const { name, driver } of BUILDS) {
    const made = spawnSync('gcc', [
      '-w',
      '-c',
      ...driver,
      join(folder, 'driver.c'),
      '-o',
      join(folder, `driver-${name}.o`),
    ]);
    if (made.status !== 0) throw new Error(`gcc cannot compile the driver: ${made.stderr}`);
  }
}

/** Runs the compiled program on every input of so many bits. */
export function groundTruth({ text }: RandomProgram, budget: number, folder: string): Truth {
  const file = join(folder, 'program.c');
  writeFileSync(file, PROLOGUE + text);
  let first: string | null = null;
  for (const { name, options, link } of BUILDS) {
    const binary = join(folder, `program-${name}`);
    const made = spawnSync(
      'gcc',
      [...MEANING, ...options, file, join(folder, `driver-${name}.o`), ...link, '-lm', '-o', binary],
      {
        encoding: 'utf8',
      },
    );
    if (made.status !== 0)
      return { kind: 'skipped', why: `gcc: ${/error: (.*)/.exec(made.stderr)?.[1] ?? 'no reason'}` };
    const run = spawnSync(binary, [`${budget}`], { encoding: 'utf8', timeout: 20_000, env: { MALLOC_PERTURB_: '90' } });
    if (run.status !== 0) return { kind: 'skipped', why: 'the driver was stopped' };
    if (/^1 /m.test(run.stdout)) return { kind: 'skipped', why: 'undefined behaviour' };
    if (first === null) first = run.stdout;
    else if (first !== run.stdout) return { kind: 'skipped', why: 'depends on what C leaves open' };
  }
  return read(first ?? '');
}

function read(output: string): Truth {
  const runs = new Map<number, NativeRun>();
  let cut = false;
  for (const line of output.trim().split('\n')) {
    const [, isCut, seen, sum, hasSum, ...probes] = line.split(' ');
    if (isCut === '1') cut = true;
    runs.set(Number(seen), {
      seen: Number(seen),
      sum: hasSum === '1' ? BigInt(sum) : null,
      probes: new Set(probes.map(Number)),
    });
  }
  return { kind: 'runs', runs: [...runs.values()], cut };
}
