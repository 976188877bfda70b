import { htmlFile } from '../../../base/html-file.ts';
import type { PageData } from './page-data.ts';

/** The parts of a page of results, built from `src/apps/compete/page`. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** One self-contained file with data, script and style. */
export function htmlText(data: PageData, parts: PageParts): string {
  const noscript = 'This table needs JavaScript; the results are in results.csv, too.';
  return htmlFile({ ...parts, title: data.title, data: { id: 'data', value: data }, noscript });
}
