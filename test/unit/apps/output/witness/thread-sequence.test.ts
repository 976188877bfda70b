import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Sources } from '../../../../../src/apps/output/witness/sources.ts';
import { hasThreads } from '../../../../../src/apps/output/witness/thread-sequence.ts';
import { violationSequence } from '../../../../../src/apps/output/witness/violation-sequence.ts';
import type { ProgramRun, RunStep } from '../../../../../src/certify/replay/recorded-run.ts';
import { checkFunction } from '../../../../../src/program/cfa/checks/kinds.ts';
import { scratchFolder } from '../../../../scratch.ts';

const file = join(scratchFolder('witness'), 't.c');
writeFileSync(
  file,
  `void *work(void *none) {
  x = __VERIFIER_nondet_int();
  y = 1;
  return 0;
}
int main(void) {
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  while (x) z = y;
  if (x == 7) reach_error();
}
`,
);
const sources = new Sources([file]);

const step = (thread: number, line: number, column: number, text: string, input?: number): RunStep => ({
  at: { file, line, column },
  thread,
  function: thread === 0 ? 'main' : 'work',
  depth: 0,
  text,
  assigned: null,
  ...(input === undefined ? {} : { input }),
});

const START = [step(0, 7, 3, 'pthread_create(&t, 0, work, 0)'), step(0, 8, 3, 'pthread_create(&u, 0, work, 0)')];

function told(steps: readonly RunStep[], errorFunction = 'reach_error', omitted: ProgramRun['omitted'] = null) {
  const run: ProgramRun = {
    kind: 'program',
    inputs: [7, 8].map((value) => ({
      kind: 'nondet',
      name: '__VERIFIER_nondet_int',
      at: { file, line: 2, column: 7 },
      type: 'int',
      value: String(value),
      constant: String(value),
    })),
    arguments: null,
    environment: [],
    further: { sources: [], series: [] },
    steps,
    omitted,
    length: steps.length,
    errorFunction,
    callStack: [],
    cycle: null,
    error: steps.at(-1)?.at ?? { file, line: 1, column: 1 },
    programInputs: [],
  };
  const segments = violationSequence(run, sources) as
    | { segment: { waypoint: { type: string; thread_id: number; location: { line: number; column?: number } } }[] }[]
    | null;
  return segments?.map(({ segment }) =>
    segment
      .map(
        ({ waypoint }) =>
          `${waypoint.type} ${waypoint.location.line}:${waypoint.location.column} ${waypoint.thread_id}`,
      )
      .join(' & '),
  );
}

it('a run of threads numbers them at the calls that start them, and says where each goes on', () => {
  // The thread that starts first here has the second number of the run.
  const run = [
    ...START,
    step(2, 2, 3, 'x = __VERIFIER_nondet_int() -> 7', 0),
    step(2, 3, 3, 'y = 1'),
    step(0, 9, 10, 'x -> true'),
    step(0, 9, 13, 'z = y -> 1'),
    step(1, 2, 3, 'x = __VERIFIER_nondet_int() -> 8', 1),
    step(0, 10, 7, 'x == 7 -> true'),
    step(0, 10, 15, 'reach_error()'),
  ];
  expect(told(run)).toEqual([
    'function_enter 7:32 0',
    'function_enter 8:32 0',
    // The loop of thread 0 has no place before its condition; its body has.
    'assumption 2:3 2',
    'function_return 2:29 2',
    'assumption 9:13 0',
    'assumption 10:3 0',
    'assumption 2:3 1',
    'function_return 2:29 1',
    'target 10:15 0',
  ]);
});

it('a data race has both accesses in its last segment', () => {
  const race = [...START, step(1, 3, 3, 'a data race'), step(2, 3, 3, 'a data race')];
  expect(told(race, checkFunction('data-race'))?.at(-1)).toBe('target 3:3 2 & target 3:3 1');
});

it('there are no segments where steps are missing, or a thread begins somewhere else', () => {
  expect(told(START, 'reach_error', { after: 2, count: 9 })).toBeUndefined();
  expect(told([step(1, 3, 3, 'y = 1'), step(0, 10, 15, 'reach_error()')])).toBeUndefined();
});

it('a run of main alone has no threads, where the program could start some', () => {
  const alone = [step(0, 9, 10, 'x -> false'), step(0, 10, 15, 'reach_error()')];
  expect(hasThreads({ steps: alone, omitted: null })).toBe(false);
  expect(hasThreads({ steps: alone, omitted: { after: 1, count: 9 } })).toBe(true);
  expect(hasThreads({ steps: [...START, ...alone], omitted: null })).toBe(true);
  expect(told(alone)?.at(-1)).toBe('target 10:15 undefined');
});
