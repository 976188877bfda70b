import { resolve } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import type { DataModel } from '../types/types.ts';

/** Flags of a compiler's command line that decide the meaning of a file. */
export interface MeaningOfFlags {
  /** Flags for the preprocessor, in their order; folders and files are absolute. */
  readonly flags: readonly string[];
  /** Data model; null if the command line does not say. */
  readonly model: DataModel | null;
  readonly isBigEndian: boolean;
}

/** Options of the preprocessor that take a folder or a file. */
const PATHS: readonly string[] = [
  '-I',
  '-isystem',
  '-iquote',
  '-idirafter',
  '-include',
  '-imacros',
  '-isysroot',
  '--sysroot',
];
const NAMES: readonly string[] = ['-D', '-U'];
const LANGUAGE = /^(-std=.+|-ansi|-nostdinc|-undef|-fgnu89-inline|-ffreestanding|-fhosted)$/;

const BIG_ENDIAN = /^-(EB|meb|mbig|mbig-endian)$/;
const LITTLE_ENDIAN = /^-(EL|mel|mlittle|mlittle-endian)$/;

/** Options by which GCC gives types or arithmetic a meaning that Lemmata does not have. */
const OTHER_MEANING = new RegExp(
  `^-(${[
    'f(unsigned-char|no-signed-char|unsigned-bitfields|short-enums|short-wchar|pack-struct.*|trapv|single-precision-constant)',
    'f(fast-math|finite-math-only|unsafe-math-optimizations|associative-math|reciprocal-math|no-signed-zeros)',
    'fsso-struct=.*|Ofast|mx32|m16|mabi=ms|malign-double|mno-align-double|mlong-double-\\d+|m(96|128)bit-long-double|mms-bitfields',
  ].join('|')})$`,
);

/**
 * Reads the words of a compiler's command line after the compiler's name, and skips those that do not
 * change the file's meaning. `directory`: the folder in which the compiler runs. Throws LemmataError
 * `E-INPUT` for options that give C an unsupported meaning.
 */
export function meaningOfFlags(commandLine: readonly string[], directory: string, file: string): MeaningOfFlags {
  const words = commandLine.flatMap(apart);
  const flags: string[] = [];
  let model: DataModel | null = null;
  let isBigEndian = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const option = [...PATHS, ...NAMES].find((one) =>
      one.length > 2 ? word === one || isJoined(word, one) : word.startsWith(one),
    );
    if (option !== undefined && !/^-(include|imacros)-/.test(word)) {
      const joined = word.slice(option.length);
      const value = joined === '' ? words[++i] : joined;
      if (value === undefined)
        throw new LemmataError('E-INPUT', `${file}: the compiler's option ${option} has no value`);
      flags.push(option, PATHS.includes(option) ? resolve(directory, value) : value);
    } else if (LANGUAGE.test(word)) flags.push(word);
    else if (word === '-m32') model = 'ILP32';
    else if (word === '-m64') model = 'LP64';
    else if (BIG_ENDIAN.test(word)) isBigEndian = true;
    else if (LITTLE_ENDIAN.test(word)) isBigEndian = false;
    else if (OTHER_MEANING.test(word)) {
      throw new LemmataError(
        'E-INPUT',
        `${file} is compiled with ${word}, which gives C a meaning that is not supported`,
      );
    }
  }
  return { flags, model, isBigEndian };
}

/** Whether option and value are one word, such as `-isystem/usr/include`. */
function isJoined(word: string, option: string): boolean {
  return word.startsWith(option) && word[option.length] === '/';
}

/**
 * Splits a word that holds several: the parts of `-Wp,-DA,-DB` go to the preprocessor, and
 * `--sysroot=x` has its value behind the sign.
 */
function apart(word: string): readonly string[] {
  if (word.startsWith('-Wp,')) return word.slice('-Wp,'.length).split(',');
  const sysroot = '--sysroot=';
  return word.startsWith(sysroot) ? ['--sysroot', word.slice(sysroot.length)] : [word];
}
