import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Z3Api } from '../../../src/logic/z3/index.ts';
import { randomSource } from '../../unit/system/encode/random-program.ts';
import { type Decision, decide } from '../fuzz/decide.ts';
import { DRIVER, REACHED } from './driver.ts';
import { programWithExternals } from './program.ts';

/**
 * Comparison of one program's verdict under `havoc` with native runs in which C functions stand for
 * the external ones.
 */
export interface Comparison {
  readonly text: string;
  readonly decision: Decision;
  /** Whether some native run reaches the error. */
  readonly reached: boolean;
}

/** Tells whether the comparison shows an error of Lemmata. A FALSE that no native run shows is none. */
export function isWrong({ decision, reached }: Comparison): boolean {
  return decision.verdict === 'refused' || (decision.verdict === 'TRUE' && reached);
}

/**
 * Makes the program of a seed and compares it. `folder` gets files of the compiler, `limit` is in
 * ms for each engine.
 */
export function compareSeed(seed: number, folder: string, z3: Z3Api, limit: number): Comparison {
  const text = programWithExternals(randomSource(seed));
  const externals = { reading: 'havoc', functions: {} } as const;
  const decision = decide(text, { z3, limit, seed: 1, externals, solvers: 'bits' });
  return { text, decision, reached: reaches(text, folder) };
}

/** Compiles the program with the driver and tells whether some native run reaches the error. */
export function reaches(text: string, folder: string): boolean {
  const driver = join(folder, 'driver.o');
  const gcc = (...args: readonly string[]): void => {
    execFileSync('gcc', ['-w', '-O1', '-fwrapv', '-fno-strict-aliasing', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  if (!existsSync(driver)) {
    writeFileSync(join(folder, 'driver.c'), DRIVER);
    gcc('-c', '-o', driver, join(folder, 'driver.c'));
  }
  const program = join(folder, 'program');
  writeFileSync(`${program}.c`, text);
  gcc('-o', program, `${program}.c`, driver);
  return spawnSync(program, { timeout: 120_000 }).status === REACHED;
}
