import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from './cells.ts';
import { functionOf, LARGEST_INPUT, LIBRARY } from './program.ts';
import type { Results } from './variants.ts';

/** Results of a cell's compiled code on all inputs, or the reason why they are unknown. */
export type Truth =
  | { readonly kind: 'results'; readonly results: Results }
  | { readonly kind: 'dropped'; readonly why: string };

/**
 * The C driver runs each cell in a process of its own. A cell with static objects gets one process
 * for each input. It prints the cell's number and all results.
 */
const DRIVER = `
#define INPUTS ${LARGEST_INPUT + 1}
#define RUNS (INPUTS * INPUTS * INPUTS)
struct shared { unsigned sums[RUNS]; int done; };
const char *__asan_default_options(void) { return "exitcode=86:detect_leaks=0:handle_abort=0:max_malloc_fill_size=4096:malloc_fill_byte=165"; }
const char *__ubsan_default_options(void) { return "exitcode=86"; }
int main(void) {
  struct shared *shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int cell = 0; cell < CELLS; cell++) {
    printf("%d", cell);
    int step = lasting[cell] ? 1 : RUNS;
    for (int first = 0; first < RUNS; first += step) {
      shared->done = 0;
      fflush(stdout);
      int pid = fork();
      if (pid == 0) {
        alarm(2);
        close(2);
        for (int i = first; i < first + step; i++) shared->sums[i] = cells[cell](i / (INPUTS * INPUTS), i / INPUTS % INPUTS, i % INPUTS);
        shared->done = 1;
        _exit(0);
      }
      int status;
      waitpid(pid, &status, 0);
      if (!shared->done) { printf(" undefined"); break; }
    }
    if (shared->done) for (int i = 0; i < RUNS; i++) printf(" %u", shared->sums[i]);
    printf("\\n");
  }
  return 0;
}
`;

const HEADERS = ['stdio.h', 'stdlib.h', 'string.h', 'sys/mman.h', 'sys/wait.h', 'unistd.h']
  .map((name) => `#include <${name}>\n`)
  .join('');

/**
 * Two sets of compiler options. Programs whose results differ between them depend on what C leaves
 * open. The first build stops at undefined behaviour.
 */
const BUILDS = [
  [
    '-O0',
    '-fsanitize=address,undefined,float-cast-overflow',
    '-fno-sanitize=shift-base',
    '-fno-sanitize-recover=all',
    '-ftrivial-auto-var-init=pattern',
  ],
  ['-O1', '-ftrivial-auto-var-init=zero'],
];

/**
 * Compiles the cells as functions of one program, runs each on all inputs, and returns the results
 * in order.
 */
export function truthOf(cells: readonly Cell[], folder: string): Truth[] {
  const file = join(folder, 'cells.c');
  const functions = cells.map((cell, i) => functionOf(cell).replaceAll('@', `p${i}_`));
  const lasting = cells.map(({ to, from }) => (to === 'static' || from === 'static' ? 1 : 0));
  const tables = [
    `static unsigned (*const cells[CELLS])(int, int, int) = { ${cells.map((_, i) => `p${i}_run`).join(', ')} };\n`,
    `static const int lasting[CELLS] = { ${lasting.join(', ')} };\n`,
  ];
  // The declarations in the programs agree with the headers, except for inline functions of some headers.
  writeFileSync(
    file,
    `#define _GNU_SOURCE\n${HEADERS}${LIBRARY}#define CELLS ${cells.length}\n${[...functions, ...tables].join('\n')}${DRIVER}`,
  );
  const outputs = BUILDS.map((options, i) => outputOf(file, options, join(folder, `cells-${i}`)));
  return cells.map((_, i) => compare(outputs.map((lines) => lines[i] ?? 'the driver was stopped')));
}

/** Compiles and runs the program, and returns one line for each cell, without its number. */
function outputOf(file: string, options: readonly string[], binary: string): string[] {
  const common = ['-w', '-std=gnu11', '-fwrapv', '-fno-strict-aliasing', '-fno-builtin', '-pipe'];
  const made = spawnSync('gcc', [...common, ...options, file, '-o', binary], { encoding: 'utf8' });
  if (made.status !== 0)
    throw new Error(`gcc rejects the programs: ${/.*error: .*/.exec(made.stderr)?.[0] ?? made.stderr}`);
  const run = spawnSync(binary, { encoding: 'utf8', env: { MALLOC_PERTURB_: '90' }, maxBuffer: 2 ** 28 });
  return run.stdout.split('\n').map((line) => line.replace(/^\d+ /, ''));
}

function compare([checked, plain]: readonly string[]): Truth {
  if (checked.includes('undefined')) return { kind: 'dropped', why: 'undefined behaviour' };
  if (checked !== plain) return { kind: 'dropped', why: 'depends on what C leaves open' };
  return { kind: 'results', results: checked.split(' ').map(Number) };
}
