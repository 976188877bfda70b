import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const HEAD = 'extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n';

/**
 * Small programs of the kinds that a run meets; all are decided in a moment but for the last, which
 * asks whether a prime below 2^62 has factors.
 */
export const PROGRAMS = {
  odd: `${HEAD}int main(void) { unsigned x = 1; while (__VERIFIER_nondet_int()) x += 2; if (x % 2 == 0) reach_error(); return 0; }\n`,
  pick: `${HEAD}int main(void) { int x = __VERIFIER_nondet_int(); if (x == 4711) reach_error(); return 0; }\n`,
  assembly: `${HEAD}int main(void) { int x = 0; __asm__("nop" : "=r"(x)); if (x == 1) reach_error(); return 0; }\n`,
  broken: `${HEAD}int main(void) { return }\n`,
  factors: `${HEAD}extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = 0;
  while (__VERIFIER_nondet_uint()) c++;
  if (c > 1 && a > 1 && b > 1 && a * b == 4611686018427387847ull) reach_error();
}
`,
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** Writes a file below `folder`, with the folders it lies in; gives its path. */
export function put(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/**
 * Writes `set/NAME.c` and `set/NAME.yml` with the property of calls of reach_error; gives the path
 * of the definition.
 */
export function putTask(
  folder: string,
  set: string,
  program: ProgramName,
  expected: boolean | null,
  name: string = program,
): string {
  put(folder, 'properties/unreach-call.prp', 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n');
  put(folder, `${set}/${name}.c`, PROGRAMS[program]);
  const verdict = expected === null ? '' : `\n    expected_verdict: ${expected}`;
  return put(
    folder,
    `${set}/${name}.yml`,
    `format_version: '2.0'\ninput_files: '${name}.c'\nproperties:\n  - property_file: ../properties/unreach-call.prp${verdict}\noptions:\n  language: C\n  data_model: LP64\n`,
  );
}
