import { statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../src/base/errors.ts';
import { preprocess } from '../src/c/source/preprocess.ts';
import type { DataModel } from '../src/c/types/types.ts';
import { driverProgram } from '../test/large/driver.ts';
import { type Cost, costOf } from '../test/large/phases.ts';
import * as shapes from '../test/large/shapes.ts';
import { corpusTasks } from './corpus.ts';

/**
 * Measures the cost of each phase from C to a simplified transition system, in seconds of CPU time.
 *
 *     node scripts/run.mjs scripts/costs.ts growth [SHAPE [SIZE]]   growth over the size of generated programs
 *     node scripts/run.mjs scripts/costs.ts corpus FOLDER [COUNT]   the largest tasks of FOLDER/corpus
 *     node scripts/run.mjs scripts/costs.ts file FILE [MODEL]       one file
 *     node scripts/run.mjs scripts/costs.ts print SHAPE SIZE        the text of a generated program
 *
 * `growth` takes programs of 1, 2, 4 and 8 times a size, and prints the exponent of growth.
 */

const [command, ...rest] = process.argv.slice(2);

/** Sizes of one copy. */
const SHAPES: Readonly<Record<string, readonly [make: (size: number) => string, size: number]>> = {
  driver: [driverProgram, 20],
  rules: [shapes.ruleProgram, 700],
  straight: [shapes.straightLine, 12_500],
  branches: [shapes.branches, 2500],
  loops: [shapes.loopSequence, 250],
  calls: [shapes.loopsInCalls, 250],
  switch: [shapes.switchProgram, 1250],
  table: [shapes.tableProgram, 300_000],
  globals: [shapes.globalsProgram, 12_500],
  members: [shapes.membersProgram, 625],
  matrix: [shapes.matrixProgram, 4],
  nested: [shapes.nestedArrays, 5],
  chain: [shapes.callChain, 5000],
  main: [shapes.manyCalls, 5000],
  pointers: [shapes.functionTable, 2500],
  names: [shapes.nameTable, 50],
  tree: [shapes.treeProgram, 100],
  walks: [shapes.pointerWalk, 50],
};

const PHASES = ['parse', 'build', 'link', 'encode', 'passes', 'total'] as const;

function show(name: string, text: string, cost: Cost): void {
  const times = PHASES.map((phase) => `${phase} ${cost.seconds[phase].toFixed(2)}`).join('  ');
  const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
  console.log(
    `${name} (${(text.length / 1e6).toFixed(2)} MB): ${times}; ${cost.what}; peak ${megabytes(cost.peakBytes)}`,
  );
}

if (command === 'growth') {
  for (const [name, [make, size]] of Object.entries(SHAPES)) {
    if (rest[0] !== undefined && rest[0] !== name) continue;
    costOf(make(Math.max(3, size >> 3)), 'LP64');
    const costs = [1, 2, 4, 8].map((factor) => {
      const copy = (rest[1] === undefined ? size : Number(rest[1])) * factor;
      const text = make(copy);
      const cost = costOf(text, 'LP64');
      show(`${name} ${copy}`, text, cost);
      return { length: text.length, cost };
    });
    const [first, last] = [costs[1], costs[3]];
    const growth = Math.log(last.length / first.length);
    const exponents = PHASES.map((phase) => {
      const [a, b] = [first.cost.seconds[phase], last.cost.seconds[phase]];
      return b < 0.1 ? `${phase} -` : `${phase} ${(Math.log(b / Math.max(a, 0.001)) / growth).toFixed(2)}`;
    });
    console.log(`${name}: exponents from 2 to 8 copies: ${exponents.join(', ')}\n`);
  }
} else if (command === 'corpus') {
  const corpus = join(rest[0] ?? '../shared', 'corpus');
  const tasks = corpusTasks(corpus)
    .sort((a, b) => statSync(b.file).size - statSync(a.file).size)
    .slice(0, Number(rest[1] ?? 10));
  for (const { task, model, file } of tasks) {
    const { text } = await preprocess(file, { model });
    try {
      show(task, text, costOf(text, model));
    } catch (error) {
      console.log(`${task}: FAILED: ${messageOf(error)}`);
    }
  }
} else if (command === 'print') {
  process.stdout.write(SHAPES[rest[0]][0](Number(rest[1])));
} else if (command === 'file') {
  const model = (rest[1] ?? 'LP64') as DataModel;
  const { text } = await preprocess(rest[0], { model });
  show(rest[0], text, costOf(text, model));
} else {
  console.log(`usage: growth | corpus | file`);
}
