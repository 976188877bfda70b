import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseProgram } from '../../../src/c/index.ts';
import { preprocess } from '../../../src/c/source/preprocess.ts';
import type { DataModel } from '../../../src/c/types/types.ts';
import {
  type Outcome,
  type RunOptions,
  type RunResult,
  runProgram,
  scriptedInputs,
} from '../../../src/interpreter/index.ts';
import type { Program } from '../../../src/program/cfa/automaton.ts';
import { buildProgram } from '../../../src/program/passes.ts';

/** What a run printed and how it ended. */
export interface Behaviour {
  readonly stdout: string;
  readonly outcome: Outcome;
  readonly result: RunResult;
}

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-interpreter-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The automaton of C text; directives go through the system's preprocessor. */
export async function compile(source: string, model: DataModel = 'LP64'): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmata-interpreter-'));
  const file = join(folder, 'program.c');
  writeFileSync(file, source);
  try {
    const { text } = await preprocess(file, { model });
    return buildProgram(parseProgram([{ text, file: 'program.c' }], { model }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a compiled program; inputs are 0 unless options say otherwise. */
export function execute(program: Program, options: Partial<RunOptions> = {}): Behaviour {
  const chunks: Buffer[] = [];
  const result = runProgram(program, {
    inputs: scriptedInputs([]),
    errorFunctions: ['reach_error'],
    maxSteps: 50_000_000,
    stdout: (bytes) => chunks.push(Buffer.from(bytes)),
    ...options,
  });
  return { stdout: Buffer.concat(chunks).toString('latin1'), outcome: result.outcome, result };
}

export async function run(
  source: string,
  options: Partial<RunOptions> = {},
  model: DataModel = 'LP64',
): Promise<Behaviour> {
  return execute(await compile(source, model), options);
}

/** How a program ends, in one word or with its status. */
export async function ending(
  source: string,
  options: Partial<RunOptions> = {},
  model: DataModel = 'LP64',
): Promise<string> {
  const { outcome } = await run(source, options, model);
  return outcome.kind === 'exit' ? `exit ${outcome.status}` : outcome.kind;
}

/** True if there is a gcc. Where it is missing, a line of output says that tests are skipped. */
export function hasGcc(): boolean {
  const isThere = spawnSync('gcc', ['--version']).status === 0;
  if (!isThere) console.log('skipped: tests that need gcc');
  return isThere;
}

/** Compiles with gcc for this machine (LP64) and runs: what it prints, and its exit status. */
export function native(
  source: string,
  stdin = '',
  env: NodeJS.ProcessEnv = process.env,
): { stdout: string; status: number } {
  return natives(source, [stdin], env)[0];
}

/** Compiles once, and runs with each standard input. */
export function natives(
  source: string,
  inputs: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { stdout: string; status: number }[] {
  return inFolder((folder) => {
    const file = join(folder, 'program.c');
    writeFileSync(file, source);
    execFileSync('gcc', ['-w', '-O0', '-std=gnu17', file, '-o', join(folder, 'program'), '-lm']);
    return inputs.map((input) => {
      const { stdout, status } = spawnSync(join(folder, 'program'), { input, encoding: 'latin1', env });
      return { stdout, status: status ?? -1 };
    });
  });
}
