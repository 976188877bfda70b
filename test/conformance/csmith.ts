import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseProgram } from '../../src/c/index.ts';
import { preprocess } from '../../src/c/source/preprocess.ts';
import { runProgram, scriptedInputs } from '../../src/interpreter/index.ts';
import type { Program } from '../../src/program/cfa/automaton.ts';
import { buildProgram, type ProgramOptions } from '../../src/program/passes.ts';

/**
 * Random programs of csmith in the interpreter and compiled by gcc: both print a checksum of all
 * global variables.
 */

const HEADERS = [
  process.env.CSMITH_PATH ?? '',
  '/usr/include/csmith',
  '/usr/local/include/csmith',
  '/usr/include/csmith-2.3.0',
];
/** Programs on which gcc's code needs longer are not compared. */
const NATIVE_MILLISECONDS = 5000;

export type Comparison =
  | { readonly kind: 'same'; readonly milliseconds: number; readonly steps: number }
  | { readonly kind: 'different'; readonly native: string; readonly ours: string }
  | { readonly kind: 'skipped' };

/** The folder of csmith.h, or null where csmith, its headers or gcc are missing. */
export function csmithHeaders(): string | null {
  const tools =
    spawnSync('csmith', ['--version'], { cwd: tmpdir() }).status === 0 && spawnSync('gcc', ['--version']).status === 0;
  return (tools ? HEADERS.find((folder) => folder !== '' && existsSync(join(folder, 'csmith.h'))) : undefined) ?? null;
}

/** Files of one program in a scratch folder. */
export interface CsmithFiles {
  /** Source text. */
  readonly file: string;
  /** Executable that gcc has built from it. */
  readonly binary: string;
}

/** Builds the program by gcc without optimisation; false where gcc gives up. */
export function compiled({ file, binary }: CsmithFiles, headers: string, flags: readonly string[]): boolean {
  return spawnSync('gcc', ['-w', '-O0', ...flags, '-I', headers, file, '-lm', '-o', binary]).status === 0;
}

/**
 * Makes the program of a seed, builds it by gcc without optimisation, and passes both to `use`. The files
 * are gone afterwards. Null where csmith or gcc gives up.
 */
export async function withCsmith<Result>(
  options: {
    readonly seed: number;
    readonly headers: string;
    readonly csmith: readonly string[];
    readonly gcc: readonly string[];
  },
  use: (files: CsmithFiles) => Promise<Result>,
): Promise<Result | null> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-csmith-'));
  try {
    const [file, binary] = [join(folder, 'program.c'), join(folder, 'program')];
    const made = spawnSync('csmith', ['--seed', `${options.seed}`, ...options.csmith, '--output', file], {
      cwd: folder,
    });
    if (made.status !== 0) return null;
    if (!compiled({ file, binary }, options.headers, options.gcc)) return null;
    return await use({ file, binary });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The program of a file of csmith. `defines`: macros for the preprocessor. */
export async function builtProgram(
  file: string,
  headers: string,
  defines: readonly string[] = [],
  options: ProgramOptions = {},
): Promise<Program> {
  const { text } = await preprocess(file, { model: 'LP64', includes: [headers], defines });
  return buildProgram(parseProgram([{ text, file }], { model: 'LP64' }), options);
}

export async function compareSeed(seed: number, headers: string): Promise<Comparison> {
  const compared = await withCsmith(
    { seed, headers, csmith: [], gcc: [] },
    async ({ file, binary }): Promise<Comparison> => {
      const native = spawnSync(binary, { encoding: 'latin1', timeout: NATIVE_MILLISECONDS });
      if (native.status !== 0) return { kind: 'skipped' };
      const start = performance.now();
      const program = await builtProgram(file, headers);
      const chunks: Buffer[] = [];
      const { outcome, steps } = runProgram(program, {
        inputs: scriptedInputs([]),
        errorFunctions: [],
        // Loops as JavaScript at once, or later.
        hotAfter: seed % 2 === 0 ? 1 : undefined,
        stdout: (bytes) => chunks.push(Buffer.from(bytes)),
      });
      const printed = Buffer.concat(chunks).toString('latin1');
      if (outcome.kind === 'exit' && printed === native.stdout) {
        return { kind: 'same', milliseconds: performance.now() - start, steps };
      }
      return { kind: 'different', native: native.stdout.trim(), ours: `${printed.trim()} ${JSON.stringify(outcome)}` };
    },
  );
  return compared ?? { kind: 'skipped' };
}
