import type { RunFlags } from './program.ts';
import { runFile } from './run.ts';

/** `lemmata run`: resolves to the exit code; throws LemmataError. */
export function runCommand(files: readonly string[], flags: RunFlags): Promise<number> {
  return runFile(files, {
    model: flags.dataModel,
    mallocMayFail: flags.mallocMayFail,
    includes: flags.include,
    defines: flags.define,
    inputs: flags.inputs,
    seed: flags.seed,
    maxSteps: flags.steps,
  });
}
