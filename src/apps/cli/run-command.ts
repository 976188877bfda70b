import type { RunFlags } from './flags.ts';
import { runFile } from './run.ts';
import { sourceOptions } from './source-options.ts';

/** Runs `lemmata run`. `given`: arguments of the program. Resolves to the exit code; throws LemmataError. */
export async function runCommand(named: readonly string[], flags: RunFlags, given: readonly string[]): Promise<number> {
  const { files, dataModel: model, ...preprocessor } = sourceOptions(named, flags);
  return runFile(files, {
    ...preprocessor,
    model,
    mallocMayFail: flags.mallocMayFail,
    inputs: flags.inputs,
    seed: flags.seed,
    maxSteps: flags.steps,
    arguments: given,
  });
}
