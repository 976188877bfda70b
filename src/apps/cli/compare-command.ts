import { resolve } from 'node:path';
import { replaceWhole } from '../../base/files.ts';
import { compareRuns, comparisonLines } from '../compete/output/comparison.ts';
import { htmlText } from '../compete/output/html.ts';
import { pageData } from '../compete/output/page-data.ts';
import { readResults } from '../compete/store/results-folder.ts';
import { write } from './output.ts';
import { pageParts } from './page-parts.ts';

/**
 * `lemmata compare`: resolves to 10 when anything got worse, else 0; throws LemmataError if there are
 * no results.
 */
export async function compareCommand(before: string, after: string): Promise<number> {
  const comparison = compareRuns(readResults(before).results, readResults(after).results);
  await write(process.stdout, `${comparisonLines(comparison).join('\n')}\n`);
  return comparison.worse ? 10 : 0;
}

/** `lemmata table`: writes one page for all the runs; throws LemmataError if there are no results. */
export async function tableCommand(runs: readonly string[], output: string): Promise<number> {
  const read = runs.map(readResults);
  const title = read.map(({ header }) => header.name).join(', ');
  replaceWhole(resolve(output), htmlText(pageData(title, read, null), pageParts()));
  return 0;
}
