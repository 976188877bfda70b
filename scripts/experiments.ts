import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { columnsOf, EXPERIMENT_NAMES, type ExperimentName, portfolioOf } from './experiments/columns.ts';
import { readResults } from './experiments/results.ts';
import { familiesOf, tableOf } from './experiments/table.ts';

/**
 * Runs an experiment: each column is an engine with options, alone, on all tasks.
 *
 *     node scripts/run.mjs scripts/experiments.ts NAME FOLDER SECONDS TASKS...
 *
 * NAME is `engines`, `sources` or `guided` (`experiments/columns.ts`). SECONDS limits the CPU time of
 * one task. FOLDER gets the results of each column, which `lemmata compete` continues after an
 * interrupt. `table.md` has the tables, and `plots.html` quantile and scatter plots of all columns.
 * It needs `npm run build`. LEMMATA_COLUMNS is a regular expression: only columns whose name matches run.
 */

const [name, folder, secondsText, ...tasks] = process.argv.slice(2);
const seconds = Number(secondsText);
const experiment = EXPERIMENT_NAMES.find((each): each is ExperimentName => each === name);
if (experiment === undefined || folder === undefined || !(seconds > 0) || tasks.length === 0)
  throw new Error(`experiments.ts ${EXPERIMENT_NAMES.join('|')} FOLDER SECONDS TASKS...`);

const wanted = new RegExp(process.env.LEMMATA_COLUMNS ?? '');
const columns = columnsOf(experiment).filter((column) => wanted.test(column.name));
mkdirSync(folder, { recursive: true });

function lemmata(...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, ['dist/cli.js', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  // A wrong answer ends a run with 10; the table counts it.
  if (status !== 0 && status !== 10) throw new Error(`lemmata ${args[0]} ended with ${status}`);
}

for (const column of columns) {
  const portfolio = join(folder, `${column.name}.json`);
  writeFileSync(portfolio, JSON.stringify(portfolioOf(column, seconds)));
  const limits = ['--timeout', `${3 * seconds}`, '--cpu-time', `${seconds}`, '--parallel', '1'];
  const options = ['--portfolio', `${portfolio}#column`];
  lemmata('compete', ...tasks, ...limits, '--output', join(folder, column.name), '--', ...options);
}

const results = columns.map((column) => ({ name: column.name, results: readResults(join(folder, column.name)) }));
writeFileSync(join(folder, 'table.md'), `${tableOf(results)}\n\n${familiesOf(results)}\n`);
lemmata('table', '--output', join(folder, 'plots.html'), ...columns.map((column) => join(folder, column.name)));
console.log(tableOf(results));
