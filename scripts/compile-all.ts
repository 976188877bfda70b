import { statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../src/base/errors.ts';
import { parseProgram } from '../src/c/index.ts';
import { preprocess } from '../src/c/source/preprocess.ts';
import { buildProgram, linkProgram } from '../src/program/passes.ts';
import { encodeProgram } from '../src/system/encode/index.ts';
import { simplify } from '../src/system/transys/passes/simplify.ts';
import { corpusTasks } from './corpus.ts';

/**
 * Measures the cost of compiling: `node scripts/run.mjs scripts/compile-all.ts FOLDER`, where
 * FOLDER/corpus holds verification tasks. It prints the speed of the front end (without preprocessing)
 * on the largest program, first run and warm. It also prints the slowest tasks from C to a simplified
 * transition system.
 */

const corpus = join(process.argv[2] ?? '../shared', 'corpus');
const tasks = corpusTasks(corpus);

const largest = tasks.reduce((a, b) => (statSync(b.file).size > statSync(a.file).size ? b : a));
const source = await preprocess(largest.file, { model: largest.model });
const speeds: number[] = [];
for (let round = 0; round < 12; round++) {
  const start = performance.now();
  parseProgram([source], { model: largest.model });
  speeds.push(source.text.length / 1000 / (performance.now() - start));
}
const [first, ...warm] = speeds;
const median = warm.toSorted((a, b) => a - b)[warm.length >> 1];
console.log(`front end on ${largest.task}: ${first.toFixed(1)} MB/s at first, ${median.toFixed(1)} MB/s warm (median)`);

const rows: { readonly task: string; readonly seconds: number; readonly what: string }[] = [];
for (const { task, model, file } of tasks) {
  const start = performance.now();
  let what: string;
  try {
    const program = buildProgram(parseProgram([await preprocess(file, { model })], { model }));
    const linked = linkProgram(program, { errorFunctions: ['reach_error'] });
    if ('unsupported' in linked) what = linked.unsupported;
    else {
      const { system } = simplify(encodeProgram(linked));
      what = `${system.blocks.length} blocks, ${system.stateVars.length} state variables, ${system.gaps.length} gaps`;
    }
  } catch (error) {
    what = `FAILED: ${messageOf(error)}`;
  }
  rows.push({ task, seconds: (performance.now() - start) / 1000, what });
}
rows.sort((a, b) => b.seconds - a.seconds);
const failed = rows.filter(({ what }) => what.startsWith('FAILED'));
console.log(
  `${rows.length} tasks in ${rows.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)} s, ${failed.length} failed; the slowest:`,
);
for (const { task, seconds, what } of [...rows.slice(0, 8), ...failed])
  console.log(`  ${seconds.toFixed(2)} s  ${task}  ${what}`);
