import type { NativeRun, Truth } from './native.ts';
import type { RandomProgram } from './program.ts';
import { Random } from './random.ts';

/** One verification task with its right answer; null where only a run to the error could prove it wrong. */
export interface Task {
  readonly name: string;
  readonly text: string;
  readonly expected: 'TRUE' | 'FALSE' | null;
}

/**
 * In the verified program inputs are drawn from nondet functions of several types, cut down to the
 * bits that are asked for.
 */
export function prologue(budget: number | null, random: Random): string {
  const draw = random.pick([
    'int value = __VERIFIER_nondet_int() & ((1 << k) - 1);',
    'int value = __VERIFIER_nondet_uchar(); if (value >= 1 << k) exit(0);',
    'int value = __VERIFIER_nondet_uint(); if (value < 0 || value > (1 << k) - 1) abort();',
    'int value = 0; for (int i = 0; i < k; i++) value = value * 2 + __VERIFIER_nondet_bool();',
  ]);
  return [
    'extern int __VERIFIER_nondet_int(void);',
    'extern unsigned char __VERIFIER_nondet_uchar(void);',
    'extern unsigned __VERIFIER_nondet_uint(void);',
    'extern _Bool __VERIFIER_nondet_bool(void);',
    'extern void exit(int), abort(void);',
    'void reach_error(void) {}',
    'static unsigned seen = 1;',
    budget === null ? '' : 'static int used;',
    'static int in(int k) {',
    budget === null ? '' : `if (used + k > ${budget}) exit(0); used += k;`,
    draw,
    'seen = seen << k | value;',
    'return value; }',
    '',
  ].join('\n');
}

/**
 * Tasks whose answers follow from the runs: a probe that is reached and one that is not; the whole
 * table of results (TRUE); one of its entries (FALSE), and the entry with another result (TRUE).
 */
export function tasksOf(program: RandomProgram, truth: Truth & { kind: 'runs' }, budget: number): Task[] {
  const random = new Random(program.seed ^ 0x5eed);
  const { runs } = truth;
  const exact = !program.endless || !truth.cut;
  const head = prologue(program.endless ? null : budget, random);
  const task = (name: string, expected: 'TRUE' | 'FALSE', probe: number | null, result: string): Task => ({
    name,
    expected: expected === 'TRUE' && !exact ? null : expected,
    text:
      head +
      program.text
        .replace(/\bP\((\d+)\);/g, (_, i) => (Number(i) === probe ? 'reach_error();' : ';'))
        .replace(/\bR\(sum\);/, result),
  });
  const tasks: Task[] = [];
  const reached = new Set(runs.flatMap(({ probes }) => [...probes]));
  const all = Array.from({ length: program.probes }, (_, i) => i);
  const unreached = all.filter((i) => !reached.has(i));
  if (reached.size > 0) tasks.push(task('reached', 'FALSE', rarest(runs, reached, random), ';'));
  if (unreached.length > 0) tasks.push(task('unreached', 'TRUE', random.pick(unreached), ';'));
  const finished = runs.filter(({ sum }) => sum !== null);
  if (finished.length === 0) return tasks;
  const one = random.pick(finished);
  const is = (sum: bigint): string => `if (seen == ${one.seen}u && sum == ${sum}ul) reach_error();`;
  tasks.push(task('result', 'FALSE', null, is(one.sum!)));
  if (program.endless) return tasks;
  tasks.push(task('other result', 'TRUE', null, is(one.sum! ^ (1n << BigInt(random.below(40))))));
  const table = finished.map(({ seen, sum }) => `case ${seen}: if (sum != ${sum}ul) reach_error(); break;`);
  tasks.push(task('all results', 'TRUE', null, `switch (seen) { ${table.join('\n')} default: reach_error(); }`));
  return tasks;
}

/** Of some probes that are reached, the one that fewest runs reach. */
function rarest(runs: readonly NativeRun[], reached: ReadonlySet<number>, random: Random): number {
  const all = [...reached];
  const some = Array.from({ length: 3 }, () => random.pick(all));
  const count = (probe: number): number => runs.filter(({ probes }) => probes.has(probe)).length;
  return some.reduce((best, probe) => (count(probe) < count(best) ? probe : best));
}
