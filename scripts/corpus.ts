import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataModel } from '../src/c/types/types.ts';

/** A verification task of one file. */
export interface CorpusTask {
  /** The name in the index. */
  readonly task: string;
  readonly model: DataModel;
  readonly file: string;
}

/** The tasks in the folder's INDEX.tsv. */
export function corpusTasks(folder: string): CorpusTask[] {
  const [header, ...lines] = readFileSync(join(folder, 'INDEX.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const [name, model] = [header.indexOf('task'), header.indexOf('data_model')];
  return lines.map((cells) => {
    const task = cells[name];
    const input = /input_files:\s*['"]?([^'"\n]+)/.exec(readFileSync(join(folder, task), 'utf8'))?.[1] ?? '';
    return { task, model: cells[model] === 'ILP32' ? 'ILP32' : 'LP64', file: join(folder, task, '..', input) };
  });
}
