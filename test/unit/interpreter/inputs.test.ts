import { describe, expect, it } from 'vitest';
import { InputRecorder } from '../../../src/certify/replay/input-recorder.ts';
import { Machine, scriptedInputs } from '../../../src/interpreter/index.ts';
import { DEFAULT_ARGUMENTS } from '../../../src/program/cfa/main-arguments.ts';
import { withInputs } from '../../../src/program/lowering/models/inputs.ts';
import { compile, execute, hasGcc, native, natives } from './harness.ts';

/** Models of input functions and the interpreter's own functions agree with programs that gcc compiled. */

/** Prints what a call assigns, and the characters that it leaves. */
function scanning(call: string, declarations: string, print: string, format: string): string {
  return `#include <stdio.h>
int main(void) {
  ${declarations}
  int r = ${call};
  printf("%d ${format}:", r, ${print});
  int c;
  while ((c = getchar()) != EOF) printf(" %d", c);
  printf(" %d\\n", feof(stdin) != 0);
  return 0;
}
`;
}

const NUMBERS = 'int a = 7, b = 7; unsigned u = 7;';
const TWO = { declarations: NUMBERS, print: 'a, b', format: '%d %d' };
const TEXTS = [
  '',
  ' ',
  '12',
  '12 34',
  ' -5\n+6x',
  '-',
  '+-3',
  '1a',
  'x',
  '\t\n 0 0',
  '07 08',
  '0x1f 0X',
  '0xg',
  '123456 7',
  '12,34',
  '9%8',
  '%',
];
const WORDS = ['', ' ', 'ab', ' ab cd', 'a\nb', 'abcdefgh', 'xyz1', '\n', 'a', 'aab b', ']-', '12ab'];

interface Scan {
  readonly format: string;
  readonly declarations: string;
  readonly arguments: string;
  readonly print: string;
  readonly printed: string;
  readonly texts: readonly string[];
}

function numbers(...formats: readonly string[]): Scan[] {
  return formats.map((format) => ({
    format,
    declarations: NUMBERS,
    arguments: ', &a, &b',
    print: TWO.print,
    printed: TWO.format,
    texts: TEXTS,
  }));
}

function words(...formats: readonly string[]): Scan[] {
  return formats.map((format) => ({
    format,
    declarations: 'char a[16] = "--------------", b[16] = "--------------";',
    arguments: format.replaceAll('%*', '').split('%').length > 2 ? ', a, b' : ', a',
    print: 'a, b',
    printed: '<%s> <%s>',
    texts: WORDS,
  }));
}

const FLOATS = [
  ...[
    '',
    '1',
    '-2.5 0.1',
    '+.5e1x',
    '-0 -0.0',
    '1e3 1E-2',
    '1.5e',
    '2e+ 3',
    '3e-1-4e0',
    '.',
    '-.',
    '.e5',
    '5.',
    '5..5',
    '1e5.5',
    '--1',
  ],
  ...[
    'inf -INF',
    'infinity',
    'infinite',
    'in',
    'Nan',
    'nan(12)',
    'nax',
    '0x1p4 0x.8',
    '0x',
    '0x.',
    '0x1p',
    '0',
    '00.50 7',
    '1,5',
    'e5',
  ],
  ...[
    '123456789012345678901234567890',
    '9007199254740993',
    '16777217',
    '0.000000000000000000000000001',
    '1e400',
    '1e-9999999',
  ],
  ...['4294967296.125', '0.3333333333333333', '1e22', '1e23', '123e20', '7e-22', '3.14159265358979323846'],
];

/** The values are printed exactly. */
function floats(type: string, length: string, ...formats: readonly string[]): Scan[] {
  return formats.map((format) => ({
    format,
    declarations: `${type} a = 7, b = 7;`,
    arguments: format.replaceAll('%*', '').split('%').length > 2 ? ', &a, &b' : ', &a',
    print: 'a, b',
    printed: `%${length}a %${length}a`,
    texts: FLOATS,
  }));
}

const SCANS: readonly Scan[] = [
  ...floats('double', '', '%lf%lg', '%3lf%4le', '%1lf%2lf', '%lf%*lf', '%la,%lE'),
  ...floats('float', '', '%f%g', '%5f'),
  ...floats('long double', 'L', '%Lf%Lf'),
  ...numbers(
    '%d%d',
    '%d %d',
    '%i%i',
    '%x%x',
    '%o,%o',
    '%2d%3d',
    '%1x%2i',
    '%d,%d',
    ' %d %%%d',
    '%u%n',
    'x%dy%d',
    '%*d%n%d',
  ),
  ...words('%s', '%s%s', '%3s%2s', '%c%c', '%2c', ' %c%c', '%[a-c]%s', '%[^a]', '%2[ab]%c', '%*s%s', '%[]-]%c', 'a%s'),
  {
    format: '%hhd%hx',
    declarations: 'signed char a = 7; unsigned short b = 7;',
    arguments: ', &a, &b',
    print: 'a, b',
    printed: '%d %d',
    texts: ['1 2', '-128 ffff', '12', 'x'],
  },
  {
    format: '%ld%llu',
    declarations: 'long a = 7; unsigned long long b = 7;',
    arguments: ', &a, &b',
    print: 'a, b',
    printed: '%ld %llu',
    texts: ['1 2', '-9223372036854775808 18446744073709551615', '12', '-1 -1'],
  },
];

/** Where glibc differs from C, the model allows both, and runs end there or are approximate. */
async function expectAgreement(source: string, texts: readonly string[], compared = 1): Promise<void> {
  const plain = await compile(source);
  const modelled = withInputs(plain, DEFAULT_ARGUMENTS, []);
  expect(modelled).not.toBe(plain);
  let agreed = 0;
  const results = natives(source, texts);
  for (const [index, text] of texts.entries()) {
    const expected = results[index];
    for (const program of [plain, modelled]) {
      const { stdout, outcome, result } = execute(program, { stdin: Buffer.from(text, 'latin1') });
      if (result.approximate.length > 0 || outcome.kind === 'unsupported') continue;
      expect({ text, stdout }).toEqual({ text, stdout: expected.stdout });
      expect(outcome).toEqual({ kind: 'exit', status: expected.status });
      agreed++;
    }
  }
  expect(agreed).toBeGreaterThanOrEqual(compared);
}

const gcc = hasGcc();

describe.skipIf(!gcc)('functions that read the standard input', () => {
  for (const [index, { format, declarations, arguments: given, print, printed, texts: all }] of SCANS.entries()) {
    // A third of long lists, another one for each format.
    const isDrawn = (_: string, place: number): boolean => all.length < 15 || place % 3 === index % 3;
    const texts = process.env.LEMMATA_RUNS === undefined ? all.filter(isDrawn) : all;
    it(`scanf with ${format}`, { timeout: 120_000 }, async () => {
      const call = `scanf("${format}"${given})`;
      await expectAgreement(scanning(call, declarations, print, printed), texts, texts.length / 2);
    });
  }

  it.each(['vscanf', 'vfscanf', 'vsscanf'])('%s', { timeout: 120_000 }, async (name) => {
    const first = { vscanf: '', vfscanf: 'stdin, ', vsscanf: '"5 6.5 word", ' }[name]!;
    const source = `#include <stdarg.h>
#include <stdio.h>
static int scan(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int r = ${name}(${first}"%d %lf %7s", list);
  va_end(list);
  return r;
}
int main(void) {
  int a = 7;
  double b = 7;
  char c[8] = "-------";
  int r = scan("", &a, &b, c);
  printf("%d %d %a <%s> %d\\n", r, a, b, c, getchar());
  return 0;
}
`;
    const texts = ['1 2.5 abc', '-3', '4 x', '12 1e2 abcdefghij', ''];
    await expectAgreement(source, texts, texts.length);
  });

  it('mix, and know the end', { timeout: 120_000 }, async () => {
    const source = `#include <stdio.h>
#include <stdlib.h>
static int sum(FILE *in) { int s = 0, x; while (fscanf(in, "%d", &x) == 1) s += x; return s; }
int main(void) {
  int s = sum(stdin), c = getc(stdin);
  printf("%d %d %d %d\\n", s, c, feof(stdin) != 0, ferror(stdin));
  if (c != EOF) printf("%d\\n", ungetc(c, stdin) == c);
  char line[6];
  if (fgets(line, 6, stdin)) printf("<%s>\\n", line);
  char *text = NULL;
  size_t room = 0;
  long n = getline(&text, &room, stdin);
  printf("%ld %d\\n", n, room > 0);
  if (n > 0) printf("<%s>\\n", text);
  n = getdelim(&text, &room, ';', stdin);
  if (n > 0) printf("%ld <%s>\\n", n, text);
  char rest[4] = "...";
  unsigned long got = fread(rest, 1, 3, stdin);
  printf("%lu <%s>\\n", got, rest);
  printf("%d\\n", getchar_unlocked());
  clearerr(stdin);
  printf("%d\\n", feof(stdin) != 0);
  printf("%d\\n", getchar());
  free(text);
  return 0;
}
`;
    const long = 'z'.repeat(300);
    await expectAgreement(
      source,
      ['', '1 2 3', '4 5 x\nline\nab;cdefg', `1-\n\n${long}\n${long};12`, '7 +;abcdefgh\nij;klm'],
      10,
    );
  });
});

const ENVIRONMENT = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *a = getenv("LEMMATA_A"), *b = secure_getenv("LEMMATA_B"), *again = getenv("LEMMATA_A");
  printf("%d <%s> <%s>\\n", a == again, a ? a : "none", b ? b : "none");
  return a != NULL ? (int)strlen(a) : 99;
}
`;

describe.skipIf(!gcc)('the environment', () => {
  it('is as given, in the interpreter and in its model', async () => {
    const plain = await compile(ENVIRONMENT);
    for (const [a, b] of [
      ['', null],
      ['x y', 'b'],
      [null, 'b'],
      ['0123456789abcdef', ''],
    ] as const) {
      const given = { LEMMATA_A: a, LEMMATA_B: b };
      const set = Object.entries(given).flatMap(([name, text]): [string, string][] =>
        text === null ? [] : [[name, text]],
      );
      const expected = native(ENVIRONMENT, '', Object.fromEntries(set));
      const own = execute(plain, { environment: new Map(set) });
      expect(own.stdout).toBe(expected.stdout);
      expect(own.outcome).toEqual({ kind: 'exit', status: expected.status });
      const model = withInputs(plain, DEFAULT_ARGUMENTS, []);
      const recorder = new InputRecorder(
        {
          scalar: () => 0n,
          pointer: () => null,
          content: ({ name }, bytes) => {
            const [, kind, variable] = /^\$(set|environment) (\w+)$/.exec(name) ?? [];
            const text = variable === undefined ? null : given[variable as keyof typeof given];
            if (text === null) return false;
            if (kind === 'set') bytes[0] = 1;
            else bytes.set(Buffer.from(text));
            return true;
          },
        },
        { dataModel: 'LP64', byteOrder: 'little' },
      );
      const chunks: Buffer[] = [];
      const machine = new Machine(model, {
        inputs: recorder,
        errorFunctions: [],
        stdout: (bytes) => chunks.push(Buffer.from(bytes)),
      });
      const { outcome, approximate } = machine.run();
      expect(approximate).toEqual([]);
      expect(Buffer.concat(chunks).toString()).toBe(expected.stdout);
      expect(outcome).toEqual({ kind: 'exit', status: expected.status });
      expect(recorder.environment(model)).toEqual([
        ['LEMMATA_A', a],
        ['LEMMATA_B', b],
      ]);
      expect(recorder.inputs).toEqual([]);
    }
  });

  it('is unknown for names that are no literals', async () => {
    const program = await compile(
      ENVIRONMENT.replace('getenv("LEMMATA_A"), *b', 'getenv(strchr("x=LEMMATA_A", 76)), *b'),
    );
    const { result } = execute(withInputs(program, DEFAULT_ARGUMENTS, []), { inputs: scriptedInputs([]) });
    expect(result.approximate).toEqual(['getenv without a model']);
  });
});
