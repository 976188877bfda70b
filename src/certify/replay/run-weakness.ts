import { type InputSource, Machine, queuedInputs, type RunResult } from '../../interpreter/index.ts';
import type { Program } from '../../program/cfa/automaton.ts';
import type { Weakness } from '../../program/cfa/checks/weaknesses.ts';
import type { InputQueue } from '../../program/cfa/inputs.ts';
import { FilledInputs, PointedInputs } from './filled-inputs.ts';

/** Longest run that is repeated in order to find out what decides its end. */
export const MOST_REPEATED_STEPS = 1_000_000;
/** Byte that stands for any content other than zeros. */
export const OTHER_BYTE = 0x5a;
/** Address at which no object lies. */
const WILD_ADDRESS = 0x5a5a5a5a;

/** The program and the inputs of a run. */
interface RepeatedTask {
  readonly program: Program;
  readonly errorFunctions: readonly string[];
  readonly inputs: readonly InputQueue[];
}

/**
 * Returns the weakness of a run whose last access rests on content that is not initialised: other content
 * leads to another fault there. Null for other runs.
 */
export function weaknessOfRun(task: RepeatedTask, { outcome, steps, inputs }: RunResult): Weakness | null {
  if (steps > MOST_REPEATED_STEPS || !inputs.some(({ kind }) => kind === 'uninitialised')) return null;
  const { program, errorFunctions } = task;
  const faultWith = (change: (source: InputSource) => InputSource): string | null => {
    const source = change(queuedInputs(task.inputs));
    const result = new Machine(program, { inputs: source, errorFunctions, maxSteps: steps + 1 }).run();
    return result.steps === steps ? faultOf(result.outcome) : null;
  };
  const own = faultOf(outcome);
  const differs = (change: (source: InputSource, address: number) => InputSource): boolean =>
    [0, WILD_ADDRESS].some((address) => {
      const other = faultWith((source) => change(source, address));
      return own !== null && other !== null && other !== own;
    });
  if (differs((source, address) => new PointedInputs(source, address))) return 'uninitialised-pointer';
  const filled = (source: InputSource, address: number): InputSource =>
    new FilledInputs(source, address === 0 ? 0 : OTHER_BYTE);
  return differs(filled) ? 'uninitialised-content' : null;
}

/** The fault of memory in which a run ends, in words; null for other ends. */
export function faultOf(outcome: RunResult['outcome']): string | null {
  if (outcome.kind === 'error') return outcome.fault?.what ?? null;
  return outcome.kind === 'undefined-behaviour' ? outcome.what : null;
}
