import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ByteOrder } from '../../base/byte-order.ts';
import { type Diagnostic, diagnostic, FrontEndError } from '../diagnostics.ts';
import { newDirectiveState, readDirective } from '../lex/directives.ts';
import type { DataModel } from '../types/types.ts';
import { columnsOf } from './columns.ts';
import { runCompiler } from './preprocessor-process.ts';
import { decodeSource, lineCount, readSource, type SourceText } from './source-text.ts';
import { flagsForPreprocessor, standardOf } from './standard.ts';

/** Options for the preprocessor. */
export interface PreprocessOptions {
  readonly model: DataModel;
  /** Default `little`. */
  readonly byteOrder?: ByteOrder;
  /** Directories for `-I`. */
  readonly includes?: readonly string[];
  /** `NAME` or `NAME=VALUE` for `-D`. */
  readonly defines?: readonly string[];
  /**
   * Further words for the compiler, as {@link meaningOfFlags} returns them. A `-std` among them
   * overrides the default.
   */
  readonly flags?: readonly string[];
  /**
   * Compiler command, words separated by blanks. Default: the environment variable CC, else the first of
   * cc, gcc and clang that exists.
   */
  readonly cc?: string | null;
  /** Memory limit of the caller in bytes; the compiler gets half of it. Default: none. */
  readonly memoryBytes?: number;
  /** Whether clauses in comments are read, so that comments are kept; default false. */
  readonly annotations?: boolean;
  readonly signal?: AbortSignal;
}

/** A C file after preprocessing, with the name that the user gave it. */
export interface PreprocessedFile extends SourceText {
  /** Number of lines of the original file. */
  readonly lines: number;
  /** Warnings of the preprocessor. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads a C file and preprocesses it with the system's C compiler (`cc -E`), as GNU C17 for x86. A
 * `.i` file is read unchanged, and so is a file without anything to preprocess.
 * @throws FrontEndError with E-INPUT (C1001 ... C1010, C1012, C1701: the file cannot be read) or E-PREPROCESS
 * (C1005 ... C1009, C1011, C1702: no preprocessor, or it failed); LemmataError E-INTERRUPTED when
 * `signal` aborts
 */
export async function preprocess(file: string, options: PreprocessOptions): Promise<PreprocessedFile> {
  refuseOtherLanguages(file);
  const text = decodeSource(await readSource(file));
  const lines = lineCount(text);
  const standard = standardOf(options.flags ?? []);
  const { annotations = false } = options;
  const told = (own: string, content: string): readonly Diagnostic[] => (annotations ? [] : contractIn(own, content));
  if (
    /\.i$/i.test(file) ||
    ((options.defines ?? []).length === 0 && (options.flags ?? []).length === 0 && !needsPreprocessor(text))
  )
    return { file, text, standard, lines, warnings: told(file, text) };
  const { output, diagnostics } = await runCompiler(
    compilerArguments(file, options, annotations && CONTRACT.test(text)),
    options,
  );
  const errors = diagnostics.filter((each) => each.severity === 'error');
  if (errors.length > 0) throw new FrontEndError(diagnostics, 'E-PREPROCESS');
  if (output.includes(0)) throw new FrontEndError([diagnostic('C1004', [file], { file, line: 1, column: 1 })]);
  const preprocessed = decodeSource(output);
  const originals = [{ file, text }, ...ownHeaders(preprocessed)];
  const columns = columnsOf(preprocessed, file, originals);
  const warnings = [...diagnostics, ...originals.flatMap((original) => told(original.file, original.text))];
  return { file, text: preprocessed, standard, lines, warnings, columns, originals };
}

/** A clause of ACSL at the beginning of its comment. */
const CONTRACT =
  /\/[*/]@\s*(?:for\s+\w+\s*:\s*)?((?:requires|ensures|assigns|frees|allocates|assert|check|admit|loop|behavior|predicate|logic|axiomatic|inductive|lemma|ghost|terminates|decreases|(?:global|type)\s+invariant)\b)/;

/** A warning about the first comment with a contract of ACSL, which other tools read. */
function contractIn(file: string, text: string): readonly Diagnostic[] {
  const found = CONTRACT.exec(text);
  if (found === null) return [];
  const state = newDirectiveState(file);
  const before = text.slice(0, found.index).split('\n');
  for (const [index, line] of before.entries())
    if (/^[ \t]*#/.test(line)) readDirective(state, line.trimStart(), index + 1);
  const at = { file: state.file, line: before.length + state.delta, column: before.at(-1)!.length + 1 };
  return [diagnostic('C1910', [found[1]], at)];
}

/** The headers that a preprocessed text includes, without those of the system. */
function ownHeaders(text: string): { readonly file: string; readonly text: string }[] {
  const names = new Set<string>();
  for (const [, name, flags] of text.matchAll(/^# 1 "((?:[^"\\\n]|\\.)*)" 1((?: \d)*)$/gm))
    if (!flags.includes('3')) names.add(name.replace(/\\(.)/g, '$1'));
  return [...names].flatMap((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return [];
    return [{ file, text: decodeSource(readFileSync(file)) }];
  });
}

/** Languages that compilers tell from C by the ends of names. */
const OTHER_LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.(cpp|cc|cxx|cp|c\+\+|C|CPP|ii|hpp|hh|hxx|h\+\+|tcc)$/, 'C++'],
  [/\.(m|mi)$/, 'Objective-C'],
  [/\.(mm|M|mii)$/, 'Objective-C++'],
  [/\.(cu|cuh)$/, 'CUDA'],
  [/\.(s|S|sx|asm)$/, 'assembly'],
];

function refuseOtherLanguages(file: string): void {
  const [, language] = OTHER_LANGUAGES.find(([end]) => end.test(file)) ?? [];
  if (language !== undefined)
    throw new FrontEndError([diagnostic('C1012', [file, language], { file, line: 1, column: 1 })]);
}

function compilerArguments(file: string, options: PreprocessOptions, keepsComments: boolean): string[] {
  // Without macros, the classes of characters are functions. These mean comparisons here in place of
  // tables.
  const args = ['-E', '-std=gnu17', options.model === 'ILP32' ? '-m32' : '-m64', '-D__NO_CTYPE'];
  if (keepsComments) args.push('-C');
  for (const directory of options.includes ?? []) args.push('-I', directory);
  for (const define of options.defines ?? []) args.push(`-D${define}`);
  args.push(...flagsForPreprocessor(options.flags ?? []));
  if (options.byteOrder === 'big') args.push(...BIG_ENDIAN, '-isystem', ownDirectory('big-endian'));
  if (options.model === 'ILP32') for (const directory of ilp32Directories()) args.push('-idirafter', directory);
  // A name that starts with - or @ would be read as an option or a response file.
  args.push('-x', 'c', /^[-@]/.test(file) ? `./${file}` : file);
  return args;
}

/**
 * Identifiers with a meaning to the preprocessor: macros that GCC and clang predefine, and operators.
 * Reserved names in capitals count as such, except for those known to have no such meaning.
 */
const PREDEFINED =
  /\b(?:__(?!VERIFIER_|PRETTY_FUNCTION__|FUNCTION__)[A-Z]\w*|__(?:amd64|x86_64|i386|i[456]86|linux|unix|gnu_linux|k8|pentiumpro|code_model_\w+?|pic|pie|tune_\w+?|clang\w*?|llvm|seg_[fg]s|has_\w+)(?:__)?|_LP64|_ILP32|_STDC_PREDEF_H|linux|unix|i386|_Pragma)\b/;

/** Whether `cc -E` may change the text, apart from comments and line marks. */
export function needsPreprocessor(text: string): boolean {
  return text.includes('%:') || hasDirective(text) || PREDEFINED.test(text);
}

/**
 * Whether the text has a directive for the preprocessor. The scanner handles line marks and pragmas. A
 * `#` behind the end of a comment counts; one in a string or in code does not.
 */
function hasDirective(text: string): boolean {
  let lineStart = 0;
  for (let hash = text.indexOf('#'); hash >= 0; hash = text.indexOf('#', lineStart)) {
    for (let next = text.indexOf('\n', lineStart); next >= 0 && next < hash; next = text.indexOf('\n', lineStart))
      lineStart = next + 1;
    const end = text.indexOf('\n', hash);
    const line = text.slice(lineStart, end < 0 ? text.length : end);
    if (line.includes('*/') || /\r./.test(line)) return true;
    if (/^\s*#/.test(line) && !/^#[ \t]*(?:(?:line[ \t]+)?\d+[ \t]*(?:"|$)|pragma\b|ident\b)/.test(line)) return true;
    if (end < 0) return false;
    lineStart = end + 1;
  }
  return false;
}

/** Macros that compilers for big-endian machines predefine. */
const BIG_ENDIAN: readonly string[] = [
  ...['__BYTE_ORDER__', '__FLOAT_WORD_ORDER__'].flatMap((name) => [`-U${name}`, `-D${name}=__ORDER_BIG_ENDIAN__`]),
  '-U__LITTLE_ENDIAN__',
  '-D__BIG_ENDIAN__=1',
];

/**
 * The directory of C headers for both data models of x86, in distributions with one directory per
 * architecture.
 */
const MULTIARCH = '/usr/include/x86_64-linux-gnu';

/**
 * Returns include directories that are searched last. They give programs for ILP32 the standard
 * headers on a 64-bit system without 32-bit development packages. These are the 64-bit architecture's
 * headers (they ask for the word size themselves) and this package's `include/ilp32`.
 */
function ilp32Directories(): string[] {
  return [...(existsSync(MULTIARCH) ? [MULTIARCH] : []), ownDirectory('ilp32')];
}

/** Returns a directory of this package's headers: the code may run from src/c or from dist. */
function ownDirectory(name: string): string {
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    const candidate = join(directory, 'include', name);
    if (existsSync(candidate) || dirname(directory) === directory) return candidate;
  }
}
