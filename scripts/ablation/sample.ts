import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatherTasks } from '../../src/apps/compete/input/gather.ts';
import type { CompetitionTask } from '../../src/apps/compete/task.ts';
import { numbersBelow } from '../../src/base/xorshift.ts';

/** A drawn task. `set`: its row in the table of shares. */
export interface DrawnTask {
  readonly id: string;
  readonly set: string;
  readonly task: CompetitionTask;
}

const SEED = 40;

/** Number of drawn tasks of each set in an index: 150 in all. */
const SHARES: readonly (readonly [folder: string, set: string, count: number])[] = [
  ['corpus', 'Arrays', 14],
  ['corpus', 'BitVectors', 6],
  ['corpus', 'Combinations', 2],
  ['corpus', 'ControlFlow', 8],
  ['corpus', 'ECA', 6],
  ['corpus', 'Floats', 14],
  ['corpus', 'Hardware', 8],
  ['corpus', 'Heap', 10],
  ['corpus', 'Loops', 22],
  ['corpus', 'ProductLines', 4],
  ['corpus', 'Sequentialized', 6],
  ['corpus', 'AWS', 2],
  ['corpus', 'XCSP', 2],
  ['corpus-properties', 'Concurrency', 5],
  ['corpus-properties', 'MemCleanup', 3],
  ['corpus-properties', 'MemSafety', 8],
  ['corpus-properties', 'NoDataRace', 4],
  ['corpus-properties', 'NoOverflow', 8],
  ['corpus-properties', 'Termination', 12],
  ['modules', 'Modules', 6],
];

/**
 * Draws the tasks. Tasks on which slices were tuned are left out: `corpus/QUICK.txt` and `tuned.txt`
 * beside this file list them.
 */
export function drawTasks(shared: string): readonly DrawnTask[] {
  const lines = (file: string): string[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  const tuned = new Set([...lines(join(shared, 'corpus/QUICK.txt')), ...lines('scripts/ablation/tuned.txt')]);
  const random = numbersBelow(SEED);
  const drawn = SHARES.flatMap(([folder, set, count]) => {
    const [header, ...rows] = lines(join(shared, folder, 'INDEX.tsv')).map((line) => line.split('\t'));
    const cell = (row: readonly string[], name: string): string => row[header.indexOf(name)] ?? '';
    const files =
      folder === 'modules'
        ? rows.filter((row) => cell(row, 'bug_kind') === 'assert').flatMap((row) => [`${row[0]}.c`, `${row[0]}-bug.c`])
        : rows
            .filter((row) => cell(row, 'set') === set && !tuned.has(cell(row, 'task')))
            .map((row) => cell(row, 'task'));
    const keyed = files.map((file) => ({ file, key: random(2 ** 30) })).sort((a, b) => a.key - b.key);
    return keyed.slice(0, count).map(({ file }): DrawnTask => {
      const property = folder === 'corpus' ? 'unreach-call' : (/\.([a-z-]+)\.yml$/.exec(file)?.[1] ?? '');
      const { tasks, problems } = gatherTasks(
        [join(shared, folder, file)],
        property === '' ? { kind: 'none' } : { kind: 'named', name: property },
      );
      if (tasks.length !== 1) throw new Error(`${file}: ${tasks.length} tasks ${problems.map((p) => p.message)}`);
      return { id: `${folder}/${file}`, set, task: tasks[0] };
    });
  });
  // Mixed, so that the first tasks are a sample of all.
  return drawn
    .map((one) => ({ one, key: random(2 ** 30) }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}
