import { Layout } from '../../c/types/layout.ts';
import { runProgram, seededInputs } from '../../interpreter/index.ts';
import type { Program } from '../../program/cfa/automaton.ts';

/** Most bytes of all objects of the run. */
const MEMORY = 2 ** 28;

/** A run that ends by itself: its length in steps, and whether it ends in the error. */
export interface FirstRun {
  readonly steps: number;
  readonly fails: boolean;
}

/**
 * Returns the run with zeros as inputs. Null if it does not end by itself within `most` steps, or meets
 * what the interpreter does not know, or knows only roughly.
 */
export function firstRun(program: Program, errorFunctions: readonly string[], most: number): FirstRun | null {
  const inputs = seededInputs(0, 'zero', { layout: new Layout(program), constants: [], floats: [] });
  const options = { inputs, errorFunctions, maxSteps: most, memoryLimit: MEMORY };
  const { outcome, steps, approximate } = runProgram(program, options);
  if (approximate.length > 0) return null;
  switch (outcome.kind) {
    case 'exit':
    case 'aborted':
      return { steps, fails: false };
    case 'error':
      return { steps, fails: true };
    default:
      return null;
  }
}
