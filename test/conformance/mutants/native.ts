import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbout, readReports } from '../../../src/apps/compete/native/reports.ts';
import type { SanitisedKind } from '../../../src/apps/compete/native/request.ts';

/** The kinds of faults that mutants are asked about. */
export const ASKED = ['overflow', 'division', 'shift', 'deref', 'free', 'memtrack'] as const satisfies SanitisedKind[];
export type Asked = (typeof ASKED)[number];

const TYPES: readonly (readonly [string, string])[] = [
  ['bool', '_Bool'],
  ['char', 'char'],
  ['schar', 'signed char'],
  ['uchar', 'unsigned char'],
  ['short', 'short'],
  ['ushort', 'unsigned short'],
  ['int', 'int'],
  ['uint', 'unsigned'],
  ['unsigned', 'unsigned'],
  ['long', 'long'],
  ['ulong', 'unsigned long'],
  ['longlong', 'long long'],
  ['ulonglong', 'unsigned long long'],
  ['size_t', 'unsigned long'],
  ['float', 'float'],
  ['double', 'double'],
];

/** Random inputs, small ones and boundary values among them. The seed is the only argument in `SEED`. */
const DRIVER = `#include <stdlib.h>
static unsigned long long state;
__attribute__((constructor)) static void begin(void) { state = strtoull(getenv("SEED"), 0, 10) * 0x9e3779b97f4a7c15ull + 1; }
static unsigned long long word(void) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}
static unsigned long long take(int bits) {
  static const long long near[] = {0, 1, -1, 2, 3, 4, 7, 8, 10, 16};
  switch (word() >> 61) {
    case 0: return word();
    case 1: return (1ull << (bits - 1)) - 1;
    case 2: return 1ull << (bits - 1);
    default: return near[(word() >> 40) % (sizeof near / sizeof near[0])];
  }
}
${TYPES.map(([name, type]) => `__attribute__((weak)) ${type} __VERIFIER_nondet_${name}(void) { return (${type})take(8 * sizeof(${type})); }`).join('\n')}
__attribute__((weak)) void __VERIFIER_assume(int c) { if (!c) _Exit(0); }
__attribute__((weak)) void reach_error(void) { _Exit(0); }
__attribute__((weak)) void __VERIFIER_error(void) { _Exit(0); }
`;

const FLAGS = ['-w', '-g', '-O0', '-fno-builtin', '-ftrivial-auto-var-init=pattern'];
const SANITISERS = '-fsanitize=address,undefined';
/** Faults of no kind that is asked about; an index beyond an array within its object is contested. */
const NOT_ASKED = '-fno-sanitize=alignment,vptr,float-cast-overflow,bounds';

/** Compiles the program; null: it does not compile. */
export function sanitised(text: string, folder: string, name: string): string | null {
  const [source, driver, program] = [`${name}.c`, 'driver.c', name].map((file) => join(folder, file));
  writeFileSync(source, text);
  writeFileSync(driver, DRIVER);
  const args = [...FLAGS, SANITISERS, NOT_ASKED, source, driver, '-lm', '-o', program];
  return spawnSync('gcc', args, { encoding: 'utf8', timeout: 60_000 }).status === 0 ? program : null;
}

/** The first fault of the program on inputs of that seed; null: there is none. `late`: the run takes long. */
export function faultOf(
  program: string,
  seed: number,
): { readonly kind: Asked; readonly what: string } | 'late' | null {
  const env = {
    ...process.env,
    SEED: String(seed),
    ASAN_OPTIONS: 'detect_leaks=1:detect_stack_use_after_return=0:redzone=256:allocator_may_return_null=1',
  };
  const ended = spawnSync(program, [], { encoding: 'utf8', timeout: 3000, env, maxBuffer: 2 ** 24 });
  if (ended.signal === 'SIGTERM') return 'late';
  const [first] = readReports(ended.stderr);
  // No check asks how deep calls go.
  if (first === undefined || /stack-overflow/.test(ended.stderr)) return null;
  // A left shift of a negative value is a contested case.
  if (first.what.startsWith('left shift of negative')) return null;
  const kind = ASKED.find((one) => isAbout(one, first));
  return kind === undefined
    ? null
    : {
        kind,
        what: `${first.what} in line ${first.places.find(({ file }) => !file.includes('sanitizer'))?.line ?? '?'}`,
      };
}

/**
 * Returns the code of a sanitised program, optimised: mutants that mean the same have the same. Null: it
 * does not compile.
 */
export function compiled(text: string): string | null {
  const options = ['-w', '-O1', '-fsanitize=address,undefined', '-S', '-x', 'c', '-', '-o', '-'];
  const { status, stdout } = spawnSync('gcc', options, { input: text, encoding: 'utf8', maxBuffer: 2 ** 27 });
  return status === 0 ? stdout : null;
}
