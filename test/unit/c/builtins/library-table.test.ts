import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyFunction } from '../../../../src/c/builtins/classify.ts';
import { OTHERS } from '../../../../src/c/builtins/library/others.ts';
import { libraryTable, namesOf, prototypesIn, treatmentOf } from '../../../../src/c/builtins/library/table.ts';
import { parseProgram } from '../../../../src/c/index.ts';
import { LIBRARY } from '../../../../src/interpreter/library/table.ts';
import { hasNoMeaning } from '../../../../src/program/cfa/meaning.ts';
import { modelOf } from '../../../../src/program/lowering/models/texts.ts';
import { MEMORY_FUNCTIONS } from '../../../../src/system/encode/library/memory-library.ts';
import { ALLOCATORS } from '../../../../src/system/encode/plan/allocators.ts';
import { hasGcc } from '../gcc.ts';

/** Checks that the table of library functions agrees with the code. */

const runs = (name: string): boolean => LIBRARY.functions.has(name) || LIBRARY.processes.has(name);
/** Names from common usage that are no library functions of any system. */
const NO_LIBRARY = new Set([
  'kmalloc',
  'kzalloc',
  'xmalloc',
  'kfree',
  'printk',
  'alloca',
  'wprintf',
  'syslog',
  '_IO_putc',
]);

describe('the table of library functions', () => {
  it('says of each function one thing', () => {
    expect(libraryTable().size).toBeGreaterThan(1500);
    for (const name of [
      'formula',
      'model',
      'interpreter',
      'input',
      'approximate',
      'ends',
      'control',
      'unsupported',
    ] as const)
      expect(namesOf(name).size).toBeGreaterThan(5);
  });

  it('lists each function once', () => {
    const names = Object.values(OTHERS)
      .flatMap(prototypesIn)
      .map(([name]) => name);
    expect(names.length).toBeGreaterThan(700);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(names.filter((name) => libraryTable().get(name)?.row !== null)).toEqual([]);
  });

  it('has all models in C, and says so', () => {
    const made = ['scanf', 'fscanf', 'vscanf', 'vfscanf', 'getenv', 'secure_getenv'];
    const models = [...libraryTable().keys()].filter((name) => made.includes(name) || modelOf(name) !== null);
    const isOpen = (name: string): boolean =>
      ['input', 'approximate', 'interpreter'].includes(treatmentOf(name)) &&
      libraryTable().get(name)?.row?.model !== undefined;
    expect(models).toEqual([...libraryTable().keys()].filter((name) => treatmentOf(name) === 'model' || isOpen(name)));
  });

  it('calls nothing unsupported that has a formula', () => {
    const formulas = [...MEMORY_FUNCTIONS.keys(), ...ALLOCATORS.keys()].filter(
      (name) => !name.startsWith('__builtin_'),
    );
    expect(formulas.filter((name) => !['formula', 'model'].includes(treatmentOf(name)))).toEqual([]);
  });

  it('names only what the interpreter runs as run by the interpreter', () => {
    const named = [...namesOf('model', 'interpreter')].filter((name) => !NO_LIBRARY.has(name));
    // Runs follow the models of some files, which need no code of their own.
    expect(named.filter((name) => !runs(name) && modelOf(name)?.file !== 'options.c')).toEqual([]);
  });

  it('calls nothing an input, approximate or unsupported that the interpreter runs', () => {
    expect([...namesOf('input', 'approximate', 'unsupported')].filter(runs)).toEqual([]);
  });

  it('knows effects of functions with a meaning alone', () => {
    const named = [...libraryTable()].filter(([, { row }]) => row?.does !== undefined);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(([, { treatment }]) => treatment === 'unsupported')).toEqual([]);
  });

  it('has ranges for functions that have a result', () => {
    for (const name of [...libraryTable().keys()].filter((each) => libraryTable().get(each)?.row?.range !== undefined))
      expect(libraryTable().get(name)?.prototype?.text, name).toMatch(/^(unsigned )?(int|long) /);
  });
});

const HEADERS =
  'assert complex ctype errno fenv inttypes locale math setjmp signal stdio stdlib string strings time wchar wctype uchar threads '
    .concat(
      'dirent dlfcn err error fcntl fnmatch glob grp iconv libgen netdb poll pthread pwd regex sched search semaphore spawn sys/mman ',
    )
    .concat('sys/select sys/socket sys/stat sys/time sys/uio sys/wait syslog termios unistd wordexp')
    .split(' ');

describe.skipIf(!hasGcc('LP64') || !existsSync('/usr/include/stdio.h'))('the headers of the C library', () => {
  it('declare no function that is taken for one of the program', () => {
    const source = `#define _GNU_SOURCE\n${HEADERS.map((name) => `#include <${name}.h>`).join('\n')}\n`;
    const text = execFileSync('gcc', ['-E', '-std=gnu17', '-x', 'c', '-'], {
      input: source,
      maxBuffer: 1 << 26,
    }).toString();
    const { functions } = parseProgram([{ text, file: 'headers.c' }], { model: 'LP64' });
    const classified = functions.map((each) => ({
      name: each.name,
      origin: classifyFunction({ ...each, defined: each.definition !== null }),
    }));
    expect(classified.length).toBeGreaterThan(2000);
    expect(classified.filter(({ origin }) => origin === 'external')).toEqual([]);
    const forgotten = classified.filter((each) => each.origin === 'library' && !libraryTable().has(each.name));
    expect(
      forgotten.filter(
        (each) => treatmentOf(each.name) === 'unsupported' && !hasNoMeaning({ ...each, origin: 'library' }),
      ),
    ).toEqual([]);
    // A declaration without a header makes a known name the library's as well.
    const known = functions.filter(
      ({ name, definition }) => definition === null && (libraryTable().get(name)?.prototype?.text ?? null) !== null,
    );
    const lost = known.filter((each) => classifyFunction({ ...each, system: false, defined: false }) !== 'library');
    expect(lost.map(({ name }) => name)).toEqual([]);
  });
});
