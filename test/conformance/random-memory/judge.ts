import { parseProgram } from '../../../src/c/index.ts';
import { listInputs, runProgram } from '../../../src/interpreter/index.ts';
import { buildProgram, linkProgram } from '../../../src/program/passes.ts';
import { encode } from '../../../src/system/encode/index.ts';
import { simulateTrace } from '../../../src/system/transys/simulate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../../../src/system/transys/system.ts';
import { type DecideOptions, type Decision, decide } from '../fuzz/decide.ts';
import type { Truth } from './native.ts';
import type { MemoryProgram } from './program.ts';
import { guessing, type Task, tasksOf } from './tasks.ts';

/** Result of a task, or of the comparison of encoder and interpreter (`task` is null then). */
export interface Outcome extends Decision {
  readonly task: Task | null;
  readonly text: string;
  /** `open`: unknown. `refused`: unknown in the product as well, but a flaw. */
  readonly result: 'right' | 'wrong' | 'open' | 'refused' | 'crash';
}

/** Number of instances of one object that have addresses of their own. */
const INSTANCES = 1_000;
/** Addresses by instance of the object of an input, which no other object has. */
function addressesOf(index: number): TraceValue {
  const first = BigInt(index + 1) << 32n;
  const entries = Array.from({ length: INSTANCES }, (_, i) => [BigInt(i), first + BigInt(i << 16)] as const);
  return { default: first, entries };
}

/** Most steps of the system in one run. */
const MOST_STEPS = 4_000;

/**
 * Checks the verifier on the tasks of a program. Also compares encoder and interpreter with the
 * compiled program.
 */
export function judge(
  program: MemoryProgram,
  truth: Truth & { kind: 'runs' },
  options: DecideOptions | null,
): Outcome[] {
  const text = guessing(program);
  return [
    guarded(null, text, () => compareRuns(text, truth)),
    ...(options === null ? [] : tasksOf(program, truth)).map((task) =>
      guarded(task, task.text, () => judged(task, decide(task.text, options!))),
    ),
  ];
}

type Judged = Pick<Outcome, 'verdict' | 'why' | 'result'>;

function guarded(task: Task | null, text: string, make: () => Judged): Outcome {
  try {
    return { task, text, ...make() };
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { task, text, verdict: 'UNKNOWN', why, result: 'crash' };
  }
}

function judged({ expected }: Task, decision: Decision): Judged {
  const { verdict } = decision;
  if (verdict === 'UNKNOWN') return { ...decision, result: 'open' };
  if (verdict === 'refused') return { ...decision, result: 'refused' };
  return { ...decision, result: verdict === expected ? 'right' : 'wrong' };
}

/**
 * Replays every run of the compiled program in the interpreter, and in the system where the system
 * is exact.
 */
function compareRuns(text: string, { runs }: Truth & { kind: 'runs' }): Judged {
  const unit = parseProgram([{ text, file: 'program.c' }], { model: 'LP64' });
  const linked = linkProgram(buildProgram(unit), { errorFunctions: ['reach_error'] });
  if ('unsupported' in linked) return { verdict: 'UNKNOWN', why: `unsupported: ${linked.unsupported}`, result: 'open' };
  const program = linked.source;
  const sites = linked.contexts[0].function.edges
    .filter(
      ({ op }) =>
        op.kind === 'call' &&
        op.callee.kind === 'direct' &&
        program.functions[op.callee.function]?.name.includes('nondet'),
    )
    .map(({ id }) => `:${id}`);
  const system = encode(linked).system;
  let inexact: string | null = null;
  for (const { values, sum } of runs) {
    const given = [...values.map((value) => BigInt(value)), sum];
    const inputs = given.map((value, i) => ({ kind: 'nondet' as const, site: sites[i], path: [], value }));
    const { outcome } = runProgram(program, {
      inputs: listInputs(inputs),
      errorFunctions: ['reach_error'],
      maxSteps: 200_000,
    });
    if (outcome.kind !== 'error')
      return {
        verdict: 'UNKNOWN',
        why: `interpreter: ${JSON.stringify(outcome)} on ${given.join(', ')}`,
        result: 'wrong',
      };
    for (const last of [sum, sum ^ 1n]) {
      const expected = last === sum ? 'bad' : 'stuck';
      const { end, doubt } = simulated(system, sites, [...given.slice(0, -1), last]);
      if (end === expected) continue;
      if (doubt === null)
        return {
          verdict: 'UNKNOWN',
          why: `encoder: ${end} instead of ${expected} on ${given.join(', ')}`,
          result: 'wrong',
        };
      inexact ??= `${doubt} on ${given.join(', ')}`;
    }
  }
  return inexact === null
    ? { verdict: 'TRUE', why: '', result: 'right' }
    : { verdict: 'UNKNOWN', why: `not exact: ${inexact}`, result: 'open' };
}

function simulated(
  system: TransitionSystem,
  sites: readonly string[],
  values: readonly bigint[],
): { readonly end: string; readonly doubt: string | null } {
  const taken = new Map<number, TraceValue>();
  system.inputs.forEach(({ origin, term }, index) => {
    const at = sites.indexOf(origin?.site ?? '');
    const sort = system.terms.sort(term);
    // Any address of an object will do, and any of an instance that others do not have.
    if (origin?.name.startsWith('address of')) {
      if (sort.kind === 'bv') taken.set(index, BigInt((index + 1) << 16));
      else if (sort.kind === 'array') taken.set(index, addressesOf(index));
    }
    if (at >= 0 && sort.kind === 'bv') taken.set(index, BigInt.asUintN(sort.width, values[at]));
  });
  // Each site is executed once.
  const steps: SystemTrace['steps'] = Array.from({ length: MOST_STEPS }, () => taken);
  let doubt: string | null = null;
  const end = simulateTrace(
    system,
    { init: new Map(), steps },
    {
      doubt: ({ construct, at }) => {
        doubt ??= `${construct} at line ${at?.line}`;
      },
    },
  );
  if (end.kind === 'gap') doubt = `gap: ${end.gap?.construct}`;
  return { end: end.kind, doubt };
}
