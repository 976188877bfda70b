import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataModel } from '../../types/types.ts';
import { type Diagnostic, diagnostic, FrontEndError } from '../diagnostics.ts';
import { runCompiler } from './preprocessor-process.ts';
import { decodeSource, lineCount, readSource } from './source-text.ts';

export interface PreprocessOptions {
  readonly model: DataModel;
  /** Directories for `-I`. */
  readonly includes?: readonly string[];
  /** `NAME` or `NAME=VALUE` for `-D`. */
  readonly defines?: readonly string[];
  /**
   * Further words for the compiler, as {@link meaningOfFlags} gives them. A `-std` among them overrides the default.
   */
  readonly flags?: readonly string[];
  /** Compiler command, words separated by blanks; default: the environment variable CC, else cc, gcc or clang, whichever is there first. */
  readonly cc?: string | null;
  /** Memory limit of whoever asks; the compiler has half of it. Default: none. */
  readonly memoryBytes?: number;
  readonly signal?: AbortSignal;
}

export interface PreprocessedFile {
  /** The file as the user named it. */
  readonly file: string;
  readonly text: string;
  /** Of the file as it is. */
  readonly lines: number;
  /** What the preprocessor warned of. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads a C file and brings it through the preprocessor of the system's C compiler (`cc -E`), as GNU C17 for x86. A `.i` file is read as is,
 * and so is a file in which the preprocessor would find nothing to do.
 * @throws FrontEndError with E-INPUT (C1001 ... C1010, C1701: the file cannot be read) or E-PREPROCESS (C1005 ... C1009, C1011,
 * C1702: no preprocessor, or it failed); LemmataError E-INTERRUPTED when `signal` aborts
 */
export async function preprocess(file: string, options: PreprocessOptions): Promise<PreprocessedFile> {
  const text = decodeSource(await readSource(file));
  const lines = lineCount(text);
  if (
    /\.i$/i.test(file) ||
    ((options.defines ?? []).length === 0 && (options.flags ?? []).length === 0 && !needsPreprocessor(text))
  )
    return { file, text, lines, warnings: [] };
  const { output, diagnostics } = await runCompiler(compilerArguments(file, options), options);
  const errors = diagnostics.filter((each) => each.severity === 'error');
  if (errors.length > 0) throw new FrontEndError(diagnostics, 'E-PREPROCESS');
  if (output.includes(0)) throw new FrontEndError([diagnostic('C1004', [file], { file, line: 1, column: 1 })]);
  return { file, text: decodeSource(output), lines, warnings: diagnostics };
}

function compilerArguments(file: string, options: PreprocessOptions): string[] {
  // Without macros, the classes of characters are functions, which mean comparisons here in place of tables.
  const args = ['-E', '-std=gnu17', options.model === 'ILP32' ? '-m32' : '-m64', '-D__NO_CTYPE'];
  for (const directory of options.includes ?? []) args.push('-I', directory);
  for (const define of options.defines ?? []) args.push(`-D${define}`);
  args.push(...(options.flags ?? []));
  if (options.model === 'ILP32') for (const directory of ilp32Directories()) args.push('-idirafter', directory);
  // Names that start with - or @ would be taken as an option or a response file.
  args.push('-x', 'c', /^[-@]/.test(file) ? `./${file}` : file);
  return args;
}

/**
 * Identifiers that mean something to the preprocessor: macros that GCC and clang predefine, and operators. Reserved names in capitals are
 * taken for such, except for those known to be none.
 */
const PREDEFINED =
  /\b(?:__(?!VERIFIER_|PRETTY_FUNCTION__|FUNCTION__)[A-Z]\w*|__(?:amd64|x86_64|i386|i[456]86|linux|unix|gnu_linux|k8|pentiumpro|code_model_\w+?|pic|pie|tune_\w+?|clang\w*?|llvm|seg_[fg]s|has_\w+)(?:__)?|_LP64|_ILP32|_STDC_PREDEF_H|linux|unix|i386|_Pragma)\b/;

/** False only if `cc -E` would hand the text through (but for comments and line marks). */
export function needsPreprocessor(text: string): boolean {
  return text.includes('%:') || hasDirective(text) || PREDEFINED.test(text);
}

/** Line marks and pragmas are left to the scanner. A `#` behind the end of a comment counts; one in a string or in code does not. */
function hasDirective(text: string): boolean {
  let lineStart = 0;
  for (let hash = text.indexOf('#'); hash >= 0; hash = text.indexOf('#', lineStart)) {
    for (let next = text.indexOf('\n', lineStart); next >= 0 && next < hash; next = text.indexOf('\n', lineStart))
      lineStart = next + 1;
    const end = text.indexOf('\n', hash);
    const line = text.slice(lineStart, end < 0 ? text.length : end);
    if (line.includes('*/') || /\r./.test(line)) return true;
    if (/^\s*#/.test(line) && !/^#[ \t]*(?:\d+[ \t]+"|pragma\b|ident\b)/.test(line)) return true;
    if (end < 0) return false;
    lineStart = end + 1;
  }
  return false;
}

/** Where distributions with one directory per architecture keep those C headers that serve both data models of x86. */
const MULTIARCH = '/usr/include/x86_64-linux-gnu';

/**
 * Include directories, to be searched last, with which programs for ILP32 find the standard headers on a 64-bit system without 32-bit
 * development packages: the 64-bit architecture's headers (they ask for the word size themselves) and this package's `include/ilp32`.
 */
function ilp32Directories(): string[] {
  const directories = existsSync(MULTIARCH) ? [MULTIARCH] : [];
  // From src/c as well as from dist: the nearest directory above that has it.
  for (let directory = dirname(fileURLToPath(import.meta.url)); ; directory = dirname(directory)) {
    const candidate = join(directory, 'include', 'ilp32');
    if (existsSync(join(candidate, 'gnu', 'stubs-32.h'))) return [...directories, candidate];
    if (dirname(directory) === directory) return directories;
  }
}
