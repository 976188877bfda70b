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
  /** Whether a sanitiser or a signal other than that of `abort` ended it. */
  readonly isStrange: boolean;
}

/** A way to compile programs: options of GCC for the driver, for the program, and for linking. */
export interface Build {
  readonly name: string;
  readonly driver: readonly string[];
  readonly options: readonly string[];
  readonly link: readonly string[];
}

/** Every run of a program, or why there is no telling what they do. */
export type Truth =
  | {
      readonly kind: 'runs';
      readonly runs: readonly NativeRun[] /** Some run wanted more input. */;
      readonly cut: boolean;
    }
  | { readonly kind: 'skipped'; readonly why: string };

/**
 * Feeds bits to the program in a process of its own for each input that it tells apart, and prints a line for
 * each. Arguments: the number of bits, at most 16; whether `plants_` is set; limit of a run in ms of CPU time.
 * It goes on behind a strange run if it has a limit.
 */
const DRIVER = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
struct shared { unsigned long sum, seen; int has_sum, cut; unsigned char probes[1024]; } *shared;
static unsigned long bits; static int budget, used, limit; static char known[1 << 16];
int plants_;
int in(int k) {
  if (used + k > budget) { shared->cut = 1; _exit(0); }
  int value = bits >> used & ((1 << k) - 1);
  used += k; shared->seen = shared->seen << k | value;
  return value;
}
void P(int i) { shared->probes[i] = 1; }
void R(unsigned long sum) { shared->sum = sum; shared->has_sum = 1; }
int program_main(void);
const char *__asan_default_options(void) { return "exitcode=86:detect_leaks=0:detect_stack_use_after_return=1:handle_abort=0:allocator_may_return_null=1:max_malloc_fill_size=4096:malloc_fill_byte=165"; }
const char *__ubsan_default_options(void) { return "exitcode=86"; }
int main(int argc, char **argv) {
  budget = atoi(argv[1]); plants_ = argc > 2 && atoi(argv[2]); limit = argc > 3 ? atoi(argv[3]) : 0;
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (bits = 0; bits < 1ul << budget; bits++) {
    if (known[bits]) continue;
    memset(shared, 0, sizeof *shared); shared->seen = 1;
    fflush(stdout);
    int pid = fork();
    if (pid == 0) { setitimer(ITIMER_PROF, &(struct itimerval){ .it_value = { 0, limit ? limit * 1000 : 999999 } }, 0); fclose(stderr); _exit(program_main() & 0); }
    int status; waitpid(pid, &status, 0);
    int strange = (WIFEXITED(status) && WEXITSTATUS(status) == 86) || (WIFSIGNALED(status) && WTERMSIG(status) != 6);
    printf("%d %d %lu %lu %d", strange, shared->cut, shared->seen, shared->sum, shared->has_sum);
    for (int i = 0; i < 1024; i++) if (shared->probes[i]) printf(" %d", i);
    printf("\\n");
    for (unsigned long same = bits, step = 1ul << (63 - __builtin_clzl(shared->seen | 1)); same < sizeof known; same += step) known[same] = 1;
    if (strange && !limit) break;
  }
  return 0;
}
`;

const PROLOGUE = 'extern int in(int), plants_;\nextern void P(int), R(unsigned long);\n#define main program_main\n';
export const MEANING = ['-w', '-fwrapv', '-fno-strict-aliasing', '-pipe'];
/**
 * Two ways to compile a program: what differs between them is nothing that C defines. The first one
 * stops at what is undefined.
 */
export const BUILDS: readonly Build[] = [
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
export function prepare(folder: string, builds: readonly Build[] = BUILDS): void {
  writeFileSync(join(folder, 'driver.c'), DRIVER);
  for (const { name, driver } of builds) {
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
  let first: string | null = null;
  for (const build of BUILDS) {
    const why = compileProgram(text, build, folder, MEANING);
    if (why !== null) return { kind: 'skipped', why };
    const printed = runProgram(build, folder, [budget]);
    if (printed === null) return { kind: 'skipped', why: 'the driver was stopped' };
    if (/^1 /m.test(printed)) return { kind: 'skipped', why: 'undefined behaviour' };
    if (first === null) first = printed;
    else if (first !== printed) return { kind: 'skipped', why: 'depends on what C leaves open' };
  }
  return { kind: 'runs', ...readRuns(first ?? '') };
}

/** Compiles a program, in one file or several, into the folder of its driver; returns why that fails, or null. */
export function compileProgram(
  texts: string | readonly string[],
  { name, options, link }: Build,
  folder: string,
  meaning: readonly string[],
): string | null {
  const files = (typeof texts === 'string' ? [texts] : texts).map((text, i) => {
    const file = join(folder, `program${i}.c`);
    writeFileSync(file, PROLOGUE + text, 'latin1');
    return file;
  });
  const parts = [...files, join(folder, `driver-${name}.o`), ...link, '-lm', '-o', join(folder, `program-${name}`)];
  const made = spawnSync('gcc', [...meaning, ...options, ...parts], { encoding: 'utf8' });
  return made.status === 0 ? null : `gcc: ${/error: (.*)/.exec(made.stderr)?.[1] ?? 'no reason'}`;
}

/** What the driver prints for a compiled program; null if it was stopped. */
export function runProgram({ name }: Build, folder: string, args: readonly number[]): string | null {
  const run = spawnSync(join(folder, `program-${name}`), args.map(String), {
    encoding: 'utf8',
    timeout: 20_000,
    env: { MALLOC_PERTURB_: '90' },
  });
  return run.status === 0 ? run.stdout : null;
}

/** Reads what the driver printed. `cut`: some run wanted more input. */
export function readRuns(output: string): { readonly runs: readonly NativeRun[]; readonly cut: boolean } {
  const runs = new Map<number, NativeRun>();
  let cut = false;
  for (const line of output.trim().split('\n')) {
    const [strange, isCut, seen, sum, hasSum, ...probes] = line.split(' ');
    if (isCut === '1') cut = true;
    runs.set(Number(seen), {
      seen: Number(seen),
      sum: hasSum === '1' ? BigInt(sum) : null,
      probes: new Set(probes.map(Number)),
      isStrange: strange === '1',
    });
  }
  return { runs: [...runs.values()], cut };
}
