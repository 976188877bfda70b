import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { FrontEndError, formatDiagnostic } from '../src/c/diagnostics.ts';
import { parseProgram } from '../src/c/index.ts';
import { preprocess } from '../src/c/source/preprocess.ts';
import type { DataModel } from '../src/c/types/types.ts';
import { corpusTasks } from './corpus.ts';

/**
 * Parses every task of a corpus and every conformance program, and lists those that fail: `parse-all
 * SHARED [part of a path]`. Run it by `node scripts/run.mjs scripts/parse-all.ts`: the parser needs a
 * deep stack.
 */

interface Job {
  readonly file: string;
  readonly model: DataModel;
}

function programsOf(folder: string): Job[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.c'));
  return names.map((name) => ({ file: join(folder, name), model: 'LP64' as const }));
}

const shared = process.argv[2] ?? '../shared';
const part = process.argv[3] ?? '';
const jobs = [
  ...corpusTasks(join(shared, 'corpus')),
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
      error instanceof FrontEndError
        ? error.diagnostics.slice(0, 2).map(formatDiagnostic).join('\n')
        : (error as Error).stack;
    console.log(`${file}\n${text}`);
  }
}
console.log(
  `${jobs.length} programs, ${failed} failed; ${(bytes / 1e6).toFixed(1)} MB in ${(milliseconds / 1000).toFixed(1)} s of parsing`,
);
process.exitCode = failed === 0 ? 0 : 1;
