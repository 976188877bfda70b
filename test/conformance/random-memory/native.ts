import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIBRARY, type MemoryProgram } from './program.ts';

/** Compiles many programs as one file, and runs each on all of its inputs. */

export interface NativeRun {
  readonly values: readonly number[];
  readonly sum: bigint;
}

/** All runs of a program, or the reason why they are unknown. */
export type Truth =
  | { readonly kind: 'runs'; readonly runs: readonly NativeRun[] }
  | { readonly kind: 'skipped'; readonly why: string };

/**
 * The C driver runs each program on each input in a process of its own. It prints lines `program,
 * ended as it should, values, sum`.
 */
const DRIVER = `
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
const char *__asan_default_options(void) { return "exitcode=86:detect_leaks=0:detect_stack_use_after_return=1:handle_abort=0:max_malloc_fill_size=4096:malloc_fill_byte=165"; }
const char *__ubsan_default_options(void) { return "exitcode=86"; }
int main(void) {
  unsigned long *sum = mmap(0, sizeof *sum, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
    for (int a = 0; a <= programs[i].high[0]; a++)
      for (int b = 0; b <= programs[i].high[1]; b++) {
        fflush(stdout);
        int pid = fork();
        if (pid == 0) { alarm(2); fclose(stderr); *sum = programs[i].run(a, b); _exit(0); }
        int status;
        waitpid(pid, &status, 0);
        printf("%u %d %d %d %lu\\n", i, WIFEXITED(status) && WEXITSTATUS(status) == 0, a, b, *sum);
      }
  return 0;
}
`;

const MEANING = ['-w', '-fwrapv', '-fno-strict-aliasing', '-pipe', '-x', 'c'];
const CHECKED = [
  '-O0',
  '-fsanitize=address,undefined',
  '-fno-sanitize=shift-base,alignment',
  '-fno-sanitize-recover=all',
];
/**
 * Two sets of compiler options. Programs whose results differ between them depend on what C leaves
 * open. The first build stops at undefined behaviour.
 */
const BUILDS = [
  [...CHECKED, '-ftrivial-auto-var-init=pattern'],
  ['-O1', '-ftrivial-auto-var-init=zero'],
];

/** Returns the runs of each program. `folder`: place for the compiler's output. */
export function groundTruths(programs: readonly MemoryProgram[], folder: string): Truth[] {
  const outputs = BUILDS.map((options) => outputOf(programs, options, folder));
  const failed = outputs.find((output) => typeof output !== 'string');
  if (failed !== undefined || outputs.some((output) => output === '')) {
    const why = typeof failed === 'object' ? failed.why : 'the driver was stopped';
    if (programs.length <= 1) return programs.map(() => ({ kind: 'skipped', why }));
    // The split finds the program that does not compile.
    const half = programs.length >> 1;
    return [...groundTruths(programs.slice(0, half), folder), ...groundTruths(programs.slice(half), folder)];
  }
  const [checked, plain] = outputs.map((output) => read(output as string));
  return programs.map((program, i) => truthOf(program, checked.get(i) ?? [], plain.get(i) ?? []));
}

function outputOf(
  programs: readonly MemoryProgram[],
  options: readonly string[],
  folder: string,
): string | { readonly why: string } {
  const binary = join(folder, 'programs');
  const file = join(folder, 'programs.c');
  writeFileSync(file, sourceOf(programs));
  const made = spawnSync('gcc', [...MEANING, ...options, file, '-o', binary], { encoding: 'utf8' });
  if (made.status !== 0) return { why: `gcc: ${/error: (.*)/.exec(made.stderr)?.[1] ?? 'no reason'}` };
  const run = spawnSync(binary, [], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { MALLOC_PERTURB_: '90' },
    maxBuffer: 1 << 26,
  });
  return run.status === 0 ? run.stdout : '';
}

/** Writes all programs into one file. Names that end with an underscore get the number of their program. */
function sourceOf(programs: readonly MemoryProgram[]): string {
  const texts = programs.map(({ text, inputs }, i) => {
    const own = text.replace(/\b([A-Za-z]\w*_)\b/g, `$1${i}`);
    return `${own}static unsigned long call_${i}(int a, int b) { return run_${i}(${inputs.map(({ name }) => name).join(', ')}); }`;
  });
  const table = programs.map(({ inputs }, i) => `{ call_${i}, { ${inputs[0].high}, ${inputs[1]?.high ?? 0} } }`);
  const entries = `static struct { unsigned long (*run)(int, int); int high[2]; } programs[] = { ${table.join(', ')} };`;
  return [LIBRARY, ...texts, entries, DRIVER].join('\n');
}

interface Line {
  readonly ended: boolean;
  readonly values: readonly number[];
  readonly sum: bigint;
}

function read(output: string): Map<number, Line[]> {
  const lines = new Map<number, Line[]>();
  for (const line of output.trim().split('\n')) {
    const [program, ended, a, b, sum] = line.split(' ');
    const known = lines.get(Number(program)) ?? [];
    lines.set(Number(program), [...known, { ended: ended === '1', values: [Number(a), Number(b)], sum: BigInt(sum) }]);
  }
  return lines;
}

function truthOf({ inputs }: MemoryProgram, checked: readonly Line[], plain: readonly Line[]): Truth {
  if (checked.length === 0 || checked.some(({ ended }) => !ended))
    return { kind: 'skipped', why: 'undefined behaviour' };
  if (plain.length !== checked.length || plain.some(({ ended, sum }, i) => !ended || sum !== checked[i].sum))
    return { kind: 'skipped', why: 'depends on what C leaves open' };
  return { kind: 'runs', runs: checked.map(({ values, sum }) => ({ values: values.slice(0, inputs.length), sum })) };
}
