import { describe, expect, test } from 'vitest';
import { columnsOf, EXPERIMENT_NAMES, portfolioOf } from '../../../../scripts/experiments/columns.ts';
import { answerIn, type Result } from '../../../../scripts/experiments/results.ts';
import { familiesOf, tableOf } from '../../../../scripts/experiments/table.ts';
import { completeOptions } from '../../../../src/engines/register.ts';

describe('columns', () => {
  test.each(EXPERIMENT_NAMES)('each column of %s has a name of its own, and options that its engine takes', (name) => {
    const columns = columnsOf(name);
    expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length);
    for (const { engine, options } of columns)
      expect(completeOptions(engine, options)).toMatchObject({ options: expect.objectContaining(options) });
  });

  test('the experiments have the columns of the papers', () => {
    expect(columnsOf('sources')).toHaveLength(4 * 10);
    expect(columnsOf('guided')).toHaveLength(6 * 2);
  });

  test('a column runs alone, without the quick stage', () => {
    const [column] = columnsOf('guided');
    expect(portfolioOf(column, 20)).toEqual({
      sets: {
        column: {
          quick: false,
          cuts: 'loops',
          stages: [{ order: [{ engine: 'rse', options: column.options, seconds: 20 }] }],
        },
      },
    });
  });
});

describe('tables', () => {
  const result = (task: string, status: string, seconds: number, numbers: Record<string, number> = {}): Result => ({
    task,
    family: task.split('/')[0],
    category: status === 'unknown' ? 'unknown' : status === 'false(wrong)' ? 'wrong' : 'correct',
    status,
    seconds,
    numbers: new Map(Object.entries(numbers)),
    refused: false,
  });
  const columns = [
    {
      name: 'one',
      results: [
        result('loops/a', 'true', 1, { refinements: 3, 'letters.inexact': 2, depth: 4, nodes: 7 }),
        result('loops/b', 'unknown', 10, { refinements: 5 }),
        result('arrays/c', 'false(wrong)', 2),
      ],
    },
    { name: 'two', results: [result('loops/a', 'true', 2), result('loops/b', 'false(unreach-call)', 3)] },
  ];

  test('count what each column solves, what it alone solves, and sums of numbers', () => {
    const rows = tableOf(columns)
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()));
    expect(rows[2]).toEqual(['', 'one', '1', '0', '1', '0', '0', '1.00', '1.00', '8', '0', '2', '4.00', '7', '']);
    expect(rows[3].slice(0, 9)).toEqual(['', 'two', '1', '1', '0', '0', '1', '3.00', '3.00']);
    expect(rows[4].slice(0, 4)).toEqual(['', 'all', '1', '1']);
  });

  test('count by family', () => {
    expect(familiesOf(columns)).toBe(
      ['| column | arrays | loops |', '| --- | --- | --- |', '| one | 0 | 1 |', '| two | 0 | 2 |'].join('\n'),
    );
  });

  test('numbers come from the answer at the end of a log, and half a line is none', () => {
    const log = 'lemmata verify --json\n\n{"verdict":"TRUE","statistics":{"rse":{"cubes":2}}}\n';
    expect(answerIn(log)?.statistics).toEqual({ rse: { cubes: 2 } });
    expect(answerIn(log.slice(0, -9))).toBeNull();
    expect(answerIn('nothing')).toBeNull();
  });
});
