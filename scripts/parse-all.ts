import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { FrontEndError, formatDiagnostic } from '../src/c/diagnostics.ts';
import { parseProgram } from '../src/c/index.ts';
import { preprocess } from '../src/c/source/preprocess.ts';
import type { DataModel } from '../src/c/types.ts';

/**
 * Parses every task of a corpus and every conformance program, and says which ones fail: `parse-all SHARED [part of a path]`.
 * Run it by `node scripts/run.mjs scripts/parse-all.ts`: the parser wants a deep stack.
 */

interface Job {
  readonly file: string;
  readonly model: DataModel;
}

function tasksOf(corpus: string): Job[] {
  const [header, ...lines] = readFileSync(join(corpus, 'INDEX.tsv'), 'utf8').trimEnd().split('\n');
  const columns = header!.split('\t');
  const taskColumn = columns.indexOf('task');
  const modelColumn = columns.indexOf('data_model');
  return lines.map((line) => {
    const cells = line.split('\t');
    const task = join(corpus, cells[taskColumn]!);
    const input = /input_files:\s*'?"?([^'"\n]+)/.exec(readFileSync(task, 'utf8'))![1]!;
    return { file: join(task, '..', input), model: cells[modelColumn] as DataModel };
  });
}

function programsOf(folder: string): Job[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.c'));
  return names.map((name) => ({ file: join(folder, name), model: 'LP64' as const }));
}

const shared = process.argv[2] ?? '../shared';
const part = process.argv[3] ?? '';
const jobs = [
  ...tasksOf(join(shared, 'corpus')),
  ...programsOf(join(shared, 'conformance/torture')),
  ...programsOf(join(shared, 'conformance/c-testsuite')),
].filter(({ file }) => file.includes(part));

let failed = 0;
let bytes = 0;
let milliseconds = 0;
for (const { file, model } of jobs) {
  try {
    const source = await preprocess(file, { model, includes: ['test/conformance/include'] });
    const start = performance.now();
    parseProgram([source], { model });
    milliseconds += performance.now() - start;
    bytes += source.text.length;
  } catch (error) {
    failed++;
    const text =
      error instanceof FrontEndError ? error.diagnostics.slice(0, 2).map(formatDiagnostic).join('\n') : (error as Error).stack;
    console.log(`${file}\n${text}`);
  }
}
console.log(
  `${jobs.length} programs, ${failed} failed; ${(bytes / 1e6).toFixed(1)} MB in ${(milliseconds / 1000).toFixed(1)} s of parsing`,
);
process.exitCode = failed === 0 ? 0 : 1;
