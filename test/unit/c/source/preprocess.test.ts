import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LemmataError } from '../../../../src/base/errors.ts';
import { FrontEndError, formatDiagnostic } from '../../../../src/c/diagnostics.ts';
import { needsPreprocessor, type PreprocessOptions, preprocess } from '../../../../src/c/source/preprocess.ts';
import { scratchFolder } from '../../../scratch.ts';
import { gccErrors, hasGcc } from '../gcc.ts';

let folder: string;
beforeAll(() => {
  folder = scratchFolder('preprocess');
});

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function failure(path: string, options: Partial<PreprocessOptions> = {}): Promise<string> {
  try {
    await preprocess(path, { model: 'LP64', ...options });
  } catch (error) {
    if (error instanceof FrontEndError) return `${error.code} ${error.diagnostics.map((each) => each.code).join()}`;
    if (error instanceof LemmataError) return error.code;
    throw error;
  }
  return 'none';
}

describe('files that cannot be read', () => {
  it('names the reason', async () => {
    mkdirSync(join(folder, 'dir.c'));
    expect(await failure(join(folder, 'none.c'))).toBe('E-INPUT C1008');
    expect(await failure(join(folder, 'dir.c'))).toBe('E-INPUT C1002');
    expect(await failure(file('empty.c', ''))).toBe('E-INPUT C1003');
    expect(await failure(file('binary.i', Buffer.from([127, 69, 76, 70, 0, 1])))).toBe('E-INPUT C1004');
    expect(await failure('/dev/null')).toBe('E-INPUT C1010');
  });

  it('finds no compiler, or one that fails', async () => {
    const path = file('include.c', '#include <stddef.h>\n');
    expect(await failure(path, { cc: '/no/such/cc' })).toBe('E-PREPROCESS C1007');
    expect(await failure(path, { cc: 'false' })).toBe('E-PREPROCESS C1006');
  });

  it.runIf(process.platform === 'linux')('ends a compiler that needs more than its part of the memory', async () => {
    const levels = Array.from({ length: 28 }, (_, level) => `#define N${level + 1}(x) N${level}(x x)`);
    const path = file('nested.c', ['#define N0(x) x', ...levels, 'int x = 0 N28(+1);'].join('\n'));
    expect(await failure(path, { memoryBytes: 300 * 2 ** 20 })).toMatch(/^E-PREPROCESS C1006|^E-PREPROCESS C1009/);
    expect(await failure(file('small.c', '#include <stddef.h>\n'), { memoryBytes: 300 * 2 ** 20 })).toBe('none');
    expect(
      await failure(file('none-there.c', '#include <stddef.h>\n'), { cc: '/no/such/cc', memoryBytes: 2 ** 30 }),
    ).toBe('E-PREPROCESS C1007');
  });

  it.runIf(hasGcc)('keeps classes of characters as functions', async () => {
    const { text } = await preprocess(
      file('classes.c', '#include <ctype.h>\nint f(int c) { return isalpha(c) + tolower(c); }\n'),
      {
        model: 'LP64',
      },
    );
    expect(text).toContain('return isalpha(c) + tolower(c);');
  });

  it('can be interrupted', async () => {
    const path = file('interrupted.c', '#include <stddef.h>\n');
    expect(await failure(path, { signal: AbortSignal.abort() })).toBe('E-INTERRUPTED');
  });
});

describe('text that needs no preprocessor', () => {
  it.each([
    ['int main(void) { return 0; }', false],
    ['# 1 "a.c"\nint x;\n#pragma pack(1)\n', false],
    ['char *s = "#"; // # \n', false],
    ['extern void __VERIFIER_error(void); int __attribute__((__packed__)) x;', false],
    ['const char *f = __PRETTY_FUNCTION__;', false],
    ['  # define A\n', true],
    ['/* a\n*/ #define A\n', true],
    ['%:define A\n', true],
    ['int line = __LINE__;', true],
    ['#line 7\nint x;', false],
    ['# line 7 "a.c"\nint x;', false],
    ['#line START\nint x;', true],
    ['#lines 7\nint x;', true],
    ['int x = linux;', true],
    ['_Pragma("pack(1)") int x;', true],
  ])('%j: %s', (text, expected) => expect(needsPreprocessor(text)).toBe(expected));

  it('is linear in the number of lines and marks', () => {
    const started = performance.now();
    expect(needsPreprocessor('int x; # a\n'.repeat(200_000))).toBe(false);
    expect(needsPreprocessor(`${'#'.repeat(1_000_000)}`)).toBe(true);
    expect(needsPreprocessor(`x${'#'.repeat(1_000_000)}`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('is read as it is, a byte order mark removed', async () => {
    const path = file('bom.c', '\ufeffint x;\n');
    expect((await preprocess(path, { model: 'LP64', cc: '/no/such/cc' })).text).toBe('int x;\n');
    const done = file('done.i', '#include "nowhere.h"\n');
    expect((await preprocess(done, { model: 'LP64' })).text).toBe('#include "nowhere.h"\n');
  });
});

describe.skipIf(!hasGcc('ILP32'))('the compiler as preprocessor', () => {
  it.each(['LP64', 'ILP32'] as const)('has headers and macros of big-endian machines (%s)', async (model) => {
    const lines = ['#include <endian.h>', '#include <asm/byteorder.h>', '#include <netinet/in.h>'];
    const wrong = '__BYTE_ORDER__ != __ORDER_BIG_ENDIAN__ || BYTE_ORDER != BIG_ENDIAN';
    const missing = '!defined __BIG_ENDIAN__ || !defined __BIG_ENDIAN_BITFIELD || defined __LITTLE_ENDIAN_BITFIELD';
    const path = file('order.c', [...lines, `#if ${wrong} || ${missing}`, '#error other', '#endif', ''].join('\n'));
    expect((await preprocess(path, { model, byteOrder: 'big' })).warnings).toEqual([]);
    await expect(preprocess(path, { model })).rejects.toThrow();
  });

  it('reports its errors where they are', async () => {
    const path = file('bad.c', 'int x;\n#include "nowhere.h"\n');
    await expect(preprocess(path, { model: 'LP64' })).rejects.toSatisfy((error: FrontEndError) => {
      const text = formatDiagnostic(error.diagnostics[0]);
      return text.startsWith(`${path}:2:10: error[C1011]: header nowhere.h not found`);
    });
  });

  it('hands on warnings, include directories and macros', async () => {
    const path = file('main.c', '#include <own.h>\n#warning careful\nint x = VALUE + OWN;\n');
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own', 'own.h'), '#define OWN 2\n');
    const result = await preprocess(path, { model: 'LP64', includes: [join(folder, 'own')], defines: ['VALUE=1'] });
    expect(result.text).toContain('int x = 1 + 2;');
    expect(result.warnings.map((each) => [each.code, each.at?.line])).toEqual([['C1906', 2]]);
  });

  it('brings the standard headers to ILP32 without 32-bit packages', async () => {
    const headers = [
      'assert',
      'errno',
      'inttypes',
      'math',
      'pthread',
      'setjmp',
      'signal',
      'stdatomic',
      'stdio',
      'stdlib',
      'string',
      'time',
    ];
    const source = `${headers.map((name) => `#include <${name}.h>`).join('\n')}
_Static_assert(sizeof(size_t) == 4 && sizeof(long) == 4 && sizeof(time_t) == 4, "ILP32");\n`;
    const { text } = await preprocess(file('headers.c', source), { model: 'ILP32' });
    expect(gccErrors('ILP32', text)).toEqual([]);
  });

  it.each(['-m32', '-m64'])('knows every predefined macro of the compiler for %s', (flag) => {
    const listing = spawnSync('gcc', [flag, '-std=gnu17', '-dM', '-E', '-x', 'c', '/dev/null'], {
      encoding: 'utf8',
    }).stdout;
    const names = [...listing.matchAll(/^#define (\w+)/gm)].map((each) => each[1]);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !needsPreprocessor(`int x = ${name};`))).toEqual([]);
  });

  it.each([
    ['int x;\n/*@ requires n > 0;\n  @ ensures \\result > 0; */\nint f(int n);\n', "'requires'", 2, 1],
    ['#define N 1\n# 8 "b.y"\nint x; //@ assert x == N;\n', "'assert'", 8, 8],
    ['/*@\n  loop invariant i > 0; */\n', "'loop'", 1, 1],
    ['/*@unused@*/ int x; /* @ requires */ // requires\n', '', 0, 0],
  ])(
    'says that contracts in comments are read by lemmata contracts alone: %j',
    async (source, clause, line, column) => {
      const { warnings } = await preprocess(file('contract.c', source), { model: 'LP64' });
      const expected = [`contracts in comments are read by lemmata contracts alone: ${clause}`, line, column];
      const said = warnings.map(({ message, at }) => [message, at?.line, at?.column]);
      expect(said).toEqual(clause === '' ? [] : [expected]);
    },
  );

  it('takes odd names for names', async () => {
    const path = file('@-odd name.c', '#define A 1\nint x = A;\n');
    expect((await preprocess(path, { model: 'LP64' })).text).toContain('int x = 1;');
  });
});
