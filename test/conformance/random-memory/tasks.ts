import { Random } from '../fuzz/random.ts';
import type { NativeRun, Truth } from './native.ts';
import { LIBRARY, type MemoryProgram } from './program.ts';

/** A verification task with its right answer. */
export interface Task {
  readonly name: 'table' | 'entry';
  readonly text: string;
  readonly expected: 'TRUE' | 'FALSE';
}

const PROLOGUE = `extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
`;

/**
 * Writes the program with its inputs in their ranges, or with the inputs of the run `only`. `end`
 * uses them and `sum`.
 */
function complete(program: MemoryProgram, only: NativeRun | null, end: readonly string[]): string {
  const { text, inputs } = program;
  const reads = inputs.map(
    ({ name, high }) => `int ${name} = __VERIFIER_nondet_int(); if (${name} < 0 || ${name} > ${high}) return 0;`,
  );
  if (only !== null) reads.push(`if (!(${isCase(program, only)})) return 0;`);
  const call = `unsigned long sum = run_(${inputs.map(({ name }) => name).join(', ')});`;
  const lines = [...reads, call, ...end, 'return 0;'].map((line) => `  ${line}`);
  return [LIBRARY + PROLOGUE + text, 'int main(void) {', ...lines, '}', ''].join('\n');
}

function isCase({ inputs }: MemoryProgram, { values }: NativeRun): string {
  return values.map((value, i) => `${inputs[i].name} == ${value}`).join(' && ');
}

/**
 * Percentage of programs whose tasks cover all inputs. The other tasks fix the inputs before the
 * program uses them.
 */
const WHOLE_PERCENT = 20;

/**
 * Returns the tasks of a program. TRUE: the task claims the right sum of each input. FALSE: it
 * claims that one input does not give its sum.
 */
export function tasksOf(program: MemoryProgram, { runs }: Truth & { kind: 'runs' }): Task[] {
  const random = new Random(program.seed ^ 0x5eed);
  const one = random.pick(runs);
  const whole = random.chance(WHOLE_PERCENT);
  const only = whole ? null : one;
  const table = (whole ? runs : [one]).map(
    (run) => `if (${isCase(program, run)} && sum != ${run.sum}ul) reach_error();`,
  );
  const entry = [`if (${isCase(program, one)} && sum == ${one.sum}ul) reach_error();`];
  return [
    { name: 'table', expected: 'TRUE', text: complete(program, only, table) },
    { name: 'entry', expected: 'FALSE', text: complete(program, only, entry) },
  ];
}

/** Writes a program that reaches the error if its last input equals the sum. */
export function guessing(program: MemoryProgram): string {
  return complete(program, null, ['if (sum == __VERIFIER_nondet_ulong()) reach_error();']);
}
