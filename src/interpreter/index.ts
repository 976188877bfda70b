/**
 * The concrete interpreter: runs a program automaton as GCC's code would run on x86. It shares no code
 * with the encoder, so that each can be checked against the other.
 *
 * It follows GCC on x86:
 * - Integers are two's complement, signed overflow wraps, shift counts are taken modulo the width (32,
 *   64 or 128) of the operand.
 * - Division by zero and INT_MIN / -1 (also %) end the run as undefined behaviour, as the processor's
 *   trap does.
 * - float and double are IEEE 754 without excess precision (FLT_EVAL_METHOD 0, in ILP32 too:
 *   `-mfpmath=sse`). long double is the 80-bit format. Signs and payloads of NaNs in float and double
 *   are not kept.
 * - Conversions of floating values out of the range of an integer type give the processor's
 *   "indefinite" value.
 * - Objects lie at distinct aligned addresses, the data model gives their widths, and misaligned
 *   accesses are fine.
 * - The red zones between objects (memory.ts) make most accesses outside of an object undefined
 *   behaviour. So are accesses to freed and dead objects, null and constants, double free, and calls
 *   through pointers to no function.
 * - Evaluation order is that of the automaton.
 * - Files live in memory, and the environment is empty.
 * - malloc fails only beyond 2^40 bytes (2^31 in ILP32). In programs whose allocations may fail, it
 *   also fails where an input says so.
 *
 * Uninitialised automatic objects and heap blocks get their content from the input source when their
 * lifetime starts. Automatic scalars that are always assigned first do not ask.
 */
import type { Program } from '../program/cfa/automaton.ts';
import { Machine } from './machine.ts';
import type { RunOptions, RunResult } from './options.ts';

export { minedConstants, minedFloats } from '../program/inputs/draws.ts';
export {
  listInputs,
  queuedInputs,
  recordContent,
  repeatedInputs,
  scriptedInputs,
} from '../program/inputs/list.ts';
export { RandomNumbers } from '../program/inputs/random.ts';
export { scheduled } from '../program/inputs/schedules.ts';
export { type SeededMode, type SeededOptions, seededInputs } from '../program/inputs/seeded.ts';
export type { InputRequest, InputSource } from '../program/inputs/source.ts';
export { type ComparedValues, type Replacement, Variations } from '../program/inputs/variations.ts';
export { MOST_TAKEN, notingSource, type TakenInput } from '../program/inputs/varied.ts';
export { Machine } from './machine.ts';
export type {
  BranchObserver,
  Driver,
  LeakedBlock,
  Moment,
  RunChanges,
  RunOptions,
  RunResult,
  TraceStep,
  Watch,
} from './options.ts';
export type { Outcome } from './outcome.ts';
export { HappensBefore } from './races/happens-before.ts';
export type { Race } from './races/history.ts';
export { ArrivalWatch, cycleLocations, type Repetition, RepetitionWatch } from './repetition.ts';

/** Runs a program from the start of `main` to its end. Synchronous; `stopped` and `maxSteps` bound it. */
export function runProgram(program: Program, options: RunOptions): RunResult {
  return new Machine(program, options).run();
}
