import { mix } from '../fuzz/checksum.ts';
import { Random } from '../fuzz/random.ts';
import { definition } from '../fuzz/types.ts';
import { Build, type Row } from './build.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { makeRow } from './rows.ts';
import { STRUCTURES } from './structures.ts';
import { randomRecords } from './types.ts';

/** A parameter of `run_` with values from 0 to `high`. */
interface Input {
  readonly name: string;
  readonly high: number;
}

/**
 * A random program. `text` defines `static unsigned long run_(int a, …)` with all that it needs.
 * All names at file scope end with an underscore.
 */
export interface MemoryProgram {
  readonly seed: number;
  readonly inputs: readonly Input[];
  readonly text: string;
}

/** Declarations for every program. */
export const LIBRARY = `typedef unsigned long size_t;
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern void free(void *), abort(void);
extern void *memset(void *, int, size_t), *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t);
extern int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
extern char *strcpy(char *, const char *), *strcat(char *, const char *), *strncpy(char *, const char *, size_t), *strchr(const char *, int);
extern size_t strlen(const char *);
`;

const HELPERS = [
  'static int cells_[4] = { 5, 6, 7, 8 };',
  'static void copy_(void *to, const void *from, size_t n) { char *t = to; const char *f = from; while (n--) *t++ = *f++; }',
];

/** Makes a program from a seed; equal seeds give equal programs. */
export function randomMemoryProgram(seed: number): MemoryProgram {
  const random = new Random(seed);
  const inputs: Input[] = [{ name: 'a', high: random.between(1, 3) }];
  if (random.chance(30)) inputs.push({ name: 'b', high: random.between(1, 2) });
  const build = new Build(random.below(2 ** 31), inputs);
  if (random.chance(60)) build.records.push(...randomRecords(random, (prefix) => build.global(prefix)));
  build.globals.push(...build.records.map(definition));
  for (let i = random.between(1, 2); i > 0; i--) {
    const name = build.fresh('z');
    build.lines.push(`int ${name} = ${build.value()};`);
    build.scalars.push(name);
  }
  const type = build.elementType();
  const small = random.chance(60);
  for (let i = small ? 2 : random.between(2, 3); i > 0; i--)
    makeRow(build, random.chance(65) ? type : build.elementType());
  const operations = random.chance(50) ? [...OPERATIONS, ...STRUCTURES] : OPERATIONS;
  for (let i = small ? random.between(1, 3) : random.between(3, 6); i > 0; i--)
    build.lines.push(...statement(build, operations));
  const sums = [
    ...build.scalars.map((name) => mix(name, { kind: 'integer', name: 'int', bits: 32, signed: true }, 1)),
    ...build.rows.map((row) => mixRow(build, row)),
  ];
  const freed = random.chance(40) ? build.blocks.map((block) => `free(${block});`) : [];
  const text = [
    ...HELPERS,
    ...build.globals,
    `static unsigned long run_(${inputs.map(({ name }) => `int ${name}`).join(', ')}) {`,
    ...build.lines,
    'unsigned long sum = 17;',
    ...sums.flat(),
    ...freed,
    'return sum;',
    '}',
  ];
  return { seed, inputs, text: `${text.join('\n')}\n` };
}

function statement(build: Build, operations: readonly (readonly [number, Operation])[]): string[] {
  const { random } = build;
  for (let attempt = 0; attempt < 8; attempt++) {
    const lines = random.weighted(operations)(build);
    if (lines === null) continue;
    // Later statements need the declarations among these lines, so only a block goes into a branch.
    if (random.chance(15) && lines[0].startsWith('{')) return [`if (${build.value()} > ${random.below(4)})`, ...lines];
    return lines;
  }
  return [];
}

/** Mixes the elements of a row, or the first few of them, into `sum`. */
function mixRow(build: Build, { pointer, type, count, least }: Row): string[] {
  const i = build.fresh('i');
  const bound = build.random.chance(70) ? count : `${least}`;
  return [`for (int ${i} = 0; ${i} < ${bound}; ${i}++) {`, ...mix(`${pointer}[${i}]`, type, 2), '}'];
}
