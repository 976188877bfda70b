import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { randomSeed } from '../../../random-seed.ts';
import { hasGcc } from '../../c/gcc.ts';

const MODEL = readFileSync(
  new URL('../../../../src/program/lowering/models/c/options.c', import.meta.url),
  'utf8',
).replace(/^#include.*$/m, '');

/** The model's text, whose objects and function have names that differ from glibc's. */
const RENAMED = MODEL.replace(/^extern (int|char \*)\s*(?=opt)/gm, '$1 ')
  .replace(/\b(optind|optopt|optarg|getopt_long)\b/g, 'model_$1')
  .replace(/^int model_optind;/m, 'int model_optind = 1;');

/** Random command lines, each given to glibc and to the model until both say that no option is left. */
const DRIVER = `
static const char *letters[] = {"vo:n::", "+vo:n::", "-ab:", ":x:", ":v", "-:o::v:", "+:vv:o", "a;b", "W:v"};
static const char *words[] = {"-v", "-o", "-otext", "-n", "-n5", "-vo", "-vn", "-voz", "--", "-", "file", "x", "-z",
  "--verbose", "--verb", "--ver", "--output", "--output=3", "--out", "--opt=", "--optional", "--fl", "--flag",
  "--flagged", "--fla=2", "--nope", "--verbose=1", "-a", "-ab", "-b", "--=", "-:", "-;", "-W"};
#define SOME(list) list[rand() % (sizeof list / sizeof *list)]
static int flags[2];
int main(void) {
  struct option options[] = {{"verbose", 0, 0, 'v'}, {"verb", 1, 0, 'x'}, {"output", 1, 0, 'o'},
    {"optional", 2, 0, 'p'}, {"flag", 0, &flags[0], 7}, {"flagged", 0, &flags[0], 7}, {"fla", 2, &flags[1], 9},
    {"verbs", 1, 0, 'x'}, {0, 0, 0, 0}};
  opterr = 0;
  srand(SEED);
  for (int line = 0; line < 20000; line++) {
    char *ours[8] = {"program"}, *theirs[8], *known = (char *)SOME(letters);
    int count = 1 + rand() % 7, isLong = rand() % 2, result = 0;
    for (int i = 1; i < count; i++) ours[i] = (char *)SOME(words);
    memcpy(theirs, ours, sizeof ours);
    optind = model_optind = 0;
    while (result != -1) {
      int at = -5, model_at = -5;
      flags[0] = flags[1] = 0;
      result = isLong ? getopt_long(count, theirs, known, options, &at) : getopt(count, theirs, known);
      int first = flags[0], second = flags[1];
      flags[0] = flags[1] = 0;
      int same = model_getopt_long(count, ours, known, isLong ? (char *)options : 0, isLong ? &model_at : 0);
      if (result != same || optind != model_optind || optarg != model_optarg || at != model_at ||
          (result == '?' && optopt != model_optopt) || first != flags[0] || second != flags[1] ||
          memcmp(ours, theirs, sizeof ours) != 0) {
        printf("line %d, letters %s: %d and %d\\n", line, known, result, same);
        return 1;
      }
    }
  }
  puts("same");
}
`;

it.skipIf(!hasGcc('LP64'))('agrees with getopt and getopt_long of glibc on random command lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-options-'));
  try {
    const source = `#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char byte;
#define __broken abort
#define SEED ${randomSeed()}
${RENAMED}
${DRIVER}`;
    writeFileSync(join(folder, 'options.c'), source);
    execFileSync('gcc', [
      '-w',
      '-O1',
      '-fsanitize=undefined',
      '-o',
      join(folder, 'options'),
      join(folder, 'options.c'),
    ]);
    const environment = { ...process.env, POSIXLY_CORRECT: undefined };
    expect(execFileSync(join(folder, 'options'), { encoding: 'utf8', env: environment }).trim()).toBe('same');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
