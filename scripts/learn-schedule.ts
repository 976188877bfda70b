import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { replaceWhole } from '../src/base/files.ts';
import type { SystemFacts } from '../src/race/facts.ts';
import type { PortfolioFile, PortfolioSet } from '../src/race/options/portfolio-set.ts';
import { slicesFor as setSlices } from '../src/race/schedule/slices.ts';
import { exampleOf } from './schedule/classes.ts';
import { compare, comparisonTable } from './schedule/comparison.ts';
import { foldsByFamily } from './schedule/folds.ts';
import { type EngineChoice, readMatrix } from './schedule/matrix.ts';
import { inSlices, type Policy, type Slice } from './schedule/policies.ts';
import { samplesOf } from './schedule/samples.ts';
import type { StarterSet } from './schedule/starters.ts';
import { learnedPage, stagesOf } from './schedule/summary.ts';
import { type Base, learnClasses } from './schedule/tree.ts';

/**
 * Learns the schedules of the default set from a journal of `engine-matrix.ts`, and compares them with
 * others by cross-validation.
 *
 *     node scripts/run.mjs scripts/learn-schedule.ts JOURNAL [--page] [--write] [--against FILE]...
 *
 * Where the journal gives no further slices, those of the present default set follow. FILE is another
 * portfolio, whose default set is compared: one of slices, or one whose stages have delays and shares.
 * The option `--write` puts the schedules into portfolio.json, which `npx biome format --write
 * portfolio.json` formats. The option `--page` puts a summary of the journal and the comparison into
 * docs/schedule.md.
 */

const [journal, ...options] = process.argv.slice(2);
if (journal === undefined) throw new Error('learn-schedule.ts JOURNAL [--page] [--write] [--against FILE]...');
const write = options.includes('--write');
const against = options.flatMap((option, index) => (options[index - 1] === '--against' ? [option] : []));

const PORTFOLIO = 'portfolio.json';
const PAGE = 'docs/schedule.md';
const FOLDS = 5;

const matrix = readMatrix(journal);
const samples = samplesOf(matrix);
const portfolio: PortfolioFile = JSON.parse(readFileSync(PORTFOLIO, 'utf8'));

const slices = new Map<string, Policy>();
const starters = new Map<string, StarterSet>();
for (const file of against) {
  const set = JSON.parse(readFileSync(file, 'utf8')).sets.default;
  if (set.stages.every((stage: object) => 'order' in stage)) slices.set(basename(file, '.json'), policyOf(set));
  else starters.set(basename(file, '.json'), set);
}
const base: Base = (condition) => slicesFor(portfolio.sets.default, exampleOf(condition));
const table = comparisonTable(compare(samples, FOLDS, slices, starters, base));
const classes = learnClasses(foldsByFamily(samples, FOLDS), base);
const page = learnedPage(matrix, samples, classes, table);
console.log(page);
if (write) {
  const sets = { ...portfolio.sets, default: { ...portfolio.sets.default, stages: stagesOf(classes) } };
  replaceWhole(PORTFOLIO, `${onLines(JSON.stringify({ ...portfolio, sets }, null, 2))}\n`);
}
if (options.includes('--page')) replaceWhole(PAGE, page);

/** JSON text in which an object that holds at most one other has a line of its own. */
function onLines(text: string): string {
  return text.replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\}/g, (object) => object.replace(/\s+/g, ' '));
}

/** The schedules of a set, each for the systems of its stage. */
function policyOf(set: PortfolioSet): Policy {
  return (sample) => inSlices(slicesFor(set, sample.facts))(sample);
}

function slicesFor(set: PortfolioSet, facts: SystemFacts): readonly Slice[] {
  const { engines, slices: order } = setSlices(set, facts);
  const choices = new Map(
    engines.map(({ id, engine, options: { solver } }): [string, EngineChoice] => [
      id,
      engine === 'bmc' && solver === 'z3' ? 'bmc:z3' : engine,
    ]),
  );
  return order.flatMap(({ engine: id, milliseconds }) => {
    const engine = choices.get(id);
    return engine === undefined ? [] : [{ engine, seconds: milliseconds / 1000 }];
  });
}
