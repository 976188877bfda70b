import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseProgram } from '../../src/c/index.ts';
import { preprocess } from '../../src/c/source/preprocess.ts';
import { runProgram, scriptedInputs } from '../../src/interpreter/index.ts';
import { buildProgram } from '../../src/link/index.ts';

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

export async function compareSeed(seed: number, headers: string): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-csmith-'));
  try {
    const file = join(folder, 'program.c');
    const binary = join(folder, 'program');
    if (spawnSync('csmith', ['--seed', `${seed}`, '--output', file], { cwd: folder }).status !== 0)
      return { kind: 'skipped' };
    if (spawnSync('gcc', ['-w', '-O0', '-I', headers, file, '-o', binary]).status !== 0) return { kind: 'skipped' };
    const native = spawnSync(binary, { encoding: 'latin1', timeout: NATIVE_MILLISECONDS });
    if (native.status !== 0) return { kind: 'skipped' };
    const start = performance.now();
    const { text } = await preprocess(file, { model: 'LP64', includes: [headers] });
    const program = buildProgram(parseProgram([{ text, file }], { model: 'LP64' }));
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
  } finally {
    rmSync(folder, { recursive: true });
  }
}
