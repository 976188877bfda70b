import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { ENGINES } from '../src/engines/implementations.ts';
import { isSystemEngine } from '../src/engines/register.ts';
import { loadZ3 } from '../src/logic/z3/index.ts';
import { type Answer, type CompareOptions, compare } from '../test/btor2/compare.ts';
import { randomModel } from '../test/btor2/random-model.ts';

/**
 * Compares all engines with the exploration of all states, and so with each other, on random small
 * BTOR2 models: `random-btor2 SEED COUNT [FOLDER]`, models with an index of one seed. Every TRUE is
 * certified and every FALSE replayed, in the system's terms and by an interpreter of the model's text.
 * Prints a line per flaw (the model goes into FOLDER) and a table. RANDOM_ENGINES is a list of engines
 * (default: all), RANDOM_MILLISECONDS the limit of an engine on one property. Run it by `node
 * scripts/run.mjs`.
 */
const [seed = '1', count = '200', folder = '-'] = process.argv.slice(2);
const engines = (process.env.RANDOM_ENGINES?.split(',') ?? Object.keys(ENGINES)).filter(isSystemEngine);
const options: CompareOptions = {
  z3: await loadZ3(),
  engines,
  limit: Number(process.env.RANDOM_MILLISECONDS ?? 10_000),
  maxDepth: 24,
  budget: 20_000,
};

class Row {
  TRUE = 0;
  FALSE = 0;
  UNKNOWN = 0;
  refused = 0;
  flaws = 0;
  milliseconds = 0;
}

const rows = new Map(engines.map((engine) => [engine, new Row()]));
const depths = new Map<string, number>();
let models = 0;
let questions = 0;
let left = 0;
let flaws = 0;
let split = 0;

function take(model: number, text: string, answers: readonly Answer[]): void {
  for (const { engine, property, simplified, judgement, truth, milliseconds, flaw } of answers) {
    const row = rows.get(engine);
    if (row === undefined) continue;
    row[judgement.verdict] += 1;
    row.milliseconds += milliseconds;
    if (engine === engines[0] && !simplified) {
      questions += 1;
      const depth = truth === null ? 'never' : truth >= 4 ? '4 or more' : String(truth);
      depths.set(depth, (depths.get(depth) ?? 0) + 1);
    }
    if (flaw === null) continue;
    row.flaws += 1;
    report(model, text, `${engine}, property ${property}${simplified ? ', simplified' : ''}: ${flaw}`);
  }
  const said = new Set(answers.map(({ property, judgement }) => `${property} ${judgement.verdict}`));
  for (const { property } of answers.filter(({ engine, simplified }) => engine === engines[0] && simplified))
    if (said.has(`${property} TRUE`) && said.has(`${property} FALSE`)) split += 1;
}

function report(model: number, text: string, why: string): void {
  flaws += 1;
  console.log(`model ${model}: ${why}`);
  if (folder === '-') return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${seed}-${model}.btor2`), `; ${why.split('\n')[0]}\n${text}`);
}

const texts = fc.sample(randomModel, { seed: Number(seed), numRuns: 2 * Number(count) });
for (const [model, text] of texts.entries()) {
  if (models === Number(count)) break;
  try {
    const answers = compare(text, options);
    if (answers === null) left += 1;
    else {
      models += 1;
      take(model, text, answers);
    }
  } catch (error) {
    models += 1;
    report(model, text, `crash: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  if (model % 20 === 19) process.stderr.write(`${model + 1}: ${flaws} flaws\n`);
}
const shape = [...depths].sort(([a], [b]) => a.localeCompare(b)).map(([depth, n]) => `${depth}: ${n}`);
console.log(
  `${models} models (${left} left out as too large), ${questions} properties; bad is reached after ${shape.join(', ')}`,
);
for (const [engine, row] of rows) {
  const { TRUE, FALSE, UNKNOWN, refused, milliseconds } = row;
  const mean = (milliseconds / Math.max(1, TRUE + FALSE + UNKNOWN)).toFixed(1);
  console.log(
    `${engine}: ${TRUE} TRUE, ${FALSE} FALSE, ${UNKNOWN} UNKNOWN, ${refused} refused, ${row.flaws} flaws, ${mean} ms on average`,
  );
}
console.log(`${split} properties on which engines disagree, ${flaws} flaws`);
process.exit(flaws === 0 ? 0 : 1);
