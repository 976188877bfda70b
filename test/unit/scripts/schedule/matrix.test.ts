import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appendRecord,
  type MatrixRecord,
  matrixOf,
  type RunRecord,
  readMatrix,
  type TaskRecord,
} from '../../../../scripts/schedule/matrix.ts';
import { choices, evenly, isOpen, isTried, limitOf } from '../../../../scripts/schedule/pairs.ts';
import { samplesOf } from '../../../../scripts/schedule/samples.ts';
import { numbersBelow } from '../../../../src/base/xorshift.ts';
import { scratchFolder } from '../../../scratch.ts';
import { FACTS } from './samples.ts';

const task: TaskRecord = {
  kind: 'task',
  task: 'a/1',
  family: 'a',
  expected: true,
  facts: FACTS,
  compile: 0.3,
  quick: null,
};
const run: RunRecord = {
  kind: 'run',
  task: 'a/1',
  engine: 'kind',
  verdict: true,
  end: 'accepted',
  seconds: 0.5,
  certificate: 0.1,
  limit: 10,
};
const stopped: RunRecord = {
  ...run,
  engine: 'ic3',
  verdict: null,
  end: 'limit',
  seconds: 2.01,
  certificate: null,
  limit: 2,
};

describe('the journal', () => {
  it('gives back what was appended, and cuts off half a line', () => {
    const file = join(scratchFolder('matrix'), 'matrix.jsonl');
    for (const record of [task, run, stopped]) appendRecord(file, record);
    appendFileSync(file, '{"kind":"ru');
    expect(readMatrix(file)).toEqual(matrixOf([task, run, stopped]));
    appendRecord(file, { ...stopped, limit: 5 });
    expect(readMatrix(file).runs.get('a/1')?.get('ic3')?.limit).toBe(5);
  });

  it('is empty without a file', () => {
    expect(readMatrix(join(scratchFolder('matrix'), 'none.jsonl')).tasks.size).toBe(0);
  });

  it('leaves out what ended the process twice', () => {
    const begun: MatrixRecord = { kind: 'begun', task: 'a/1', engine: 'kind' };
    expect(isOpen(matrixOf([begun]), 'a/1', 'kind', 10)).toBe(true);
    expect(isOpen(matrixOf([begun, begun]), 'a/1', 'kind', 10)).toBe(false);
    expect(isOpen(matrixOf([begun, { ...stopped, engine: 'kind' }, begun]), 'a/1', 'kind', 10)).toBe(true);
    expect(
      isTried(
        matrixOf([
          { ...begun, engine: null },
          { ...begun, engine: null },
        ]),
        'a/1',
      ),
    ).toBe(false);
  });
});

describe('who is run when', () => {
  it('repeats only what a smaller limit ended', () => {
    const matrix = matrixOf([task, run, stopped]);
    expect(isOpen(matrix, 'a/1', 'kind', 60)).toBe(false);
    expect(isOpen(matrix, 'a/1', 'ic3', 2)).toBe(false);
    expect(isOpen(matrix, 'a/1', 'ic3', 5)).toBe(true);
    expect(isOpen(matrix, 'a/1', 'pdr', 1)).toBe(true);
  });

  it('gives engines less where another one was fast, or where all that differ failed', () => {
    expect(limitOf('pdr', new Map(), 10)).toBe(10);
    expect(limitOf('pdr', new Map([['kind', run]]), 10)).toBe(2);
    const failed = (['sim', 'houdini', 'ic3', 'kind', 'bmc'] as const).map(
      (engine) => [engine, { ...stopped, engine, limit: 10 }] as const,
    );
    expect(limitOf('pdr', new Map(failed), 10)).toBe(5);
    expect(limitOf('kind', new Map(failed.slice(0, 3)), 10)).toBe(10);
  });

  it('runs those first that differ, and none that is of no use', () => {
    const all = choices({ ...FACTS, arrays: true }, numbersBelow(1));
    expect(all.slice(0, 5).sort()).toEqual(['bmc', 'houdini', 'ic3', 'kind', 'sim']);
    expect(all).not.toContain('explore');
    expect(all).not.toContain('boxes');
    expect(all).toContain('imc');
  });

  it('takes tasks of all families in turn', () => {
    const tasks = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
    const order = evenly(tasks, (name) => name[0], numbersBelow(7));
    expect([...order].sort()).toEqual(tasks);
    expect(new Set(order.slice(0, 3).map((name) => name[0])).size).toBe(3);
    expect(new Set(order.slice(3, 5).map((name) => name[0])).size).toBe(2);
  });
});

describe('samples', () => {
  it('are the tasks that the quick stage leaves open; what is wrong or was stopped is no solution', () => {
    const wrong: RunRecord = { ...run, engine: 'pdr', verdict: false };
    const decided: TaskRecord = { ...task, task: 'a/2', quick: 0.1 };
    const [only, ...others] = samplesOf(matrixOf([task, decided, run, stopped, wrong]));
    expect(others).toEqual([]);
    expect(only.trials.get('kind')).toEqual({ ends: 0.65, solves: true, certificate: 0.1 });
    expect(only.trials.get('ic3')).toEqual({ ends: Number.POSITIVE_INFINITY, solves: false, certificate: 0 });
    expect(only.trials.get('pdr')?.solves).toBe(false);
  });
});
