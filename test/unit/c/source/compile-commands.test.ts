import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCompileCommands, shellWords } from '../../../../src/c/source/compile-commands.ts';
import { meaningOfFlags } from '../../../../src/c/source/compiler-flags.ts';
import { scratchFolder } from '../../../scratch.ts';

const folder = scratchFolder('compile-commands');
const shell = spawnSync('sh', ['-c', 'true']).status === 0;

describe('words of a command', () => {
  it.skipIf(!shell)('are those of a shell', () => {
    // The parts exclude characters that shells expand or that end commands.
    const part = fc.constantFrom(
      'a',
      '-D',
      '=',
      ' ',
      '\t',
      '"',
      "'",
      '\\"',
      "\\'",
      '\\\\',
      '\\ ',
      '\\x',
      '"\\""',
      '"\\a"',
      "''",
      '1.0',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const { status, stdout } = spawnSync('sh', ['-c', `printf '%s\\0' x ${text}`]);
        const expected = status === 0 ? stdout.toString().split('\0').slice(1, -1) : null;
        expect(shellWords(text)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('keep the quotes that build systems put around strings', () => {
    expect(shellWords('cc -DNAME=\\"x\\ y\\" "-DTEXT=\\"a b\\"" -c a.c')).toEqual([
      'cc',
      '-DNAME="x y"',
      '-DTEXT="a b"',
      '-c',
      'a.c',
    ]);
  });
});

describe('flags', () => {
  it('that have a meaning are kept in their order, with paths from the folder of the compiler', () => {
    const words =
      '-O2 -Iinclude -I ../other -DA=1 -U A -DB -isystem /usr/x -isystem/usr/y -include config.h -std=c99 -Wall -MD -MF x.d -m32 -mbig-endian -o x.o';
    expect(meaningOfFlags(words.split(' '), '/project/build', 'a.c')).toEqual({
      flags: [
        ...['-I', '/project/build/include', '-I', '/project/other', '-D', 'A=1', '-U', 'A', '-D', 'B'],
        ...['-isystem', '/usr/x', '-isystem', '/usr/y', '-include', '/project/build/config.h', '-std=c99'],
      ],
      model: 'ILP32',
      isBigEndian: true,
    });
  });

  it('for the preprocessor are found inside other words, and where its root is', () => {
    const words = '-Wp,-DA=1,-UB -Wp,-MMD,x.d --sysroot=root --sysroot /other -isysroot third -fgnu89-inline -EB -EL';
    expect(meaningOfFlags(words.split(' '), '/project', 'a.c')).toEqual({
      flags: [
        ...['-D', 'A=1', '-U', 'B', '--sysroot', '/project/root', '--sysroot', '/other'],
        ...['-isysroot', '/project/third', '-fgnu89-inline'],
      ],
      model: null,
      isBigEndian: false,
    });
  });

  it.each([
    ...[
      '-funsigned-char',
      '-fshort-enums',
      '-fpack-struct=1',
      '-mx32',
      '-ffast-math',
      '-ffinite-math-only',
      '-Ofast',
      '-mabi=ms',
    ],
    ...['-funsafe-math-optimizations', '-m96bit-long-double', '-m128bit-long-double', '-mlong-double-64'],
  ])('%s is refused', (flag) => {
    expect(() => meaningOfFlags([flag], '/', 'a.c')).toThrow(flag);
  });
});

function database(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('a list of compile commands', () => {
  const [a, b] = [join(folder, 'src', 'a.c'), join(folder, 'src', 'b.c')];
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const path of [a, b]) writeFileSync(path, 'int x;\n');

  it('gives all C files with their flags, by command or arguments, and the first entry of each', () => {
    const list = database('both.json', [
      { directory: folder, file: 'src/a.c', command: 'cc -DX=\\"1\\" -c src/a.c' },
      { directory: 'src', file: 'b.c', arguments: ['cc', '-I.', '-c', 'b.c'], output: 'b.o' },
      { directory: folder, file: 'src/a.c', command: 'cc -DSECOND -c src/a.c' },
      { directory: folder, file: 'src/other.cpp', command: 'c++ -c src/other.cpp' },
    ]);
    const { files, flags, model } = readCompileCommands(list, []);
    expect([files.length, model]).toEqual([2, null]);
    expect(files.map((file) => flags[file])).toEqual([
      ['-D', 'X="1"'],
      ['-I', join(folder, 'src')],
    ]);
    expect(readCompileCommands(list, [b])).toEqual({
      files: [b],
      flags: { [b]: ['-I', join(folder, 'src')] },
      model: null,
      isBigEndian: false,
    });
  });

  it.each([
    ['no list', '{}', /it is not a list/],
    ['no JSON', '[', /JSON/],
    ['an entry without a file', [{ directory: '.' }], /entry 1 has no directory or no file/],
    ['an open quote', [{ directory: '.', file: 'a.c', command: 'cc "a.c' }], /entry 1 has neither/],
    [
      'two data models',
      [
        { directory: '.', file: 'a.c', command: 'cc -m32' },
        { directory: '.', file: 'b.c', command: 'cc' },
      ],
      /one data model/,
    ],
    [
      'two byte orders',
      [
        { directory: '.', file: 'a.c', command: 'cc -mbig' },
        { directory: '.', file: 'b.c', command: 'cc' },
      ],
      /one byte order/,
    ],
    ['no C file', [{ directory: '.', file: 'a.cc', command: 'c++' }], /no entry for a C file/],
  ])('is refused for %s', (_, content, message) => {
    expect(() => readCompileCommands(database('wrong.json', content), [])).toThrow(message);
  });

  it('has to have an entry for a file that is named', () => {
    const list = database('one.json', [{ directory: folder, file: 'src/a.c', command: 'cc' }]);
    expect(() => readCompileCommands(list, [b])).toThrow(/no entry for .*b\.c/);
  });
});
